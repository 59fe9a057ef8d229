-- What integrators call the API with: under a role, until an end.
create table service_tokens (
  id integer generated always as identity primary key,
  name text not null,
  -- A deleted role leaves none, and its tokens are good for nothing.
  role_id integer references roles on delete set null,
  key_hash bytea not null unique,
  hint text not null,
  created_at timestamptz not null,
  created_by text not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create unique index service_tokens_name on service_tokens (lower(name)) where revoked_at is null;
create index service_tokens_role on service_tokens (role_id);

