/** Mismatches of all days, with who looks into them and what was written about them. */
import { sql, type SQL } from 'drizzle-orm'
import type { Output } from '#contract/endpoint.ts'
import type { Db } from '#server/db/connect.ts'
import { allOf, isAnyOf, isChosen, isOnDays } from '#server/db/filter.ts'
import { sliceOf, type Paging } from '#server/db/page.ts'
import { inPages } from '#server/http/csv.ts'
import { likeTerm } from '#server/db/like.ts'
import type { reconciliation, OwnedMismatch } from '../reconciliation-contract.ts'
import type { SettlingRule } from '../reconciliation-rules.ts'
import { STATES } from './mismatches.ts'
import { readMismatches } from '#features/payments/payment-logs/server/public.ts'
import { json, number, orNull, query, text } from '#server/db/query.ts'

type Filter = Omit<Output<(typeof reconciliation)['mismatchesCsv']['query']>, 'columns'>
/** `me` is whose are "mine". */
type Selection = Filter & { provider: string; me: number; zone: string }

function listed({ state, about, owner, date, search, provider, me, zone }: Selection): SQL {
  const owners: Record<string, SQL> = {
    me: sql`m.owner_id = ${me}`,
    others: sql`m.owner_id <> ${me}`,
    none: sql`m.owner_id is null`,
  }
  return allOf([
    sql`m.provider = ${provider}`,
    STATES[state],
    isChosen(about, sql`m.about`),
    isAnyOf(owner, (one) => owners[one]!),
    isOnDays(date, sql`m.day::timestamp at time zone ${zone}`, zone),
    search ? sql`m.reference ilike ${likeTerm(search)}` : undefined,
  ])
}

async function owned(db: Db, where: SQL, page: SQL): Promise<OwnedMismatch[]> {
  const found = await readMismatches(db, where, page)
  const { rows } = await query(db, {
    id: number,
    owner: orNull(json<NonNullable<OwnedMismatch['owner']>>()),
    comments: number,
  })`
    select m.id, case when a.id is not null then
        jsonb_build_object('id', a.id, 'name', trim(a.first_name || ' ' || a.last_name)) end as owner,
      (select count(*)::int from mismatch_comments c where c.mismatch_id = m.id) as comments
    from reconciliation_mismatches m left join admins a on a.id = m.owner_id
    where m.id = any(${sql.param(found.map(({ id }) => id))}::bigint[])`
  const more = new Map(rows.map(({ id, owner, comments }) => [id, { owner, comments }]))
  return found.map((one) => ({ ...one, ...more.get(one.id)! }))
}

export const countMismatches = async (db: Db, selection: Selection): Promise<number> =>
  (
    await query(db, { n: number })`
    select count(*)::int as n from reconciliation_mismatches m where ${listed(selection)}`
  ).rows[0]!.n

const slice = (db: Db, selection: Selection, { limit, offset }: { limit: number; offset: number }) =>
  owned(db, listed(selection), sql`order by m.found_at, m.id limit ${limit} offset ${offset}`)

export const pageOfMismatches = async (db: Db, selection: Selection, paging: Paging) => ({
  mismatches: await slice(db, selection, sliceOf(paging)),
  totalCount: await countMismatches(db, selection),
})

const PAGE = 2000
/** All of them, in pages. */
export const everyMismatch = (db: Db, selection: Selection): AsyncGenerator<OwnedMismatch[]> =>
  inPages((_, offset) => slice(db, selection, { limit: PAGE, offset }))

export const ownedMismatch = async (db: Db, id: number): Promise<OwnedMismatch | undefined> =>
  (await owned(db, sql`m.id = ${id}`, sql``))[0]

export async function commentsOf(db: Db, id: number) {
  const { rows } = await query(db, { id: number, at: text, author: text, comment: text })`
    select id, at, author, comment from mismatch_comments where mismatch_id = ${id} order by id`
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }))
}
export const addComment = (tx: Db, id: number, author: string, comment: string, now: Date) =>
  tx.execute(sql`
    insert into mismatch_comments (mismatch_id, at, author, comment)
    values (${id}, ${now.toISOString()}, ${author}, ${comment})`)

export async function ownersIn(db: Db): Promise<{ id: number; name: string }[]> {
  const { rows } = await query(db, { id: number, name: text })`
    select id, trim(first_name || ' ' || last_name) as name from admins where deleted_at is null and closed_at is null order by 2, 1`
  return rows
}
export const assignMismatch = (tx: Db, id: number, owner: number | null) =>
  tx.execute(sql`update reconciliation_mismatches set owner_id = ${owner}, version = version + 1 where id = ${id}`)

const FITS: Record<SettlingRule, SQL> = {
  test: sql`m.about = 'charge' and m.kind = 'missing here' and m.provider_currency = 'NGN' and m.provider_kobo <= 10000`,
  rounding: sql`m.kind = 'amount' and m.ledger_currency = m.provider_currency and abs(m.ledger_kobo - m.provider_kobo) < 100`,
  returned: sql`m.about = 'charge' and m.kind = 'missing here' and m.provider_kobo = (
    select sum(v.kobo) from provider_transactions v
    where v.provider = m.provider and v.reference = m.reference and v.kind = 'refund')`,
}
export async function countFitting(db: Db, provider: string, rule: SettlingRule): Promise<number> {
  const { rows } = await query(db, { n: number })`
    select count(*)::int as n from reconciliation_mismatches m
    where m.provider = ${provider} and ${STATES.open} and ${FITS[rule]}`
  return rows[0]!.n
}
type Settling = { provider: string; rule: SettlingRule; note: string; by: string; now: Date }
/** @returns how many, and of which days */
export async function settleFitting(tx: Db, { provider, rule, note, by, now }: Settling) {
  const { rows } = await query(tx, { day: text })`
    update reconciliation_mismatches m set resolved_at = ${now.toISOString()}, resolved_by = ${by}, note = ${note},
      version = version + 1
    where m.provider = ${provider} and ${STATES.open} and ${FITS[rule]} returning m.day::text as day`
  return { settled: rows.length, days: [...new Set(rows.map(({ day }) => day))] }
}
