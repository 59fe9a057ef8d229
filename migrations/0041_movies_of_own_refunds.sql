-- A refund that staff asked for knows its line: it has the purchase's number, and takes off that line's movie. One that a
-- program told of knows its show alone.
create function refunded_movie(purchase bigint, show date, line smallint) returns text language sql stable as $$
  select coalesce((
    select movie_id from purchase_lines where purchase_id = purchase and kind = 'ticket'
    order by n is distinct from line, show_day is distinct from show, n limit 1
  ), '')
$$;

create or replace function roll_up_movie_refunds() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
begin
  perform counting();
  insert into movie_days as m (day, cinema_id, movie_id, count, kobo)
  select r.day, coalesce(p.cinema_id, ''), refunded_movie(p.id, l.show_day, case r.source when 'marquee' then l.n end),
    -sum(l.quantity), -sum(l.kobo)
  from added l join refunds r on r.id = l.refund_id join purchases p on p.id = r.purchase_id where l.kind = 'ticket'
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (day, cinema_id, movie_id) do update set count = m.count + excluded.count, kobo = m.kobo + excluded.kobo;
  return null;
end $$;

-- What was taken off another movie until now.
with refunded as (
  select r.day, coalesce(p.cinema_id, '') as cinema_id, l.quantity, l.kobo,
    refunded_movie(p.id, l.show_day) as was, refunded_movie(p.id, l.show_day, l.n) as is_of
  from refunds r join refund_lines l on l.refund_id = r.id join purchases p on p.id = r.purchase_id
  where r.source = 'marquee' and l.kind = 'ticket'
)
insert into movie_days as m (day, cinema_id, movie_id, count, kobo)
select day, cinema_id, movie_id, sum(quantity), sum(kobo) from (
  select day, cinema_id, was as movie_id, quantity, kobo from refunded where was <> is_of
  union all
  select day, cinema_id, is_of, -quantity, -kobo from refunded where was <> is_of
) moved group by day, cinema_id, movie_id
on conflict (day, cinema_id, movie_id) do update set count = m.count + excluded.count, kobo = m.kobo + excluded.kobo;

drop function refunded_movie(bigint, date);
