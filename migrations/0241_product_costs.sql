-- What a product costs the chain from a day on, until the next one of it begins.
create table product_costs (
  product_id integer not null references products (id),
  from_day date not null,
  kobo bigint not null check (kobo >= 0),
  set_at timestamptz not null,
  set_by text not null,
  primary key (product_id, from_day)
);
