-- A refund that staff asked for knows its line: it has the purchase's number, and takes off that line's movie. One that a
-- program reported knows its show alone.
create function refunded_movie(purchase bigint, show date, line smallint) returns text language sql stable as $$
  select coalesce((
    select movie_id from purchase_lines where purchase_id = purchase and kind = 'ticket'
    order by n is distinct from line, show_day is distinct from show, n limit 1
  ), '')
$$;

select make_rollup('movie_days');

-- Plans go by the indexes, as those of the other rollups do.
create function roll_up_movies() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare sign integer := case when tg_op = 'DELETE' then -1 else 1 end;
begin
  perform counting();
  perform add_to_movie_days(array_agg(row(f.*)::movie_days)) from (
    select p.day, coalesce(p.cinema_id, ''), coalesce(l.movie_id, ''), sign * sum(l.quantity), sign * sum(l.kobo)
    from added l join purchases p on p.id = l.purchase_id where l.kind = 'ticket' group by 1, 2, 3) f;
  if sign < 0 then
    delete from movie_days m using added l, purchases p
    where p.id = l.purchase_id and m.day = p.day and m.count = 0 and m.kobo = 0;
  end if;
  return null;
end $$;

create function roll_up_movie_refunds() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare sign integer := case when tg_op = 'DELETE' then -1 else 1 end;
begin
  perform counting();
  perform add_to_movie_days(array_agg(row(f.*)::movie_days)) from (
    select r.day, coalesce(p.cinema_id, ''), refunded_movie(p.id, l.show_day, case r.source when 'marquee' then l.n end),
      -sign * sum(l.quantity), -sign * sum(l.kobo)
    from added l join refunds r on r.id = l.refund_id join purchases p on p.id = r.purchase_id where l.kind = 'ticket'
    group by 1, 2, 3) f;
  return null;
end $$;
