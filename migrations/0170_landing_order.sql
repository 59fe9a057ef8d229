-- The order in which hero banners, and the promotions of the landing page, are shown: less comes first, equal ones newest
-- first. A new one comes before all others.
alter table promotions add column rank integer not null default 0;
