/** Days that were closed, and what was recorded of them later. */
import { sql, type SQL } from 'drizzle-orm'
import { toNaira } from '#contract/money.ts'
import type { Day } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import type { Late } from '../close-contract.ts'
import { CAUSES, MAX_LATE_LISTED, MEASURES, type Cause, type Figures, type Measure } from '../close-rules.ts'
import { cubes, sales, type Known } from './day-transactions.ts'
import { json, number, orNull, query, text, textOf, type RowOf } from '#server/db/query.ts'

/** To the microsecond, as what is recorded is compared with it. */
const moment = (at: SQL) => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const closeRow = {
  closedAt: text,
  closedBy: text,
  note: text,
  reopenedAt: orNull(text),
  reopenedBy: orNull(text),
  reason: text,
  id: number,
  figures: json<Record<string, Figures>>(),
}
type CloseRow = RowOf<typeof closeRow>

/** Newest first. */
export async function closesOf(db: Db, day: Day): Promise<CloseRow[]> {
  const { rows } = await query(db, closeRow)`
    select id, ${moment(sql`closed_at`)} as "closedAt", closed_by as "closedBy", note, figures,
      ${moment(sql`reopened_at`)} as "reopenedAt", reopened_by as "reopenedBy", reason
    from day_closes where day = ${day} order by id desc`
  return rows
}

/** The close that is in force: one that was not reopened since. */
export const inForce = (closes: readonly CloseRow[]): CloseRow | undefined =>
  closes.find(({ reopenedAt }) => reopenedAt === null)

/**
 * The moment at which a day is closed, while nobody writes what its figures are made of until the transaction ends: all that was
 * written before is seen, and all that comes after is recorded later.
 */
export async function lockTrade(tx: Db): Promise<string> {
  await tx.execute(
    sql`lock table purchases, refunds, cube_payments, provider_transactions, day_closes in share row exclusive mode`,
  )
  const { rows } = await query(tx, { at: text })`select ${moment(sql`clock_timestamp()`)} as at`
  return rows[0]!.at
}

type NewClose = { day: Day; closedAt: string; closedBy: string; note: string; figures: object }
export const addClose = (tx: Db, { day, closedAt, closedBy, note, figures }: NewClose) =>
  tx.execute(sql`
    insert into day_closes (day, closed_at, closed_by, note, figures)
    values (${day}, ${closedAt}::timestamptz, ${closedBy}, ${note}, ${JSON.stringify(figures)}::jsonb)`)

/** @returns whether the day was closed */
export async function reopenDay(tx: Db, day: Day, by: string, reason: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    update day_closes set reopened_at = clock_timestamp(), reopened_by = ${by}, reason = ${reason}
    where day = ${day} and reopened_at is null returning id`)
  return rows.length > 0
}

/** What was recorded of a day after a moment. */
const later = (of: Known, closedAt: string) => {
  const all = { ...of, asOf: undefined }
  const isLater = (column: SQL) => sql`${column} > ${closedAt}::timestamptz`
  return sql`(
    select case when is_refund then 'refund' else 'purchase' end as cause, coalesce(reference, external_id) as reference, cinema, kobo,
      recorded_at as at, id from ${sales(all)} s where ${isLater(sql`recorded_at`)}
    union all
    select case when is_refund then 'cube_refund' else 'cube' end, coalesce(reference, ''), cinema, kobo, recorded_at, id
    from ${cubes(all)} c where ${isLater(sql`recorded_at`)}
    union all
    select case kind when 'refund' then 'provider_refund' else kind end, reference, '', kobo, recorded_at, id
    from provider_transactions where provider = ${of.provider} and day = ${of.day} and ${isLater(sql`recorded_at`)}
  )`
}

/** Of a day that is not closed. */
export const NOTHING = Object.fromEntries(MEASURES.map((measure) => [measure, 0])) as Record<Measure, number>

/** The newest of them, how many they are, and what they add up to by figure; kobo where it is not said. */
export async function readLate(db: Db, of: Known, closedAt: string) {
  const { rows } = await query(db, { cause: textOf<Cause>(), reference: text, cinema: text, kobo: number, at: text })`
    select cause, reference, coalesce(k.name, '') as cinema, kobo, ${moment(sql`at`)} as at
    from (select * from ${later(of, closedAt)} x order by at desc, cause, id desc limit ${MAX_LATE_LISTED}) l
    left join cinemas k on k.id = l.cinema order by l.at desc, cause, l.id desc`
  const { rows: sums } = await query(db, { cause: textOf<Cause>(), n: number, kobo: number })`
    select cause, count(*)::int as n, sum(kobo)::bigint as kobo from ${later(of, closedAt)} x group by cause`
  const restated = { ...NOTHING }
  for (const { cause, kobo } of sums) restated[CAUSES[cause].of] += CAUSES[cause].sign * kobo
  const late = rows.map(({ cause, reference, cinema, kobo, at }): Late => ({
    cause,
    reference,
    cinema,
    amount: toNaira(CAUSES[cause].sign * kobo),
    recordedAt: at,
  }))
  return { late, lateCount: sums.reduce((count, { n }) => count + n, 0), restated }
}
