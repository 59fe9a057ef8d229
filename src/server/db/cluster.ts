import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { type Position } from '#contract/position.ts'
import { placeOf } from './address.ts'
import { abortConnection } from './abort-connection.ts'
import type { Db } from './connect.ts'

/** Replica, as last seen. */
export type Replica = {
  /** host:port */
  name: string
  isUsed: boolean
  /** True if the replica answers. */
  isReached: boolean
  /** Replication lag in seconds; undefined: it does not answer or follows another primary. */
  lagSeconds: number | undefined
  /** Reason for the exclusion. */
  reason: string | undefined
  /** Start of the exclusion. */
  leftOutAt: Date | undefined
}

/** Machines of a database: the primary, which takes all writes, and the replicas that follow it. */
export type Cluster = {
  /** Last known address of the primary. */
  primaryAddress: () => string
  /** Registers a connection to the primary, which is broken when another machine becomes the primary. */
  followed: (client: pg.Client) => void
  /**
   * Returns a replica for a read that may be slightly old, for a caller who has seen the database up to a position.
   * Undefined: the primary answers, because it is its turn or no replica has reached the position. The primary also
   * answers when the replica fails.
   */
  readFor: (who: string, seen: Position) => Promise<Db | undefined>
  /** Returns a position at or after all current commits; undefined: no reads from replicas. */
  position: () => Promise<Position | undefined>
  replicas: () => Replica[]
  close: () => Promise<void>
}

type Given = {
  primaries: readonly string[]
  replicas: readonly string[]
  /** Replication lag in ms above which a replica is excluded. */
  mostLagMs: number
  /** Pool for the statements of requests. */
  primary: pg.Pool
  /** `onNew` is called for each connection before it is opened. */
  poolOf: (address: string, onNew: (client: pg.Client) => void) => pg.Pool
  /** Reports a change to the operator. */
  onChange: (message: string) => void
}

const LOOK_EVERY_MS = 1000
/** Time in ms after which a machine counts as unavailable. */
const ANSWER_TIMEOUT_MS = 2000
/** Number of stored positions of the primary's log, one for each check. The lag is known up to this age. */
const POSITIONS_STORED = 600

type Seen = { isReplica: boolean; timeline: number; at: number }
type Machine = {
  address: string
  name: string
  watching: pg.Pool
  seen: Seen | undefined
  reason: string | undefined
}
type Reader = {
  machine: Machine
  pool: pg.Pool
  connections: Set<pg.Client>
  db: Db
  isUsed: boolean
  leftOutAt: Date | undefined
  asking: Promise<unknown> | undefined
}

/** Reads the timeline from the start of a log file's name. */
const timelineOf = (walFile: string) => Number.parseInt(walFile.slice(0, 8), 16)

/**
 * Returns the state of a machine. A replica's own functions do not show its timeline, so the primary writes its
 * timeline into a row: a replica that follows another primary, or none, has another number there.
 */
async function databaseStateOf({ watching }: Machine): Promise<Seen> {
  const { rows } = await watching.query<{ isReplica: boolean; at: string; file: string | null }>(`
    select pg_is_in_recovery() as "isReplica",
      case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end - '0/0' as at,
      case when not pg_is_in_recovery() then pg_walfile_name(pg_current_wal_insert_lsn()) end as file`)
  const { isReplica, at, file } = rows[0]!
  if (file) return { isReplica, at: Number(at), timeline: timelineOf(file) }
  const { rows: noted } = await watching.query<{ value: number }>(`select value from settings where key = '${NOTED}'`)
  return { isReplica, at: Number(at), timeline: noted[0]?.value ?? 0 }
}

const NOTED = 'timeline'
const note = ({ watching }: Machine, timeline: number) =>
  watching.query(
    `insert into settings (key, value) values ('${NOTED}', to_jsonb($1::int))
    on conflict (key) do update set value = excluded.value where settings.value <> excluded.value`,
    [timeline],
  )

/** Returns whether a statement failed because of the machine, not because of its content or duration. */
export const isOfReplica = (error: unknown) =>
  !(error instanceof pg.DatabaseError) || /^(08|53|57P|40)/.test(error.code ?? '')

type Turns = { pools: pg.Pool[]; onFailed: (error: unknown) => void }
const turnsOf = (db: Db): Turns => {
  const { $client } = db as unknown as { $client: pg.Pool | Turns }
  return 'pools' in $client ? $client : { pools: [$client], onFailed: () => {} }
}

/** Returns the pools for the statements of a database: the first, then the alternatives after a failure. */
export const poolsOf = (db: Db): pg.Pool[] => turnsOf(db).pools

/** Returns the same database with each of its pools converted. */
export const withPools = (db: Db, formOf: (pool: pg.Pool) => pg.Pool): Db => {
  const { pools, onFailed } = turnsOf(db)
  return databaseOf(pools.map(formOf), onFailed)
}

/**
 * Returns a database that repeats a statement on the next pool if the machine of the first fails. `onFailed` gets the
 * error.
 */
function databaseOf(pools: pg.Pool[], onFailed: Turns['onFailed']): Db {
  if (pools.length === 1) return drizzle(pools[0]!)
  const query = async (...given: unknown[]): Promise<unknown> => {
    for (const pool of pools.slice(0, -1))
      try {
        return await pool.query(...(given as [string]))
      } catch (error) {
        if (!isOfReplica(error)) throw error
        onFailed(error)
      }
    return pools.at(-1)!.query(...(given as [string]))
  }
  return drizzle({ query, pools, onFailed } as unknown as pg.Client) as Db
}

const isCancelled = (error: unknown) => Boolean((error as { code?: string }).code?.startsWith('40'))

/**
 * Returns a number for a person, the same on every server, so that a person does not alternate between two ages of the
 * data.
 */
const numberOf = (who: string) => [...who].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 65_521, 7)

/** Watches the machines. @throws Error with a sentence if none of several hosts accepts writes */
export async function openCluster(given: Given): Promise<Cluster> {
  const { primary, poolOf, mostLagMs, onChange } = given
  const machines = new Map(
    [...given.primaries, ...given.replicas].map((address) => [address, machineAt(address)] as const),
  )
  const candidates = given.primaries.map((address) => machines.get(address)!)
  const readers = given.replicas.map((address) => readerAt(machines.get(address)!))
  const connections = new Set<pg.Client>()
  let current = candidates[0]!
  let timeline = 0
  let noted: string | undefined
  let places: { since: number; at: number }[] = []

  function readerAt(machine: Machine): Reader {
    const open = new Set<pg.Client>()
    const pool = poolOf(machine.address, (client) => keepIn(open, client))
    const db = databaseOf([pool, primary], (error) => {
      // A replica that cancels a statement, because the primary has removed its rows, is healthy.
      if (!isCancelled(error)) machine.seen = undefined
    })
    return { machine, pool, connections: open, db, isUsed: false, leftOutAt: undefined, asking: undefined }
  }

  /** An address can be in both lists, because the primary changes. */
  const replicas = () => readers.filter(({ machine }) => machine !== current)

  const lagMs = ({ at }: Seen) => {
    const missed = places.find((place) => place.at > at)
    return missed ? performance.now() - missed.since : 0
  }

  const unusableReason = ({ machine }: Reader): string | undefined => {
    const { seen, reason } = machine
    if (!seen) return reason ?? 'it did not answer'
    if (!seen.isReplica) return 'it is not a replica'
    if (!current.seen) return 'the primary does not answer'
    if (seen.timeline !== timeline) return 'it does not follow the primary'
    if (lagMs(seen) > mostLagMs) return `it is ${Math.round(lagMs(seen) / 1000)} s behind`
  }

  const look = async () => {
    await Promise.all([...machines.values()].map(ask))
    const found = candidates
      .filter(({ seen }) => seen && !seen.isReplica && seen.timeline >= timeline)
      // An old primary may return after a promotion and still believe that it is the primary.
      .reduce<Machine | undefined>(
        (best, one) => (best && best.seen!.timeline >= one.seen!.timeline ? best : one),
        undefined,
      )
    if (found) await follow(found)
    for (const reader of replicas()) {
      const reason = unusableReason(reader)
      // The primary repeats the statements of a replica that no longer answers.
      if (!reader.machine.seen) reader.connections.forEach(abortConnection)
      if (reader.isUsed !== !reason)
        onChange(
          reason ? `replica ${reader.machine.name} is excluded: ${reason}` : `replica ${reader.machine.name} is used`,
        )
      reader.isUsed = !reason
      reader.leftOutAt = reason ? (reader.leftOutAt ?? new Date()) : undefined
    }
  }

  const follow = async (found: Machine) => {
    const { timeline: on, at } = found.seen!
    if (found !== current || on !== timeline) {
      if (timeline) onChange(`${found.name} is the primary now`)
      if (found !== current) connections.forEach(abortConnection)
      current = found
      for (const reader of readers) if (reader.machine === found) reader.leftOutAt = undefined
      timeline = on
      places = []
    }
    if (!readers.length) return
    if (at > (places.at(-1)?.at ?? 0)) places.push({ since: performance.now(), at })
    places = places.slice(-POSITIONS_STORED)
    const toNote = `${found.name} ${timeline}`
    // Fails until the tables exist.
    if (noted !== toNote)
      await note(found, timeline)
        .then(() => (noted = toNote))
        .catch(() => {})
  }

  let closing = false
  let looking: Promise<unknown> = look()
  let timer: NodeJS.Timeout | undefined
  const goOn = () => {
    if (closing) return
    timer = setTimeout(() => (looking = look().finally(goOn)), LOOK_EVERY_MS)
    timer.unref()
  }
  const close = async () => {
    closing = true
    clearTimeout(timer)
    await looking
    await Promise.all([
      ...[...machines.values()].map(({ watching }) => watching.end()),
      ...readers.map(({ pool }) => pool.end()),
    ])
  }

  await looking
  if (candidates.length > 1 && !timeline) {
    await close()
    throw new Error(
      `No host of DATABASE_URL accepts writes: ${candidates.map(({ name, reason }) => `${name} ${reason ? `does not answer (${reason})` : 'is a replica'}`).join(', ')}`,
    )
  }
  goOn()

  const hasReached = async (reader: Reader, at: number) => {
    const { machine } = reader
    if (machine.seen!.at < at) await (reader.asking ??= ask(machine).finally(() => (reader.asking = undefined)))
    return !unusableReason(reader) && machine.seen!.at >= at
  }

  return {
    primaryAddress: () => current.address,
    followed: (client) => keepIn(connections, client),
    readFor: async (who, seen) => {
      const used = replicas().filter((reader) => reader.isUsed && !unusableReason(reader))
      // The primary shares these reads: it has the number after the last replica.
      const reader = used[numberOf(who) % (used.length + 1)]
      // A caller who has seen a newer timeline than this server cannot read from replicas of the older one.
      if (!reader || seen.timeline > timeline) return
      return (await hasReached(reader, seen.at)) ? reader.db : undefined
    },
    position: async () => {
      if (!readers.length) return
      // With a short timeout, because the write is done by then.
      const { rows } = await current.watching.query<{ file: string; at: string }>(
        `select pg_walfile_name(p) as file, p - '0/0' as at from pg_current_wal_insert_lsn() p`,
      )
      return { timeline: timelineOf(rows[0]!.file), at: Number(rows[0]!.at) }
    },
    replicas: () =>
      replicas().map((reader) => {
        const { name, seen } = reader.machine
        const reason = unusableReason(reader)
        const isFollowing = seen?.isReplica && seen.timeline === timeline
        return {
          name,
          isUsed: !reason,
          isReached: seen !== undefined,
          lagSeconds: isFollowing ? lagMs(seen) / 1000 : undefined,
          reason,
          // The next check stores the time.
          leftOutAt: reason ? (reader.leftOutAt ?? new Date()) : undefined,
        }
      }),
    close,
  }
}

const machineAt = (address: string): Machine => ({
  address,
  name: placeOf(address),
  watching: new pg.Pool({
    connectionString: address,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    application_name: 'marquee watching',
  })
    .on('error', () => {})
    .on('connect', (client) => client.on('error', () => {})),
  seen: undefined,
  reason: undefined,
})

async function ask(machine: Machine): Promise<void> {
  try {
    machine.seen = await databaseStateOf(machine)
    machine.reason = undefined
  } catch (error) {
    machine.seen = undefined
    machine.reason = (error as Error).message || String((error as { code?: string }).code)
  }
}

const keepIn = (open: Set<pg.Client>, client: pg.Client) => {
  open.add(client)
  client.once('end', () => open.delete(client))
}
