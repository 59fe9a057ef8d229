import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { openEmbedded } from './embedded.ts'
import { listener, type Listen } from './listen.ts'

/** The database, or an open transaction of it: every query of every store takes one of these. */
export type Db = NodePgDatabase

export type Database = {
  kind: 'embedded' | 'postgres'
  db: Db
  pool: pg.Pool
  /** Hears what is notified on a channel, over a connection of its own. */
  listen: Listen
  close: () => Promise<void>
}

/** A statement that runs longer is ended: by PostgreSQL itself, or on the embedded one by restarting its worker. */
export const STATEMENT_TIMEOUT_MS = 30_000

// Instants, dates and bigints arrive as text unless a table's column says otherwise; a Date would move a day by the zone.
const asText = (value: string) => value
pg.types.setTypeParser(pg.types.builtins.DATE, asText)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** PostgreSQL at an address, or the embedded one in a folder. One code path from here on. */
export async function connect(at: {
  databaseUrl?: string | undefined
  dataDir: string
  poolSize?: number
}): Promise<Database> {
  if (at.databaseUrl) {
    const pool = new pg.Pool({
      connectionString: at.databaseUrl,
      max: at.poolSize ?? 10,
      connectionTimeoutMillis: 10_000,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      // Statements here are short: compiling one takes longer than it saves.
      options: '-c jit=off',
      application_name: 'marquee',
    })
    pool.on('error', () => {}) // A broken idle connection is replaced at the next use, which reports what is wrong.
    const listen = listener(
      () =>
        new pg.Client({
          connectionString: at.databaseUrl,
          keepAlive: true,
          connectionTimeoutMillis: 10_000,
          query_timeout: 10_000,
          application_name: 'marquee listening',
        }),
    )
    return { kind: 'postgres', db: drizzle(pool), pool, listen, close: once(() => pool.end()) }
  }
  const embedded = await openEmbedded(at.dataDir)
  const virtual: pg.ClientConfig = {
    user: 'postgres',
    database: 'postgres',
    stream: embedded.stream as unknown as pg.ClientConfig['stream'],
    connectionTimeoutMillis: 30_000,
  }
  const pool = new pg.Pool({ ...virtual, max: 1 })
  pool.on('error', () => {})
  const stopWatching = watch(pool, embedded.restart)
  return {
    kind: 'embedded',
    db: drizzle(pool),
    pool,
    listen: listener(() => new pg.Client(virtual)),
    close: once(async () => {
      stopWatching()
      await pool.end()
      await embedded.close()
    }),
  }
}

const once = (act: () => Promise<void>) => {
  let done: Promise<void> | undefined
  return () => (done ??= act())
}

/** Restarts the embedded worker when its one connection has been out for longer than the statement timeout. */
function watch(pool: pg.Pool, restart: () => Promise<void>): () => void {
  let since: number | undefined
  pool.on('acquire', () => (since = Date.now()))
  pool.on('release', () => (since = undefined))
  const timer = setInterval(() => {
    if (since && Date.now() - since > STATEMENT_TIMEOUT_MS) {
      since = undefined
      void restart()
    }
  }, 1000)
  timer.unref()
  return () => clearInterval(timer)
}

/** The SQLSTATE and constraint of a failed query, through Drizzle's wrapping. */
export const sqlError = (error: unknown): { code?: string; constraint?: string } => {
  const cause = (error as { cause?: unknown })?.cause ?? error
  return cause && typeof cause === 'object' ? (cause as { code?: string; constraint?: string }) : {}
}
