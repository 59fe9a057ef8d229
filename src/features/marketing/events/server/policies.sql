-- What people see whose role is for some cinemas (src/server/db/scoped.ts).

create policy of_cinema on events for select to marquee_scoped
  using (cinema_id = any ((select scoped_cinemas())::text[]));
create policy of_cinema on event_movies for select to marquee_scoped
  using (cinema_id = any ((select scoped_cinemas())::text[]));
create policy of_cinema on event_concessions for select to marquee_scoped
  using (exists (select from events e where e.id = event_concessions.event_id));
