-- What customers pay with a card that the payment provider keeps for them (decisions: Renewal).

-- A card's number is never here: the provider's token stands for it, and is good with the email it was made for.
create table payment_cards (
  customer_id bigint primary key references customers (id),
  provider text not null,
  token text not null,
  email text not null,
  brand text not null,
  first6 text not null check (first6 ~ '^\d{6}$'),
  last4 text not null check (last4 ~ '^\d{4}$'),
  expiry_month smallint not null check (expiry_month between 1 and 12),
  expiry_year smallint not null check (expiry_year between 2000 and 2100),
  stored_at timestamptz not null
);

-- A card that a late word of the provider would bring back after it was deleted is looked for here.
create index customer_changes_of_cards on customer_changes (customer_id, at) where kind = 'card forgotten';

-- One charge each. It is here before the provider is asked for it, so that none can be lost or asked for twice.
create table payments (
  id bigint generated always as identity primary key,
  -- The provider knows the charge by it.
  reference text not null unique,
  provider text not null,
  customer_id bigint not null references customers (id),
  purpose text not null check (purpose in ('renewal')),
  -- What was sold: the plan as it was then.
  plan_id integer not null references plans (id),
  plan text not null,
  monthly_kobo bigint not null check (monthly_kobo >= 0),
  tickets integer not null,
  months smallint not null check (months > 0),
  kobo bigint not null check (kobo > 0),
  state text not null default 'initiated' check (state in ('initiated', 'needs_customer', 'succeeded', 'failed')),
  provider_id text,
  -- In words for staff.
  message text not null default '',
  -- Where the customer confirms it.
  confirm_url text,
  created_at timestamptz not null,
  created_by text not null,
  -- The Idempotency-Key of the click.
  request_key text,
  settled_at timestamptz,
  -- When the provider is asked next what became of it, and how often it was.
  ask_at timestamptz,
  asked integer not null default 0,
  check ((settled_at is not null) = (state in ('succeeded', 'failed')))
);
create unique index payments_open on payments (customer_id) where state in ('initiated', 'needs_customer');
create unique index payments_of_request on payments (customer_id, request_key) where request_key is not null;
create index payments_of_customer on payments (customer_id, id desc);
create index payments_to_ask on payments (ask_at) where state in ('initiated', 'needs_customer');

-- What became of charges, those of the shop and the app too. A delivery that is repeated finds its line here.
create table payment_logs (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  provider text not null,
  -- The booking's or the charge's.
  reference text not null,
  payment_id bigint references payments (id),
  -- Of a guest there is the email alone.
  customer_id bigint references customers (id),
  email text not null default '',
  kobo bigint not null,
  purchase_type text not null,
  status text not null check (status in ('needs_customer', 'succeeded', 'failed')),
  provider_id text,
  message text not null default '',
  unique (provider, reference, status)
);
create index payment_logs_newest on payment_logs (at desc, id desc);
create index payment_logs_of_customer on payment_logs (customer_id) where customer_id is not null;

-- What the embedded payments were asked for: they keep it themselves, as a real provider does.
create table payments_embedded (
  id bigint generated always as identity (start with 1000001) primary key,
  reference text not null unique,
  token text not null,
  email text not null,
  kobo bigint not null,
  at timestamptz not null,
  refunded_kobo bigint not null default 0 check (refunded_kobo between 0 and kobo)
);

-- Every name that a plan was ever sold under: subscriptions carry the name of their time. A name that is given to another
-- plan is that one's from then on.
create table plan_names (
  name text primary key check (name = lower(name)),
  plan_id integer not null references plans (id)
);
insert into plan_names (name, plan_id) select distinct on (lower(name)) lower(name), id from plans order by lower(name), id desc;
