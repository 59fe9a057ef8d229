-- What became of a showing since yesterday is marked in the schedule: since when it is known (null of those from before),
-- when the point of sale last moved it, and its film, screen and start before that.
alter table showtimes
  add column added_at timestamptz,
  add column changed_at timestamptz,
  add column was_movie_id text,
  add column was_screen_id text,
  add column was_starts_at timestamptz;
-- Few are, and they are asked for by when.
create index showtimes_cancelled on showtimes (cancelled_at) where cancelled_at is not null;
