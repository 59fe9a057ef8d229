-- How many points people with a role award, redeem or take back at once.
alter table roles add column points_ceiling integer not null default 10000
  check (points_ceiling between 1 and 1000000);
