-- What purchases and refunds counted until they were voided or corrected, by kind of things: a day as known at a moment has what
-- counted then. Of what was voided before this nothing is here. `way`: by which the money came, as `paid_by` says.
create table voided_sales (
  id bigint generated always as identity primary key,
  is_back boolean not null,
  at timestamptz not null,
  day date not null,
  cinema_id text,
  way text not null,
  payment_reference text,
  kind text not null,
  kobo bigint not null,
  recorded_at timestamptz,
  voided_at timestamptz not null
);
create index voided_sales_of_day on voided_sales (day);
create index voided_sales_paid on voided_sales (payment_reference) where payment_reference is not null;
