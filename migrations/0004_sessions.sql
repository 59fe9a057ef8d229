-- How a session was opened, from where, until when it may last, and when its person last confirmed who they are.
alter table sessions
  add column means text not null default 'password' check (means in ('password', 'passkey', 'provider')),
  add column address text not null default '',
  add column device text not null default '',
  add column last_seen_at timestamptz,
  add column confirmed_at timestamptz,
  add column ends_at timestamptz;
update sessions set last_seen_at = created_at, confirmed_at = created_at, ends_at = expires_at;
alter table sessions
  alter column last_seen_at set not null,
  alter column confirmed_at set not null,
  alter column ends_at set not null;

-- What one person did.
create index audit_log_actor on audit_log (actor_id, id desc);
