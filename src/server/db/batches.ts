import { Readable } from 'node:stream'
import { sql, type SQL } from 'drizzle-orm'
import type pg from 'pg'
import { isOfReplica, poolsOf } from './cluster.ts'
import { liftStatementTimeout, type Db } from './connect.ts'
import { copyEach, statementOf, valuesOf, type Copying } from './copy.ts'
import { beyond, countSelected, listed, type Selection } from './page.ts'
import { sourceOf } from './scoped.ts'

/**
 * Reads all rows of a list in batches by COPY, each after the last row of the batch before.
 * - A small batch is buffered completely, so that a slow reader does not occupy the database.
 * - A large batch takes a third of the time, because its joins are made for all rows, and is sent while it is read.
 * There are few at a time, and none waits long.
 */

/**
 * Rows of a batch: those after the row with these keys, in order, up to a limit or all. `areMany`: joins of all rows
 * together are faster.
 */
export type Part = { after: readonly string[] | undefined; limit: number | undefined; areMany: boolean }
export type Rows = {
  /** Selects the given columns for a batch of the rows, then the keys of the rows. */
  statement: (columns: SQL, part: Part) => SQL | Promise<SQL>
  /** Number of rows, if known. */
  total?: number | undefined
  /** Largest number of rows of a statement. */
  most?: number
  /** True if finding some rows takes as long as finding all. */
  isSearch?: boolean | undefined
}

/** Writer of a file's rows. */
export type Writer = {
  /** Adds a row. A null cell is ''. */
  add: (cells: readonly string[]) => void
  /** Returns the bytes written since the last call, if there are many or `isAll` is true. */
  next: (isAll: boolean) => Buffer | undefined
}

export const LIMITS = {
  /** Rows of a small batch. */
  small: 4000,
  large: 1_000_000,
  /** Rows from which joins are made for all together. */
  many: 50_000,
  /** One of so many connections is for large batches. */
  oneOf: 4,
  /** Total time in ms that a large batch waits for its reader; after that the rest is read in small batches. */
  timeoutMs: 30_000,
  /** Bytes buffered for the reader. */
  ahead: 512 * 1024,
} as const
export type Limits = { [K in keyof typeof LIMITS]: number }

/** Memory for sorts and joins of a large batch, unless more is set, and its longest time. */
const UNHURRIED = `
  begin read only; set local statement_timeout = '10min';
  select set_config('work_mem', greatest(pg_size_bytes(current_setting('work_mem')), 67108864) / 1024 || 'kB', true)`

/** Progress of a batch: its rows, and the keys of the last row. */
type Progress = { rows: number; keys: string[] | undefined }

const nothing = () => {}
/** Number of large batches in progress. */
const large = new WeakMap<pg.Pool, number>()
const hasPlace = (pool: pg.Pool, { oneOf }: Limits) => (large.get(pool) ?? 0) < Math.floor(pool.options.max / oneOf)
const count = (pool: pg.Pool, more: 1 | -1) => void large.set(pool, (large.get(pool) ?? 0) + more)

/** Returns the total number of rows of lists; undefined if a list is not counted. */
export const totalOf = (lists: readonly Rows[]): number | undefined =>
  lists.reduce<number | undefined>(
    (sum, { total }) => (sum === undefined || total === undefined ? undefined : sum + total),
    0,
  )

/** Returns the rows of a selection; `from` can depend on whether there are many. */
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
 * Returns the rows of selections, each counted like a list.
 * @param join returns the source of the rows, with the tables that the columns need
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
 * Streams the rows of lists one after the other. Destroying the stream ends the running statement; an error breaks the
 * stream. Each batch shows the list at the time it is read.
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

  /** @throws if the batch did not end, also because the reader was too slow */
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
      // Closing the connection also ends an open transaction, and avoids a late cancellation of the next statement.
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
        // An exception would only reach the code that reads the connection, which cannot handle it.
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
