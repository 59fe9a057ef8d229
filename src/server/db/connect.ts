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

/** Database, or an open transaction; the first argument of every store's queries. */
export type Db = NodePgDatabase

export type Database = {
  kind: 'embedded' | 'postgres'
  db: Db
  pool: pg.Pool
  /** Listens on a channel, over a separate connection. */
  listen: Listen
  /** Machines of the database, if there are several. */
  cluster?: Cluster | undefined
  close: () => Promise<void>
}

/** Longest time of a statement, in ms. PostgreSQL ends it; the embedded database is restarted. */
const STATEMENT_TIMEOUT_MS = 30_000
const READ_LAG_MS = 10_000

// Instants, dates and bigints stay text unless a table's column says otherwise, because a Date would shift a day by the
// zone.
const asText = (value: string) => value
pg.types.setTypeParser(pg.types.builtins.DATE, asText)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

type At = {
  /** Address; with several hosts, the primary is found and followed. */
  databaseUrl?: string | undefined
  /** Address without the pooler, if the other address is a pooler in transaction mode. */
  databaseDirectUrl?: string | undefined
  /** Replicas for reads. */
  databaseReadUrl?: string | undefined
  /** Replication lag in ms above which a replica is excluded. */
  readLagMs?: number
  dataDir: string
  poolSize?: number
  statementTimeoutMs?: number
  upkeepMs?: number
  /** Receives the duration of each statement. */
  onStatement?: OnStatement | undefined
  /** Receives changes of the primary and of the used replicas. */
  onCluster?: (message: string) => void
}

/**
 * Connects to PostgreSQL at an address, or to the embedded database in a folder. All other code is the same for both.
 */
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
  // The connections share one session, in which a new connection would find the names of the last.
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
 * Time in ms that an idle connection stays open. The first statements of a connection take ten times as long, until its
 * process knows the tables and has their pages. Networks may close silent connections earlier.
 */
const IDLE_MS = 300_000

async function connectPostgres(at: At, databaseUrl: string, statementTimeoutMs: number): Promise<Database> {
  // Statements are short and many, so compiling them or starting processes takes longer than it saves.
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

/** Arbitrary fixed number, different from other locks. */
const DEFAULTS_LOCK = 7_316_002

/** Sets defaults for the user in this database, because a pooler accepts no such settings from clients. */
async function keepDefaults(directUrl: string, settings: Record<string, string | number>) {
  const client = new pg.Client({ connectionString: directUrl, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('select quote_ident(current_database()) as database')
    // Locks until the end of the transaction: servers that start together must not change the role concurrently.
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
 * Creates a pool that survives broken connections: an idle one is replaced at the next use, and one in use rejects its
 * statements, also in a transaction. Both also emit an `error` event, which would end the process.
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
 * Releases the connection of a transaction in every case. The library loses a connection whose `begin` fails, after an
 * unnoticed break or without a free connection in the pooler.
 */
function databaseOver(pool: pg.Pool): Db {
  const db = drizzle(pool)
  db.transaction = (run, config) => retried(() => onOne(pool, (client) => drizzle(client).transaction(run, config)))
  return db
}

const RETRIED = new Set(['40001', '40P01'])
const TRIES = 4
/** Average first pause in ms. Meanwhile the other transaction can take the released lock. */
const PAUSE_MS = 40

/** Returns whether the transaction must be repeated (serialisation error, deadlock). */
export const isToRetry = (error: unknown): boolean => RETRIED.has(sqlError(error).code ?? '')

/**
 * Repeats a transaction from its beginning after a deadlock, after a pause. Without the pause it would often take the
 * lock that the other one waits for, and both would wait for each other again.
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

/** Creates connections to the current address of the primary. */
const followingClient = (Base: typeof pg.Client, address: () => string, onNew: (client: pg.Client) => void) =>
  class extends Base {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: address() })
      onNew(this)
    }
  }

/** Clients without a statement timeout, until they are released. */
const unhurried = new WeakSet<pg.ClientBase>()

/** Additional processes for a long statement. */
const WORKERS = 2

/** Removes the statement limits from the open transaction of a client, for migrations. */
export async function liftTimeout(client: pg.PoolClient): Promise<void> {
  liftStatementTimeout(client)
  await client.query(`set local statement_timeout = 0; set local max_parallel_workers_per_gather = ${WORKERS}`)
}

/** Runs a transaction without a statement timeout. */
export const withoutStatementTimeout = <T>({ pool }: Pick<Database, 'pool'>, run: (tx: Db) => Promise<T>): Promise<T> =>
  retried(() =>
    onOne(pool, (client) =>
      drizzle(client).transaction(async (tx) => {
        await liftTimeout(client)
        return run(tx as unknown as Db)
      }),
    ),
  )

/** Allows long statements for this client until it is released. */
export const liftStatementTimeout = (client: pg.PoolClient): void => void unhurried.add(client)

/**
 * Restarts the embedded database when its only connection is in use and has had no answer for the statement timeout.
 */
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

/** Returns the SQLSTATE and the constraint of a failed query, inside Drizzle's error. */
export const sqlError = (error: unknown): { code?: string; constraint?: string; syscall?: string } => {
  const cause = (error as { cause?: unknown })?.cause ?? error
  return cause && typeof cause === 'object' ? (cause as ReturnType<typeof sqlError>) : {}
}
