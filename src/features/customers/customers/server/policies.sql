-- What people see whose role is for some cinemas (src/server/db/scoped.ts).

create policy of_cinema on customer_cinemas for select to marquee_scoped
  using (cinema_id = any ((select scoped_cinemas())::text[]));
-- Who has bought at one of them, or calls it theirs; where the chain says so, everybody.
create policy of_cinema on customers for select to marquee_scoped
  using ((select customers_are_shared()) or exists (select from customer_cinemas x where x.customer_id = customers.id));

create policy of_customer on customer_notes for select to marquee_scoped
  using (customer_id is not null and (select customers_are_shared())
    or exists (select from customer_cinemas x where x.customer_id = customer_notes.customer_id)
    or exists (select from guest_cinemas x where x.email = customer_notes.guest));

-- It says whom the chain shows them.
grant select on customer_sharing to marquee_scoped;

-- Shows nothing by itself: what is found is joined to rows that a policy shows.
grant select on searched_customers to marquee_scoped;
