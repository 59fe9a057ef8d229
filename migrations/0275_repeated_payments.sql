-- A sale that may be sent again under another id, or by another payment's reference, is held.
alter table feed_waiting drop constraint feed_waiting_guard_check,
  add constraint feed_waiting_guard_check
    check (guard in ('time', 'bought', 'unknown', 'unusual', 'repeated', 'currency', 'differs'));
