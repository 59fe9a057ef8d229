-- What people see whose role is for some cinemas (src/server/db/scoped.ts): what was done to sales of theirs.

create policy of_cinema on feed_corrections for select to marquee_scoped
  using (record_type = 'purchases' and coalesce(after, before) ->> 'cinema_id' = any ((select scoped_cinemas())::text[]));
