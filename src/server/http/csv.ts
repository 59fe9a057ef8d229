import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { Streamed } from './handle.ts'
import { invalid } from './problem.ts'

/** A column of an export: its id (the screen's), its heading, and how a row's cell is written. Days and instants are written in the chain's zone by the caller. */
export type CsvColumn<R> = { id: string; title: string; cell: (row: R) => string | number | boolean | null | undefined }

/** A cell that a spreadsheet would run as a formula is made text. Numbers stay numbers, amounts with their decimals too. */
const defused = (value: unknown) =>
  typeof value === 'string' && /^[=+\-@\t\r]/.test(value) && !/^-\d+\.\d\d$/.test(value)
    ? `'${value}`
    : typeof value === 'boolean'
      ? value
        ? 'Yes'
        : 'No'
      : value

/**
 * An export as a stream: constant memory, UTF-8 with a byte order mark. A failure on the way breaks the connection, so
 * that a cut file is never taken for a whole one.
 * @param total the number of rows, sent ahead as X-Total-Count for the progress bar
 */
export function csvReply<R>(
  name: string,
  columns: readonly CsvColumn<R>[],
  rows: AsyncIterable<R>,
  total: number,
): Streamed {
  const toCells = async function* () {
    yield columns.map((column) => column.title)
    for await (const row of rows) yield columns.map((column) => defused(column.cell(row)))
  }
  const source = Readable.from(toCells())
  const out = source.pipe(stringify({ bom: true, record_delimiter: '\r\n' }))
  source.on('error', (error) => out.destroy(error))
  out.on('close', () => source.destroy())
  return { stream: out, name, headers: { 'x-total-count': String(total) } }
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

/** Reads pages until one comes back empty: each starts after the last row of the one before (keyset). */
export async function* inPages<R>(page: (after: R | undefined) => Promise<R[]>): AsyncGenerator<R> {
  let after: R | undefined
  for (;;) {
    const rows = await page(after)
    if (!rows.length) return
    yield* rows
    after = rows.at(-1)
  }
}
