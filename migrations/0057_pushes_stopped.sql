-- A notification can be stopped while it is sent. What a server had begun by then still has its outcome; the rest of its
-- devices is what was stopped. Devices of children without their guardian's consent are left out, and counted.
alter table push_notifications
  add column left_out integer not null default 0,
  drop constraint push_notifications_state_check,
  add constraint push_notifications_state_check
    check (state in ('scheduled', 'sending', 'sent', 'stopped', 'cancelled', 'missed')),
  drop constraint push_notifications_check,
  add constraint push_notifications_finished check ((state in ('sent', 'stopped')) = (finished_at is not null));
