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

-- Makes `add_to_<table>(facts)` of a table whose columns outside its key are sums: it adds facts to what stands there. Rows are
-- taken in the order of the key, so that two writers never wait for one another in a circle.
create function make_rollup(of_table text) returns void language plpgsql as $$
declare
  keys text[] := (select array_agg(attname::text order by array_position(indkey::int2[], attnum))
    from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey[0:indnkeyatts - 1])
    where indrelid = of_table::regclass and indisprimary);
  sums text := (select string_agg(format('%1$I = s.%1$I + excluded.%1$I', attname), ', ')
    from pg_attribute where attrelid = of_table::regclass and attnum > 0 and not attisdropped and attname <> all(keys));
begin
  execute format('create function %I(facts %I[]) returns void language plpgsql as $f$ begin
    if facts is null then return; end if;
    insert into %2$I as s select * from unnest(facts) order by %3$s on conflict (%3$s) do update set %4$s; end $f$',
    'add_to_' || of_table, of_table, array_to_string(keys, ', '), sums);
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
