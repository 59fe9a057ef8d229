import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream'
import { parse } from 'csv-parse'
import { PREVIEW_COLUMNS, ROWS_COMPARED, PREVIEW_ROWS, type Change } from '../rules.ts'

/** What an email says of a file, and what is kept to compare the next one with. */
export type TableSnapshot = {
  rows: number
  head: string[]
  first: string[][]
  totals: Record<string, number>
  /** Of each row a short hash of what it is called and one of the rest; nothing of many rows. */
  keys: Buffer | null
}

const HASH_BYTES = 6
const KEY_BYTES = 2 * HASH_BYTES
const NUMBER = /^-?\d+(\.\d+)?$/

/** Cells of CSV as it comes, row by row. */
export function rowsOfCsv(chunks: AsyncIterable<Buffer | string>): AsyncIterable<string[]> {
  // What is wrong with the chunks is thrown where the rows are read; whoever reads no further ends both.
  return pipeline(chunks, parse({ bom: true, relax_column_count: true }), () => {})
}

/**
 * @param adds headings of the columns that are added up
 * @param hasAbout a line stands above the heading
 * @returns undefined of more than `most` rows: the rest is not read
 */
export async function snapshotOf(
  chunks: AsyncIterable<Buffer | string>,
  most: number,
  { adds = [], hasAbout = false }: { adds?: readonly string[]; hasAbout?: boolean } = {},
): Promise<TableSnapshot | undefined> {
  let isAbout = hasAbout
  let head: string[] | undefined
  const first: string[][] = []
  const hashes: Buffer[] = []
  const seen = new Map<string, number>()
  // Undefined of a column that has no number yet: one that stays empty adds up to nothing that could be said.
  const sums = new Map<number, number | undefined>()
  let rows = 0
  for await (const cells of rowsOfCsv(chunks)) {
    if (isAbout) {
      isAbout = false
      continue
    }
    if (!head) {
      head = cells
      cells.forEach((title, column) => adds.includes(title) && sums.set(column, undefined))
      continue
    }
    if (++rows > most) return undefined
    if (rows <= PREVIEW_ROWS) first.push(cells.slice(0, PREVIEW_COLUMNS))
    for (const [column, sum] of sums) {
      const text = cells[column] ?? ''
      if (NUMBER.test(text)) sums.set(column, (sum ?? 0) + Number(text))
      else if (text !== '') sums.delete(column)
    }
    if (rows <= ROWS_COMPARED) {
      const name = cells[0] ?? ''
      const nth = (seen.get(name) ?? 0) + 1
      seen.set(name, nth)
      hashes.push(hash(`${nth} ${name}`), hash(JSON.stringify(cells)))
    }
  }
  return {
    rows,
    head: (head ?? []).slice(0, PREVIEW_COLUMNS),
    first,
    totals: Object.fromEntries(
      [...sums].flatMap(([column, sum]) =>
        sum === undefined ? [] : [[head![column]!, Math.round(sum * 100) / 100] as const],
      ),
    ),
    keys: rows <= ROWS_COMPARED ? Buffer.concat(hashes) : null,
  }
}

const hash = (text: string) => createHash('sha256').update(text).digest().subarray(0, HASH_BYTES)

/** What of a file is different from the one before it. */
export function changeOf(before: { rows: number; keys: Buffer | null }, now: Pick<TableSnapshot, 'keys'>): Change {
  if (!before.keys || !now.keys) return { before: before.rows, added: null, removed: null, changed: null }
  const [old, fresh] = [byName(before.keys), byName(now.keys)]
  let [added, changed] = [0, 0]
  for (const [name, rest] of fresh) {
    const was = old.get(name)
    if (was === undefined) added++
    else if (was !== rest) changed++
  }
  return { before: before.rows, added, changed, removed: old.size - (fresh.size - added) }
}

function byName(keys: Buffer): Map<string, string> {
  const found = new Map<string, string>()
  for (let at = 0; at < keys.length; at += KEY_BYTES)
    found.set(keys.toString('base64', at, at + HASH_BYTES), keys.toString('base64', at + HASH_BYTES, at + KEY_BYTES))
  return found
}
