-- Which acts need a second person, and what waits for one.
create table approval_rules (
  act text primary key,
  -- Kobo of money, else a number; null where nobody need agree.
  threshold bigint check (threshold > 0),
  hours integer not null check (hours between 1 and 720),
  is_mailed boolean not null,
  version integer not null default 1
);

create table proposals (
  id bigint primary key generated always as identity,
  act text not null,
  call text not null,
  -- What it takes to do it, or to approve it.
  may text[] not null,
  -- What was asked for: kept while it waits.
  asked jsonb,
  size bigint not null,
  difference jsonb not null,
  fingerprint text not null,
  reason text not null,
  proposer_id integer references admins (id),
  token_id integer references service_tokens (id),
  -- Who made the token that proposed it.
  token_by text,
  proposer text not null,
  -- "admin 7", "token 7": whose requests are told apart.
  caller text not null,
  asked_hash text not null,
  request_key text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'refused', 'withdrawn', 'lapsed')),
  decided_at timestamptz,
  decided_by_id integer references admins (id),
  decided_by text,
  decision text not null default '',
  check ((proposer_id is null) <> (token_id is null)),
  check ((state = 'waiting') = (decided_at is null)),
  check (state = 'waiting' or asked is null)
);

-- The same asked for again while it waits is the same proposal, and so is a request that is sent again.
create unique index proposals_asked on proposals (caller, asked_hash) where state = 'waiting';
create unique index proposals_key on proposals (caller, request_key);
create index proposals_waiting on proposals (expires_at) where state = 'waiting';
create index proposals_created on proposals (created_at desc, id desc);
