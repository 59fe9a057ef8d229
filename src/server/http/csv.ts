import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { SQL } from 'drizzle-orm'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Db } from '../db/connect.ts'
import { streamInBatches, totalOf, type Limits, type Rows, type Writer } from '../db/batches.ts'
import { CsvLines, written, type Value } from './csv-lines.ts'
import type { Context, Streamed } from './handle.ts'
import { invalid } from './problem.ts'
import { SheetRows, workbook } from './workbook.ts'

/** A column of an export. `adds`: the sum of its cells has a meaning, unlike averages and month-end numbers. */
type Column = { id: string; title: string; isNumber?: true; adds?: true }
/** A column whose cells are made from a row. The caller writes days and times in the chain's zone. */
export type CsvColumn<R> = Column & { cell: (row: R) => Value }
/** A column whose cells the database writes, as text or as a number; null: an empty cell. */
export type CopiedColumn = Column & {
  cell: SQL
  /** Makes the cell from the database's text, if the database cannot. */
  made?: (text: string) => string
}

const BYTE_ORDER_MARK = '\ufeff'

/**
 * Streams an export in constant memory, as CSV (UTF-8 with a byte order mark) or as a workbook. A failure breaks the
 * connection, so that a partial file never looks complete.
 * @param pages the rows; for a long list batches of thousands
 * @param total the number of rows, if known: sent as X-Total-Count for the progress bar
 * @param about a line above the heading that names the subject of the file
 */
export function csvReply<R>(
  name: string,
  columns: readonly CsvColumn<R>[],
  pages: AsyncIterable<readonly R[]> | Iterable<readonly R[]>,
  total: number | undefined,
  about?: string,
): Streamed {
  const through = async function* (writer: CsvLines | SheetRows) {
    const heading = writer.next(true)
    if (heading) yield heading
    for await (const rows of pages) {
      for (const row of rows) writer.add(columns.map(({ cell }) => cell(row)))
      const chunk = writer.next(false)
      if (chunk) yield chunk
    }
    const last = writer.next(true)
    if (last) yield last
  }
  return sent(name, columns, (writer) => Readable.from(through(writer), { objectMode: false }), total, about)
}

/** Streams the rows of lists, one list after the other, with cells as the database writes them. */
export function copied(
  db: Db,
  columns: readonly CopiedColumn[],
  lists: readonly Rows[],
  writer: Writer,
  limits?: Limits,
): Readable {
  const cells = columns.map(({ cell }) => cell)
  const making: Writer = {
    add: (row) => writer.add(row.map((text, at) => columns[at]!.made?.(text) ?? text)),
    next: (isAll) => writer.next(isAll),
  }
  return streamInBatches(db, cells, lists, columns.some(({ made }) => made) ? making : writer, limits)
}

/** A file that a person downloads from a list. */
type File<C> = {
  name: string
  /** The record of the audit log entry, if that is not the file. */
  recordedAs?: { entity: string; id: string | number }
  /** The contents for the audit log: “3 vouchers”. */
  what: string
  columns: readonly C[]
  /** The requested columns. */
  choice?: string | undefined
}
type Write = Pick<Context<Endpoint>, 'write'>['write']

/**
 * Streams rows as a file, after an audit log entry is committed.
 * @param total the number of rows; known for a complete list
 * @throws 422 for an unknown column
 */
export async function exportRows<R>(
  write: Write,
  file: File<CsvColumn<R>> & {
    rows: readonly R[] | AsyncIterable<readonly R[]>
    total?: number
    about?: string | undefined
  },
): Promise<Streamed> {
  const { name, rows, total, about } = file
  const columns = await noted(write, file)
  return isArray(rows)
    ? csvReply(name, columns, [rows], rows.length, about)
    : csvReply(name, columns, rows, total, about)
}
const isArray = <R>(rows: readonly R[] | AsyncIterable<readonly R[]>): rows is readonly R[] => Array.isArray(rows)

/** Streams lists straight from the database, because making a million rows into objects costs seconds. */
export async function exportLists(
  write: Write,
  db: Db,
  file: File<CopiedColumn> & { lists: readonly Rows[] },
): Promise<Streamed> {
  const columns = await noted(write, file)
  return sent(file.name, columns, (writer) => copied(db, columns, file.lists, writer), totalOf(file.lists))
}

async function noted<C extends Column>(write: Write, { name, recordedAs, what, columns, choice }: File<C>) {
  const chosen = chosenColumns(columns, choice)
  const { entity, id } = recordedAs ?? { entity: 'export', id: name }
  await write(({ record }) => record({ entity, id, summary: `Exported ${what}` }))
  return chosen
}

/** Offers the table as CSV and as a workbook. Only the one that is sent is read. */
const sent = (
  name: string,
  columns: readonly Column[],
  through: (writer: CsvLines | SheetRows) => Readable,
  total: number | undefined,
  about?: string,
): Streamed => {
  const titles = columns.map(({ title }) => title)
  const heading = `${BYTE_ORDER_MARK}${about ? `${written(about)}\r\n` : ''}${titles.map(written).join(',')}\r\n`
  return {
    stream: through(new CsvLines(columns, heading)),
    adds: columns.filter(({ adds }) => adds).map(({ title }) => title),
    ...(about && { about }),
    workbook: (at) => workbook(name.replace(/\.csv$/, ''), titles, through(new SheetRows(columns)), at, about),
    name,
    headers: total === undefined ? {} : { 'x-total-count': String(total) },
  }
}

/**
 * Returns the columns of the caller's screen, in its order; all columns if none are chosen.
 * @throws 422 for an unknown column
 */
export function chosenColumns<C extends { id: string }>(
  columns: readonly C[],
  choice: string | undefined,
): readonly C[] {
  if (!choice) return columns
  return choice.split(',').map((id) => {
    const found = columns.find((column) => column.id === id)
    if (!found)
      throw invalid({ columns: `Column ${id} not found. Columns: ${columns.map((column) => column.id).join(', ')}` })
    return found
  })
}

/**
 * Reads pages until one is empty. Each page starts after the last row of the previous one and loads while that one is
 * written.
 * @param page gets that row, and the number of rows read
 */
export async function* inPages<R>(page: (after: R | undefined, read: number) => Promise<R[]>): AsyncGenerator<R[]> {
  let coming = page(undefined, 0)
  for (let read = 0; ;) {
    const rows = await coming
    const last = rows.at(-1)
    if (last === undefined) return
    read += rows.length
    coming = page(last, read)
    coming.catch(() => {}) // The next read reports the error; a reader that stopped does not need it.
    await setImmediate() // Sends the query before the rows keep the processor busy.
    yield rows
  }
}
