-- Roles that somebody has for some cinemas, besides the one that they have for all of them (admins.role_id).
create table admin_grants (
  id integer generated always as identity primary key,
  admin_id integer not null references admins (id) on delete cascade,
  role_id integer not null references roles (id),
  states integer[] not null default '{}',
  cinemas text[] not null default '{}',
  check (cardinality(states) + cardinality(cinemas) > 0)
);
create index admin_grants_of_admin on admin_grants (admin_id);
create index admin_grants_of_role on admin_grants (role_id);
