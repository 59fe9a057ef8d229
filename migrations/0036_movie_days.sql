-- Tickets that each movie sold on a day at a cinema and their money, refunds taken off on their day; '' where a line does
-- not say which. A refund does not name its movie: it is that of the purchase's tickets for the day of the show that was
-- given back, else of its first tickets.
create table movie_days (
  day date not null,
  cinema_id text not null,
  movie_id text not null,
  count bigint not null,
  kobo bigint not null,
  primary key (day, cinema_id, movie_id)
);

create function refunded_movie(purchase bigint, show date) returns text language sql stable as $$
  select coalesce((
    select movie_id from purchase_lines where purchase_id = purchase and kind = 'ticket'
    order by show_day is distinct from show, n limit 1
  ), '')
$$;

-- What was told until now.
insert into movie_days (day, cinema_id, movie_id, count, kobo)
select day, cinema_id, movie_id, sum(count), sum(kobo) from (
  select p.day, coalesce(p.cinema_id, '') as cinema_id, coalesce(l.movie_id, '') as movie_id, l.quantity as count, l.kobo
  from purchases p join purchase_lines l on l.purchase_id = p.id where l.kind = 'ticket'
  union all
  select r.day, coalesce(p.cinema_id, ''), refunded_movie(p.id, l.show_day), -l.quantity, -l.kobo
  from refunds r join refund_lines l on l.refund_id = r.id join purchases p on p.id = r.purchase_id
  where l.kind = 'ticket'
) told group by day, cinema_id, movie_id;

-- Plans go by the indexes, as those of the other roll-ups do (0010_counting_plans.sql); rows in the order of their key, so
-- that two writers never wait for one another in a circle.
create function roll_up_movies() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
begin
  perform counting();
  insert into movie_days as m (day, cinema_id, movie_id, count, kobo)
  select p.day, coalesce(p.cinema_id, ''), coalesce(l.movie_id, ''), sum(l.quantity), sum(l.kobo)
  from added l join purchases p on p.id = l.purchase_id where l.kind = 'ticket'
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (day, cinema_id, movie_id) do update set count = m.count + excluded.count, kobo = m.kobo + excluded.kobo;
  return null;
end $$;
create trigger purchase_lines_of_movies after insert on purchase_lines referencing new table as added
  for each statement execute function roll_up_movies();

create function roll_up_movie_refunds() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
begin
  perform counting();
  insert into movie_days as m (day, cinema_id, movie_id, count, kobo)
  select r.day, coalesce(p.cinema_id, ''), refunded_movie(p.id, l.show_day), -sum(l.quantity), -sum(l.kobo)
  from added l join refunds r on r.id = l.refund_id join purchases p on p.id = r.purchase_id where l.kind = 'ticket'
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (day, cinema_id, movie_id) do update set count = m.count + excluded.count, kobo = m.kobo + excluded.kobo;
  return null;
end $$;
create trigger refund_lines_of_movies after insert on refund_lines referencing new table as added
  for each statement execute function roll_up_movie_refunds();

-- How full the shows of a range were is asked over all cinemas, too.
create index showtimes_begun on showtimes (starts_at) where cancelled_at is null;
