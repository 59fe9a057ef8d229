-- What the calendar reads of promotions: those that begin on a day, or end on it where they have no start, and those that
-- run on when the days begin.
create index promotions_by_day on promotions ((coalesce(starts_at, ends_at)), id)
  where position = 'body' and deleted_at is null;
create index promotions_running_on on promotions (ends_at, id)
  where position = 'body' and deleted_at is null and starts_at is not null;
