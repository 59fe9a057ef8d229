-- What was done of an act without a second person, so that parts of it add up: of whom, and of which record.
create table acts_done (
  id bigint generated always as identity primary key,
  act text not null,
  -- "admin 7": whoever did it, or made the token that did.
  person text not null,
  -- "payment 12", of each record that it changed.
  records text[] not null,
  -- Kobo of money, else a number.
  size bigint not null check (size > 0),
  at timestamptz not null
);
create index acts_done_of_person on acts_done (act, person, at);
create index acts_done_of_records on acts_done using gin (records);
create index acts_done_at on acts_done (at);

-- A proposal says what it comes to together with what was done before.
alter table proposals add column together bigint;
-- Whoever made the token that proposed it; people are told apart by their ids.
alter table proposals drop column token_by, drop constraint proposals_check,
  add check (proposer_id is not null or token_id is not null);

alter table service_tokens add column created_by_id integer references admins (id);

-- Bulk actions are agreed to as a whole: what each row does of an act, and where.
alter table bulk_action_rows add column weighed jsonb, add column cinemas jsonb;
alter table bulk_actions drop column reason;

-- What somebody awarded or took back lately, and what was redeemed of a customer.
create index points_ledger_of_actor on points_ledger (actor_id, at) where actor_id is not null;
