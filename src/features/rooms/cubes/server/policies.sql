-- What people see whose role is for some cinemas (src/server/db/scoped.ts).

create policy of_cinema on cubes for select to marquee_scoped
  using (cinema_id = any ((select scoped_cinemas())::text[]));
create policy of_cinema on cube_bookings for select to marquee_scoped
  using (exists (select from cubes c where c.id = cube_bookings.cube_id));
create policy of_cinema on cube_slots for select to marquee_scoped
  using (exists (select from cubes c where c.id = cube_slots.cube_id));
create policy of_cinema on cube_payments for select to marquee_scoped
  using (exists (select from cube_bookings b where b.id = cube_payments.booking_id));
create policy of_cinema on cube_booking_steps for select to marquee_scoped
  using (exists (select from cube_bookings b where b.id = cube_booking_steps.booking_id));
