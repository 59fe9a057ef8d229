-- What people see whose role is for some cinemas (src/server/db/scoped.ts): of the customers whom they see.

create policy of_customer on kids_club_members for select to marquee_scoped
  using ((select customers_are_shared()) or exists (select from customer_cinemas x where x.customer_id = kids_club_members.customer_id));
