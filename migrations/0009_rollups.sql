-- Figures are kept, not counted: each statement that tells of trade adds what it changes, in its own transaction.
-- `npm run rollups:check` counts them anew from the rows above.

-- By cinema: kinds are purchase (paid purchases and their money), ticket, concession and subscription (quantities and
-- their money, refunds taken off on their day), refund (refunds and their money), once (purchases by people without a
-- subscription), and of subscribers' lines of concessions concession-subscriber (all of them) and concession-discount
-- (those with a discount, and the money of the discounts).
create table cinema_sales_days (
  day date not null,
  cinema_id text not null,
  channel text not null,
  kind text not null,
  count bigint not null,
  kobo bigint not null,
  primary key (day, cinema_id, channel, kind)
);
-- The same without the cinema: what a dashboard reads.
create table sales_days (
  day date not null,
  channel text not null,
  kind text not null,
  count bigint not null,
  kobo bigint not null,
  primary key (day, channel, kind)
);
-- Tickets by the day of their show.
create table show_days (
  day date primary key,
  sold bigint not null default 0,
  redeemed bigint not null default 0
);
-- Tickets by the day they were torn.
create table redemption_days (
  day date primary key,
  tickets bigint not null default 0,
  subscription_tickets bigint not null default 0
);
create table visit_days (
  day date not null,
  channel text not null,
  count bigint not null,
  primary key (day, channel)
);
create table signup_days (
  day date not null,
  channel text not null,
  count bigint not null,
  primary key (day, channel)
);
-- In force at the end of a day: all that started until then less all that ended.
create table subscription_days (
  day date primary key,
  started bigint not null default 0,
  started_kobo bigint not null default 0,
  -- Those that did not go on from another without a gap.
  new_tickets bigint not null default 0,
  started_tickets bigint not null default 0,
  ended bigint not null default 0,
  ended_kobo bigint not null default 0,
  ended_tickets bigint not null default 0,
  -- Purchases of a subscription for the first time or again after a gap, as they were told.
  bought bigint not null default 0
);
-- Which ends were followed by another subscription of the same customer, and when; infinity: by none.
create table subscription_ends (
  ended_on date not null,
  renewed_on date not null,
  count bigint not null,
  kobo bigint not null,
  primary key (ended_on, renewed_on)
);
create table buyer_counts (
  only_row boolean primary key default true check (only_row),
  buyers bigint not null,
  repeat_buyers bigint not null
);
insert into buyer_counts (buyers, repeat_buyers) values (0, 0);

-- A repair counts one day at a time. Rows come nearly in the order of their days, so that small indexes find them.
create index purchases_of_day on purchases using brin (day) with (autosummarize = on);
create index purchase_lines_of_show on purchase_lines using brin (show_day) with (autosummarize = on);
create index refunds_of_day on refunds using brin (day) with (autosummarize = on);
create index redemptions_of_day on redemptions using brin (day) with (autosummarize = on);
create index redemptions_of_show on redemptions using brin (show_day) with (autosummarize = on);
create index visits_of_day on visits using brin (day) with (autosummarize = on);

-- Every change of what is counted takes this lock shared; a repair of a day takes it alone, for as long as that takes.
create function counting() returns void language sql as $$
  select pg_advisory_xact_lock_shared(hashtextextended('rollups', 0)), pg_notify('figures', '')
$$;

-- Rows are taken in the order of their key, so that two writers never wait for one another in a circle.
create function add_sales(facts jsonb) returns void language plpgsql as $$
begin
  insert into cinema_sales_days as s (day, cinema_id, channel, kind, count, kobo)
  select day, cinema_id, channel, kind, count, kobo
  from jsonb_to_recordset(facts) as x(day date, cinema_id text, channel text, kind text, count bigint, kobo bigint)
  order by day, cinema_id, channel, kind
  on conflict (day, cinema_id, channel, kind) do update set count = s.count + excluded.count, kobo = s.kobo + excluded.kobo;
  insert into sales_days as s (day, channel, kind, count, kobo)
  select day, channel, kind, sum(count), sum(kobo)
  from jsonb_to_recordset(facts) as x(day date, cinema_id text, channel text, kind text, count bigint, kobo bigint)
  group by day, channel, kind order by day, channel, kind
  on conflict (day, channel, kind) do update set count = s.count + excluded.count, kobo = s.kobo + excluded.kobo;
end $$;

create function roll_up_purchases() returns trigger language plpgsql as $$
begin
  perform counting();
  perform add_sales(coalesce(jsonb_agg(f), '[]')) from (
    select p.day, coalesce(p.cinema_id, '') as cinema_id, p.channel, k.kind, count(*) as count, sum(p.kobo) as kobo
    from added p cross join lateral (values ('purchase'), (case when not p.by_subscriber then 'once' end)) k(kind)
    where k.kind is not null
    group by 1, 2, 3, 4) f;
  with bought as (
    select customer_id, count(*)::int as n from added where customer_id is not null group by customer_id
  ), counted as (
    update customers c set purchases = c.purchases + b.n from bought b where c.id = b.customer_id
    returning c.purchases as after, b.n
  )
  update buyer_counts set
    buyers = buyers + (select count(*) from counted where after = n),
    repeat_buyers = repeat_buyers + (select count(*) from counted where after >= 2 and after - n < 2);
  return null;
end $$;
create trigger purchases_counted after insert on purchases referencing new table as added
  for each statement execute function roll_up_purchases();

create function roll_up_lines() returns trigger language plpgsql as $$
begin
  perform counting();
  perform add_sales(coalesce(jsonb_agg(f), '[]')) from (
    select p.day, coalesce(p.cinema_id, '') as cinema_id, p.channel, k.kind, sum(k.count) as count, sum(k.kobo) as kobo
    from added l join purchases p on p.id = l.purchase_id
    cross join lateral (values
      (l.kind, l.quantity, l.kobo),
      (case when l.kind = 'concession' and p.by_subscriber then 'concession-subscriber' end, 1, l.kobo),
      (case when l.kind = 'concession' and p.by_subscriber and l.discount_kobo > 0 then 'concession-discount' end, 1, l.discount_kobo)
    ) k(kind, count, kobo)
    where k.kind is not null
    group by 1, 2, 3, 4) f;
  insert into show_days as s (day, sold)
  select show_day, sum(quantity) from added where kind = 'ticket' and show_day is not null group by show_day order by show_day
  on conflict (day) do update set sold = s.sold + excluded.sold;
  return null;
end $$;
create trigger purchase_lines_counted after insert on purchase_lines referencing new table as added
  for each statement execute function roll_up_lines();

-- A subscription that is told late makes purchases of its time a subscriber's, or no longer.
create function roll_up_subscribers() returns trigger language plpgsql as $$
begin
  perform counting();
  perform add_sales(coalesce(jsonb_agg(f), '[]')) from (
    select p.day, coalesce(p.cinema_id, '') as cinema_id, p.channel, k.kind, sum(p.sign * k.count) as count, sum(p.sign * k.kobo) as kobo
    from (select a.*, case when a.by_subscriber then 1 else -1 end as sign
          from after a join before b using (id) where a.by_subscriber <> b.by_subscriber) p
    cross join lateral (
      select 'once' as kind, -1 as count, -p.kobo as kobo
      union all
      select 'concession-subscriber', 1, l.kobo from purchase_lines l where l.purchase_id = p.id and l.kind = 'concession'
      union all
      select 'concession-discount', 1, l.discount_kobo
      from purchase_lines l where l.purchase_id = p.id and l.kind = 'concession' and l.discount_kobo > 0
    ) k
    group by 1, 2, 3, 4) f;
  return null;
end $$;
create trigger purchases_recounted after update on purchases referencing old table as before new table as after
  for each statement execute function roll_up_subscribers();

create function roll_up_refunds() returns trigger language plpgsql as $$
begin
  perform counting();
  perform add_sales(coalesce(jsonb_agg(f), '[]')) from (
    select r.day, coalesce(p.cinema_id, '') as cinema_id, p.channel, 'refund' as kind, count(*) as count, sum(r.kobo) as kobo
    from added r join purchases p on p.id = r.purchase_id
    group by 1, 2, 3) f;
  return null;
end $$;
create trigger refunds_counted after insert on refunds referencing new table as added
  for each statement execute function roll_up_refunds();

create function roll_up_refund_lines() returns trigger language plpgsql as $$
begin
  perform counting();
  perform add_sales(coalesce(jsonb_agg(f), '[]')) from (
    select r.day, coalesce(p.cinema_id, '') as cinema_id, p.channel, l.kind, -sum(l.quantity) as count, -sum(l.kobo) as kobo
    from added l join refunds r on r.id = l.refund_id join purchases p on p.id = r.purchase_id
    group by 1, 2, 3, 4) f;
  insert into show_days as s (day, sold)
  select show_day, -sum(quantity) from added where kind = 'ticket' and show_day is not null group by show_day order by show_day
  on conflict (day) do update set sold = s.sold + excluded.sold;
  return null;
end $$;
create trigger refund_lines_counted after insert on refund_lines referencing new table as added
  for each statement execute function roll_up_refund_lines();

create function roll_up_redemptions() returns trigger language plpgsql as $$
begin
  perform counting();
  insert into show_days as s (day, redeemed)
  select show_day, sum(tickets) from added group by show_day order by show_day
  on conflict (day) do update set redeemed = s.redeemed + excluded.redeemed;
  insert into redemption_days as s (day, tickets, subscription_tickets)
  select day, sum(tickets), coalesce(sum(tickets) filter (where by_subscription), 0) from added group by day order by day
  on conflict (day) do update set
    tickets = s.tickets + excluded.tickets, subscription_tickets = s.subscription_tickets + excluded.subscription_tickets;
  return null;
end $$;
create trigger redemptions_counted after insert on redemptions referencing new table as added
  for each statement execute function roll_up_redemptions();

create function roll_up_visits() returns trigger language plpgsql as $$
begin
  perform counting();
  insert into visit_days as s (day, channel, count)
  select day, channel, sum(count) from added group by day, channel order by day, channel
  on conflict (day, channel) do update set count = s.count + excluded.count;
  return null;
end $$;
create trigger visits_counted after insert on visits referencing new table as added
  for each statement execute function roll_up_visits();

-- A person may be known by what they bought before it is told that they registered.
create function roll_up_signups() returns trigger language plpgsql as $$
begin
  perform counting();
  if tg_op = 'INSERT' then
    insert into signup_days as s (day, channel, count)
    select registered_on, channel, count(*) from added where registered_on is not null
    group by registered_on, channel order by registered_on, channel
    on conflict (day, channel) do update set count = s.count + excluded.count;
  else
    insert into signup_days as s (day, channel, count)
    select day, channel, sum(n) from (
      select a.registered_on as day, a.channel, 1 as n from after a join before b using (id)
        where (a.registered_on, a.channel) is distinct from (b.registered_on, b.channel)
      union all
      select b.registered_on, b.channel, -1 from after a join before b using (id)
        where (a.registered_on, a.channel) is distinct from (b.registered_on, b.channel)
    ) x where day is not null group by day, channel order by day, channel
    on conflict (day, channel) do update set count = s.count + excluded.count;
  end if;
  return null;
end $$;
create trigger customers_counted after insert on customers referencing new table as added
  for each statement execute function roll_up_signups();
create trigger customers_recounted after update on customers referencing old table as before new table as after
  for each statement execute function roll_up_signups();

create function roll_up_subscription_events() returns trigger language plpgsql as $$
begin
  perform counting();
  insert into subscription_days as s (day, bought)
  select day, count(*) from added where kind = 'start' group by day order by day
  on conflict (day) do update set bought = s.bought + excluded.bought;
  return null;
end $$;
create trigger subscription_events_counted after insert on subscription_events referencing new table as added
  for each statement execute function roll_up_subscription_events();

-- Stints are written anew for a customer of whom something is told: what they were goes, what they are comes.
create function roll_up_stints() returns trigger language plpgsql as $$
declare sign integer := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  perform counting();
  insert into subscription_days as s
    (day, started, started_kobo, started_tickets, new_tickets, ended, ended_kobo, ended_tickets)
  select day, sign * sum(started), sign * sum(started_kobo), sign * sum(started_tickets), sign * sum(new_tickets),
    sign * sum(ended), sign * sum(ended_kobo), sign * sum(ended_tickets)
  from (
    select starts_on as day, 1 as started, kobo as started_kobo, tickets as started_tickets,
      case when is_new then tickets else 0 end as new_tickets, 0 as ended, 0 as ended_kobo, 0 as ended_tickets
    from changed
    union all
    select ends_on, 0, 0, 0, 0, 1, kobo, tickets from changed where ends_on < 'infinity'
  ) x group by day order by day
  on conflict (day) do update set
    started = s.started + excluded.started, started_kobo = s.started_kobo + excluded.started_kobo,
    started_tickets = s.started_tickets + excluded.started_tickets, new_tickets = s.new_tickets + excluded.new_tickets,
    ended = s.ended + excluded.ended, ended_kobo = s.ended_kobo + excluded.ended_kobo,
    ended_tickets = s.ended_tickets + excluded.ended_tickets;
  insert into subscription_ends as s (ended_on, renewed_on, count, kobo)
  select ends_on, renewed_on, sign * count(*), sign * sum(kobo) from changed where ends_on < 'infinity'
  group by ends_on, renewed_on order by ends_on, renewed_on
  on conflict (ended_on, renewed_on) do update set count = s.count + excluded.count, kobo = s.kobo + excluded.kobo;
  return null;
end $$;
create trigger stints_counted after insert on stints referencing new table as changed
  for each statement execute function roll_up_stints();
create trigger stints_uncounted after delete on stints referencing old table as changed
  for each statement execute function roll_up_stints();

-- What the events of customers amount to. A term runs to its `until`, to the next term, or to the end that was told,
-- whichever comes first; an end that is told of the moment of a start ends the term before. Terms that meet at one plan
-- and price are one stint.
create function stints_of(ids bigint[], zone text) returns setof stints language sql stable as $$
  with terms as (
    select e.customer_id, e.at as starts_at, e.plan, e.kobo, e.tickets, e.until, stop.at as stopped_at, stop.reason,
      lead(e.at) over (partition by e.customer_id order by e.at, e.id) as next_at
    from subscription_events e
    left join lateral (
      select x.at, x.reason from subscription_events x
      where x.customer_id = e.customer_id and x.kind = 'end' and x.at > e.at
      order by x.at, x.id limit 1
    ) stop on true
    where e.customer_id = any(ids) and e.kind <> 'end'
  ), cut as (
    select *, least(until, next_at, stopped_at) as ends_at from terms
  ), real as (
    select *, lag(ends_at) over w as before_at,
      lag((plan, kobo, tickets)) over w is not distinct from (plan, kobo, tickets) as is_same
    from cut where ends_at > starts_at
    window w as (partition by customer_id order by starts_at)
  ), numbered as (
    select *, count(*) filter (where not (before_at = starts_at and is_same) or before_at is null)
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
