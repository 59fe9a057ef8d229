create table roles (
  id integer generated always as identity primary key,
  name text not null unique,
  permissions text[] not null default '{}',
  is_default boolean not null default false,
  version integer not null default 1
);
create unique index roles_one_default on roles (is_default) where is_default;
insert into roles (name, permissions, is_default) values ('Admin', '{*}', true);

create table admins (
  id integer generated always as identity primary key,
  email text not null,
  first_name text not null,
  last_name text not null,
  mobile text,
  profile_image text,
  user_type text not null check (user_type in ('Admin', 'Super Admin', 'Editor')),
  role_id integer references roles (id),
  password_hash text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index admins_email on admins (lower(email)) where deleted_at is null;

create table sessions (
  id uuid primary key default gen_random_uuid(),
  admin_id integer not null references admins (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_admin on sessions (admin_id) where ended_at is null;

-- A session's refresh tokens, hashed; one that is used a second time ends the session.
create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_id);

create table password_resets (
  token_hash bytea primary key,
  admin_id integer not null references admins (id),
  expires_at timestamptz not null,
  used_at timestamptz
);

-- Mail that the embedded implementation keeps instead of sending it.
create table outbox (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  recipient text not null,
  subject text not null,
  body text not null,
  state text not null check (state in ('sent', 'bounced'))
);
