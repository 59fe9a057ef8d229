-- The cinemas that a line's record belonged to when the line was written. Lines from before, and what belongs to no cinema,
-- are the chain's.
alter table audit_log add column cinema_ids text[] not null default '{}';
create index audit_log_cinemas on audit_log using gin (cinema_ids) where cinema_ids <> '{}';
