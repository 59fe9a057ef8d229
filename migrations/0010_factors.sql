-- Second factors: passkeys, authenticator apps and recovery codes; from when a role's holders need one.
create table passkeys (
  id integer primary key generated always as identity,
  admin_id integer not null references admins (id),
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_admin on passkeys (admin_id);

-- The secret is sealed. A code is good once: of the 30 seconds it stands for, only later ones count.
create table authenticators (
  admin_id integer primary key references admins (id),
  sealed_secret bytea not null,
  confirmed_at timestamptz not null,
  last_step bigint not null
);

create table recovery_codes (
  id integer primary key generated always as identity,
  admin_id integer not null references admins (id),
  code_hash text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index recovery_codes_admin on recovery_codes (admin_id);

-- What was asked of somebody who proves who they are: good once, for minutes, for a few tries, and for nothing else.
create table challenges (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('sign-in', 'passkey', 'confirm', 'add-passkey', 'add-authenticator')),
  admin_id integer references admins (id),
  session_id uuid references sessions (id) on delete cascade,
  data bytea,
  tries integer not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index challenges_session on challenges (session_id);

alter table roles add column factor_from date;
