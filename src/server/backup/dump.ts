import type pg from 'pg'
import { liftTimeout, type Database } from '../db/connect.ts'
import type { ObjectStorage } from '../integrations/storage/port.ts'
import type { WaitingJob } from '../jobs/jobs.ts'
import { VERSION } from '../version.ts'
import {
  FILES,
  FORMAT,
  INVENTORY,
  JOBS,
  KEY,
  MANIFEST,
  pressed,
  ROWS,
  TABLES,
  withChecksums,
  type Manifest,
} from './archive.ts'
import { copyOut } from '../db/copy.ts'
import { refuseUnfinished } from '../db/unfinished.ts'
import { entryOf, type Entry } from './tar.ts'

export type Source = {
  database: Pick<Database, 'kind' | 'pool'>
  zone: string
  /** Undefined: the files are not in the archive. */
  storage: ObjectStorage | undefined
  /** Encryption key of voucher codes, if it is stored as a file. */
  key: Buffer | undefined
}

/** Approximate largest part of a table in an archive, in bytes before compression. */
const PART_BYTES = 8 * 1024 * 1024

/** Dumps all data of one moment, without blocking writers. One part of a table is in memory at a time. */
export const dump = (source: Source, now: Date, say: (message: string) => void): AsyncGenerator<Entry> =>
  withChecksums(everything(source, now, say))

async function* everything({ database, zone, storage, key }: Source, now: Date, say: (message: string) => void) {
  const client = await database.pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await liftTimeout(client)
    await client.query(AS_ANYWHERE)
    await refuseUnfinished(client)
    const tables = await tablesOf(client)
    if (!tables.some(({ name }) => name === 'migrations')) throw new Error('No Marquee data in this database')
    // Like pg_dump, prevents schema changes until the tables are read.
    await client.query(`lock table ${tables.map(({ quoted }) => quoted).join(', ')} in access share mode`)
    const manifest: Manifest = {
      format: FORMAT,
      version: VERSION,
      createdAt: now.toISOString(),
      kind: database.kind,
      zone,
      migrations: (await rowsOf<{ row: Manifest['migrations'][number] }>(client, APPLIED)).map(({ row }) => row),
      tables: tables
        .filter(({ name }) => name !== 'migrations')
        .map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) })),
      sequences: await rowsOf(client, SEQUENCES),
    }
    yield entryOf(MANIFEST, JSON.stringify(manifest, null, 1))
    const counts: Record<string, number> = {}
    for (const table of tables) {
      if (table.name === 'migrations') continue
      counts[table.name] = 0
      for await (const { rows, entry, share } of partsOf(client, table)) {
        counts[table.name]! += rows
        if (entry) yield entry
        if (share < 1) say(`  ${table.name}: ${Math.floor(share * 100)} %, ${counted(counts[table.name]!)} rows`)
      }
      say(`  ${table.name}: ${counted(counts[table.name]!)} rows`)
    }
    yield entryOf(ROWS, JSON.stringify(counts, null, 1))
    yield entryOf(JOBS, await pressed(JSON.stringify(await jobsOf(client))))
    await client.query('rollback')
  } finally {
    // Closing the connection ends the transaction.
    client.release(true)
  }
  if (storage) yield* filesOf(storage, say)
  if (key) yield entryOf(KEY, key)
}

const counted = (n: number) => n.toLocaleString('en')

/** Settings with which values are written the same everywhere. */
const AS_ANYWHERE = `
  set local idle_in_transaction_session_timeout = 0; set local timezone = 'UTC'; set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres'; set local extra_float_digits = 1; set local bytea_output = 'hex'`

const APPLIED = 'select to_jsonb(m) as row from migrations m order by file'
const SEQUENCES = `
  select c.relname as name, coalesce(s.last_value, s.start_value)::text as last, s.last_value is not null as "isCalled"
  from pg_sequences s join pg_class c on c.relname = s.sequencename and c.relnamespace = s.schemaname::regnamespace
  where s.schemaname = current_schema()
  order by 1`

const rowsOf = async <T extends pg.QueryResultRow>(client: pg.PoolClient, text: string) =>
  (await client.query<T>(text)).rows

type Table = {
  name: string
  quoted: string
  /** Columns without generated ones. */
  columns: { name: string; quoted: string }[]
}

const tablesOf = (client: pg.PoolClient) =>
  rowsOf<Table>(
    client,
    `select c.relname as name, format('%I', c.relname) as quoted,
       jsonb_agg(jsonb_build_object('name', a.attname, 'quoted', format('%I', a.attname)) order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     group by c.relname order by c.relname`,
  )

/** Reads a table by ranges of its pages, because the embedded database keeps each complete answer in memory. */
async function* partsOf(client: pg.PoolClient, { name, quoted, columns }: Table) {
  const [{ pages, bytes } = { pages: 0, bytes: 0 }] = await rowsOf<{ pages: number; bytes: number }>(
    client,
    `select pg_relation_size(oid) / current_setting('block_size')::int as pages, pg_table_size(oid) as bytes
     from (select ${literal(quoted)}::regclass as oid) as the_table`,
  )
  const step = Math.max(1, Math.floor(PART_BYTES / (bytes / pages)))
  const picked = columns.map((column) => column.quoted).join(', ')
  for (let [from, part] = [0, 1]; from < pages; from += step) {
    const range = `ctid >= '(${from},0)' and ctid < '(${from + step},0)'`
    const { lines, rows } = await copyOut(
      client,
      `copy (select ${picked} from only ${quoted} where ${range}) to stdout`,
    )
    const share = (from + step) / pages
    if (rows === 0) yield { rows, share }
    else
      yield {
        rows,
        share,
        entry: entryOf(`${TABLES}${name}/${String(part++).padStart(6, '0')}.zst`, await pressed(lines)),
      }
  }
}

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Returns waiting and running jobs; a running job may then run twice. */
async function jobsOf(client: pg.PoolClient): Promise<WaitingJob[]> {
  const [found] = await rowsOf<{ is: boolean }>(client, `select to_regclass('pgboss.job') is not null as is`)
  if (!found!.is) return []
  return rowsOf<WaitingJob>(
    client,
    `select name, data, to_jsonb(start_after) #>> '{}' as "startAfter", singleton_key as "singletonKey"
     from pgboss.job where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss%' order by created_on, id`,
  )
}

/** Returns the files. For another store only a list: backing up the files is the store's task. */
async function* filesOf(storage: ObjectStorage, say: (message: string) => void): AsyncGenerator<Entry> {
  if (storage.kind !== 'embedded') {
    const inventory = await Array.fromAsync(storage.list())
    say(`  files: an inventory of ${counted(inventory.length)}, which stay in the object storage`)
    yield entryOf(INVENTORY, JSON.stringify(inventory, null, 1))
    return
  }
  let files = 0
  for await (const { name } of storage.list()) {
    const file = await storage.get(name)
    // Deleted meanwhile.
    if (!file) continue
    files++
    yield { name: FILES + name, bytes: file.bytes, body: file.body }
  }
  say(`  files: ${counted(files)}`)
}
