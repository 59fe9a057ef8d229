-- Where an account signed in from before: a stranger's tries elsewhere never keep it out from there.
create table admin_networks (
  admin_id integer not null references admins (id) on delete cascade,
  network text not null,
  last_at timestamptz not null,
  primary key (admin_id, network)
);

-- A letter with a reset link names the address that asked, and whose that is shows when it is written.
update mails set params = jsonb_build_object('email', recipient) where kind = 'password-reset';
