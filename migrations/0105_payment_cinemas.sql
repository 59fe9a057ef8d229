-- At which cinema a payment was made: where all that was bought with it was bought. What was bought at several, or at none,
-- concerns the whole chain. The indexes are made again when every row has it, so that each is written once.
set local maintenance_work_mem = '256MB';
alter table payment_entries add column cinema_id text;
drop index payment_entries_newest, payment_entries_of_customers, payment_entries_of_guests, payment_entries_of_customer,
  payment_entries_words;
update payment_entries e set cinema_id = b.cinema_id
from (
  select reference, min(cinema_id) as cinema_id
  from (
    select payment_reference as reference, cinema_id from purchases where payment_reference <> ''
    union all
    select p.reference, c.cinema_id
    from cube_payments p join cube_bookings o on o.id = p.booking_id join cubes c on c.id = o.cube_id
    where p.reference is not null
  ) bought
  group by reference having count(*) = count(cinema_id) and min(cinema_id) = max(cinema_id)
) b
where e.reference = b.reference;
create index payment_entries_newest on payment_entries (at desc, id desc);
create index payment_entries_of_customers on payment_entries (at desc, id desc) where is_customer;
create index payment_entries_of_guests on payment_entries (at desc, id desc) where not is_customer;
create index payment_entries_of_customer on payment_entries (customer_id) where customer_id is not null;
create index payment_entries_words on payment_entries using gin (words gin_trgm_ops);
create index payment_entries_of_cinema on payment_entries (cinema_id, at desc, id desc) include (is_customer)
  where cinema_id is not null;

-- How many there are at a cinema, as payment_entry_days has them of the whole chain.
create table payment_cinema_days (
  cinema_id text not null,
  day date not null,
  is_customer boolean not null,
  count bigint not null,
  primary key (cinema_id, day, is_customer)
);
create index payment_cinema_days_of_day on payment_cinema_days (day);
insert into payment_cinema_days (cinema_id, day, is_customer, count)
select cinema_id, (at at time zone 'UTC')::date, is_customer, count(*) from payment_entries
where cinema_id is not null group by 1, 2, 3;
