-- When a row was written, not when its transaction began: a day is closed while nobody writes, and what comes after has a later time.
alter table purchases alter column recorded_at set default clock_timestamp();
alter table refunds alter column recorded_at set default clock_timestamp();
-- Null of what was noted before this.
alter table cube_payments add column recorded_at timestamptz, add column refund_recorded_at timestamptz;
alter table cube_payments alter column recorded_at set default clock_timestamp();
create index cube_payments_by_time on cube_payments (at);
create index cube_payments_refunded on cube_payments (refund_at) where refund_at is not null;
create index payment_refunds_booked on payment_refunds (settled_at) where state = 'succeeded';

-- Days that were closed, each time anew; one that was reopened says why. The figures are as they were known then.
create table day_closes (
  id bigint generated always as identity primary key,
  day date not null,
  closed_at timestamptz not null,
  closed_by text not null,
  note text not null default '',
  figures jsonb not null,
  reopened_at timestamptz,
  reopened_by text,
  reason text not null default '',
  check ((reopened_at is null) = (reopened_by is null))
);
create unique index day_closes_once on day_closes (day) where reopened_at is null;

-- What was counted in a cinema's tills at the end of a day. The last count holds.
create table day_counts (
  id bigint generated always as identity primary key,
  day date not null,
  cinema_id text not null references cinemas (id),
  way text not null check (way in ('cash', 'card')),
  kobo bigint not null check (kobo >= 0),
  counted_by text not null,
  recorded_at timestamptz not null default clock_timestamp()
);
create index day_counts_of_day on day_counts (day, cinema_id, way, id);
