-- What the back office knows of people besides what was told of them (0008_trade.sql).

alter table customers
  add column gender text check (gender in ('Female', 'Male', 'Other')),
  add column billing_cycle text check (billing_cycle in ('Monthly', 'Quarterly', 'Half-yearly', 'Yearly')),
  add column default_cinema_id text,
  add column profile_image text,
  -- The membership card of the point of sale, and its PIN as argon2 keeps it.
  add column card_number text,
  add column card_pin_hash text,
  add column password_hash text,
  add column trailers_watched integer check (trailers_watched >= 0),
  -- Sign-ins of the web and mobile apps that began before are over.
  add column tokens_cleared_at timestamptz,
  add column version integer not null default 1,
  -- Who the person was is gone; what they bought is kept for the accounts.
  add column erased_at timestamptz,
  -- The customer that this one turned out to be. What is told of this one is that one's.
  add column merged_into bigint references customers (id),
  -- A registered person whom staff see and look after.
  add column is_listed boolean not null generated always as
    (registered_at is not null and erased_at is null and merged_into is null) stored,
  -- What a search looks in.
  add column words text not null generated always as (lower(
    first_name || ' ' || last_name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(card_number, '')
  )) stored;
create index customers_newest on customers (registered_at desc, id desc) where is_listed;
create index customers_by_name on customers (lower(first_name), lower(last_name), id) where is_listed;
create index customers_by_email on customers (lower(email)) where is_listed;
create index customers_by_phone on customers (phone) where is_listed and phone is not null;
create index customers_words on customers using gin (words gin_trgm_ops) where is_listed;
create unique index customers_card on customers (card_number) where is_listed and card_number is not null;
create index customers_merged on customers (merged_into) where merged_into is not null;
create index stints_in_force on stints (ends_at, starts_at) include (customer_id);
create index purchases_by_reference on purchases using gin (payment_reference gin_trgm_ops) where payment_reference is not null;

-- The plans that are sold (the screen calls them tiers). A subscription keeps the plan, price and tickets it was sold at.
create table plans (
  id integer generated always as identity (start with 401) primary key,
  name text not null,
  kobo bigint not null check (kobo >= 0),
  tickets integer not null check (tickets >= 0),
  -- Percent off what is bought at the counter.
  concession_discount integer not null default 0 check (concession_discount between 0 and 100),
  is_multi_user boolean not null default false,
  -- Their order on screens and in the shop.
  place integer not null default 0,
  created_at timestamptz not null,
  retired_at timestamptz,
  version integer not null default 1
);
create unique index plans_by_name on plans (lower(name)) where retired_at is null;

-- People who bought without an account, by the address they left. Kept by the purchases' trigger.
create table guests (
  email text primary key check (email = lower(email)),
  name text not null,
  phone text not null default '',
  last_purchase_at timestamptz not null,
  purchases integer not null,
  words text not null generated always as (lower(name || ' ' || email || ' ' || phone)) stored
);
create index guests_latest on guests (last_purchase_at desc, email);
create index guests_words on guests using gin (words gin_trgm_ops);
create index purchases_of_guest on purchases (lower(buyer_email), at desc) where customer_id is null and buyer_email <> '';

create function note_guests() returns trigger language plpgsql as $$
begin
  insert into guests as g (email, name, phone, last_purchase_at, purchases)
  select distinct on (lower(trim(buyer_email))) lower(trim(buyer_email)), buyer_name, buyer_phone, at,
    count(*) over (partition by lower(trim(buyer_email)))
  from added where customer_id is null and trim(buyer_email) <> ''
  order by lower(trim(buyer_email)), at desc
  on conflict (email) do update set
    name = case when excluded.last_purchase_at >= g.last_purchase_at then excluded.name else g.name end,
    phone = case when excluded.last_purchase_at >= g.last_purchase_at then excluded.phone else g.phone end,
    last_purchase_at = greatest(excluded.last_purchase_at, g.last_purchase_at),
    purchases = g.purchases + excluded.purchases;
  return null;
end $$;
create trigger purchases_of_guests after insert on purchases referencing new table as added
  for each statement execute function note_guests();
insert into guests (email, name, phone, last_purchase_at, purchases)
select distinct on (lower(trim(buyer_email))) lower(trim(buyer_email)), buyer_name, buyer_phone, at,
  count(*) over (partition by lower(trim(buyer_email)))
from purchases where customer_id is null and trim(buyer_email) <> ''
order by lower(trim(buyer_email)), at desc;

create table kids_club_members (
  customer_id bigint primary key references customers (id),
  joined_at timestamptz not null,
  guardian_name text not null default '',
  consent_on date,
  consent_source text check (consent_source in ('Form', 'Web', 'Mobile app', 'Phone', 'At the counter')),
  version integer not null default 1,
  check ((consent_on is null) = (consent_source is null))
);
create index kids_club_newest on kids_club_members (joined_at desc, customer_id);

-- That something of a customer changed here, for the programs that tell of them (GET /feed/changes). What it is now they
-- read from the customer: nothing of a person stands here.
create table customer_changes (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id),
  kind text not null check (kind in ('created', 'edited', 'tokens cleared', 'card forgotten', 'password set', 'merged', 'erased')),
  at timestamptz not null
);
