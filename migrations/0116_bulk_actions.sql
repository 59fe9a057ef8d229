-- One act on many rows of a list: the single call, asked for each of them on behalf of one person.
create table bulk_actions (
  id bigint generated always as identity primary key,
  -- One of src/features/bulk-actions/actions.ts.
  action text not null,
  -- The actions that it takes back; each is taken back once at a time.
  undoes bigint references bulk_actions (id) on delete cascade,
  state text not null,
  -- What of the list was selected, and what was filled in.
  asked jsonb not null,
  values jsonb not null,
  -- Which page of the list is read next.
  next_page integer not null default 1,
  admin_id integer references admins (id) on delete set null,
  actor text not null,
  -- Why, where a second person has to agree.
  reason text not null default '',
  -- Why it ended before its time.
  message text not null default '',
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz
);
create index bulk_actions_of_admin on bulk_actions (admin_id, id);
create index bulk_actions_created on bulk_actions (created_at);
create index bulk_actions_undoing on bulk_actions (undoes) where undoes is not null;

create table bulk_action_rows (
  action_id bigint not null references bulk_actions (id) on delete cascade,
  n integer not null,
  record_id text not null,
  title text not null,
  -- Of the record, as it was selected, and after it was changed.
  version integer,
  version_after integer,
  -- What it takes to take it back.
  was jsonb,
  state text not null,
  message text not null default '',
  -- What changes, in the words of the audit log.
  difference jsonb,
  primary key (action_id, n)
);
create unique index bulk_action_rows_record on bulk_action_rows (action_id, record_id);
create index bulk_action_rows_state on bulk_action_rows (action_id, state, n);
