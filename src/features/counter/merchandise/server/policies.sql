-- What people see whose role is for some cinemas (src/server/db/scoped.ts).

create policy of_cinema on merchandise_sales for select to marquee_scoped
  using (exists (select from purchases p where p.id = merchandise_sales.purchase_id));
create policy of_cinema on merchandise_cinema_days for select to marquee_scoped
  using (cinema_id = any ((select scoped_cinemas())::text[]));
