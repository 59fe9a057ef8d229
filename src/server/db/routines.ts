import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { inRoot } from '../root.ts'
import { bindScopedRole, ensureScopedRole } from './scoped-role.ts'

const SRC = inRoot('src')
/** The first file, because the others use its functions. */
const PLATFORM = path.join('server', 'db', 'schema.sql')

/** Returns all files with this name, in the order of their application, as paths from `src/`. */
async function ofOwners(name: 'schema.sql' | 'triggers.sql'): Promise<string[]> {
  const files = await Array.fromAsync(glob([`server/**/${name}`, `features/*/*/server/${name}`], { cwd: SRC }))
  return files.sort((a, b) => Number(b === PLATFORM) - Number(a === PLATFORM) || (a < b ? -1 : 1))
}

/** Last applied state: the hash of the files, and the created objects in the form for `drop`. */
type Applied = { hash: string; made: string[] }

/**
 * Creates functions, triggers and views after a change of their files, and policies if their role exists. All objects
 * of the last state are dropped first, so objects without a file disappear. Objects of others in the database stay.
 */
export async function applyRoutines(
  client: pg.PoolClient,
  security: string,
  onStep: (what: string) => void,
): Promise<void> {
  const canScope = await ensureScopedRole(client)
  if (canScope) await bindScopedRole(client)
  const files = [...(await ofOwners('schema.sql')), ...(await ofOwners('triggers.sql'))]
  const texts = new Map<string, string>()
  for (const file of files) texts.set(`src/${file}`, await readFile(path.join(SRC, file), 'utf8'))
  if (canScope) texts.set('A policy', security)
  const hash = createHash('sha256')
    .update([...texts.values()].join('\0'))
    .digest('hex')
  const { rows } = await client.query<{ value: Applied }>(`select value from settings where key = 'routines'`)
  if (rows[0]?.value.hash === hash) return
  onStep('functions, triggers and views')
  const made = rows[0]?.value.made
  // A routine with a dependent object of a migration belongs to the migration.
  for (const one of await standing(client)) if (made?.includes(one) ?? true) await client.query(`drop ${one}`)
  const before = new Set(await standing(client))
  for (const [name, text] of texts)
    await client.query(text).catch((error: Error) => {
      throw new Error(`${name} failed: ${error.message}`, { cause: error })
    })
  const makes = (await standing(client)).filter((one) => !before.has(one))
  await client.query(
    `insert into settings (key, value) values ('routines', $1) on conflict (key) do update set value = excluded.value`,
    [JSON.stringify({ hash, made: makes } satisfies Applied)],
  )
}

/**
 * Returns policies, triggers, views and functions in an order for dropping. Objects of extensions, and those that a
 * column, an index or a check needs, are excluded.
 */
async function standing(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ made: string }>(`
    select made from (
      select 0, format('policy if exists %I on %s', p.polname, p.polrelid::regclass)
      from pg_policy p join pg_class c on c.oid = p.polrelid
      where c.relnamespace = current_schema()::regnamespace
      union all
      select 1, format('trigger if exists %I on %s', t.tgname, t.tgrelid::regclass)
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where c.relnamespace = current_schema()::regnamespace and not t.tgisinternal
      union all
      select 2, format('view if exists %s', c.oid::regclass) from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'v'
        and not exists (
          select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      union all
      select 3, format('function if exists %s', p.oid::regprocedure) from pg_proc p
      where p.pronamespace = current_schema()::regnamespace and p.prokind = 'f'
        and not exists (
          select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
        and not exists (
          select from pg_depend d where d.refclassid = 'pg_proc'::regclass and d.refobjid = p.oid
            and d.classid in ('pg_class'::regclass, 'pg_attrdef'::regclass, 'pg_constraint'::regclass))
    ) all_of_them(rank, made) order by rank, made`)
  return rows.map(({ made }) => made)
}
