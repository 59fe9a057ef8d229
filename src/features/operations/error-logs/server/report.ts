import { randomUUID } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { listOf } from '#server/db/rows.ts'
import { raiseAlert } from '#server/alerts/raise.ts'
import type { Origin } from '../rules.ts'
import { fingerprintOf } from './fingerprint.ts'
import { masked } from './mask.ts'
import { newError, alertOf } from './alerts.ts'
import { number, query, text, textOf, present } from '#server/db/query.ts'

/** One time that an error happened, as it was reported; its words are masked when it is stored. */
export type Report = {
  /** The teller's own, by which it is reported once. */
  id: string
  at: string
  message: string
  stack: string
  component: string
  page: string
  release: string
  channel: 'web' | 'mobile' | 'not_specified'
}

const ORIGIN_OF = { web: 'web', mobile: 'app', not_specified: 'other' } as const satisfies Record<string, Origin>

/** Of a program of the chain (a feed's source), or of ours, whose names have a colon that no feed's has. */
type From = { source: string; origin?: Origin }
export const FROM_SERVER = { source: 'marquee:server', origin: 'server' } as const
export const FROM_BACK_OFFICE = { source: 'marquee:back-office', origin: 'back-office' } as const

type Texts = Pick<Report, 'message' | 'stack' | 'component' | 'page'>

/** A report's words as they are stored, and which error it is one of. What says where it happened stands in for a component. */
export function prepared({ message, stack, component, page }: Texts, origin: Origin) {
  const texts = {
    message: masked(message).trim() || 'No message',
    stack: masked(stack),
    page: masked(page),
    component: masked(component || page),
  }
  return { ...texts, fingerprint: fingerprintOf({ ...texts, origin }) }
}

/**
 * Stores reports in the caller's transaction; one that was reported before is passed over. They are counted by a trigger
 * (schema.sql), whoever writes them.
 * @param customer finds the customer of a report `x`, an SQL expression of `x.customer`
 * @returns the ids of those that are new
 */
export async function addReports<R extends Report & { customer?: number | string | null; admin?: number | null }>(
  db: Db,
  { source, origin }: From,
  reports: readonly R[],
  customer: SQL = sql`x.customer::bigint`,
): Promise<string[]> {
  if (reports.length === 0) return []
  const rows = reports.map((report) => ({ ...report, ...prepared(report, origin ?? ORIGIN_OF[report.channel]) }))
  const added = await query(db, { external_id: text, fingerprint: present(text) })`
    insert into error_reports (source, external_id, at, message, stack, component, page, release, channel, customer_id,
      admin_id, fingerprint)
    select ${source}, x.id, x.at, x.message, x.stack, x.component, x.page, x.release, x.channel, ${customer}, x.admin,
      x.fingerprint
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id text, at timestamptz, message text, stack text,
      component text, page text, release text, channel text, customer text, admin integer, fingerprint text)
    on conflict (source, external_id) do nothing returning external_id, fingerprint`
  await raiseNew(
    db,
    added.rows.map((row) => row.fingerprint),
  )
  return added.rows.map((row) => row.external_id)
}

/** Of errors that these reports are the first of: they are counted already, and so are as many as were told. */
async function raiseNew(db: Db, fingerprints: readonly string[]): Promise<void> {
  if (!fingerprints.length) return
  const reported = new Map<string, number>()
  for (const one of fingerprints) reported.set(one, (reported.get(one) ?? 0) + 1)
  const newRow = { id: number, fingerprint: text, count: number, origin: textOf<Origin>(), component: text, at: text }
  const { rows } = await query(db, newRow)`
    select id, fingerprint, count, origin, component, first_seen_at as at from errors
    where fingerprint = any(${listOf([...reported.keys()], 'text')}) order by id`
  for (const { fingerprint, count, at, ...error } of rows)
    if (reported.get(fingerprint) === count) await raiseAlert(db, newError, alertOf({ ...error, at: new Date(at) }))
}

export const newReportId = (): string => randomUUID()

/** Reports that were stored before there was an error log: masked, and added to their errors. @returns how many */
export async function groupOldReports(tx: Db, limit: number): Promise<number> {
  const { rows } = await query(tx, {
    message: text,
    stack: text,
    component: text,
    page: text,
    id: number,
    origin: textOf<Origin>(),
  })`
    select id, origin, message, stack, component, page from error_reports where fingerprint is null
    order by id limit ${limit} for update skip locked`
  if (rows.length === 0) return 0
  const ready = rows.map(({ id, origin, ...texts }) => ({ id, ...prepared(texts, origin) }))
  await tx.execute(sql`
    update error_reports r set message = x.message, stack = x.stack, component = x.component, page = x.page,
      fingerprint = x.fingerprint
    from jsonb_to_recordset(${JSON.stringify(ready)}::jsonb) as x(id bigint, message text, stack text, component text,
      page text, fingerprint text)
    where r.id = x.id`)
  await tx.execute(sql`select count_error_reports(${sql.param(rows.map(({ id }) => id))}::bigint[])`)
  return rows.length
}
