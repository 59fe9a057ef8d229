-- Routines of sales. The steps after a sale or a refund are in triggers.sql, in their order.

-- People who bought without an account.
create function note_guests() returns trigger language plpgsql as $$
begin
  insert into guests as g (email, name, phone, last_purchase_at, purchases)
  select distinct on (lower(trim(buyer_email))) lower(trim(buyer_email)), buyer_name, buyer_phone, at,
    count(*) over (partition by lower(trim(buyer_email)))
  from added where customer_id is null and trim(buyer_email) <> ''
  order by lower(trim(buyer_email)), at desc
  on conflict (email) do update set
    name = case when excluded.last_purchase_at >= g.last_purchase_at then excluded.name else g.name end,
    phone = case when excluded.last_purchase_at >= g.last_purchase_at then excluded.phone else g.phone end,
    last_purchase_at = greatest(excluded.last_purchase_at, g.last_purchase_at),
    purchases = g.purchases + excluded.purchases;
  insert into guest_cinemas as g (email, cinema_id, last_purchase_at, purchases)
  select lower(trim(buyer_email)), cinema_id, max(at), count(*)
  from added where customer_id is null and trim(buyer_email) <> '' and cinema_id is not null
  group by 1, 2 order by 1, 2
  on conflict (email, cinema_id) do update set
    last_purchase_at = greatest(excluded.last_purchase_at, g.last_purchase_at),
    purchases = g.purchases + excluded.purchases;
  return null;
end $$;

-- Updates guests after voided purchases: a guest without purchases is deleted, and the name is the latest one.
create function forget_guests() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare emails text[] := array(
  select distinct lower(trim(buyer_email)) from added where customer_id is null and trim(buyer_email) <> '');
begin
  update guests g set purchases = b.n, last_purchase_at = b.at
  from (
    select lower(p.buyer_email) as email, count(*) as n, max(p.at) as at from purchases p
    where p.customer_id is null and p.buyer_email <> '' and lower(p.buyer_email) = any(emails) group by 1
  ) b where g.email = b.email;
  delete from guests g where g.email = any(emails) and not exists (
    select from purchases p where p.customer_id is null and p.buyer_email <> '' and lower(p.buyer_email) = g.email);
  delete from guest_cinemas where email = any(emails);
  insert into guest_cinemas (email, cinema_id, last_purchase_at, purchases)
  select lower(p.buyer_email), p.cinema_id, max(p.at), count(*) from purchases p
  where p.customer_id is null and p.buyer_email <> '' and lower(p.buyer_email) = any(emails) and p.cinema_id is not null
  group by 1, 2;
  return null;
end $$;

-- Subscription events in effect, without those that a decision by staff overrides.
create view subscription_events_in_effect with (security_invoker = true) as
select e.* from subscription_events e
where not exists (
  select from subscription_events x
  where x.settled_at is not null and x.customer_id = e.customer_id and x.id <> e.id
    -- The end that is reported for the moment of a start ends the term before.
    and (e.at > x.settles_from or e.at = x.settles_from and e.kind <> 'end') and e.at < x.settles_until
    and (e.id < x.id or e.at <= x.settled_at and e.source <> 'marquee'));

-- Terms of customers. A term runs to its `until`, to the next term, or to a reported end, whichever is first. An end at the
-- instant of a start ends the term before.
create function terms_of(ids bigint[]) returns table (
  event_id bigint, customer_id bigint, starts_at timestamptz, ends_at timestamptz, plan text, kobo bigint, tickets integer,
  is_settled boolean, stopped_at timestamptz, reason text
) language sql stable as $$
  select id, customer_id, at, least(until, next_at, stopped_at), plan, kobo, tickets, settled_at is not null, stopped_at, reason
  from (
    select e.id, e.customer_id, e.at, e.plan, e.kobo, e.tickets, e.until, e.settled_at, stop.at as stopped_at, stop.reason,
      lead(e.at) over (partition by e.customer_id order by e.at, e.id) as next_at
    from subscription_events_in_effect e
    left join lateral (
      select x.at, x.reason from subscription_events_in_effect x
      where x.customer_id = e.customer_id and x.kind = 'end' and x.at > e.at
      order by x.at, x.id limit 1
    ) stop on true
    where e.customer_id = any(ids) and e.kind <> 'end'
  ) t
  where least(until, next_at, stopped_at) > at
$$;

-- Subscription periods of customers: adjacent terms with one plan and price are one period. A start that staff set begins a
-- new period.
create function subscription_periods_of(ids bigint[], zone text) returns setof subscription_periods language sql stable as $$
  with real as (
    select *, lag(ends_at) over w as before_at,
      lag((plan, kobo, tickets)) over w is not distinct from (plan, kobo, tickets) and not is_settled as goes_on
    from terms_of(ids)
    window w as (partition by customer_id order by starts_at)
  ), numbered as (
    select *, count(*) filter (where not (before_at = starts_at and goes_on) or before_at is null)
      over (partition by customer_id order by starts_at) as period
    from real
  ), joined as (
    select customer_id, min(starts_at) as starts_at, max(ends_at) as ends_at,
      (array_agg(before_at order by starts_at))[1] as before_at, min(plan) as plan, min(kobo) as kobo, min(tickets) as tickets,
      coalesce((array_agg(reason order by starts_at desc) filter (where stopped_at = ends_at))[1], '') as reason
    from numbered group by customer_id, period
  )
  select customer_id, starts_at, ends_at, (starts_at at time zone zone)::date, (ends_at at time zone zone)::date,
    coalesce((lead(starts_at) over (partition by customer_id order by starts_at) at time zone zone)::date, 'infinity'),
    before_at is distinct from starts_at, plan, kobo, tickets, reason
  from joined
$$;

-- Search texts of all guests and purchases, like `searched_customers` for customers.
create view searched_guests as select email, search_text from guests;
create view searched_purchases as
  select id, at, channel, cinema_id, customer_id, buyer_name, buyer_email, payment_reference, source, external_id
  from purchases;
