-- Sign-ins at an identity provider that are under way. Of the state and of the browser's secret the hashes.
create table sign_ins_under_way (
  state_hash bytea primary key,
  provider text not null,
  browser_hash bytea not null,
  nonce text not null,
  verifier text not null,
  -- The session that is to be confirmed, or in which a provider is linked; null where one is to be opened.
  session_id uuid references sessions (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- Who is whom at an identity provider: by its issuer and its name for them, never by their address.
create table identities (
  issuer text not null,
  subject text not null,
  admin_id integer not null references admins (id),
  created_at timestamptz not null,
  last_at timestamptz not null,
  primary key (issuer, subject)
);
create index identities_admin on identities (admin_id);

-- Whose first sign-in at another provider is theirs as well, and until when: as a superadmin allowed.
create table identity_links (
  admin_id integer primary key references admins (id),
  until timestamptz not null
);

alter table sessions add column provider text;
