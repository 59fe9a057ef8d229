-- Letters on their way. What a letter says is written at each try, by its kind: no link or token stands here.
create table mails (
  id bigint generated always as identity primary key,
  -- The same for every try, and of no other letter anywhere: receivers know a repetition by it.
  message_id uuid not null default gen_random_uuid(),
  at timestamptz not null,
  kind text not null,
  recipient text not null,
  params jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dead')),
  attempts integer not null default 0,
  -- While a server is at it, this is when another may take over.
  next_try_at timestamptz,
  -- Why the last try failed, in words for staff.
  reason text,
  sent_at timestamptz,
  check ((state = 'waiting') = (next_try_at is not null)),
  check ((state = 'sent') = (sent_at is not null))
);
create index mails_waiting on mails (next_try_at) where state = 'waiting';
create index mails_dead on mails (id) where state = 'dead';
create index mails_sent on mails (sent_at) where state = 'sent';

-- The mail as a page; an older one has text alone.
alter table outbox add column html text not null default '';
