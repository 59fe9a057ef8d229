-- Percent of the price that is kept of a booking that nobody came to: the cube's, and what it was when it was booked.
alter table cubes add column no_show_percent smallint not null default 100 check (no_show_percent between 0 and 100);
alter table cube_bookings
  add column no_show_percent smallint not null default 100 check (no_show_percent between 0 and 100),
  -- That percent where the cancellation was requested after the hour.
  add column kept_percent smallint not null default 0 check (kept_percent between 0 and 100);
