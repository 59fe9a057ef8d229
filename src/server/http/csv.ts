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

/** `adds` where the sum of the cells means something, which an average or a number at a month's end has not. */
type Column = { id: string; title: string; isNumber?: true; adds?: true }
/** A column whose cells are made of a row. Days and instants are written in the chain's zone by the caller. */
export type CsvColumn<R> = Column & { cell: (row: R) => Value }
/** A column whose cells the database writes, as text or as a number; null is an empty cell. */
export type CopiedColumn = Column & {
  cell: SQL
  /** Makes the cell of what the database wrote, where that cannot. */
  made?: (text: string) => string
}

const BYTE_ORDER_MARK = '\ufeff'

/**
 * An export as a stream: constant memory; as CSV, UTF-8 with a byte order mark, or as a workbook. A failure on the way breaks the connection, so
 * that a cut file is never taken for a whole one.
 * @param pages the rows: of a long list thousands of them and not all
 * @param total the number of rows, where it is known: sent ahead as X-Total-Count for the progress bar
 * @param about a line of its own above the heading: what the file is of
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

/** The lists' rows, one list after the other, as the database writes their cells. */
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

/** A file that a person takes of a list. */
type File<C> = {
  name: string
  /** Whose line in the audit log it is: the file's own unless it is said. */
  recordedAs?: { entity: string; id: string | number }
  /** What it holds, for the audit log: "3 vouchers". */
  what: string
  columns: readonly C[]
  /** The columns that are asked for. */
  choice?: string | undefined
}
type Write = Pick<Context<Endpoint>, 'write'>['write']

/**
 * Rows as a file, which is in the audit log before the first of them leaves.
 * @param total how many there are; that of a whole list is known
 * @throws 422 for a column that the file does not have
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

/** The same of lists of the database, whose rows never come to be objects: a million of them cost seconds as such. */
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

/** The same table twice: as CSV, or, for whoever asks for it, as a workbook. Neither is read unless it is taken. */
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
 * The columns that the caller's screen shows, in its order; all where it does not say.
 * @throws 422 for a column that the export does not have
 */
export function chosenColumns<C extends { id: string }>(
  columns: readonly C[],
  choice: string | undefined,
): readonly C[] {
  if (!choice) return columns
  return choice.split(',').map((id) => {
    const found = columns.find((column) => column.id === id)
    if (!found)
      throw invalid({ columns: `There is no column ${id}; there are ${columns.map((column) => column.id).join(', ')}` })
    return found
  })
}

/**
 * Reads pages until one comes back empty: each starts after the last row of the one before, and is asked for while that one
 * is written.
 * @param page is told that row, and how many were read
 */
export async function* inPages<R>(page: (after: R | undefined, read: number) => Promise<R[]>): AsyncGenerator<R[]> {
  let coming = page(undefined, 0)
  for (let read = 0; ;) {
    const rows = await coming
    const last = rows.at(-1)
    if (last === undefined) return
    read += rows.length
    coming = page(last, read)
    coming.catch(() => {}) // Whoever goes on reading is told; whoever stopped does not need to know.
    await setImmediate() // The question leaves before the rows keep the processor busy.
    yield rows
  }
}
