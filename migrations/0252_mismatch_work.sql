-- Who looks into a mismatch, and what was found out on the way.
alter table reconciliation_mismatches add column owner_id integer references admins (id) on delete set null;
create index reconciliation_mismatches_owned on reconciliation_mismatches (owner_id) where owner_id is not null;
create table mismatch_comments (
  id bigint generated always as identity primary key,
  mismatch_id bigint not null references reconciliation_mismatches (id) on delete cascade,
  at timestamptz not null,
  author text not null,
  comment text not null
);
create index mismatch_comments_of on mismatch_comments (mismatch_id, id);
