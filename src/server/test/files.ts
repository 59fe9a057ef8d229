import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { LIMITS, type Limits, type Rows } from '../db/batches.ts'
import { CsvLines } from '../http/csv-lines.ts'
import { copied, csvReply, type CopiedColumn, type CsvColumn } from '../http/csv.ts'

/** Texts that people, programs and spreadsheets misread. */
export const NASTY = [
  'Ìfẹ́ Adébáyọ̀',
  'King of Boys, "The Return"',
  'line\nbreak',
  'carriage\r\nreturn',
  '\ttab',
  'a\tb',
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  '；full width, no sign',
  '+2348031234567',
  '+12345',
  '+123456789012345',
  '+1234567890123456',
  '+234 803',
  '+2348031234567\n',
  '-500.00',
  '-500.0',
  '-=1',
  'back\\slash',
  '\\N',
  '\\.',
  '\\t',
  '',
  ' padded ',
  '\u00a0no break\u3000',
  '\ufeffmark',
  "'quoted'",
  '"',
  ',',
  '\b\f\v',
  '🎬',
  'x'.repeat(5000),
]

/** The texts as a list in SQL. */
export const NASTY_LIST = sql`(select array_agg(x) from jsonb_array_elements_text(${JSON.stringify(NASTY)}::jsonb) x)`
/** Returns a text for each number, in a cycle. */
export const nastyAt = (n: string): SQL => sql`${NASTY_LIST}[1 + ${sql.raw(n)} % ${NASTY.length}::int]`

const text = async ({ stream }: { stream: unknown }) => (await buffer(stream as Readable)).toString('utf8')

/** Writes a file of row objects, cell by cell. */
export const fileOfRows = <R>(columns: readonly CsvColumn<R>[], rows: readonly R[]): Promise<string> =>
  text(csvReply('x.csv', columns, [rows], undefined))

/** Limits that a few rows exceed, so that every way of reading is used. */
export const TINY: Limits = { ...LIMITS, small: 3, large: 11, many: 5, oneOf: 1 }

/** Returns the lines of a file that the database writes, without its heading. */
export const copiedLines = (db: Db, columns: readonly CopiedColumn[], lists: readonly Rows[], limits = TINY) =>
  text({ stream: copied(db, columns, lists, new CsvLines(columns, ''), limits) })

/** Returns the place where two files differ, because they are too long to print. */
export function firstDifference(one: string, other: string): string | undefined {
  const [lines, others] = [one.split('\r\n'), other.split('\r\n')]
  const at = lines.findIndex((line, n) => line !== others[n])
  return one === other
    ? undefined
    : `line ${at} of ${lines.length}: ${lines[at]} instead of ${others[at]}, of ${others.length}`
}
