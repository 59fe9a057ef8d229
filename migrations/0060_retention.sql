-- Devices that are gone are found by when.
create index push_devices_removed on push_devices (removed_at) where removed_at is not null;

-- One job deletes what is old now. Those that it replaces would be wanted for ever, and run by nobody.
do $$
begin
  if to_regclass('pgboss.schedule') is null then return; end if;
  delete from pgboss.schedule where name in (
    'session.forget-old', 'customers.forget-resets', 'mail.forget-old', 'notifications.forget-old',
    'cinemas.forget-old-runs', 'movies.forget-external', 'single-sign-on.forget-old');
  delete from pgboss.job where state < 'active' and name in (
    'session.forget-old', 'customers.forget-resets', 'mail.forget-old', 'notifications.forget-old',
    'cinemas.forget-old-runs', 'movies.forget-external', 'single-sign-on.forget-old');
end $$;
