import { sql, type SQL } from 'drizzle-orm'
import type { Output } from '#contract/endpoint.ts'
import { toNaira } from '#contract/money.ts'
import { instantIn, labelOf, naira } from '#server/db/cells.ts'
import type { Db } from '#server/db/connect.ts'
import { METHOD_LABELS } from '#features/sales/trade/rules.ts'
import { allOf, isAmount, isAnyOf, isChosen, isOnDays } from '#server/db/filter.ts'
import { countSelected, pageOf, sortOf, type Paging, type Selection } from '#server/db/page.ts'
import { everyRow, type Rows } from '#server/db/batches.ts'
import type { CopiedColumn } from '#server/http/csv.ts'
import type { ListedRefund, paymentLogs } from '../contract.ts'
import { PROVIDER_LABELS, REFUND_KIND_LABELS, REFUND_STATE_LABELS } from '../rules.ts'
import { EVERY_REFUND, givesBack, refundNamed } from './refund-rows.ts'
import { isPaidBy } from './payment-methods.ts'
import { bool, json, number, orNull, query, text, textOf, type RowOf } from '#server/db/query.ts'

/** Pages, totals and files of all refunds. */

type Filter = Partial<Omit<Output<(typeof paymentLogs)['refundsCsv']['query']>, 'columns'>> & { zone: string }

const FROM = sql`${EVERY_REFUND} r`
const CINEMA = sql`coalesce((select c.name from cinemas c where c.id = r.cinema_id), '')`

/** Matches the start of a reference, or part of a booking, name or email. */
function hasText(search: string | undefined): SQL | undefined {
  if (!search) return
  const term = search.replace(/[\\%_]/g, '\\$&')
  const isIn = (column: SQL) => sql`${column} ilike ${`%${term}%`}`
  const begins = (column: SQL) => sql`${column} ilike ${`${term}%`}`
  return sql`(${begins(sql`r.own_reference`)} or ${begins(sql`r.reference`)} or ${isIn(sql`r.bookings`)}
    or ${isIn(sql`r.name`)} or ${isIn(sql`r.email`)})`
}

const matching = ({ date, state, amount, provider, cinema_id, method, kind, search, zone }: Filter): SQL =>
  allOf([
    sql`true`,
    isOnDays(date, sql`r.at`, zone),
    isChosen(state, sql`r.state`),
    isAmount(amount, sql`r.kobo`),
    isChosen(provider, sql`r.provider`),
    isChosen(cinema_id, sql`r.cinema_id`),
    isPaidBy(method, sql`r`),
    isAnyOf(kind, givesBack),
    hasText(search),
  ])

const NEWEST = { of: sql`r.at`, type: 'timestamptz' } as const
/** Identity of a refund: ids are unique only within a part. */
const ITSELF = [
  { of: sql`r.part`, type: 'text' },
  { of: sql`r.id`, type: 'bigint' },
] as const
/** Refunds that are pending or failed. */
const IS_OPEN = { of: sql`(r.state <> 'succeeded')`, type: 'boolean' } as const
const AMOUNT = { of: sql`r.kobo`, type: 'bigint' } as const

function selectionOf(filter: Filter): Selection {
  // Because no index has all refunds in order, they are collected once to be counted and sorted.
  const common = { from: FROM, where: matching(filter), isSearch: true }
  if (filter.sort === undefined) return { ...common, keys: [IS_OPEN, NEWEST, ...ITSELF], descending: true }
  const { by, descending } = sortOf(filter.sort)
  return { ...common, keys: [by === 'amount' ? AMOUNT : NEWEST, ...ITSELF], descending }
}

const row = {
  email: text,
  id: text,
  kind: textOf<ListedRefund['kind']>(),
  name: text,
  reference: text,
  state: textOf<ListedRefund['state']>(),
  message: text,
  source: orNull(text),
  paymentId: orNull(number),
  reason: text,
  cinema: text,
  createdBy: text,
  bookingId: text,
  methods: json<('cash' | 'card' | 'transfer' | 'voucher' | 'other' | 'ussd' | 'wallet')[]>(),
  provider: text,
  purchaseId: orNull(number),
  kobo: number,
  at: text,
  createdAt: text,
  settledAt: orNull(text),
}
const iso = (at: string) => new Date(at).toISOString()

export async function pageOfRefunds(
  db: Db,
  filter: Filter,
  paging: Paging,
): Promise<{ refunds: ListedRefund[]; totalCount: number }> {
  const { keys, total } = await pageOf(db, [selectionOf(filter)], paging)
  if (!keys.length) return { refunds: [], totalCount: total }
  const { rows } = await query(db, row)`
    select r.part || '-' || r.id as id, r.own_reference as reference, r.payment_id as "paymentId",
      r.purchase_id as "purchaseId", r.booking as "bookingId", r.name, r.email, ${CINEMA} as cinema, r.provider, r.source,
      r.methods, r.state, r.message, r.kind, r.kobo, r.reason, r.at, r.created_at as "createdAt",
      r.created_by as "createdBy", r.settled_at as "settledAt"
    from unnest(${sql.param(keys.map((key) => key.at(-2)))}::text[], ${sql.param(keys.map((key) => key.at(-1)))}::bigint[])
        with ordinality x(part, id, n)
      cross join lateral ${refundNamed(sql`x`)} r
    order by x.n`
  const refunds = rows.map(({ kobo, at, createdAt, settledAt, ...row }) => ({
    ...row,
    amount: toNaira(kobo),
    at: iso(at),
    createdAt: iso(createdAt),
    settledAt: settledAt && iso(settledAt),
  }))
  return { refunds, totalCount: total }
}

type Sums = Output<(typeof paymentLogs)['refundSums']['reply']>
const groupRow = {
  isAll: bool,
  method: orNull(textOf<NonNullable<Sums['methods'][number]['method']>>()),
  count: number,
  paid: number,
  refunded: number,
  underWay: number,
}
type Group = RowOf<typeof groupRow>

/** Adds up refunds. A payment with several refunds counts once as paid. */
export async function sumsOfRefunds(db: Db, filter: Filter): Promise<Sums> {
  const { rows } = await query(db, groupRow)`
    with by_payment as (
      select r.payment_id, r.sale_id, max(r.paid) as kobo, count(*) as count,
        method_of_both(min(r.method), max(r.method)) as method,
        sum(case when r.state = 'succeeded' then r.kobo else 0 end) as refunded,
        sum(case when r.state = 'requested' then r.kobo else 0 end) as under_way
      from ${FROM} where ${matching(filter)} group by 1, 2
    )
    select grouping(method) = 1 as "isAll", method, coalesce(sum(count), 0)::bigint as count,
      coalesce(sum(kobo), 0)::bigint as paid, coalesce(sum(refunded), 0)::bigint as refunded,
      coalesce(sum(under_way), 0)::bigint as "underWay"
    from by_payment group by grouping sets ((), (method)) order by grouping(method) desc, refunded desc, method`
  const amountsOf = ({ count, paid, refunded, underWay }: Group) => ({
    count,
    paid: toNaira(paid),
    refunded: toNaira(refunded),
    net: toNaira(paid - refunded),
    underWay: toNaira(underWay),
  })
  const [all, ...groups] = rows
  return { ...amountsOf(all!), methods: groups.map((group) => ({ method: group.method, ...amountsOf(group) })) }
}

/** Columns with the ids of the screen. */
export const refundCellsIn = (zone: string): CopiedColumn[] => [
  { id: 'at', title: 'Date', cell: instantIn(sql`r.at`, zone) },
  { id: 'bookingId', title: 'Booking ID', cell: sql`r.booking` },
  { id: 'paymentReference', title: 'Payment Reference', cell: sql`r.reference` },
  { id: 'reference', title: 'Refund Reference', cell: sql`r.own_reference` },
  { id: 'state', title: 'Status', cell: labelOf(sql`r.state`, REFUND_STATE_LABELS) },
  { id: 'message', title: 'Failure', cell: sql`r.message` },
  { id: 'amount', title: 'Amount', cell: naira(sql`r.kobo`), isNumber: true },
  { id: 'kind', title: 'Kind', cell: labelOf(sql`r.kind`, REFUND_KIND_LABELS) },
  {
    id: 'methods',
    title: 'Method',
    cell: sql`array_to_string(array(select ${labelOf(sql`m`, METHOD_LABELS)} from unnest(r.methods) m), ', ')`,
  },
  {
    id: 'provider',
    title: 'Provider',
    cell: sql`coalesce('Reported by ' || r.source, ${labelOf(sql`r.provider`, PROVIDER_LABELS)}, r.provider)`,
  },
  { id: 'cinema', title: 'Cinema', cell: CINEMA },
  { id: 'name', title: 'Name', cell: sql`r.name` },
  { id: 'email', title: 'Email', cell: sql`r.email` },
  { id: 'reason', title: 'Reason', cell: sql`r.reason` },
  { id: 'createdBy', title: 'Refunded By', cell: sql`r.created_by` },
  { id: 'createdAt', title: 'Requested', cell: instantIn(sql`r.created_at`, zone) },
  { id: 'settledAt', title: 'Settled', cell: instantIn(sql`r.settled_at`, zone) },
]

/** Returns all refunds for a file. */
export async function everyRefund(db: Db, filter: Filter): Promise<Rows> {
  const selection = selectionOf(filter)
  return everyRow(selection, await countSelected(db, selection))
}
