-- What people see whose role is for some cinemas (src/server/db/scoped.ts).

create policy of_cinema on payment_logs for select to marquee_scoped
  using (exists (select from payment_entries e where e.reference = payment_logs.reference));
create policy of_customer on payment_cards for select to marquee_scoped
  using (exists (select from customers c where c.id = payment_cards.customer_id));
