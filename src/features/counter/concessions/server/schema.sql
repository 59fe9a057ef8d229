-- These are asked for each product of each cinema: in PL/pgSQL a statement is planned once in a connection, in SQL with each row.

-- Which price of a change decides what a product of a cinema is sold for at an instant. A change with an end counts over what
-- holds for good; of what holds for good the last that began does, whether a change or what staff set at the cinema. The plan
-- may be from when the tables were empty: it begins with the few prices of the product all the same, never with all of a change.
create function changed_price_at(sold cinema_products, at timestamptz) returns price_change_prices language plpgsql stable
  set enable_seqscan = off as $$
declare found price_change_prices;
begin
  select x.* into found
  from (select * from price_change_prices where cinema_product_id = sold.id offset 0) x
    join price_changes c on c.id = x.change_id
  where c.starts_at <= at and (c.ends_at is null or c.ends_at > at)
    and (c.cancelled_at is null or c.cancelled_at > at)
    and (c.ends_at is not null or sold.override_since is null or c.starts_at > sold.override_since)
  order by c.ends_at is null, c.starts_at desc, c.id desc limit 1;
  return found;
end $$;

-- What a product of a cinema is sold for at an instant, in kobo.
create function price_at(sold cinema_products, at timestamptz) returns bigint language plpgsql stable as $$
begin
  return coalesce((changed_price_at(sold, at)).kobo, sold.override_kobo, sold.pos_kobo);
end $$;

-- What a product costs the chain on a day, in kobo; null where that is not known.
create function cost_on(of_product integer, on_day date) returns bigint language plpgsql stable as $$
begin
  return (select c.kobo from product_costs c where c.product_id = of_product and c.from_day <= on_day order by c.from_day desc limit 1);
end $$;

-- The same of a product of a cinema: of a combo without a cost of its own that of its parts, where all of them are known.
create function cost_at(sold cinema_products, on_day date) returns bigint language plpgsql stable as $$
begin
  return coalesce(
    cost_on(sold.product_id, on_day),
    (select case when bool_and(cost_on(part.product_id, on_day) is not null) then sum(cost_on(part.product_id, on_day)) end
     from combo_deals d join combo_items i on i.combo_id = d.id join cinema_products part on part.id = i.cinema_product_id
     where d.cinema_product_id = sold.id and d.deleted_at is null)::bigint);
end $$;

-- A line speaks of a product by its name or by the point of sale's id.
create function note_merchandise() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
begin
  if not exists (select from products where kind = 'merchandise') then return null; end if;
  insert into merchandise_sales (product_id, purchase_id, n, at, quantity, kobo)
  select m.id, l.purchase_id, l.n, p.at, l.quantity, l.kobo
  from added l
  cross join lateral (
    select id from products
    where kind = 'merchandise' and (lower(name) = lower(l.product) or rosetta_id = l.product) order by id limit 1
  ) m
  cross join lateral (select at from purchases where id = l.purchase_id offset 0) p
  where l.kind = 'concession' and l.product <> ''
  on conflict do nothing;
  return null;
end $$;

select make_rollup('merchandise_days'), make_rollup('merchandise_cinema_days');

-- Its plan goes by the indexes, as those of the other rollups do. Most lines are of no merchandise.
create function roll_up_merchandise() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare sign integer := case when tg_op = 'DELETE' then -1 else 1 end;
begin
  if not exists (select from added) then return null; end if;
  perform counting();
  perform add_to_merchandise_days(array_agg(row(f.*)::merchandise_days)) from (
    select a.product_id, p.day, sign * count(*), sign * sum(a.quantity)
    from added a join purchases p on p.id = a.purchase_id group by 1, 2) f;
  perform add_to_merchandise_cinema_days(array_agg(row(f.*)::merchandise_cinema_days)) from (
    select a.product_id, p.cinema_id, p.day, sign * count(*), sign * sum(a.quantity)
    from added a join purchases p on p.id = a.purchase_id where p.cinema_id is not null group by 1, 2, 3) f;
  return null;
end $$;
create trigger merchandise_sales_counted after insert on merchandise_sales referencing new table as added
  for each statement execute function roll_up_merchandise();
create trigger merchandise_sales_uncounted after delete on merchandise_sales referencing old table as added
  for each statement execute function roll_up_merchandise();

-- Before the line itself, on which it is built.
create function forget_merchandise() returns trigger language plpgsql as $$
begin
  delete from merchandise_sales where purchase_id = old.purchase_id and n = old.n;
  return old;
end $$;
