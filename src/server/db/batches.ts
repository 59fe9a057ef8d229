import { Readable } from 'node:stream'
import { sql, type SQL } from 'drizzle-orm'
import type pg from 'pg'
import { isOfReplica, poolsOf } from './cluster.ts'
import { liftStatementTimeout, type Db } from './connect.ts'
import { copyEach, statementOf, valuesOf, type Copying } from './copy.ts'
import { beyond, countSelected, listed, type Selection } from './page.ts'
import { sourceOf } from './scoped.ts'

/**
 * All rows of a list, however many: read in pieces by COPY, each after the last row of the one before. A small piece is
 * kept until it is taken, so that nothing of the database waits for whoever takes it. A large one is joined at once, which
 * takes a third of the time, and sent as it is read: there are few at a time, and none waits long.
 */

/**
 * Which rows: those after the one with these keys, in order; so many, or all that there are. `areMany`: what belongs to
 * them is found sooner for all at once.
 */
export type Part = { after: readonly string[] | undefined; limit: number | undefined; areMany: boolean }
export type Rows = {
  /** Selects the columns it is given of a part of the rows, and then the rows' keys. */
  statement: (columns: SQL, part: Part) => SQL | Promise<SQL>
  /** How many there are, where that is known. */
  total?: number | undefined
  /** No statement is asked for more. */
  most?: number
  /** To find some takes as long as to find all of them. */
  isSearch?: boolean | undefined
}

/** Rows as somebody writes them down. */
export type Writer = {
  /** A row's cells; one that is null is ''. */
  add: (cells: readonly string[]) => void
  /** What is written since, if it is much or all of it is wanted. */
  next: (isAll: boolean) => Buffer | undefined
}

export const LIMITS = {
  /** Rows of a small piece. */
  small: 4000,
  large: 1_000_000,
  /** So many are joined at once to what belongs to them. */
  many: 50_000,
  /** One connection of so many is for large pieces. */
  oneOf: 4,
  /** A large piece waits so long for whoever takes it, all in all: what is left comes in small ones. */
  timeoutMs: 30_000,
  /** Bytes that wait to be taken. */
  ahead: 512 * 1024,
} as const
export type Limits = { [K in keyof typeof LIMITS]: number }

/** The memory that sorts and joins of a large piece get, unless they have more anyway; and what it takes at most. */
const UNHURRIED = `
  begin read only; set local statement_timeout = '10min';
  select set_config('work_mem', greatest(pg_size_bytes(current_setting('work_mem')), 67108864) / 1024 || 'kB', true)`

/** How far a piece came: its rows, and the keys of the last. */
type Progress = { rows: number; keys: string[] | undefined }

const nothing = () => {}
/** How many large pieces are read at a time. */
const large = new WeakMap<pg.Pool, number>()
const hasPlace = (pool: pg.Pool, { oneOf }: Limits) => (large.get(pool) ?? 0) < Math.floor(pool.options.max / oneOf)
const count = (pool: pg.Pool, more: 1 | -1) => void large.set(pool, (large.get(pool) ?? 0) + more)

/** How many rows lists have together; undefined where one of them is not counted. */
export const totalOf = (lists: readonly Rows[]): number | undefined =>
  lists.reduce<number | undefined>(
    (sum, { total }) => (sum === undefined || total === undefined ? undefined : sum + total),
    0,
  )

/** A selection's rows; where they come from can depend on whether they are many. */
export function everyRow(
  selection: Omit<Selection, 'from'> & { from: SQL | ((areMany: boolean) => SQL) },
  total?: number,
): Rows {
  const { from, where, keys, descending, isSearch } = selection
  const all = listed(keys.map(({ of }) => of))
  return {
    total,
    isSearch,
    statement: (columns, { after, limit, areMany }) => sql`
      select ${columns}, ${all} from ${typeof from === 'function' ? from(areMany) : from}
      where ${where} ${after ? sql`and ${beyond(selection, after)}` : sql``}
      order by ${listed(keys.map(({ of }) => sql`${of} ${sql.raw(descending ? 'desc' : 'asc')}`))}
      ${limit === undefined ? sql`` : sql`limit ${limit}`}`,
  }
}

/**
 * The rows of selections, each counted, as a list is counted.
 * @param join where the rows come from with what their columns need besides
 */
export async function everyRowOf(
  db: Db,
  selections: readonly Selection[],
  join: (selection: Selection) => SQL = ({ from }) => from,
): Promise<Rows[]> {
  const lists: Rows[] = []
  for (const selection of selections)
    lists.push(everyRow({ ...selection, from: join(selection) }, await countSelected(db, selection)))
  return lists
}

/**
 * The rows of lists, one list after the other, as bytes. Whoever breaks off ends the statement that runs; a failure on the
 * way breaks the stream. A list is as it is when each piece of it is read.
 */
export function streamInBatches(
  db: Db,
  columns: readonly SQL[],
  lists: readonly Rows[],
  writer: Writer,
  limits: Limits = LIMITS,
): Readable {
  const pools = [...poolsOf(db)]
  const cells = listed(columns)
  let running: Copying | undefined
  let isFull = false
  let isSlow = false
  let hasBegun = false
  let onRoom = nothing
  const out = new Readable({
    highWaterMark: limits.ahead,
    read: () => {
      if (!hasBegun) {
        hasBegun = true
        void everything().then(
          () => out.push(null),
          (error: Error) => out.destroy(error),
        )
      }
      isFull = false
      onRoom()
    },
    destroy: (error, done) => {
      running?.cancel()
      onRoom()
      done(error)
    },
  })
  const push = (bytes: Buffer | undefined) => {
    if (bytes && !out.destroyed) isFull = !out.push(bytes)
  }
  const room = () => new Promise<void>((resolve) => (isFull && !out.destroyed ? (onRoom = resolve) : resolve()))

  async function everything() {
    push(writer.next(true))
    for (const list of lists) await all(list)
    push(writer.next(true))
  }

  async function all(list: Rows) {
    let after: string[] | undefined
    let done = 0
    for (;;) {
      await room()
      if (out.destroyed) return
      const pool = pools[0]!
      const isLarge = !isSlow && !list.most && (done > 0 || list.isSearch === true) && hasPlace(sourceOf(pool), limits)
      const left = list.total === undefined ? Infinity : list.total - done
      const limit = list.most ?? (isLarge ? (left > limits.large ? limits.large : undefined) : limits.small)
      const areMany = Math.min(limit ?? Infinity, left) > limits.many
      const progress: Progress = { rows: 0, keys: undefined }
      try {
        await piece(pool, await list.statement(cells, { after, limit, areMany }), isLarge, progress)
        if (limit === undefined || progress.rows < limit) return
      } catch (error) {
        if (out.destroyed) return
        if (pools.length > 1 && isOfReplica(error)) pools.shift()
        else if (!isSlow || !isLarge) throw error
      }
      done += progress.rows
      after = progress.keys ?? after
    }
  }

  /** @throws where it did not come to its end, also because it was not waited for any longer */
  async function piece(pool: pg.Pool, statement: SQL, isLarge: boolean, progress: Progress) {
    const text = `copy (${statementOf(statement)}) to stdout (null '')`
    if (isLarge) count(sourceOf(pool), 1)
    let client: pg.PoolClient | undefined
    let isWell = false
    try {
      client = await pool.connect()
      if (isLarge) {
        liftStatementTimeout(client)
        await client.query(UNHURRIED)
      }
      if (out.destroyed) return
      await sent(client, text, isLarge, progress)
      if (isLarge) await client.query('commit')
      isWell = true
    } finally {
      // What is left of a transaction goes with the connection, and so does a cancellation that is still on its way.
      client?.release(!isWell)
      if (isLarge) count(sourceOf(pool), -1)
    }
  }

  async function sent(client: pg.PoolClient, text: string, isLarge: boolean, progress: Progress) {
    let timeout = limits.timeoutMs
    let timer: NodeJS.Timeout | undefined
    let unwritten: { error: unknown } | undefined
    const copying: Copying = copyEach(client, text, (line) => {
      try {
        const values = valuesOf(line.toString('utf8', 0, line.length - 1))
        progress.keys = values.splice(columns.length)
        progress.rows++
        writer.add(values)
      } catch (cause) {
        // Whoever reads the connection's bytes would not know what to do about it.
        unwritten = { error: cause }
        return copying.cancel()
      }
      push(writer.next(false))
      if (isFull && isLarge && !timer) wait()
    })
    const wait = () => {
      const since = performance.now()
      copying.pause()
      timer = setTimeout(() => {
        isSlow = true
        copying.cancel()
      }, timeout)
      onRoom = () => {
        onRoom = nothing
        clearTimeout(timer)
        timer = undefined
        timeout = Math.max(0, timeout - (performance.now() - since))
        copying.goOn()
      }
    }
    running = copying
    try {
      await copying.over
    } catch (error) {
      if (!unwritten) throw error
    } finally {
      clearTimeout(timer)
      onRoom = nothing
      running = undefined
    }
    if (unwritten) throw unwritten.error
  }
  return out
}
