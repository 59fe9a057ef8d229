select make_rollup('ticket_log_days');

-- Its plan goes by the indexes, as those of the rollups do.
create function log_tickets() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare sign integer := case when tg_op = 'DELETE' then -1 else 1 end;
begin
  perform counting();
  if sign < 0 then
    delete from ticket_log t using added l where t.purchase_id = l.purchase_id and t.n = l.n;
  else
    insert into ticket_log (purchase_id, n, at, channel, cinema_id, customer_id, movie_id, show_day, kobo)
    select p.id, l.n, p.at, p.channel, coalesce(p.cinema_id, ''), p.customer_id, l.movie_id, l.show_day, l.kobo
    from added l join purchases p on p.id = l.purchase_id where l.kind = 'ticket';
  end if;
  perform add_to_ticket_log_days(array_agg(row(f.*)::ticket_log_days)) from (
    select c.id, s.day, p.day, p.channel, sign * count(*)
    from added l join purchases p on p.id = l.purchase_id
      cross join lateral (values (coalesce(p.cinema_id, '')), ('*')) c(id)
      cross join lateral (values (coalesce(l.show_day, '-infinity')), (date 'infinity')) s(day)
    where l.kind = 'ticket' group by 1, 2, 3, 4) f;
  return null;
end $$;

-- Two customers turn out to be one person.
create function log_buyer() returns trigger language plpgsql as $$
begin
  update ticket_log set customer_id = new.customer_id where purchase_id = new.id;
  return null;
end $$;

-- What came back of the lines of tickets of purchases. A refund of ours knows its line; what programs tell speaks of kinds and
-- shows: what came back of the tickets of one show comes off what is left of its lines, in their order. A line that cost nothing
-- comes back by number. As `refundState` (rules.ts) has it.
create function refunded_lines(ids bigint[]) returns table (purchase_id bigint, n smallint, refund text) language sql stable as $$
  with back as materialized (
    select r.purchase_id, b.n, b.show_day, r.source = 'marquee' as is_own, b.quantity, b.kobo
    from refunds r join refund_lines b on b.refund_id = r.id where r.purchase_id = any(ids) and b.kind = 'ticket'
  ), reported as (
    select b.purchase_id, b.show_day, sum(b.quantity) as quantity, sum(b.kobo) as kobo from back b where not is_own group by 1, 2
  ), own as (
    select b.purchase_id, b.n, sum(b.quantity) as quantity, sum(b.kobo) as kobo from back b where is_own group by 1, 2
  ), lines as (
    select l.purchase_id, l.n, l.show_day, l.quantity, l.kobo,
      coalesce(o.quantity, 0) as own_quantity, coalesce(o.kobo, 0) as own_kobo,
      coalesce(sum(l.quantity - coalesce(o.quantity, 0)) over before, 0) as earlier_quantity,
      coalesce(sum(l.kobo - coalesce(o.kobo, 0)) over before, 0) as earlier_kobo
    from purchase_lines l left join own o on o.purchase_id = l.purchase_id and o.n = l.n
    where l.kind = 'ticket' and l.purchase_id = any(ids)
    window before as (partition by l.purchase_id, l.show_day order by l.n rows between unbounded preceding and 1 preceding)
  ), returned as (
    select l.*,
      l.own_quantity + greatest(0, least(l.quantity - l.own_quantity, coalesce(t.quantity, 0) - l.earlier_quantity)) as back_quantity,
      l.own_kobo + greatest(0, least(l.kobo - l.own_kobo, coalesce(t.kobo, 0) - l.earlier_kobo)) as back_kobo
    from lines l left join reported t on t.purchase_id = l.purchase_id and t.show_day is not distinct from l.show_day
  )
  select r.purchase_id, r.n, case
    when r.back_kobo <= 0 and r.back_quantity <= 0 then 'none'
    when case when r.kobo > 0 then r.back_kobo >= r.kobo else r.back_quantity >= r.quantity end then 'full'
    else 'part' end
  from returned r
$$;

create function log_refunds() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
begin
  update ticket_log t set refund = x.refund
  from refunded_lines(array(select distinct r.purchase_id from added a join refunds r on r.id = a.refund_id where a.kind = 'ticket')) x
  where t.purchase_id = x.purchase_id and t.n = x.n and t.refund <> x.refund;
  return null;
end $$;

-- Days of another zone are repaired, those of refunds before: two shows may be of one day from then on.
create function log_show_day() returns trigger language plpgsql as $$
begin
  update ticket_log set show_day = new.show_day where purchase_id = new.purchase_id and n = new.n;
  if exists (select from refunds r where r.purchase_id = new.purchase_id) then
    update ticket_log t set refund = x.refund from refunded_lines(array[new.purchase_id]) x
    where t.purchase_id = x.purchase_id and t.n = x.n and t.refund <> x.refund;
  end if;
  return null;
end $$;
