-- What people see whose role is for some cinemas (src/server/db/scoped.ts).

create policy of_every_cinema on states for select to marquee_scoped using (true);
create policy of_every_cinema on cinemas for select to marquee_scoped using (true);
create policy of_cinema on screens for select to marquee_scoped
  using (cinema_id = any ((select scoped_cinemas())::text[]));
create policy of_cinema on showtimes for select to marquee_scoped
  using (cinema_id = any ((select scoped_cinemas())::text[]));
