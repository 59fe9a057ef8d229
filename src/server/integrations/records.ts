import * as z from 'zod/mini'

/** Reads lists of vendors record by record: an unreadable record is reported by name, the others are imported. */

/** Record that cannot be read. */
export type Unread = {
  /** Our ID of the record; null: unknown, so possibly any of our records. */
  id: string | null
  /** Name with the vendor's ID: "Session 41235". */
  name: string
  /** Reason: "ScheduledFilmId is missing". */
  what: string
}

/** List of a vendor. A record of ours in neither half is deleted at the vendor. */
export type Listed<T> = {
  records: T[]
  unread: Unread[]
  /** Unreadable parts of records, such as genres. They delete none of our records. */
  unreadParts?: Unread[]
  /** IDs of all readable records, if `records` excludes some: hidden records, or transactions without a movement. */
  readIds?: string[]
  /** True if only a part was requested: a page, or the next hours. */
  isPart?: boolean
}

/** Returns a list whose records are all readable. */
export const allRead = <T>(records: T[]): Listed<T> => ({ records, unread: [] })

/** Rules to read and name the records of a list. */
export type Reading<T extends z.core.$ZodType> = {
  /** "Session" */
  kind: string
  /** Suffix of the name after the ID: " of cinema 0004". */
  of?: string
  schema: T
  /** Fields with the vendor's ID, the ID best known to staff first. */
  names: readonly string[]
  /** Field with the time, which names a record without an ID. */
  at?: string
  /** Returns our ID of an unreadable record; default: the first field of `names`. */
  idOf?: (row: Row) => string | null
}
export type Row = Record<string, unknown>

const LONGEST_ID = 200
const LONGEST_TEXT = 500
/** Longest value quoted to staff, in characters. */
const LONGEST_QUOTE = 40

/** Returns text that every store accepts: without control characters and half characters, and of limited length. */
export const plain = (text: string, longest = LONGEST_TEXT): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, longest)
    .toWellFormed()
    .trim()

/** Returns an ID as text with its leading zeros; undefined: not an ID. */
export function idIn(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? String(value) : undefined
  if (typeof value !== 'string') return
  const id = value.trim()
  return id && id.length <= LONGEST_ID && !/\p{Cc}/u.test(id) && id.isWellFormed() ? id : undefined
}

/** Returns a number, also from text; undefined: not a number. */
export const numberIn = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** Field read by a function; undefined makes the record unreadable. */
export const field = <T>(read: (value: unknown) => T | undefined) =>
  z.pipe(
    z.optional(z.unknown()),
    z.transform((value, context): T => {
      const found = read(value)
      if (found !== undefined) return found
      context.issues.push({ code: 'custom', message: 'cannot be read', input: value })
      return z.NEVER
    }),
  )

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads a record. @param place position in the list, from 1 */
export function readRecord<T extends z.core.$ZodType>(
  value: unknown,
  { kind, of = '', schema, names, at, idOf }: Reading<T>,
  place: number,
): { record: z.core.output<T> } | { unread: Unread; row: Row } {
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return { record: parsed.data }
  const row = isRow(value) ? value : {}
  const id = names.map((name) => idIn(row[name])).find((found) => found !== undefined)
  const time = at && typeof row[at] === 'string' ? ` at ${plain(row[at]).slice(0, LONGEST_QUOTE)}` : ''
  const article = /^[AEIOU]/.test(kind) ? 'An' : 'A'
  const name = id
    ? `${kind} ${id}${of}`
    : `${article} ${kind.toLowerCase()}${of} without an ID${time || `, number ${place} in the list`}`
  const what = isRow(value) ? faultOf(parsed.error.issues[0]!.path, row) : 'The record is not an object'
  return { unread: { id: idOf ? idOf(row) : (idIn(row[names[0]!]) ?? null), name, what }, row }
}

/** Reads the records of a list, each on its own. */
export function readRecords<T extends z.core.$ZodType>(
  rows: readonly unknown[],
  reading: Reading<T>,
): Listed<z.core.output<T>> {
  const listed: Listed<z.core.output<T>> = allRead([])
  for (const [at, row] of rows.entries()) {
    const read = readRecord(row, reading, at + 1)
    if ('unread' in read) listed.unread.push(read.unread)
    else listed.records.push(read.record)
  }
  return listed
}

function faultOf(path: PropertyKey[], row: Row): string {
  const value = path.reduce<unknown>((of, key) => (of as Row | null | undefined)?.[key as string], row)
  const name = path.join('.')
  if (value === undefined || value === null || value === '') return `${name} is missing`
  const quote = typeof value === 'object' ? undefined : JSON.stringify(value)
  return `${name} cannot be read${quote && quote.length <= LONGEST_QUOTE ? `: ${quote}` : ''}`
}
