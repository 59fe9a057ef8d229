-- What payments amount to, and whether they succeeded, by their ids alone: of those of which something was refunded.
create unique index payment_entries_amounts on payment_entries (id) include (at, kobo, sold_kobo, currency, status);
