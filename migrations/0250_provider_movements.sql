-- What the payment provider did with money, as it told of it when its lists were read: charges, what it paid back, its fees, what
-- banks took back and what it paid out. A row adds to what was known before, so that what was known at any moment is a sum.
create table provider_movements (
  id bigint generated always as identity primary key,
  provider text not null,
  kind text not null check (kind in ('charge', 'refund', 'fee', 'chargeback', 'payout')),
  provider_id text not null,
  reference text not null default '',
  day date not null,
  at timestamptz not null,
  kobo bigint not null,
  recorded_at timestamptz not null default clock_timestamp()
);
create index provider_movements_of_day on provider_movements (provider, day);
create index provider_movements_of_charge on provider_movements (provider, reference) where reference <> '';

-- A charge can differ, and so can what became of its money.
alter table reconciliation_mismatches
  add column about text not null default 'charge' check (about in ('charge', 'refund', 'fee', 'chargeback', 'payout'));
