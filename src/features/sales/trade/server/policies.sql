-- What people see whose role is for some cinemas (src/server/db/scoped.ts).

create policy of_cinema on purchases for select to marquee_scoped
  using (cinema_id = any ((select scoped_cinemas())::text[]));
create policy of_cinema on purchase_lines for select to marquee_scoped
  using (exists (select from purchases p where p.id = purchase_lines.purchase_id));
create policy of_cinema on refunds for select to marquee_scoped
  using (exists (select from purchases p where p.id = refunds.purchase_id));
create policy of_cinema on refund_lines for select to marquee_scoped
  using (exists (select from refunds r where r.id = refund_lines.refund_id));
create policy of_cinema on redemptions for select to marquee_scoped
  using (cinema_id = any ((select scoped_cinemas())::text[]));

create policy of_cinema on guest_cinemas for select to marquee_scoped
  using (cinema_id = any ((select scoped_cinemas())::text[]));
create policy of_cinema on guests for select to marquee_scoped
  using (exists (select from guest_cinemas x where x.email = guests.email));
-- Of people whom they see.
create policy of_cinema on subscription_periods for select to marquee_scoped
  using ((select customers_are_shared()) or exists (select from customer_cinemas x where x.customer_id = subscription_periods.customer_id));
create policy of_cinema on subscription_events for select to marquee_scoped
  using ((select customers_are_shared())
    or exists (select from customer_cinemas x where x.customer_id = subscription_events.customer_id));
grant select on subscription_events_in_effect to marquee_scoped;

-- They show nothing by themselves: what is found is joined to rows that a policy shows.
grant select on searched_guests, searched_purchases to marquee_scoped;
