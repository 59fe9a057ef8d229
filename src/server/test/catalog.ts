import type pg from 'pg'

/**
 * Describes a database from its catalogs as sorted lines, equal on every version and in any order of creation. They are
 * tables with columns, constraints, indexes and triggers, then sequences, views and functions with hashed bodies.
 */
export async function catalogOf(pool: pg.Pool): Promise<string> {
  const lines: string[] = []
  for (const [heading, query] of Object.entries(PARTS)) {
    const { rows } = await pool.query<{ line: string }>(query)
    lines.push(`## ${heading}`, ...rows.map(({ line }) => line), '')
  }
  return lines.join('\n')
}

const PARTS = {
  extensions: `select extname as line from pg_extension where extname <> 'plpgsql' order by extname collate "C"`,

  tables: `
    with t as (
      select oid, relname, reloptions, relrowsecurity from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace
    ), parts(name, rank, line) as (
      select relname, 0, relname || coalesce(' with (' || array_to_string(reloptions, ', ') || ')', '')
        || case when relrowsecurity then '' else ' without row security' end from t
      union all
      select relname, 1, '  ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
        || case when a.attcollation <> y.typcollation then ' collate "' || c.collname || '"' else '' end
        || case when a.attnotnull then ' not null' else '' end
        || case when a.attidentity = 'a' then ' generated always as identity' || coalesce(' start with ' || (
             select nullif(seqstart, 1) from pg_sequence
             where seqrelid = pg_get_serial_sequence(quote_ident(t.relname), a.attname)::regclass), '') else '' end
        || case when d.oid is null then ''
             when a.attgenerated = 's' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
             else ' default ' || pg_get_expr(d.adbin, d.adrelid) end
      from t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
        join pg_type y on y.oid = a.atttypid
        left join pg_collation c on c.oid = a.attcollation
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      union all
      select relname, 2, '  constraint ' || k.conname || ' ' || pg_get_constraintdef(k.oid)
      from t join pg_constraint k on k.conrelid = t.oid where k.contype in ('p', 'u', 'f', 'c', 'x')
      union all
      select relname, 3, '  ' || replace(pg_get_indexdef(i.indexrelid), ' ON public.', ' ON ')
      from t join pg_index i on i.indrelid = t.oid
      where not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
      union all
      select relname, 4, '  ' || replace(pg_get_triggerdef(g.oid), ' ON public.', ' ON ')
      from t join pg_trigger g on g.tgrelid = t.oid where not g.tgisinternal
      union all
      select relname, 5, '  policy ' || l.polname || ' using ' || regexp_replace(pg_get_expr(l.polqual, l.polrelid), '[[:space:]]+', ' ', 'g')
      from t join pg_policy l on l.polrelid = t.oid
    )
    select line from parts order by name collate "C", rank, parts.line collate "C"`,

  sequences: `
    select c.relname || ' ' || format_type(s.seqtypid, null) || ' from ' || s.seqstart || ' to ' || s.seqmax as line
    from pg_sequence s join pg_class c on c.oid = s.seqrelid
    where c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'i')
    order by c.relname collate "C"`,

  views: `
    select c.relname || ' (' || string_agg(a.attname, ', ' order by a.attname collate "C") || ')' as line
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    where c.relkind = 'v' and c.relnamespace = 'public'::regnamespace and not exists (
      select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    group by c.relname order by c.relname collate "C"`,

  functions: `
    select p.proname || '(' || pg_get_function_arguments(p.oid) || ') returns ' || pg_get_function_result(p.oid)
      || ' ' || l.lanname
      || case p.provolatile when 'i' then ' immutable' when 's' then ' stable' else '' end
      || case when p.proisstrict then ' strict' else '' end
      || case p.proparallel when 's' then ' parallel safe' else '' end
      || coalesce(' set ' || array_to_string(p.proconfig, ', '), '') || ' ' || md5(p.prosrc) as line
    from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'public'::regnamespace
      and not exists (
        select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    order by p.proname collate "C", pg_get_function_arguments(p.oid) collate "C"`,
}
