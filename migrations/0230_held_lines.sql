-- What was sent and does not count: it waits for its purchase, or is held until its sender mends it or staff decide. `reason` says
-- why it is held, `guard` by which rule; both are null while it waits.
alter table feed_waiting
  add column id bigint generated always as identity unique,
  add column guard text check (guard in ('time', 'bought', 'unknown', 'unusual', 'currency', 'differs')),
  add column key_id integer references feed_keys (id),
  add column seen_at timestamptz,
  add column times integer not null default 1,
  add column rejected_at timestamptz,
  add column rejected_by text,
  add column note text not null default '',
  add column version integer not null default 1,
  alter column waits_for drop not null,
  add constraint rejected_by_somebody check ((rejected_at is null) = (rejected_by is null));
update feed_waiting set guard = 'bought' where reason is not null;
create index feed_waiting_newest on feed_waiting (since desc, id desc);

-- What became of the lines that each key sent on a day, as it was answered.
create table feed_counts (
  key_id integer not null references feed_keys (id),
  stream text not null,
  day date not null,
  accepted bigint not null default 0,
  duplicate bigint not null default 0,
  waiting bigint not null default 0,
  held bigint not null default 0,
  refused bigint not null default 0,
  newest_at timestamptz,
  last_at timestamptz not null,
  primary key (key_id, stream, day)
);

-- What a line of a purchase is at most, as a rule: in the last weeks at a cinema, of a kind and channel.
create table feed_usual (
  cinema_id text not null,
  channel text not null,
  kind text not null,
  lines bigint not null,
  quantity integer not null,
  unit_kobo bigint not null,
  primary key (cinema_id, channel, kind)
);
