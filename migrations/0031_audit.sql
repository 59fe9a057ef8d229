-- The audit log by area and by act: the kinds of action that there are, and the lines of some of them, newest first.
create index audit_log_action on audit_log (action, id desc);

-- Lines that are still to be written to standard output (setting AUDIT_LOG).
create table audit_to_ship (
  id bigint primary key,
  claimed_at timestamptz
);
