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
