-- Its plan goes by the indexes, as those of the roll-ups do.
create function log_tickets() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare sign integer := case when tg_op = 'DELETE' then -1 else 1 end;
begin
  perform counting();
  if sign < 0 then
    delete from ticket_log t using added l where t.purchase_id = l.purchase_id and t.n = l.n;
  else
    insert into ticket_log (purchase_id, n, at, channel, cinema_id, customer_id, movie_id, show_day)
    select p.id, l.n, p.at, p.channel, coalesce(p.cinema_id, ''), p.customer_id, l.movie_id, l.show_day
    from added l join purchases p on p.id = l.purchase_id where l.kind = 'ticket';
  end if;
  -- In the order of their key, so that two writers never wait for one another in a circle.
  insert into ticket_log_days as d (cinema_id, show_day, day, channel, lines)
  select c.id, s.day, p.day, p.channel, sign * count(*)
  from added l join purchases p on p.id = l.purchase_id
    cross join lateral (values (coalesce(p.cinema_id, '')), ('*')) c(id)
    cross join lateral (values (coalesce(l.show_day, '-infinity')), (date 'infinity')) s(day)
  where l.kind = 'ticket'
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (cinema_id, show_day, day, channel) do update set lines = d.lines + excluded.lines;
  return null;
end $$;
create trigger purchase_lines_logged after insert on purchase_lines referencing new table as added
  for each statement execute function log_tickets();
create trigger purchase_lines_unlogged after delete on purchase_lines referencing old table as added
  for each statement execute function log_tickets();

-- Two customers turn out to be one person.
create function log_buyer() returns trigger language plpgsql as $$
begin
  update ticket_log set customer_id = new.customer_id where purchase_id = new.id;
  return null;
end $$;
create trigger purchases_logged after update of customer_id on purchases
  for each row when (old.customer_id is distinct from new.customer_id) execute function log_buyer();

-- Days of another zone are repaired.
create function log_show_day() returns trigger language plpgsql as $$
begin
  update ticket_log set show_day = new.show_day where purchase_id = new.purchase_id and n = new.n;
  return null;
end $$;
create trigger purchase_lines_relogged after update of show_day on purchase_lines
  for each row when (old.kind = 'ticket' and old.show_day is distinct from new.show_day) execute function log_show_day();
