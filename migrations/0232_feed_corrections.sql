-- What was counted and then voided, corrected or restored: the line as it counted before and as it counts since. Of a corrected
-- id `after` is what counts; of a voided one nothing does. `sent_id`: of a correction that was sent, its sender's id.
create table feed_corrections (
  id bigint generated always as identity primary key,
  stream text not null check (stream in ('purchases', 'refunds')),
  source text not null,
  external_id text not null,
  kind text not null check (kind in ('void', 'correct', 'restore')),
  reason text not null,
  by_name text not null,
  key_id integer references feed_keys (id),
  sent_id text,
  at timestamptz not null,
  before jsonb,
  after jsonb,
  check ((before is null) = (kind = 'restore') and (after is null) = (kind = 'void')),
  unique (source, sent_id)
);
create index feed_corrections_of_line on feed_corrections (source, stream, external_id, id);
create index feed_corrections_newest on feed_corrections (at desc, id desc);
