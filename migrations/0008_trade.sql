-- What happened in the chain, as its shop, app and point of sale told it (docs/feed.md). Every table of a stream knows who
-- told a line and under which id, so that a line that is told again changes nothing. Days are the chain's zone's.

-- Programs that may tell. The key itself is shown once, when it is made.
create table feed_keys (
  id integer generated always as identity primary key,
  name text not null,
  -- Whose ids its lines carry: two keys of one program share it.
  source text not null check (source ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  streams text[] not null,
  key_hash bytea not null unique,
  hint text not null,
  created_at timestamptz not null,
  created_by text not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  version integer not null default 1
);
create unique index feed_keys_name on feed_keys (lower(name)) where revoked_at is null;

-- Lines that speak of something that was not told yet: they are taken when it is.
create table feed_waiting (
  source text not null,
  stream text not null,
  external_id text not null,
  waits_for text not null,
  line jsonb not null,
  since timestamptz not null,
  -- Why it was refused when its turn came: it is kept for people to see, and waits no more.
  reason text,
  primary key (source, stream, external_id)
);
create index feed_waiting_for on feed_waiting (source, stream, waits_for) where reason is null;

-- registered_at is null for a person who is known by what they bought alone.
create table customers (
  id bigint generated always as identity primary key,
  source text not null,
  external_id text not null,
  first_name text not null default '',
  last_name text not null default '',
  email text,
  phone text,
  birth_date date,
  channel text not null default 'not_specified' check (channel in ('web', 'mobile', 'not_specified')),
  registered_at timestamptz,
  registered_on date,
  told_at timestamptz,
  -- Paid purchases, kept by the roll-up.
  purchases integer not null default 0,
  unique (source, external_id),
  check ((registered_at is null) = (registered_on is null))
);

create table purchases (
  id bigint generated always as identity primary key,
  source text not null,
  external_id text not null,
  at timestamptz not null,
  day date not null,
  channel text not null check (channel in ('web', 'mobile', 'not_specified')),
  cinema_id text,
  customer_id bigint references customers (id),
  buyer_name text not null default '',
  buyer_email text not null default '',
  buyer_phone text not null default '',
  payment_reference text,
  referral_code text,
  kobo bigint not null check (kobo >= 0),
  -- Bought while a subscription of the customer was in force; follows the subscriptions.
  by_subscriber boolean not null default false,
  unique (source, external_id)
);
create index purchases_of_customer on purchases (customer_id, at) where customer_id is not null;
create index purchases_once on purchases (at desc, id desc) where not by_subscriber;

create table purchase_lines (
  purchase_id bigint not null references purchases (id),
  n smallint not null,
  kind text not null check (kind in ('ticket', 'concession', 'subscription')),
  quantity integer not null check (quantity > 0),
  kobo bigint not null check (kobo >= 0),
  discount_kobo bigint not null default 0 check (discount_kobo >= 0),
  product text not null default '',
  movie_id text,
  show_at timestamptz,
  show_day date,
  primary key (purchase_id, n)
);

create table refunds (
  id bigint generated always as identity primary key,
  source text not null,
  external_id text not null,
  purchase_id bigint not null references purchases (id),
  at timestamptz not null,
  day date not null,
  reason text not null default '',
  kobo bigint not null check (kobo >= 0),
  unique (source, external_id)
);
create index refunds_of_purchase on refunds (purchase_id);

create table refund_lines (
  refund_id bigint not null references refunds (id),
  n smallint not null,
  kind text not null check (kind in ('ticket', 'concession', 'subscription')),
  quantity integer not null check (quantity >= 0),
  kobo bigint not null check (kobo >= 0),
  show_day date,
  primary key (refund_id, n)
);

-- Tickets torn at a cinema's door.
create table redemptions (
  id bigint generated always as identity primary key,
  source text not null,
  external_id text not null,
  at timestamptz not null,
  day date not null,
  show_day date not null,
  cinema_id text,
  customer_id bigint references customers (id),
  tickets integer not null check (tickets > 0),
  by_subscription boolean not null,
  unique (source, external_id)
);

create table visits (
  source text not null,
  external_id text not null,
  at timestamptz not null,
  day date not null,
  channel text not null check (channel in ('web', 'mobile', 'not_specified')),
  count integer not null check (count > 0),
  primary key (source, external_id)
);

-- What was told of subscriptions. What follows from all that was told of one customer stands in stints.
create table subscription_events (
  id bigint generated always as identity primary key,
  source text not null,
  external_id text not null,
  customer_id bigint not null references customers (id),
  kind text not null check (kind in ('start', 'renewal', 'end')),
  at timestamptz not null,
  day date not null,
  until timestamptz,
  plan text not null default '',
  kobo bigint not null default 0,
  tickets integer not null default 0,
  reason text not null default '',
  unique (source, external_id),
  check (kind = 'end' or until > at)
);
create index subscription_events_of_customer on subscription_events (customer_id, at);

-- A time without a gap in which a customer had a subscription at one plan and price. renewed_on: when the next one began; infinity while none has.
create table stints (
  customer_id bigint not null references customers (id),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  starts_on date not null,
  ends_on date not null,
  renewed_on date not null,
  -- Does not go on from the one before without a gap.
  is_new boolean not null,
  plan text not null,
  kobo bigint not null,
  tickets integer not null,
  reason text not null default '',
  primary key (customer_id, starts_at)
);

alter table reviews add column source text, add column external_id text;
create unique index reviews_told on reviews (source, external_id) where source is not null;

create table error_reports (
  id bigint generated always as identity primary key,
  source text not null,
  external_id text not null,
  at timestamptz not null,
  message text not null,
  stack text not null default '',
  page text not null default '',
  release text not null default '',
  channel text not null default 'not_specified' check (channel in ('web', 'mobile', 'not_specified')),
  customer_id bigint references customers (id),
  unique (source, external_id)
);
