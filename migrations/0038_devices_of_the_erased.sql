-- Whoever asked to be forgotten gets no more pushes, also on a device that is told with their id afterwards.
alter table push_devices drop constraint push_devices_removed_why_check,
  add constraint push_devices_removed_why_check check (removed_why in ('told', 'moved', 'unregistered', 'erased'));
