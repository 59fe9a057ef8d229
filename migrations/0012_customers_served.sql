-- How staff find and change customers (0011_customers.sql).

create index customers_listed on customers (id) where is_listed;
create index customers_emails on customers (coalesce(lower(email), ''), id) where is_listed;
create index guests_by_name on guests (lower(name), email);
create index kids_club_joined on kids_club_members (joined_at, customer_id);
create index stints_not_renewed on stints (ends_at, customer_id) where renewed_on = 'infinity';
create index stints_of_plan on stints (lower(plan), ends_at) include (starts_at, customer_id);
create index redemptions_of_customer on redemptions (customer_id) where customer_id is not null;

-- Links to a new password of the web shop and the app, as those of admins are kept (0002_session.sql).
create table customer_password_resets (
  token_hash bytea primary key,
  customer_id bigint not null references customers (id),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index customer_password_resets_of on customer_password_resets (customer_id);

-- A start or renewal with settled_at is staff's word, given then, on how the subscription in force stands. It is a term like
-- another; and what was told of the time from settles_from until settles_until before they spoke, or is told later of before
-- they spoke, counts no more. All that was told stays.
alter table subscription_events
  add column settled_at timestamptz,
  add column settles_from timestamptz,
  add column settles_until timestamptz,
  add check (num_nulls(settled_at, settles_from, settles_until) in (0, 3)),
  add check (settled_at is null or kind <> 'end' and source = 'marquee');
create index subscription_events_settled on subscription_events (customer_id) where settled_at is not null;

create view subscription_events_in_effect as
select e.* from subscription_events e
where not exists (
  select from subscription_events x
  where x.settled_at is not null and x.customer_id = e.customer_id and x.id <> e.id
    -- The end that is told of the moment of a start ends the term before.
    and (e.at > x.settles_from or e.at = x.settles_from and e.kind <> 'end') and e.at < x.settles_until
    and (e.id < x.id or e.at <= x.settled_at and e.source <> 'marquee'));

-- The terms of customers. A term runs to its `until`, to the next term, or to the end that was told, whichever comes first;
-- an end that is told of the moment of a start ends the term before.
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

-- What the events of customers amount to: terms that meet at one plan and price are one stint. Where staff said when a
-- subscription began, a stint begins.
create or replace function stints_of(ids bigint[], zone text) returns setof stints language sql stable as $$
  with real as (
    select *, lag(ends_at) over w as before_at,
      lag((plan, kobo, tickets)) over w is not distinct from (plan, kobo, tickets) and not is_settled as goes_on
    from terms_of(ids)
    window w as (partition by customer_id order by starts_at)
  ), numbered as (
    select *, count(*) filter (where not (before_at = starts_at and goes_on) or before_at is null)
      over (partition by customer_id order by starts_at) as stint
    from real
  ), joined as (
    select customer_id, min(starts_at) as starts_at, max(ends_at) as ends_at,
      (array_agg(before_at order by starts_at))[1] as before_at, min(plan) as plan, min(kobo) as kobo, min(tickets) as tickets,
      coalesce((array_agg(reason order by starts_at desc) filter (where stopped_at = ends_at))[1], '') as reason
    from numbered group by customer_id, stint
  )
  select customer_id, starts_at, ends_at, (starts_at at time zone zone)::date, (ends_at at time zone zone)::date,
    coalesce((lead(starts_at) over (partition by customer_id order by starts_at) at time zone zone)::date, 'infinity'),
    before_at is distinct from starts_at, plan, kobo, tickets, reason
  from joined
$$;
