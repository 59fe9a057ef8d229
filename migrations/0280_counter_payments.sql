-- Which payment a purchase is of. The payment provider knows a payment by its reference, and several purchases may be of it; what
-- was paid at a counter is a payment of its own, whatever reference the till sends with it, under its sender's name and id.

-- By which way the money of a purchase came: through the payment provider, who knows it by the reference, or at a counter. A till
-- may send no more than a word for how was paid as the reference.
create or replace function paid_by(source text, reference text, channel text, method text) returns text language sql immutable as $$
  select case
    when method in ('cash', 'voucher') then method
    when method is null and lower(reference) in ('cash', 'card', 'voucher') then lower(reference)
    when method = 'card' and (channel = 'not_specified' or coalesce(reference, '') = '') then 'card'
    when reference <> '' and source <> 'marquee'
      and lower(reference) not in ('cash', 'card', 'transfer', 'ussd', 'wallet', 'voucher', 'other') then 'provider'
    else 'other' end
$$;

set local maintenance_work_mem = '256MB';
alter table purchases add column payment text generated always as (case
  when payment_reference <> ''
    and (source = 'marquee' or paid_by(source, payment_reference, channel, payment_method) = 'provider') then payment_reference
  when payment_reference <> '' or kobo > 0 then source || ':' || external_id end) stored;
drop index purchases_of_payment, purchases_paid_by;
create index purchases_of_payment on purchases (payment) where payment is not null;
create index purchases_of_reference on purchases (payment_reference, at) where payment_reference is not null;
create index purchases_paid_by on purchases (payment_method, payment) where payment_method is not null and payment is not null;

-- What its sender calls a payment that has another reference here; empty where it says nothing.
alter table payment_entries add column sent_reference text;
drop view if exists searched_payments;
alter table payment_entries drop column words;
alter table payment_entries add column words text not null generated always as
  (fold(coalesce(sent_reference, reference) || ' ' || email || ' ' || name || ' ' || bookings)) stored;
create index payment_entries_words on payment_entries using gin (words gin_trgm_ops);

insert into payment_entries
  (reference, sent_reference, at, cinema_id, customer_id, is_customer, name, email, provider, sold_kobo, status, bookings, method)
select p.payment, coalesce(p.payment_reference, ''), p.at, p.cinema_id, p.customer_id, coalesce(c.is_listed, false),
  coalesce(nullif(p.buyer_name, ''), trim(c.first_name || ' ' || c.last_name), ''),
  coalesce(nullif(p.buyer_email, ''), c.email, ''), 'counter', p.kobo, 'succeeded', p.external_id, p.payment_method
from purchases p left join customers c on c.id = p.customer_id
where p.payment <> coalesce(p.payment_reference, '')
order by p.id;
update payment_told_refunds t set entry_id = e.id
from refunds r join purchases p on p.id = r.purchase_id join payment_entries e on e.reference = p.payment
where r.id = t.refund_id and t.entry_id is distinct from e.id;

-- What is left of the payments that those were of.
update payment_entries e set sold_kobo = b.kobo, bookings = b.bookings, cinema_id = b.cinema_id, method = b.method,
  provider = case when b.bookings <> '' then nullif(e.provider, 'counter') else e.provider end
from (
  select distinct payment_reference as reference from purchases
  where payment_reference <> '' and payment <> payment_reference
) moved cross join lateral (
  select coalesce(sum(s.kobo), 0) as kobo, coalesce(string_agg(s.external_id, ' ' order by s.id), '') as bookings,
    case when count(*) = count(s.cinema_id) and min(s.cinema_id) = max(s.cinema_id) then min(s.cinema_id) end as cinema_id,
    case when min(s.method) <> max(s.method) then 'several' else min(s.method) end as method
  from (
    select id, kobo, external_id, cinema_id, payment_method as method from purchases where payment = moved.reference
    union all
    select null, 0, null, c.cinema_id, p.method
    from cube_payments p join cube_bookings o on o.id = p.booking_id join cubes c on c.id = o.cube_id
    where p.reference = moved.reference
  ) s
) b
where e.reference = moved.reference;
delete from payment_entries e using (
  select distinct payment_reference as reference from purchases
  where payment_reference <> '' and payment <> payment_reference
) moved
where e.reference = moved.reference and e.bookings = '' and e.charged_kobo is null
  and not exists (select from payment_refunds r where r.entry_id = e.id)
  and not exists (select from reconciliation_mismatches m where m.entry_id = e.id)
  and not exists (select from cube_payments c where c.reference = e.reference);

delete from payment_entry_days;
insert into payment_entry_days (day, is_customer, count)
select (at at time zone 'UTC')::date, is_customer, count(*) from payment_entries group by 1, 2;
delete from payment_cinema_days;
insert into payment_cinema_days (cinema_id, day, is_customer, count)
select cinema_id, (at at time zone 'UTC')::date, is_customer, count(*) from payment_entries where cinema_id is not null
group by 1, 2, 3;
