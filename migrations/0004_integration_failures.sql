-- When it last failed, kept with the reason after it works again.
alter table integration_states add column last_failure_at timestamptz;
update integration_states set last_failure_at = failing_since;
