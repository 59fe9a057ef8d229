-- Refunds that a program alone reported, with the payment that they are of, where and how that was paid: lists of refunds and
-- of what was refunded need not look for these among all purchases. From then on triggers keep them.
create table payment_told_refunds (
  refund_id bigint primary key references refunds (id) on delete cascade,
  entry_id bigint references payment_entries (id) on delete cascade,
  kobo bigint not null,
  cinema_id text,
  method text
);
insert into payment_told_refunds (refund_id, entry_id, kobo, cinema_id, method)
select r.id, e.id, r.kobo, p.cinema_id, p.payment_method
from refunds r join purchases p on p.id = r.purchase_id left join payment_entries e on e.reference = p.payment_reference
where not exists (select from payment_refund_trade t where t.refund_id = r.id);
create index payment_told_refunds_of_entry on payment_told_refunds (entry_id) where entry_id is not null;
create index payment_logs_refunded on payment_logs (reference) where status = 'refunded';
