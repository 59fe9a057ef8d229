-- What people see whose role is for some cinemas (src/server/db/scoped.ts).

create policy of_cinema on movie_days for select to marquee_scoped
  using (cinema_id = any ((select scoped_cinemas())::text[]));
