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

-- Shows nothing by itself: what is found is joined to rows that a policy shows.
grant select on searched_purchases to marquee_scoped;
