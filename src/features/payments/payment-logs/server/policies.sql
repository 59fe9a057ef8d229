-- What people see whose role is for some cinemas (src/server/db/scoped.ts).

create policy of_cinema on payments for select to marquee_scoped
  using (cinema_id = any ((select scoped_cinemas())::text[]));
create policy of_cinema on payment_cinema_days for select to marquee_scoped
  using (cinema_id = any ((select scoped_cinemas())::text[]));
create policy of_cinema on provider_transactions for select to marquee_scoped
  using (kind = 'chargeback' and exists (select from payments e where e.reference = provider_transactions.reference));
create policy of_cinema on payment_refunds for select to marquee_scoped
  using (exists (select from payments e where e.id = payment_refunds.payment_id));
create policy of_cinema on payment_refund_lines for select to marquee_scoped
  using (exists (select from payment_refunds r where r.id = payment_refund_lines.refund_id));
create policy of_cinema on refund_postings for select to marquee_scoped
  using (exists (select from payment_refunds r where r.id = refund_postings.payment_refund_id));
create policy of_cinema on external_refunds for select to marquee_scoped
  using (cinema_id = any ((select scoped_cinemas())::text[]));
create policy of_cinema on reconciliation_mismatches for select to marquee_scoped
  using (exists (select from payments e where e.id = reconciliation_mismatches.payment_id));

-- A day on which one of their payments differs, without what all payments of the chain add up to.
create policy of_cinema on reconciliations for select to marquee_scoped
  using (exists (
    select from reconciliation_mismatches m where m.day = reconciliations.day and m.provider = reconciliations.provider));
revoke select on reconciliations from marquee_scoped;
grant select (day, provider, state, reason, started_at, started_by, finished_at) on reconciliations to marquee_scoped;

grant select on searched_payments to marquee_scoped;
