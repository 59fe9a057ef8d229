import { setTimeout as pause } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { addressesOf } from './address.ts'
import { openCluster, type Cluster } from './cluster.ts'
import { openEmbedded, type Embedded } from './embedded.ts'
import { listener, type Listen } from './listen.ts'
import { preparing } from './prepared.ts'
import { breakSilent } from './silence.ts'
import { bindWaiting, watchedClient, type OnStatement } from '../watch/statements.ts'

/** The database, or an open transaction of it: every query of every store takes one of these. */
export type Db = NodePgDatabase

export type Database = {
  kind: 'embedded' | 'postgres'
  db: Db
  pool: pg.Pool
  /** Hears what is notified on a channel, over a connection of its own. */
  listen: Listen
  /** The machines that it is on, where there are several. */
  cluster?: Cluster | undefined
  close: () => Promise<void>
}

/** A statement that runs longer is ended: by PostgreSQL itself, or on the embedded one by restarting its process. */
const STATEMENT_TIMEOUT_MS = 30_000
const READ_LAG_MS = 10_000

// Instants, dates and bigints arrive as text unless a table's column says otherwise; a Date would move a day by the zone.
const asText = (value: string) => value
pg.types.setTypeParser(pg.types.builtins.DATE, asText)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

type At = {
  /** With several hosts, the one of them that can be written to is found and followed. */
  databaseUrl?: string | undefined
  /** Past a pooler in transaction mode, where the other address is that pooler's. */
  databaseDirectUrl?: string | undefined
  /** Replicas to read from. */
  databaseReadUrl?: string | undefined
  /** A replica that is further behind is left out. */
  readLagMs?: number
  dataDir: string
  poolSize?: number
  statementTimeoutMs?: number
  upkeepMs?: number
  /** Who is told how long each statement takes. */
  onStatement?: OnStatement | undefined
  /** Who is told that another machine is the primary, and which replicas are read from. */
  onCluster?: (message: string) => void
}

/** PostgreSQL at an address, or the embedded one in a folder. One code path from here on. */
export async function connect(at: At): Promise<Database> {
  const statementTimeoutMs = at.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS
  if (at.databaseUrl) return connectPostgres(at, at.databaseUrl, statementTimeoutMs)
  const embedded = await openEmbedded(at.dataDir, at.upkeepMs)
  const virtual: pg.ClientConfig = {
    user: 'postgres',
    database: 'postgres',
    stream: embedded.stream as unknown as pg.ClientConfig['stream'],
    connectionTimeoutMillis: 30_000,
  }
  // Its connections share one session: a new one would meet the names of the last.
  const pool = poolOf({ ...virtual, max: 1 }, at.onStatement, preparing(false))
  const stopWatching = watch(pool, embedded, statementTimeoutMs)
  return {
    kind: 'embedded',
    db: databaseOver(pool),
    pool,
    listen: listener(() => new pg.Client(virtual)),
    close: once(async () => {
      stopWatching()
      await pool.end()
      await embedded.close()
    }),
  }
}

/**
 * A connection's first statements take ten times as long, until its process knows the tables and has their pages: it stays
 * open for as long as nothing between closes what says nothing.
 */
const IDLE_MS = 300_000

async function connectPostgres(at: At, databaseUrl: string, statementTimeoutMs: number): Promise<Database> {
  // Statements here are short, and many at a time: compiling one, or starting processes for it, takes longer than it saves.
  const limits = { statement_timeout: statementTimeoutMs, jit: 'off', max_parallel_workers_per_gather: 0 }
  const config = (connectionString: string): pg.PoolConfig => ({
    connectionString,
    max: at.poolSize ?? 10,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: IDLE_MS,
    ...(!at.databaseDirectUrl && {
      options: Object.entries(limits)
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(' '),
    }),
    application_name: 'marquee',
  })
  let cluster: Cluster | undefined
  const primaries = addressesOf(at.databaseDirectUrl ?? databaseUrl)
  const follow = (client: pg.Client) => cluster?.followed(client)
  const primary = () => cluster?.primaryAddress() ?? primaries[0]!
  const pool = at.databaseDirectUrl
    ? poolOf(config(databaseUrl), at.onStatement, preparing(false))
    : poolOf(config(primaries[0]!), at.onStatement, (Base) => followingAndPreparing(Base, primary, follow))
  breakSilent(pool, statementTimeoutMs, (client) => unhurried.has(client))
  if (primaries.length > 1 || at.databaseReadUrl)
    cluster = await openCluster({
      primaries,
      replicas: at.databaseReadUrl ? addressesOf(at.databaseReadUrl) : [],
      mostLagMs: at.readLagMs ?? READ_LAG_MS,
      primary: pool,
      poolOf: (address, onNew) =>
        poolOf(config(address), at.onStatement, (Base) => followingAndPreparing(Base, () => address, onNew)),
      onChange: (message) => at.onCluster?.(message),
    })
  const close = once(async () => {
    await cluster?.close()
    await pool.end()
  })
  try {
    if (at.databaseDirectUrl) await keepDefaults(primary(), limits)
  } catch (error) {
    await close()
    throw error
  }
  const Listening = followingClient(pg.Client, primary, follow)
  const listen = listener(
    () =>
      new Listening({
        keepAlive: true,
        connectionTimeoutMillis: 10_000,
        query_timeout: 10_000,
        application_name: 'marquee listening',
      }),
  )
  return { kind: 'postgres', db: databaseOver(pool), pool, listen, cluster, close }
}

/** Any fixed number of its own. */
const DEFAULTS_LOCK = 7_316_002

/** A pooler takes no such settings from those it serves: the user has them in this database whenever it connects. */
async function keepDefaults(directUrl: string, settings: Record<string, string | number>) {
  const client = new pg.Client({ connectionString: directUrl, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('select quote_ident(current_database()) as database')
    // Servers that start together take turns: a role is not changed by two at once.
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [DEFAULTS_LOCK])
    for (const [name, value] of Object.entries(settings))
      await client.query(`alter role current_user in database ${rows[0].database} set ${name} = '${value}'`)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

const once = (run: () => Promise<void>) => {
  let done: Promise<void> | undefined
  return () => (done ??= run())
}

/**
 * A pool in which a connection may break at any time: an idle one is replaced at the next use, and one that is out refuses
 * what is asked of it, in a transaction too. Both say so by an `error` event as well, which would end the process.
 */
function poolOf(
  config: pg.PoolConfig,
  onStatement: OnStatement | undefined,
  clientOf: (Base: typeof pg.Client) => typeof pg.Client,
): pg.Pool {
  const Client = clientOf(onStatement ? watchedClient(onStatement) : pg.Client)
  const pool = new pg.Pool({ ...config, Client })
  if (onStatement) bindWaiting(pool)
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('release', (_, client) => unhurried.delete(client))
  return pool
}

/**
 * A transaction gives its connection back however it ends: the library keeps one for ever whose `begin` fails, as it does
 * when the connection has broken unnoticed or a pooler has no other to give.
 */
function databaseOver(pool: pg.Pool): Db {
  const db = drizzle(pool)
  db.transaction = (run, config) => retried(() => onOne(pool, (client) => drizzle(client).transaction(run, config)))
  return db
}

const RETRIED = new Set(['40001', '40P01'])
const TRIES = 4
/** About how long the first pause is: what the other one waits for is free, and it takes that once it has woken. */
const PAUSE_MS = 40

/** The database asks for the transaction again (serialisation, deadlock). */
export const isToRetry = (error: unknown): boolean => RETRIED.has(sqlError(error).code ?? '')

/**
 * Two transactions that wait for each other are no fault of either: the one that gave way is done again, from its beginning. At
 * once it would often take what the other one has waited for, and they would wait for each other again.
 */
async function retried<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await run()
    } catch (error) {
      if (tries === TRIES || !isToRetry(error)) throw error
      await pause(PAUSE_MS * tries * (0.5 + Math.random()))
    }
}

async function onOne<T>(pool: pg.Pool, run: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await run(client)
  } finally {
    client.release()
  }
}

const followingAndPreparing = (...[Base, ...at]: Parameters<typeof followingClient>) =>
  preparing(true)(followingClient(Base, ...at))

/** Connections that are made to where the primary is by then. */
const followingClient = (Base: typeof pg.Client, address: () => string, onNew: (client: pg.Client) => void) =>
  class extends Base {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: address() })
      onNew(this)
    }
  }

/** Whose statements may take longer, until they are released. */
const unhurried = new WeakSet<pg.ClientBase>()

/** Processes beside its own for a statement that takes long. */
const WORKERS = 2

/** Lifts the limits of statements from the open transaction of a client: a migration takes as long, and as much, as it takes. */
export async function liftTimeout(client: pg.PoolClient): Promise<void> {
  liftStatementTimeout(client)
  await client.query(`set local statement_timeout = 0; set local max_parallel_workers_per_gather = ${WORKERS}`)
}

/** A transaction of which each statement takes as long as it takes. */
export const withoutStatementTimeout = <T>({ pool }: Pick<Database, 'pool'>, run: (tx: Db) => Promise<T>): Promise<T> =>
  retried(() =>
    onOne(pool, (client) =>
      drizzle(client).transaction(async (tx) => {
        await liftTimeout(client)
        return run(tx as unknown as Db)
      }),
    ),
  )

/** Statements of this client may take longer than others, until it is released. */
export const liftStatementTimeout = (client: pg.PoolClient): void => void unhurried.add(client)

/** Restarts the embedded database when its one connection is out and has not been answered for the statement timeout. */
function watch(pool: pg.Pool, { restart, lastMessageAt }: Embedded, timeoutMs: number): () => void {
  let since: number | undefined
  let out: pg.PoolClient | undefined
  pool.on('acquire', (client) => ([since, out] = [Date.now(), client]))
  pool.on('release', () => (since = undefined))
  const timer = setInterval(() => {
    if (since && !unhurried.has(out!) && Date.now() - Math.max(since, lastMessageAt()) > timeoutMs) {
      since = undefined
      void restart()
    }
  }, 1000)
  timer.unref()
  return () => clearInterval(timer)
}

/** The SQLSTATE and constraint of a failed query, through Drizzle's wrapping. */
export const sqlError = (error: unknown): { code?: string; constraint?: string; syscall?: string } => {
  const cause = (error as { cause?: unknown })?.cause ?? error
  return cause && typeof cause === 'object' ? (cause as ReturnType<typeof sqlError>) : {}
}
