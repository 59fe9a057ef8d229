-- Which payments a line of the audit log is about besides its own record.
alter table audit_log add column about text[] not null default '{}';
create index audit_log_about on audit_log using gin (about) where about <> '{}';
-- A payment's history has what its sales were corrected from, also of those that do not count.
create index feed_corrections_paid on feed_corrections ((before ->> 'payment_reference')) where stream = 'purchases';
