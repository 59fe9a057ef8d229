-- What people see whose role is for some cinemas (src/server/db/scoped.ts).

-- Who has bought at one of them, or calls it theirs.
create policy of_cinema on customers for select to marquee_scoped
  using (default_cinema_id = any ((select scoped_cinemas())::text[])
    or exists (select from purchases p where p.customer_id = customers.id));

-- Shows nothing by itself: what is found is joined to rows that a policy shows.
grant select on searched_customers to marquee_scoped;
