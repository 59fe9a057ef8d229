-- A run takes the schedule from the point of sale part by part. A part is marked done in the transaction that stores what
-- came, so that a run can be gone on with wherever it was left. It is complete when it is finished without a reason.
-- failed_at: when it first failed; reason: why it last failed. tries: how often it was left with parts undone.
create table sync_runs (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('full', 'incremental')),
  asked_by text,
  started_at timestamptz not null,
  finished_at timestamptz,
  tries integer not null default 0,
  failed_at timestamptz,
  reason text
);
create unique index sync_runs_one_open on sync_runs ((finished_at is null)) where finished_at is null;

-- part: films, cinemas, or the id of the cinema whose showtimes are taken.
create table sync_steps (
  run_id integer not null references sync_runs (id) on delete cascade,
  part text not null,
  tries integer not null default 0,
  done_at timestamptz,
  primary key (run_id, part)
);

-- What was taken before there were runs.
insert into sync_runs (kind, started_at, finished_at)
select 'full', last_success_at, last_success_at from integration_states
where name = 'point-of-sale' and last_success_at is not null;
