-- What people see whose role is for some cinemas (src/server/db/scoped.ts): the chain's own roll-ups are not among it.

create policy of_cinema on cinema_sales_days for select to marquee_scoped
  using (cinema_id = any ((select scoped_cinemas())::text[]));
create policy of_cinema on cinema_sales for select to marquee_scoped
  using (cinema_id = any ((select scoped_cinemas())::text[]));
create policy of_cinema on cinema_show_days for select to marquee_scoped
  using (cinema_id = any ((select scoped_cinemas())::text[]));
create policy of_cinema on cinema_redemption_days for select to marquee_scoped
  using (cinema_id = any ((select scoped_cinemas())::text[]));
