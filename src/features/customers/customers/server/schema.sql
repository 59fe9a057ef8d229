-- Search texts of all customers. Row-level security lets no index answer `like`, so searches of cinema staff use this view and
-- join the result to the customers they see (policy.ts).
create view searched_customers as select id, is_listed, search_text from customers;

-- Whether cinema staff see all customers (customers.setSharing).
create view customer_sharing as select from settings where key = 'customers:sharing' and value = '"all"';
create function customers_are_shared() returns boolean language sql stable parallel safe as $$
  select exists (select from customer_sharing)
$$;

-- Cinemas of a customer follow purchases, merges and the default cinema.
create function place_buyers() returns trigger language plpgsql as $$
begin
  insert into customer_cinemas (customer_id, cinema_id)
  select distinct customer_id, cinema_id from added where customer_id is not null and cinema_id is not null order by 1, 2
  on conflict do nothing;
  return null;
end $$;

create function leave_cinema(customer bigint, cinema text) returns void language sql
  set enable_seqscan = off set jit = off as $$
  delete from customer_cinemas where customer_id = customer and cinema_id = cinema
    and not exists (select from purchases p where p.customer_id = customer and p.cinema_id = cinema)
    and not exists (select from customers c where c.id = customer and c.default_cinema_id = cinema)
$$;

create function leave_voided() returns trigger language plpgsql as $$
begin
  perform leave_cinema(customer_id, cinema_id) from (
    select distinct customer_id, cinema_id from added where customer_id is not null and cinema_id is not null order by 1, 2
  ) a;
  return null;
end $$;

create function place_merged() returns trigger language plpgsql as $$
begin
  if new.customer_id is not null then
    insert into customer_cinemas (customer_id, cinema_id) values (new.customer_id, new.cinema_id) on conflict do nothing;
  end if;
  perform leave_cinema(old.customer_id, new.cinema_id);
  return null;
end $$;

create function place_at_home() returns trigger language plpgsql as $$
begin
  if new.default_cinema_id is not null then
    insert into customer_cinemas (customer_id, cinema_id) values (new.id, new.default_cinema_id) on conflict do nothing;
  end if;
  if tg_op = 'UPDATE' then perform leave_cinema(new.id, old.default_cinema_id); end if;
  return null;
end $$;
create trigger customers_place_at_home after insert on customers for each row
  when (new.default_cinema_id is not null) execute function place_at_home();
create trigger customers_move_home after update of default_cinema_id on customers for each row
  when (old.default_cinema_id is distinct from new.default_cinema_id) execute function place_at_home();
