-- The payment log is sorted by amount, and filtered by how was paid.

create index payment_entries_sorted on payment_entries (kobo, at, id) include (is_customer);
drop index payment_entries_by_amount;
create index purchases_paid_by on purchases (payment_method, payment_reference)
  where payment_method is not null and payment_reference is not null;
