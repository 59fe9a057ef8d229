create extension if not exists pg_trgm;
create extension if not exists btree_gist;

-- Who did what, when, with the record before and after. Lines are only ever added.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id integer,
  actor text not null,
  action text not null,
  entity text not null,
  entity_id text not null,
  summary text not null,
  before jsonb,
  after jsonb,
  request_id text
);
create index audit_log_at on audit_log (at desc, id desc);
create index audit_log_entity on audit_log (entity, entity_id, id desc);
create index audit_log_words on audit_log using gin ((actor || ' ' || action || ' ' || entity_id || ' ' || summary) gin_trgm_ops);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

-- Answers of creates that a client may send again (Idempotency-Key).
create table idempotency_keys (
  actor text not null,
  key text not null,
  call text not null,
  body_hash text not null,
  status integer,
  reply jsonb,
  created_at timestamptz not null default now(),
  primary key (actor, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Fixed windows of a rate limit, counted here so that every server shares them.
create table rate_limits (
  key text not null,
  window_start timestamptz not null,
  count integer not null default 1,
  primary key (key, window_start)
);

-- What the application keeps about itself: its signing key, which parts of the demo are loaded.
create table settings (
  key text primary key,
  value jsonb not null
);
