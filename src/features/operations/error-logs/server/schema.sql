-- Adds reports to their errors, in the transaction that stores them. Errors are taken in the order of their fingerprints, so
-- that two writers never wait for one another in a circle, and held until the transaction ends: the count is exact however
-- many tell of one error at once. What happened after an error was resolved opens it again; an ignored one stays ignored.
create function count_error_reports(ids bigint[]) returns void language plpgsql as $$
declare resolved bigint[];
begin
  with locked as (
    select id, state from errors
    where fingerprint in (select r.fingerprint from error_reports r where r.id = any(ids))
    order by fingerprint for update
  ) select coalesce(array_agg(id) filter (where state = 'resolved'), '{}') into resolved from locked;

  with reports as materialized (
    select * from error_reports where id = any(ids)
  ), last as (
    select distinct on (fingerprint) fingerprint, id, origin, message, component from reports
    order by fingerprint, at desc, id desc
  ), counted as (
    select fingerprint, count(*) as n, min(at) as first_at, max(at) as last_at from reports group by fingerprint
  )
  insert into errors as e
    (fingerprint, origin, message, component, last_report_id, count, stored_count, first_seen_at, last_seen_at)
  select fingerprint, l.origin, l.message, l.component, l.id, c.n, c.n, c.first_at, c.last_at
  from last l join counted c using (fingerprint) order by fingerprint
  on conflict (fingerprint) do update set
    message = case when excluded.last_seen_at >= e.last_seen_at then excluded.message else e.message end,
    component = case when excluded.last_seen_at >= e.last_seen_at then excluded.component else e.component end,
    last_report_id = case when excluded.last_seen_at >= e.last_seen_at then excluded.last_report_id else e.last_report_id end,
    count = e.count + excluded.count,
    stored_count = e.stored_count + excluded.stored_count,
    first_seen_at = least(e.first_seen_at, excluded.first_seen_at),
    last_seen_at = greatest(e.last_seen_at, excluded.last_seen_at);

  if cardinality(resolved) > 0 then
    with reopened as (
      update errors e set state = 'open', state_at = n.at, state_by = null, version = e.version + 1
      from (select fingerprint, max(at) as at from error_reports where id = any(ids) group by fingerprint) n
      where n.fingerprint = e.fingerprint and e.id = any(resolved) and n.at > e.state_at
      returning e.id, e.message, n.at
    )
    insert into audit_log (at, actor, action, entity, entity_id, summary, before, after)
    select at, 'Marquee', 'error-logs.reopen', 'error', id::text,
      'Reopened an error that happened again: ' || left(message, 200), '{"state": "resolved"}', '{"state": "open"}'
    from reopened;
  end if;

  insert into error_releases as x (error_id, release, count, first_seen_at, last_seen_at)
  select e.id, r.release, count(*), min(r.at), max(r.at)
  from error_reports r join errors e using (fingerprint)
  where r.id = any(ids) and r.release <> '' group by e.id, r.release order by e.id, r.release
  on conflict (error_id, release) do update set
    count = x.count + excluded.count,
    first_seen_at = least(x.first_seen_at, excluded.first_seen_at),
    last_seen_at = greatest(x.last_seen_at, excluded.last_seen_at);

  with affected as (
    insert into error_customers as x (error_id, customer_id, count, last_seen_at, releases)
    select e.id, r.customer_id, count(*), max(r.at),
      coalesce(array_agg(distinct r.release order by r.release) filter (where r.release <> ''), '{}')
    from error_reports r join errors e using (fingerprint)
    where r.id = any(ids) and r.customer_id is not null group by e.id, r.customer_id order by e.id, r.customer_id
    on conflict (error_id, customer_id) do update set
      count = x.count + excluded.count, last_seen_at = greatest(x.last_seen_at, excluded.last_seen_at),
      releases = array(select distinct r from unnest(x.releases || excluded.releases) r order by r)
    returning error_id, xmax = 0 as is_new
  )
  update errors e set customers = e.customers + n.n
  from (select error_id, count(*) as n from affected where is_new group by error_id) n where e.id = n.error_id;
end $$;

create function count_new_error_reports() returns trigger language plpgsql as $$
begin
  perform count_error_reports(array_agg(id)) from added where fingerprint is not null having count(*) > 0;
  return null;
end $$;
create trigger error_reports_counted after insert on error_reports referencing new table as added
  for each statement execute function count_new_error_reports();
