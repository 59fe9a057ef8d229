-- What people should know of: a row each time something is raised; of what lasts, one for as long as it does.
create table notices (
  id bigint generated always as identity primary key,
  kind text not null,
  -- Equal ones have the same: they are counted.
  key text not null,
  title text not null,
  detail text not null default '',
  -- An address of the office that it leads to.
  path text not null,
  -- Only people who may do all of this get it and see it.
  may text[] not null,
  -- Null: of the whole chain.
  cinema_id text,
  -- Who caused it, and does not get it.
  except_id integer,
  at timestamptz not null,
  lasts boolean not null default false,
  ended_at timestamptz,
  -- How it ended, where there is something to say.
  ended text not null default '',
  -- Nobody has to look any more.
  is_settled boolean not null default false,
  -- Null: people do not have it yet.
  delivered_at timestamptz
);
create index notices_undelivered on notices (id) where delivered_at is null;
create index notices_open on notices (kind, key) where ended_at is null;
create unique index notices_lasting on notices (kind, key) where lasts and ended_at is null;
create index notices_by_age on notices (at);

-- What one person got. Equal ones are one row until it is read.
create table person_notices (
  id bigint generated always as identity primary key,
  admin_id integer not null references admins (id) on delete cascade,
  -- The last of those that are counted.
  notice_id bigint not null references notices (id) on delete cascade,
  kind text not null,
  key text not null,
  count integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  in_office boolean not null,
  mail text not null check (mail in ('none', 'now', 'daily')),
  -- When a letter about it was last asked for.
  mailed_at timestamptz,
  -- In which day's digest it is to stand, and in which it stood last.
  due_day date,
  digest_day date,
  read_at timestamptz
);
create unique index person_notices_unread on person_notices (admin_id, kind, key) where read_at is null;
create index person_notices_newest on person_notices (admin_id, last_at, id);
create index person_notices_due on person_notices (due_day) where due_day is not null;
create index person_notices_mailed on person_notices (admin_id, mailed_at) where mailed_at is not null;
create index person_notices_of_notice on person_notices (notice_id);

-- How somebody wants to get one kind, where they chose it.
create table notice_choices (
  admin_id integer not null references admins (id) on delete cascade,
  kind text not null,
  in_office boolean not null,
  mail text not null check (mail in ('none', 'now', 'daily')),
  primary key (admin_id, kind)
);
