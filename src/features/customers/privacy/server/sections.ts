import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import type { CsvColumn } from '#server/http/csv.ts'
import type { Section, PersonReferences } from '#server/person.ts'

type Row = Record<string, unknown>

/** In the order of the archive; what is not among them follows. */
const ORDER = [
  'identity',
  'subscriptions',
  'purchases',
  'purchase-lines',
  'refunds',
  'redemptions',
  'points',
  'points-ledger',
  'kids-club',
  'notes',
  'cube-bookings',
  'cards',
  'payments',
  'payment-logs',
  'reviews',
  'error-reports',
  'emails',
  'audit-log',
]
const place = ({ name }: Section) => (ORDER.indexOf(name) + ORDER.length + 1) % (ORDER.length + 1)

/** Everything that is held on a person, as it is read. */
export const sectionsOf = ({ people }: App, db: Db, references: PersonReferences): Section[] =>
  people.flatMap(({ sections }) => sections?.(db, references) ?? []).toSorted((one, other) => place(one) - place(other))

export const csvColumnsOf = ({ columns }: Section): CsvColumn<Row>[] =>
  columns.map((column) => {
    const name = column.replace('kobo', 'naira')
    return { id: name, title: name, cell: (row) => cellOf(row[name]) }
  })

const cellOf = (value: unknown): string | number | boolean | null =>
  value === null || value === undefined
    ? null
    : typeof value === 'object'
      ? JSON.stringify(value)
      : (value as string | number | boolean)
