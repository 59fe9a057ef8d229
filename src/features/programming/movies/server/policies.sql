-- What people see whose role is for some cinemas (src/server/db/scoped.ts).

create policy of_every_cinema on movies for select to marquee_scoped using (true);
create policy of_every_cinema on movie_cast for select to marquee_scoped using (true);
create policy of_every_cinema on movie_sources for select to marquee_scoped using (true);
create policy of_every_cinema on reviews for select to marquee_scoped using (true);
