-- Prices of products at cinemas that hold from a day on, of one without an end for good; before_kobo is what each was at its
-- start, as known when it was planned. One that is taken back counts no longer from that instant.
create table price_changes (
  id integer generated always as identity primary key,
  name text not null,
  starts_at timestamptz not null,
  ends_at timestamptz,
  how text not null check (how in ('amount', 'percent', 'price')),
  value bigint not null,
  step_kobo bigint not null check (step_kobo > 0),
  price_count integer not null,
  created_at timestamptz not null,
  created_by text not null,
  taken_back_at timestamptz,
  taken_back_by text,
  check (ends_at > starts_at),
  check ((taken_back_at is null) = (taken_back_by is null))
);
create index price_changes_newest on price_changes (starts_at desc, id desc);

create table price_change_prices (
  change_id integer not null references price_changes (id),
  cinema_product_id integer not null references cinema_products (id),
  before_kobo bigint not null check (before_kobo >= 0),
  kobo bigint not null check (kobo > 0),
  primary key (cinema_product_id, change_id)
);
create index price_change_prices_of_change on price_change_prices (change_id);

-- Since when staff's own price holds, or none of theirs: null of what was set before this was noted.
alter table cinema_products add column own_since timestamptz;
