import { createHash } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import { toNaira } from '#contract/money.ts'
import type { Actor } from './audit/store.ts'
import type { Db } from './db/connect.ts'

/** The data by which a person is found: their records, and every name and address that they had here. */
export type PersonReferences = {
  /** The record, and those merged into it; none for a guest. */
  ids: number[]
  /** Lower case. */
  emails: string[]
  phones: string[]
  /** Full names and their parts. */
  names: string[]
  nameParts: string[]
  /** Addresses of current and replaced pictures. */
  pictures: string[]
}

/** Patterns that find a person in texts, for the database (`redact`) and for LIKE. */
export type SearchTerms = {
  /** For entries about the person; includes each name. */
  own: string[]
  /** For any text; unique to the person. */
  anywhere: string[]
  needles: string[]
}

/** Returns an id for a guest where ids are public, because an email would name them. */
export const guestId = (email: string): string =>
  createHash('sha256').update(email.trim().toLowerCase()).digest('hex').slice(0, 12)

/**
 * The erasure of a table's text and JSON columns, as names with spaces between. A test fails for a column without an
 * entry.
 */
export type PersonalColumns = {
  /** Deleted: the row, or the value. */
  erased?: string
  /** Free text of people and programs. The parts that name the person are removed. */
  redact?: string
  /** JSON with free text. */
  redactJson?: string
  /** Stays with the person's actions, which are exported and no longer name them. */
  exported?: string
  /** Columns without data of a customer, by reason. */
  nonPersonal?: Record<string, string>
}

/** Splits a list of column names. */
export const columnsIn = (text = ''): string[] => text.split(' ').filter(Boolean)

/** Reasons why columns contain no data of a customer. */
export const NON_PERSONAL = {
  chain: 'Data of the chain: cinemas, movies, products, plans',
  staff: 'Data of staff',
  word: 'One of a few values of the product',
  id: 'An id or reference that identifies no one by itself',
  own: 'Written by the product itself',
} as const

/** A kind of personal data: an array of `data.json`, and a CSV file. */
export type Section = { name: string; columns: string[]; pages: () => AsyncGenerator<Row[]> }
type Row = Record<string, unknown>

/** An ongoing service or debt to a person. `isToSettle`: impossible after their erasure. */
export type Owed = { text: string; isToSettle?: boolean }

type Erasing = { references: PersonReferences; searchTerms: SearchTerms; by: Actor; now: Date; zone: string }

/** A merge of two records. `sideOf` chooses the value of a field. */
export type Merging = {
  survivor: number
  merged: number
  sideOf: (field: string) => 'this' | 'other'
  by: Actor
  now: Date
  zone: string
}

/** An undone merge. `changes` is the result of the owner's `merge`. */
export type Unmerging = Omit<Merging, 'sideOf'> & { changes: unknown }

/** Personal data of a feature, which owns the tables. */
export type PersonalData = {
  columns: Record<string, PersonalColumns>
  /** Exports for the person. Secrets are only mentioned. */
  sections?: (db: Db, references: PersonReferences) => Section[]
  /** Counts, by names that the privacy feature labels. */
  counts?: (db: Db, references: PersonReferences, terms: SearchTerms) => Promise<Record<string, number>>
  owed?: (db: Db, references: PersonReferences, at: { now: Date; zone: string }) => Promise<Owed[]>
  /** Erases the person from indexed columns, in the transaction that locks the records. */
  erase?: (tx: Db, erasing: Erasing) => Promise<unknown>
  /** Describes the fields that a merge chooses from, and what it adds up. */
  compare?: (
    db: Db,
    id: number,
  ) => Promise<{ fields?: Record<string, string | null>; adds?: { what: string; count: number }[] }>
  /** Moves data from one record to the other, in the transaction that locks both. @returns JSON for `unmerge` */
  merge?: (tx: Db, merging: Merging) => Promise<unknown>
  /**
   * Moves data back unless someone changed it since, in the transaction that locks both.
   * @returns what stays, such as "2 purchases"
   */
  unmerge?: (tx: Db, unmerging: Unmerging) => Promise<string[] | void>
  /** The customer records: erased and merged after all others, and restored before them. */
  isLast?: boolean
}

/** Makes a section of few rows. */
export const section = (name: string, columns: string, rows: () => Promise<Row[]>): Section => ({
  name,
  columns: columns.split(' '),
  pages: async function* () {
    yield (await rows()).map(inNaira)
  },
})

export const sectionOf = (db: Db, name: string, columns: string, query: SQL): Section =>
  section(name, columns, async () => (await db.execute(query)).rows)

const PAGE = 1000

/** Makes a section that is read in pages by the rows' `n`. */
export const pagedSection = (
  db: Db,
  name: string,
  columns: string,
  query: (after: number, limit: number) => SQL,
): Section => ({
  name,
  columns: columns.split(' '),
  pages: async function* () {
    for (let after = 0; ;) {
      const { rows } = await db.execute(query(after, PAGE))
      if (!rows.length) return
      yield rows.map(({ n: _, ...row }) => inNaira(row))
      after = Number(rows.at(-1)!.n)
    }
  },
})

/** Writes an instant as JSON does: in UTC, to the millisecond. */
export const asInstant = (column: string, as = column.replace(/^.*\./, '')) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${as}`)

/** Exports money in naira: `kobo` becomes `naira`. */
const inNaira = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) =>
      name.endsWith('kobo') ? [name.replace('kobo', 'naira'), toNaira(Number(value))] : [name, value],
    ),
  )
