-- Vouchers for a subscription that companies buy for their people.
create table voucher_groups (
  id integer generated always as identity primary key,
  company_name text not null,
  quantity integer not null check (quantity > 0),
  approved_by text not null,
  comment text not null default '',
  -- What a voucher is worth, as it was when it was paid for.
  plan_id integer not null references plans (id),
  plan text not null,
  kobo bigint not null,
  tickets integer not null,
  -- The last day on which its vouchers are good; null: for ever.
  expires_on date,
  generated_by_id integer references admins (id),
  generated_by text not null,
  created_at timestamptz not null,
  -- Codes that are there: fewer than the quantity while they are being made.
  made integer not null default 0 check (made <= quantity),
  words text not null generated always as (lower(company_name || ' ' || approved_by || ' ' || comment)) stored
);
create index voucher_groups_newest on voucher_groups (created_at desc, id desc);
create index voucher_groups_by_company on voucher_groups (company_name collate "und-x-icu", id);
create index voucher_groups_by_quantity on voucher_groups (quantity, id);
create index voucher_groups_words on voucher_groups using gin (words gin_trgm_ops);
create index voucher_groups_unmade on voucher_groups (id) where made < quantity;

-- A code stands here sealed, and as a keyed hash by which it is found. The key is not in the database.
create table vouchers (
  id bigint generated always as identity primary key,
  group_id integer not null references voucher_groups (id),
  lookup bytea not null unique,
  sealed bytea not null,
  -- The last four letters, to tell codes apart.
  hint text not null,
  recipient text not null default '',
  expires_on date,
  -- One that has expired is an unused one whose last day is over.
  state text not null default 'unused' check (state in ('unused', 'redeemed', 'void')),
  redeemed_at timestamptz,
  -- The program that redeemed it, and its own word for the redemption.
  redeemed_source text,
  redeemed_by text,
  reference text,
  customer_id bigint references customers (id),
  voided_at timestamptz,
  replaced_by bigint references vouchers (id),
  version integer not null default 1,
  check ((state = 'redeemed') = (redeemed_at is not null)),
  check ((state = 'void') = (voided_at is not null))
);
create index vouchers_of_group on vouchers (group_id, id);
create index vouchers_unused on vouchers (group_id, expires_on) where state = 'unused';
create index vouchers_settled on vouchers (group_id, state) where state <> 'unused';
create index vouchers_of_customer on vouchers (customer_id) where customer_id is not null;
