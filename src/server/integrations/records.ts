import * as z from 'zod/mini'

/** The lists of vendors, read record by record: one that cannot be read is named, and the rest are taken. */

/** A record that cannot be read. */
export type Unread = {
  /** Our id of the record; null: unknown, so that it may be any of ours. */
  id: string | null
  /** The record by the vendor's own id: "Session 41235". */
  name: string
  /** "ScheduledFilmId is missing" */
  what: string
}

/** A list of a vendor. A record of ours that is named in neither half is gone there. */
export type Listed<T> = {
  records: T[]
  unread: Unread[]
  /** Smaller things that the records are made of, such as genres: nothing of ours is gone for them. */
  unreadParts?: Unread[]
  /** Ids of all that could be read, where `records` has not all of them: what is not shown, or has not moved. */
  readIds?: string[]
  /** Only a part of the list was asked for: a page, or the next hours. */
  isPart?: boolean
}

/** A list without a fault. */
export const allRead = <T>(records: T[]): Listed<T> => ({ records, unread: [] })

/** How the records of a list are read and named. */
export type Reading<T extends z.core.$ZodType> = {
  /** "Session" */
  kind: string
  /** Follows the id in a name: " of cinema 0004". */
  of?: string
  schema: T
  /** Fields that hold the vendor's id, the one that staff know first. */
  names: readonly string[]
  /** Field with the time, which names a record without an id. */
  at?: string
  /** Our id of a record that cannot be read, by default that of the first field of `names`. */
  idOf?: (row: Row) => string | null
}
export type Row = Record<string, unknown>

const LONGEST_ID = 200
const LONGEST_TEXT = 500
/** Longest value that is quoted to staff. */
const LONGEST_QUOTE = 40

/** Text that every store takes: no control characters, nothing half, and not endless. */
export const plain = (text: string, longest = LONGEST_TEXT): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, longest)
    .toWellFormed()
    .trim()

/** An id as text, with its leading zeros; undefined for what cannot be one. */
export function idIn(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? String(value) : undefined
  if (typeof value !== 'string') return
  const id = value.trim()
  return id && id.length <= LONGEST_ID && !/\p{Cc}/u.test(id) && id.isWellFormed() ? id : undefined
}

/** A number, also as text; undefined for what is none. */
export const numberIn = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** A field that is read by a function; what it answers undefined for makes the record unreadable. */
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

/** Reads one record; `place` is where it stands in its list, from 1. */
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

/** Reads each record of a list by itself. */
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
