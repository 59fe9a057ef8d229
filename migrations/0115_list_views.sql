-- What a list was asked for, under a name: an address of it, which gives no right to anything.
create table list_views (
  id integer generated always as identity primary key,
  -- The list's address in the office, below /dashboard.
  list text not null,
  -- Only people who may do all of this see it: what the list takes.
  may text[] not null,
  name text not null,
  -- What stands in the list's address, by name.
  query jsonb not null,
  -- Whoever made it. What they shared stays when the account goes.
  owner_id integer references admins (id) on delete set null,
  -- For everybody with the role; when that is deleted it is its owner's alone again.
  role_id integer references roles (id) on delete set null,
  is_for_all boolean not null default false,
  created_at timestamptz not null,
  deleted_at timestamptz,
  version integer not null default 1,
  check (not (is_for_all and role_id is not null))
);
-- One person's are all told apart, shared or not: one that stops being shared has its name to itself.
create unique index list_views_of_owner on list_views (owner_id, list, lower(name)) where deleted_at is null;
create unique index list_views_of_role on list_views (role_id, list, lower(name))
  where deleted_at is null and role_id is not null;
create unique index list_views_for_all on list_views (list, lower(name)) where deleted_at is null and is_for_all;
create index list_views_deleted on list_views (deleted_at) where deleted_at is not null;

-- With which view a list starts for somebody.
create table view_starts (
  admin_id integer not null references admins (id) on delete cascade,
  list text not null,
  view_id integer not null references list_views (id) on delete cascade,
  primary key (admin_id, list)
);
create index view_starts_of_view on view_starts (view_id);
