-- Routines that several features use; those of one feature stand in its own schema.sql. Each of these files says how
-- functions, triggers and views are now: at a start that finds any file changed, all that there were go and these are made
-- (migrate.ts). A function on which a column, an index or a check is built stands in a migration.
--
-- On the planner settings of functions: a function's plans are kept from its first calls, when the tables were as good as
-- empty, and the embedded database never counts them anew. Those that join what came with a table that grows are told to go
-- by its index, row by row. What is turned off so weighs so much in the planner's books that it would compile the plan, each
-- time, at length: so compiling is off too.

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Has a function run after each statement that inserts or deletes rows of a table, behind those that were named before: triggers
-- run in the order of their names. The function reads the rows as `added`, of a delete too.
create function follow(of_table text, event text, step text) returns void language plpgsql as $$
declare n integer := (select count(*) + 1 from pg_trigger
  where tgrelid = of_table::regclass and starts_with(tgname, of_table || '_' || event || '_'));
begin
  execute format('create trigger %I after %s on %I referencing %s table as added for each statement execute function %I()',
    concat_ws('_', of_table, event, n, step), event, of_table, case event when 'insert' then 'new' else 'old' end, step);
end $$;

-- Every change of what is counted takes this lock shared; a repair of a day takes it alone, for as long as that takes.
create function counting() returns void language sql as $$
  select pg_advisory_xact_lock_shared(hashtextextended('rollups', 0)), pg_notify('figures', '')
$$;

-- The cinemas of whoever reads as `marquee_scoped`: set by the server for each transaction. Policies ask for it in a
-- subquery, so that it is read once a statement and not once a row.
create function scoped_cinemas() returns text[] language sql stable parallel safe as $$
  select coalesce(nullif(current_setting('marquee.cinemas', true), ''), '{}')::text[]
$$;

-- Who that is: of what is anybody's own they see theirs. None of a program.
create function scoped_person() returns integer language sql stable parallel safe as $$
  select nullif(current_setting('marquee.person', true), '')::integer
$$;
