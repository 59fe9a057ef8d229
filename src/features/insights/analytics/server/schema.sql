-- Figures are kept, not counted: each statement that tells of trade adds what it changes, in its own transaction.
-- `npm run rollups:check` counts them anew. On the planner settings: src/server/db/schema.sql.

select make_rollup(name) from unnest(array['cinema_sales_days', 'cinema_sales', 'sales_days', 'cinema_show_days', 'show_days',
  'cinema_redemption_days', 'redemption_days', 'visit_days', 'signup_days', 'subscription_days', 'subscription_ends']) name;

create function add_sales(facts cinema_sales_days[]) returns void language plpgsql as $$
begin
  perform add_to_cinema_sales_days(facts);
  perform add_to_cinema_sales(array_agg(row(f.*)::cinema_sales)) from (
    select cinema_id, channel, kind, sum(count), sum(kobo) from unnest(facts) group by 1, 2, 3) f;
  perform add_to_sales_days(array_agg(row(f.*)::sales_days)) from (
    select day, channel, kind, sum(count), sum(kobo) from unnest(facts) group by 1, 2, 3) f;
end $$;

create function add_shows(facts cinema_show_days[]) returns void language plpgsql as $$
begin
  perform add_to_cinema_show_days(facts);
  perform add_to_show_days(array_agg(row(f.*)::show_days)) from (
    select day, sum(sold), sum(redeemed) from unnest(facts) group by 1) f;
end $$;

-- A day on which nothing was sold is not the first of the sales.
create function leave_days(days date[]) returns void language sql as $$
  delete from sales_days where day = any(days) and count = 0 and kobo = 0;
  delete from cinema_sales_days where day = any(days) and count = 0 and kobo = 0;
$$;

create function roll_up_purchases() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare sign integer := case when tg_op = 'DELETE' then -1 else 1 end;
begin
  perform counting();
  perform add_sales(array_agg(row(f.*)::cinema_sales_days)) from (
    select p.day, coalesce(p.cinema_id, '') as cinema_id, p.channel, k.kind, sign * count(*) as count, sign * sum(p.kobo) as kobo
    from added p cross join lateral (values ('purchase'), (case when not p.by_subscriber then 'once' end)) k(kind)
    where k.kind is not null
    group by 1, 2, 3, 4) f;
  -- The customers' rows are held by whoever tells of their purchases: what stands here is what is added to.
  with bought as (
    select a.customer_id, sign * count(*)::int as n, coalesce(b.purchases, 0) as before
    from added a left join buyers b using (customer_id) where a.customer_id is not null group by 1, 3
  ), counted as (
    insert into buyers as b (customer_id, purchases) select customer_id, n from bought order by customer_id
    on conflict (customer_id) do update set purchases = b.purchases + excluded.purchases
  ), changed as (
    select coalesce(sum((before + n > 0)::int - (before > 0)::int), 0) as buyers,
      coalesce(sum((before + n > 1)::int - (before > 1)::int), 0) as repeat_buyers
    from bought
  )
  update buyer_counts c set buyers = c.buyers + x.buyers, repeat_buyers = c.repeat_buyers + x.repeat_buyers
  from changed x where x.buyers <> 0 or x.repeat_buyers <> 0;
  if sign < 0 then perform leave_days(array(select distinct day from added)); end if;
  return null;
end $$;

create function roll_up_lines() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare sign integer := case when tg_op = 'DELETE' then -1 else 1 end;
begin
  perform counting();
  perform add_sales(array_agg(row(f.*)::cinema_sales_days)) from (
    select p.day, coalesce(p.cinema_id, '') as cinema_id, p.channel, k.kind, sign * sum(k.count) as count, sign * sum(k.kobo) as kobo
    from added l join purchases p on p.id = l.purchase_id
    cross join lateral (values
      (l.kind, l.quantity, l.kobo),
      (case when l.kind = 'concession' and p.by_subscriber then 'concession-subscriber' end, 1, l.kobo),
      (case when l.kind = 'concession' and p.by_subscriber and l.discount_kobo > 0 then 'concession-discount' end, 1, l.discount_kobo)
    ) k(kind, count, kobo)
    where k.kind is not null
    group by 1, 2, 3, 4) f;
  perform add_shows(array_agg(row(f.*)::cinema_show_days)) from (
    select l.show_day as day, coalesce(p.cinema_id, '') as cinema_id, sign * sum(l.quantity) as sold, 0 as redeemed
    from added l join purchases p on p.id = l.purchase_id where l.kind = 'ticket' and l.show_day is not null
    group by 1, 2) f;
  return null;
end $$;

-- A subscription that is reported late makes purchases of its time a subscriber's, or no longer.
create function roll_up_subscribers() returns trigger language plpgsql as $$
begin
  perform counting();
  perform add_sales(array_agg(row(f.*)::cinema_sales_days)) from (
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

create function roll_up_refunds() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare sign integer := case when tg_op = 'DELETE' then -1 else 1 end;
begin
  perform counting();
  perform add_sales(array_agg(row(f.*)::cinema_sales_days)) from (
    select r.day, coalesce(p.cinema_id, '') as cinema_id, p.channel, 'refund' as kind, sign * count(*) as count, sign * sum(r.kobo) as kobo
    from added r join purchases p on p.id = r.purchase_id
    group by 1, 2, 3) f;
  return null;
end $$;

create function roll_up_refund_lines() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare sign integer := case when tg_op = 'DELETE' then -1 else 1 end;
begin
  perform counting();
  perform add_sales(array_agg(row(f.*)::cinema_sales_days)) from (
    select r.day, coalesce(p.cinema_id, '') as cinema_id, p.channel, l.kind, -sign * sum(l.quantity) as count, -sign * sum(l.kobo) as kobo
    from added l join refunds r on r.id = l.refund_id join purchases p on p.id = r.purchase_id
    group by 1, 2, 3, 4) f;
  perform add_shows(array_agg(row(f.*)::cinema_show_days)) from (
    select l.show_day as day, coalesce(p.cinema_id, '') as cinema_id, -sign * sum(l.quantity) as sold, 0 as redeemed
    from added l join refunds r on r.id = l.refund_id join purchases p on p.id = r.purchase_id
    where l.kind = 'ticket' and l.show_day is not null
    group by 1, 2) f;
  return null;
end $$;

create function roll_up_redemptions() returns trigger language plpgsql as $$
declare sign integer := case when tg_op = 'DELETE' then -1 else 1 end;
begin
  perform counting();
  perform add_shows(array_agg(row(f.*)::cinema_show_days)) from (
    select show_day as day, coalesce(cinema_id, '') as cinema_id, 0 as sold, sign * sum(tickets) as redeemed
    from added group by 1, 2) f;
  perform add_to_cinema_redemption_days(array_agg(row(f.*)::cinema_redemption_days)) from (
    select day, coalesce(cinema_id, ''), sign * sum(tickets), sign * coalesce(sum(tickets) filter (where by_subscription), 0)
    from added group by 1, 2) f;
  perform add_to_redemption_days(array_agg(row(f.*)::redemption_days)) from (
    select day, sign * sum(tickets), sign * coalesce(sum(tickets) filter (where by_subscription), 0) from added group by 1) f;
  return null;
end $$;

create function roll_up_visits() returns trigger language plpgsql as $$
declare sign integer := case when tg_op = 'DELETE' then -1 else 1 end;
begin
  perform counting();
  perform add_to_visit_days(array_agg(row(f.*)::visit_days)) from (
    select day, channel, sign * sum(count) from added group by 1, 2) f;
  return null;
end $$;

-- A person may be known by what they bought before it is reported that they registered, and is not listed any more when they
-- are erased or turn out to be another.
create function roll_up_signups() returns trigger language plpgsql as $$
begin
  perform counting();
  if tg_op = 'INSERT' then
    perform add_to_signup_days(array_agg(row(f.*)::signup_days)) from (
      select registered_on, channel, count(*), count(*) filter (where not is_listed) from added where registered_on is not null
      group by 1, 2) f;
  else
    perform add_to_signup_days(array_agg(row(f.*)::signup_days)) from (
      select day, channel, sum(n), sum(case when is_listed then 0 else n end) from (
        select a.registered_on as day, a.channel, a.is_listed, 1 as n from after a join before b using (id)
          where (a.registered_on, a.channel, a.is_listed) is distinct from (b.registered_on, b.channel, b.is_listed)
        union all
        select b.registered_on, b.channel, b.is_listed, -1 from after a join before b using (id)
          where (a.registered_on, a.channel, a.is_listed) is distinct from (b.registered_on, b.channel, b.is_listed)
      ) x where day is not null group by 1, 2) f;
    if exists (select from after a join before b using (id) where a.is_listed <> b.is_listed) then
      perform add_to_subscription_days(array_agg(row(f.*)::subscription_days)) from (
        select x.day, 0, 0, 0, 0, 0, 0, 0, 0, sum(x.started * n), sum(x.ended * n) from (
          select a.id, case when a.is_listed then -1 else 1 end as n from after a join before b using (id)
          where a.is_listed <> b.is_listed
        ) c join subscription_periods t on t.customer_id = c.id
          cross join lateral (values (t.starts_on, 1, 0), (t.ends_on, 0, 1)) x(day, started, ended)
        where isfinite(x.day) group by 1) f;
    end if;
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
  perform add_to_subscription_days(array_agg(row(f.*)::subscription_days)) from (
    select day, 0, 0, 0, 0, 0, 0, 0, count(*), 0, 0 from added where kind = 'start' group by 1) f;
  return null;
end $$;

-- Subscription periods are written anew for a customer about whom something is reported: what they were goes, what they are comes.
create function roll_up_subscription_periods() returns trigger language plpgsql as $$
declare sign integer := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  perform counting();
  perform add_to_subscription_days(array_agg(row(f.*)::subscription_days)) from (
    select day, sign * sum(started), sign * sum(started_kobo), sign * sum(new_tickets), sign * sum(started_tickets),
      sign * sum(ended), sign * sum(ended_kobo), sign * sum(ended_tickets), 0, sign * sum(unlisted_started),
      sign * sum(unlisted_ended)
    from added t join customers c on c.id = t.customer_id
    cross join lateral (values
      (starts_on, 1, kobo, tickets, case when is_new then tickets else 0 end, (not is_listed)::int, 0, 0, 0, 0),
      (ends_on, 0, 0, 0, 0, 0, 1, kobo, tickets, (not is_listed)::int)
    ) x(day, started, started_kobo, started_tickets, new_tickets, unlisted_started, ended, ended_kobo, ended_tickets,
        unlisted_ended)
    where isfinite(day) group by 1) f;
  perform add_to_subscription_ends(array_agg(row(f.*)::subscription_ends)) from (
    select ends_on, renewed_on, sign * count(*), sign * sum(kobo) from added where ends_on < 'infinity' group by 1, 2) f;
  return null;
end $$;
