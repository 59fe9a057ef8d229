import { sql, type SQL } from 'drizzle-orm'
import { counted } from '#contract/counted.ts'
import type { Output } from '#contract/endpoint.ts'
import { showInstant } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import { allOf, isChosen, isOnDays } from '#server/db/filter.ts'
import { likeTerm } from '#server/db/like.ts'
import { exportRows, inPages, type CsvColumn } from '#server/http/csv.ts'
import type { Context } from '#server/http/handle.ts'
import type { Correction, feed } from '../contract.ts'
import { CORRECTION_LABELS, SCOPE_LABELS } from '../rules.ts'
import { amountOf } from './correcting.ts'
import { json, number, orNull, query, text, textOf, type RowOf } from '#server/db/query.ts'

/** List and export of corrections. */

type Filter = Omit<Output<(typeof feed)['correctionsCsv']['query']>, 'columns'> & { zone: string }
const row = {
  id: number,
  kind: textOf<Correction['kind']>(),
  at: text,
  source: text,
  by: text,
  reason: text,
  record_type: textOf<Correction['record_type']>(),
  external_id: text,
  before: orNull(json<object>()),
  after: orNull(json<object>()),
}
type Row = RowOf<typeof row>

const where = ({ search, kind, record_type: recordType, source, at, zone }: Filter): SQL =>
  allOf([
    search ? sql`(c.external_id ilike ${likeTerm(search)} or c.reason ilike ${likeTerm(search)})` : undefined,
    isChosen(kind, sql`c.kind`),
    isChosen(recordType, sql`c.record_type`),
    isChosen(source, sql`c.source`),
    isOnDays(at, sql`c.at`, zone),
  ])

const columns = sql`c.id, c.record_type, c.source, c.external_id, c.kind, c.reason, c.by_name as by, c.at, c.before, c.after`
const toWire = ({ before, after, at, ...row }: Row): Correction => ({
  ...row,
  at: new Date(at).toISOString(),
  before: amountOf(before),
  after: amountOf(after),
})
const read = async (db: Db, which: SQL): Promise<Correction[]> =>
  (await query(db, row)`select ${columns} from feed_corrections c ${which}`).rows.map(toWire)

/** Returns a page of corrections, newest first. */
export const pageOfCorrections = (db: Db, filter: Filter, page: { limit: number; offset: number }) =>
  read(db, sql`where ${where(filter)} order by c.at desc, c.id desc limit ${page.limit} offset ${page.offset}`)

export async function countCorrections(db: Db, filter: Filter): Promise<number> {
  const { rows } = await query(db, { n: number })`
    select count(*)::int as n from feed_corrections c where ${where(filter)}`
  return rows[0]!.n
}

type Named = Pick<Correction, 'source' | 'record_type' | 'external_id'>
export const correctionsOf = (db: Db, { source, record_type: recordType, external_id: id }: Named) =>
  read(
    db,
    sql`where c.source = ${source} and c.record_type = ${recordType} and c.external_id = ${id} order by c.id desc`,
  )

export const correctionOf = async (db: Db, id: number) => (await read(db, sql`where c.id = ${id}`))[0]!

const PAGE = 500
const EXPORT = 'corrections.csv'

/** Exports corrections. The only personal name is the author's. */
export async function exportCorrections({
  db,
  query: { columns: choice, ...filters },
  app,
  write,
}: Context<typeof feed.correctionsCsv>) {
  const filter = { ...filters, zone: app.env.zone }
  const total = await countCorrections(db, filter)
  return exportRows(write, {
    name: EXPORT,
    what: counted(total, 'correction'),
    columns: columnsOf(app.env.zone),
    choice,
    rows: inPages<Correction>((_, offset) => pageOfCorrections(db, filter, { limit: PAGE, offset })),
    total,
  })
}

const columnsOf = (zone: string): CsvColumn<Correction>[] => [
  { id: 'line', title: 'Id', cell: (row) => row.external_id },
  { id: 'record_type', title: 'Record type', cell: ({ record_type: recordType }) => SCOPE_LABELS[recordType].label },
  { id: 'source', title: 'Source', cell: ({ source }) => source },
  { id: 'kind', title: 'Correction', cell: ({ kind }) => CORRECTION_LABELS[kind] },
  { id: 'before', title: 'Amount before', cell: ({ before }) => before?.toFixed(2) ?? '' },
  { id: 'after', title: 'Amount after', cell: ({ after }) => after?.toFixed(2) ?? '' },
  { id: 'reason', title: 'Reason', cell: ({ reason }) => reason },
  { id: 'by', title: 'By', cell: ({ by }) => by },
  { id: 'at', title: 'At', cell: ({ at }) => showInstant(at, zone) },
]
