import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { Streamed } from './handle.ts'
import { invalid } from './problem.ts'

type Value = string | number | boolean | null | undefined
/** A column of an export: its id (the screen's), its heading, and how a row's cell is written. Days and instants are written in the chain's zone by the caller. */
export type CsvColumn<R> = { id: string; title: string; cell: (row: R) => Value }

const BYTE_ORDER_MARK = '\ufeff'
/** Full-width ones are signs to a spreadsheet too. */
const FORMULA = /^[=+\-@＝＋－＠\t\r]/
const AMOUNT = /^-\d+\.\d\d$/
/** E.164: a spreadsheet reads it as text or a number, and programs that send messages take it as it is. */
const PHONE = /^\+[0-9]{6,15}$/
const NEEDS_QUOTES = /[",\r\n]/
/** Most cells are neither: one look at each is enough. */
const IS_SPECIAL = /^[=+\-@＝＋－＠\t\r]|[",\r\n]/

/** A cell that a spreadsheet would run as a formula is made text. Numbers stay numbers, amounts with their decimals and phones too. */
function written(value: Value): string {
  if (typeof value !== 'string') return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : `${value ?? ''}`
  if (!IS_SPECIAL.test(value)) return value
  const text = FORMULA.test(value) && !AMOUNT.test(value) && !PHONE.test(value) ? `'${value}` : value
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * An export as a stream: constant memory, UTF-8 with a byte order mark. A failure on the way breaks the connection, so
 * that a cut file is never taken for a whole one.
 * @param pages the rows; each page is written at once, so one holds thousands of rows and not all
 * @param total the number of rows, where it is known: sent ahead as X-Total-Count for the progress bar
 */
export function csvReply<R>(
  name: string,
  columns: readonly CsvColumn<R>[],
  pages: AsyncIterable<readonly R[]> | Iterable<readonly R[]>,
  total: number | undefined,
): Streamed {
  const text = async function* () {
    yield `${BYTE_ORDER_MARK}${columns.map(({ title }) => written(title)).join(',')}\r\n`
    for await (const rows of pages)
      yield rows.map((row) => `${columns.map(({ cell }) => written(cell(row))).join(',')}\r\n`).join('')
  }
  const stream = Readable.from(text(), { objectMode: false })
  return { stream, name, headers: total === undefined ? {} : { 'x-total-count': String(total) } }
}

/**
 * The columns that the caller's screen shows, in its order; all where it does not say.
 * @throws 422 for a column that the export does not have
 */
export function chosenColumns<R>(
  columns: readonly CsvColumn<R>[],
  choice: string | undefined,
): readonly CsvColumn<R>[] {
  if (!choice) return columns
  return choice.split(',').map((id) => {
    const found = columns.find((column) => column.id === id)
    if (!found)
      throw invalid({ columns: `There is no column ${id}; there are ${columns.map((column) => column.id).join(', ')}` })
    return found
  })
}

/**
 * Reads pages until one comes back empty: each starts after the last row of the one before (keyset), and is asked for
 * while that one is written.
 */
export async function* inPages<R>(page: (after: R | undefined) => Promise<R[]>): AsyncGenerator<R[]> {
  let coming = page(undefined)
  for (;;) {
    const rows = await coming
    const last = rows.at(-1)
    if (last === undefined) return
    coming = page(last)
    coming.catch(() => {}) // Whoever goes on reading is told; whoever stopped does not need to know.
    await setImmediate() // The question leaves before the rows keep the processor busy.
    yield rows
  }
}
