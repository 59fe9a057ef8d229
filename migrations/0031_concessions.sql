-- What is sold at the counters. rosetta_id is the point of sale's and the chain's: a product has the same one at every
-- cinema. Names and kinds follow the point of sale, in the words of one of the cinemas that tell of it; the picture is ours.
create table products (
  id integer generated always as identity primary key,
  rosetta_id text not null unique,
  name text not null,
  category text not null default '',
  kind text not null check (kind in ('edible', 'merchandise')),
  type text not null default '',
  flavour text not null default '',
  size text not null default '',
  -- The head office's own key.
  hopk text,
  told_by text not null references cinemas (id),
  image text not null default '',
  created_at timestamptz not null,
  -- Of merchandise: how far what was sold before it was known has been looked through, and since when all of it is.
  counted_to bigint not null default 0,
  counted_at timestamptz,
  version integer not null default 1
);
create index products_of_kind on products (kind, name collate "und-x-icu", id);

-- A product at one cinema. pos_kobo follows the point of sale; own_kobo, what staff set instead, and is_active do not.
-- known_since: since when its answers have had the product; null when the last good one did not.
create table cinema_products (
  id integer generated always as identity primary key,
  cinema_id text not null references cinemas (id),
  product_id integer not null references products (id),
  pos_kobo bigint not null check (pos_kobo >= 0),
  own_kobo bigint check (own_kobo >= 0),
  is_active boolean not null default true,
  known_since timestamptz,
  version integer not null default 1,
  unique (cinema_id, product_id)
);
create index cinema_products_of_product on cinema_products (product_id);

-- When a cinema's products were last asked for and last taken, and since when and why they could not be.
create table product_syncs (
  cinema_id text primary key references cinemas (id),
  tried_at timestamptz not null,
  taken_at timestamptz,
  failing_since timestamptz,
  reason text
);

-- A product of a cinema that is sold as several others together.
create table combo_deals (
  id integer generated always as identity primary key,
  cinema_product_id integer not null references cinema_products (id),
  created_at timestamptz not null,
  deleted_at timestamptz,
  version integer not null default 1
);
create unique index combo_deals_standing on combo_deals (cinema_product_id) where deleted_at is null;
create table combo_items (
  combo_id integer not null references combo_deals (id),
  cinema_product_id integer not null references cinema_products (id),
  place smallint not null,
  primary key (combo_id, cinema_product_id)
);

-- The lines by which merchandise was bought, so that its history and count need no search through all that was sold.
create table merchandise_sales (
  product_id integer not null references products (id),
  purchase_id bigint not null,
  n smallint not null,
  at timestamptz not null,
  quantity integer not null,
  kobo bigint not null,
  primary key (product_id, purchase_id, n),
  foreign key (purchase_id, n) references purchase_lines (purchase_id, n)
);
create index merchandise_sales_at on merchandise_sales (product_id, at desc, purchase_id desc, n) include (quantity);
create index merchandise_sales_of_line on merchandise_sales (purchase_id, n);

-- A line speaks of a product by its name or by the point of sale's id.
create function note_merchandise() returns trigger language plpgsql as $$
begin
  if not exists (select from products where kind = 'merchandise') then return null; end if;
  insert into merchandise_sales (product_id, purchase_id, n, at, quantity, kobo)
  select m.id, l.purchase_id, l.n, p.at, l.quantity, l.kobo
  from added l
  cross join lateral (
    select id from products
    where kind = 'merchandise' and (lower(name) = lower(l.product) or rosetta_id = l.product) order by id limit 1
  ) m
  cross join lateral (select at from purchases where id = l.purchase_id offset 0) p
  where l.kind = 'concession' and l.product <> ''
  on conflict do nothing;
  return null;
end $$;
alter function note_merchandise() set enable_seqscan = off;
alter function note_merchandise() set enable_hashjoin = off;
alter function note_merchandise() set enable_mergejoin = off;
alter function note_merchandise() set jit = off;
create trigger purchase_lines_merchandise after insert on purchase_lines referencing new table as added
  for each statement execute function note_merchandise();
create index products_merchandise on products (lower(name), rosetta_id) where kind = 'merchandise';
