-- A sale whose email or phone number cannot be right is held.
alter table feed_waiting drop constraint feed_waiting_guard_check,
  add constraint feed_waiting_guard_check
    check (guard in ('time', 'bought', 'unknown', 'unusual', 'contact', 'repeated', 'currency', 'differs'));
