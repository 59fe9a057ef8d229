-- By line first, as a day's lines are looked for; by product they are found by the other index, with all that a page shows.
alter table merchandise_sales drop constraint merchandise_sales_pkey, add primary key (purchase_id, n, product_id);
drop index merchandise_sales_of_line;
drop index merchandise_sales_at;
create index merchandise_sales_at on merchandise_sales (product_id, at desc, purchase_id desc, n) include (quantity, kobo);

-- Lines by which each merchandise was bought on a day, and pieces; refunds are not taken off. What was sold of it ever, and
-- the day on which a page of its history begins, are read from some hundred rows.
create table merchandise_days (
  product_id integer not null,
  day date not null,
  lines bigint not null,
  quantity bigint not null,
  primary key (product_id, day)
);

-- What was told until now.
insert into merchandise_days (product_id, day, lines, quantity)
select m.product_id, p.day, count(*), sum(m.quantity)
from merchandise_sales m join purchases p on p.id = m.purchase_id
group by 1, 2;

-- Its plan goes by the indexes, as those of the other roll-ups do (0010_counting_plans.sql); rows in the order of their key,
-- so that two writers never wait for one another in a circle. Most lines are of no merchandise.
create function roll_up_merchandise() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
begin
  if not exists (select from added) then return null; end if;
  perform counting();
  insert into merchandise_days as d (product_id, day, lines, quantity)
  select a.product_id, p.day, count(*), sum(a.quantity)
  from added a join purchases p on p.id = a.purchase_id
  group by 1, 2 order by 1, 2
  on conflict (product_id, day) do update set lines = d.lines + excluded.lines, quantity = d.quantity + excluded.quantity;
  return null;
end $$;
create trigger merchandise_sales_counted after insert on merchandise_sales referencing new table as added
  for each statement execute function roll_up_merchandise();

-- The names of the cinemas are for everybody who may sign in.
update roles set permissions = array_remove(array_remove(permissions, 'cinemas:read'), 'cinemas:write'),
  version = version + 1
where permissions && '{cinemas:read,cinemas:write}';
