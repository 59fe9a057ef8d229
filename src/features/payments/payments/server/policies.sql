-- What people see whose role is for some cinemas (src/server/db/scoped.ts).

create policy of_cinema on payment_events for select to marquee_scoped
  using (exists (select from payments e where e.reference = payment_events.reference));
create policy of_customer on payment_cards for select to marquee_scoped
  using (exists (select from customers c where c.id = payment_cards.customer_id));
