-- What a sender can say of how a purchase was paid, and of which product a line is; and since when it is known here: null of what
-- was reported before this was noted.
alter table purchases
  add column payment_method text check (payment_method in ('cash', 'card', 'transfer', 'ussd', 'wallet', 'voucher', 'other')),
  add column tax_kobo bigint check (tax_kobo >= 0),
  add column fee_kobo bigint check (fee_kobo >= 0),
  add column recorded_at timestamptz;
alter table purchase_lines add column product_id text;
alter table refunds add column recorded_at timestamptz;
alter table purchases alter column recorded_at set default now();
alter table refunds alter column recorded_at set default now();
