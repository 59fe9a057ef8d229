-- What events are sorted by. One that was deleted stays: events go on naming it.
create table categories (
  id integer generated always as identity primary key,
  name text not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  version integer not null default 1
);
create unique index categories_name on categories (lower(name)) where deleted_at is null;
