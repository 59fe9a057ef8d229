import { createHash } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import { toNaira } from '#contract/money.ts'
import type { Actor } from './audit/store.ts'
import type { Db } from './db/connect.ts'

/** By what a person is found in what is kept: their records, and what they were ever called here. */
export type PersonReferences = {
  /** The record, and those that were merged into it; a guest has none. */
  ids: number[]
  /** In lower case. */
  emails: string[]
  phones: string[]
  /** Full names, and the names that they are made of. */
  names: string[]
  nameParts: string[]
  /** Addresses of pictures, those that were replaced too. */
  pictures: string[]
}

/** What of a person is found where: as the database's patterns (`redact`), and as LIKE patterns. */
export type SearchTerms = {
  /** In lines about the person: each name too. */
  own: string[]
  /** What is theirs alone, wherever it stands. */
  anywhere: string[]
  needles: string[]
}

/** Stands for a guest where ids are for everybody to see: an email would name them. */
export const guestId = (email: string): string =>
  createHash('sha256').update(email.trim().toLowerCase()).digest('hex').slice(0, 12)

/**
 * What becomes of the texts and JSON of a table when somebody is erased, by columns with spaces between them. One that
 * nothing is said of fails a test.
 */
export type PersonalColumns = {
  /** Gone: the row, or what stands there. */
  erased?: string
  /** People and programs write freely there: who the person was goes from the words. */
  redact?: string
  /** The same of JSON. */
  redactJson?: string
  /** Stays with what the person did, which is given to them and no longer says who they were. */
  exported?: string
  /** Why the columns are nobody's, by the reason. */
  nonPersonal?: Record<string, string>
}

/** The columns that are said together. */
export const columnsIn = (text = ''): string[] => text.split(' ').filter(Boolean)

/** Reasons for which columns say nothing of a customer. */
export const NON_PERSONAL = {
  chain: 'Of the chain: cinemas, movies, products, plans',
  staff: 'Of staff',
  word: 'One of a few words of the product',
  id: 'An id or reference, of which nobody is known by itself',
  own: 'Written by the product itself',
} as const

/** A kind of thing that is held on a person: an array of `data.json`, and a CSV file. */
export type Section = { name: string; columns: string[]; pages: () => AsyncGenerator<Row[]> }
type Row = Record<string, unknown>

/** What runs for a person or is owed to them, in words. `isToSettle`: no one could give it to them once they are erased. */
export type Owed = { text: string; isToSettle?: boolean }

type Erasing = { references: PersonReferences; searchTerms: SearchTerms; by: Actor; now: Date; zone: string }

/** Two records become one: what is chosen of a field is this record's or the other's. */
export type Merging = {
  survivor: number
  merged: number
  sideOf: (field: string) => 'this' | 'other'
  by: Actor
  now: Date
  zone: string
}

/** A merge that is undone: `moved` is what the owner's `merge` answered. */
export type Unmerging = Omit<Merging, 'sideOf'> & { changes: unknown }

/** What a feature holds of people, by the owner of the tables. */
export type PersonalData = {
  columns: Record<string, PersonalColumns>
  /** What is given to the person. Secrets are said to be there, and never given out. */
  sections?: (db: Db, references: PersonReferences) => Section[]
  /** How much there is, by names that privacy has words for. */
  counts?: (db: Db, references: PersonReferences, terms: SearchTerms) => Promise<Record<string, number>>
  owed?: (db: Db, references: PersonReferences, at: { now: Date; zone: string }) => Promise<Owed[]>
  /** Takes the person out of what is found by an index, in the transaction that holds the records. */
  erase?: (tx: Db, erasing: Erasing) => Promise<unknown>
  /** What each of two records has of the fields that a merge chooses from, in words; and what is added up. */
  compare?: (
    db: Db,
    id: number,
  ) => Promise<{ fields?: Record<string, string | null>; adds?: { what: string; count: number }[] }>
  /**
   * What was one record's is the other's from now on, in the transaction that holds both.
   * @returns what `unmerge` needs, as JSON
   */
  merge?: (tx: Db, merging: Merging) => Promise<unknown>
  /**
   * Gives back what a merge moved and nobody has changed since, in the transaction that holds both.
   * @returns what stays where it is, in words: "2 purchases"
   */
  unmerge?: (tx: Db, unmerging: Unmerging) => Promise<string[] | void>
  /** The records themselves: erased and merged after everything else, and given back before it. */
  isLast?: boolean
}

/** A section of few rows. */
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

/** A section that is read page by page, by the rows' `n`. */
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

/** As JSON has instants: in UTC, to the millisecond. */
export const asInstant = (column: string, as = column.replace(/^.*\./, '')) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${as}`)

/** Money is given out in naira: `kobo` becomes `naira`. */
const inNaira = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) =>
      name.endsWith('kobo') ? [name.replace('kobo', 'naira'), toNaira(Number(value))] : [name, value],
    ),
  )
