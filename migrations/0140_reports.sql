-- A list's or figures' file that is sent by mail on a schedule.
create table reports (
  id integer generated always as identity primary key,
  name text not null,
  -- The file's call, as feature.name, and what it is asked with; words for its filters; the screen's address below /dashboard.
  call text not null,
  params jsonb not null,
  query jsonb not null,
  words jsonb not null,
  path text not null,
  every text not null check (every in ('day', 'week', 'month', 'close')),
  at text not null,
  weekdays integer[] not null,
  month_day integer not null,
  format text not null check (format in ('csv', 'xlsx')),
  owner_id integer references admins (id) on delete set null,
  -- When it is due; nothing of one that is paused or deleted.
  next_at timestamptz,
  paused text,
  created_at timestamptz not null,
  deleted_at timestamptz,
  version integer not null default 1
);
create index reports_due on reports (next_at) where next_at is not null;
create index reports_owner on reports (owner_id, id);
create index reports_deleted on reports (deleted_at) where deleted_at is not null;

-- A colleague or an address outside.
create table report_recipients (
  id bigint generated always as identity primary key,
  report_id integer not null references reports (id) on delete cascade,
  admin_id integer references admins (id) on delete cascade,
  email text,
  check ((admin_id is null) <> (email is null))
);
create unique index report_recipients_admin on report_recipients (report_id, admin_id) where admin_id is not null;
create unique index report_recipients_email on report_recipients (report_id, lower(email)) where email is not null;
create index report_recipients_of_admin on report_recipients (admin_id) where admin_id is not null;

create table report_runs (
  id bigint generated always as identity primary key,
  report_id integer not null references reports (id) on delete cascade,
  kind text not null check (kind in ('scheduled', 'now', 'test')),
  -- The time that it was due, and how many were missed before it.
  occasion timestamptz not null,
  missed integer not null default 0,
  created_at timestamptz not null
);
create unique index report_runs_once on report_runs (report_id, occasion, kind);
create index report_runs_newest on report_runs (report_id, id);
create index report_runs_created on report_runs (created_at);

create table report_sendings (
  id bigint generated always as identity primary key,
  run_id bigint not null references report_runs (id) on delete cascade,
  admin_id integer references admins (id) on delete set null,
  email text,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'refused')),
  message text not null default '',
  sent_at timestamptz,
  -- Of what was sent: how many rows, totals by column, and a short hash of each row while it is the last one.
  rows integer,
  summary jsonb,
  keys bytea,
  -- Of the link to an address outside.
  token_hash bytea,
  link_ends_at timestamptz,
  revoked_at timestamptz,
  downloads integer not null default 0,
  downloaded_at timestamptz
);
create unique index report_sendings_admin on report_sendings (run_id, admin_id) where admin_id is not null;
create unique index report_sendings_email on report_sendings (run_id, lower(email)) where email is not null;
create index report_sendings_of_admin on report_sendings (admin_id) where admin_id is not null;
create unique index report_sendings_token on report_sendings (token_hash) where token_hash is not null;

-- A notice for one person alone.
alter table notices add column only_id integer references admins (id) on delete cascade;

-- Letters that take long to write go after the others.
alter table mails add column is_slow boolean not null default false;
