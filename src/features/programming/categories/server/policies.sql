-- What people see whose role is for some cinemas (src/server/db/scoped.ts).

create policy of_every_cinema on categories for select to marquee_scoped using (true);
