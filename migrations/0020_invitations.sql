-- Somebody new chooses their password by a mailed link: until then they have none.
alter table admins
  alter column password_hash drop not null,
  add column invited_until timestamptz;

create table invitations (
  token_hash bytea primary key,
  admin_id integer not null references admins (id) on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index invitations_admin on invitations (admin_id) where used_at is null;

-- On what an account signed in before, and from which network: its person is told of a sign-in on any other.
create table admin_devices (
  admin_id integer not null references admins (id) on delete cascade,
  device text not null,
  network text not null,
  last_at timestamptz not null,
  primary key (admin_id, device, network)
);
