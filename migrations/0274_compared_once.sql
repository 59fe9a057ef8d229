-- Which comparison of a day told of it: each tells of a movement once.
alter table reconciliations add column run integer not null default 1;
alter table provider_movements add column run integer;
create unique index provider_movements_once on provider_movements (provider, day, kind, provider_id, run)
  where run is not null;
