import { sql, type SQL } from 'drizzle-orm'
import type { Output } from '#contract/endpoint.ts'
import { toNaira } from '#contract/money.ts'
import { instantIn, inWords, naira } from '#server/db/cells.ts'
import type { Db } from '#server/db/connect.ts'
import { allOf, isAmount, isAnyOf, isChosen, isOnDays } from '#server/db/filter.ts'
import { countSelected, pageOf, sortOf, type Paging, type Selection } from '#server/db/page.ts'
import { everyRow, type Rows } from '#server/db/pieces.ts'
import type { CopiedColumn } from '#server/http/csv.ts'
import type { ListedRefund, paymentLogs } from '../contract.ts'
import { PROVIDER_WORDS, REFUND_KIND_WORDS, REFUND_STATE_WORDS, REPORTED } from '../rules.ts'
import { isTold } from './entries.ts'
import { eachMethodOf, isForCube, isPaidBy, METHODS_IN_WORDS } from './ways.ts'

/** Refunds that staff asked for, whatever became of them, and those of payments that a program alone reported. */

type Filter = Partial<Omit<Output<(typeof paymentLogs)['refundsCsv']['query']>, 'columns'>> & { zone: string }

/** Ours `o` and those of the trade `r`, as of one table. */
const refundsThat = (ours: SQL, told: SQL) => sql`(
    select o.id, o.entry_id, o.reference, o.provider, null as source, o.state, o.message, o.kind, o.kobo, o.reason,
      o.created_at, o.created_by, o.settled_at
    from payment_refunds o where ${ours}
    union all
    select -r.id, p.id, r.external_id, ${REPORTED}, r.source, 'succeeded', '',
      case when r.kobo >= p.kobo then 'full' else 'lines' end, r.kobo, r.reason, r.at, r.source, r.at
    from refunds r join purchases b on b.id = r.purchase_id join payment_entries p on p.reference = b.payment_reference
    where ${isTold} and ${told}
  )`
/** Refunds `r` with their payments `e`. */
const FROM = sql`${refundsThat(sql`true`, sql`true`)} r join payment_entries e on e.id = r.entry_id`
const PAID = sql`from purchases p where p.payment_reference = e.reference`
const METHODS = eachMethodOf(sql`e.reference`)
const BOOKING = sql`coalesce((select min(p.external_id) ${PAID}), e.reference)`
const CINEMA = sql`coalesce((select c.name from cinemas c where c.id = e.cinema_id), '')`
const EMAIL = sql`case when e.email <> '' then e.email
  else coalesce((select c.email from customers c where c.id = e.customer_id), '') end`

const givesBack = (kind: string): SQL =>
  kind === 'cube'
    ? isForCube(sql`e`)
    : sql`(exists (
        select from payment_refund_lines t join purchase_lines l on l.purchase_id = t.purchase_id and l.n = t.n
        where t.refund_id = r.id and l.kind = ${kind})
      or exists (select from refund_lines l where l.refund_id = -r.id and l.kind = ${kind}))`

/** What staff know of it: the beginning of a reference or a booking, or a part of the person's name or email. */
function hasText(search: string | undefined): SQL | undefined {
  if (!search) return
  const term = search.replace(/[\\%_]/g, '\\$&')
  const isIn = (column: SQL) => sql`${column} ilike ${`%${term}%`}`
  const begins = (column: SQL) => sql`${column} ilike ${`${term}%`}`
  return sql`(${begins(sql`r.reference`)} or ${begins(sql`e.reference`)} or ${isIn(sql`e.bookings`)}
    or ${isIn(sql`e.name`)} or ${isIn(EMAIL)})`
}

const meant = ({ date, state, amount, provider, cinema_id, method, kind, search, zone }: Filter): SQL =>
  allOf([
    sql`true`,
    isOnDays(date, sql`r.created_at`, zone),
    isChosen(state, sql`r.state`),
    isAmount(amount, sql`r.kobo`),
    isChosen(provider, sql`r.provider`),
    isChosen(cinema_id, sql`e.cinema_id`),
    isPaidBy(method, sql`e`),
    isAnyOf(kind, givesBack),
    hasText(search),
  ])

const NEWEST = { of: sql`r.created_at`, type: 'timestamptz' } as const
const ID = { of: sql`r.id`, type: 'bigint' } as const
/** What waits for somebody. */
const IS_OPEN = { of: sql`(r.state <> 'succeeded')`, type: 'boolean' } as const
const AMOUNT = { of: sql`r.kobo`, type: 'bigint' } as const

function selectionOf(filter: Filter): Selection {
  // They are put together once, to be counted and sorted: no index has both kinds in an order.
  const common = { from: FROM, where: meant(filter), isSearch: true }
  if (filter.sort === undefined) return { ...common, keys: [IS_OPEN, NEWEST, ID], descending: true }
  const { by, descending } = sortOf(filter.sort)
  return { ...common, keys: [by === 'amount' ? AMOUNT : NEWEST, ID], descending }
}

type Row = Omit<ListedRefund, 'amount' | 'createdAt' | 'settledAt'> & {
  kobo: number
  createdAt: string
  settledAt: string | null
}
const iso = (at: string) => new Date(at).toISOString()

export async function pageOfRefunds(
  db: Db,
  filter: Filter,
  paging: Paging,
): Promise<{ refunds: ListedRefund[]; totalCount: number }> {
  const { keys, total } = await pageOf(db, [selectionOf(filter)], paging)
  if (!keys.length) return { refunds: [], totalCount: total }
  const { rows } = await db.execute<Row>(sql`
    select r.id, r.reference, e.id as "paymentId", ${BOOKING} as "bookingId", e.name, ${EMAIL} as email,
      ${CINEMA} as cinema, r.provider, r.source, ${METHODS} as methods, r.state, r.message, r.kind, r.kobo, r.reason,
      r.created_at as "createdAt", r.created_by as "createdBy", r.settled_at as "settledAt"
    from unnest(${sql.param(keys.map((key) => key.at(-1)))}::bigint[]) with ordinality x(id, n)
      cross join lateral ${refundsThat(sql`o.id = x.id`, sql`r.id = -x.id`)} r
      join payment_entries e on e.id = r.entry_id
    order by x.n`)
  const refunds = rows.map(({ kobo, createdAt, settledAt, ...row }) => ({
    ...row,
    amount: toNaira(kobo),
    createdAt: iso(createdAt),
    settledAt: settledAt && iso(settledAt),
  }))
  return { refunds, totalCount: total }
}

type Sums = Output<(typeof paymentLogs)['refundSums']['reply']>
type Group = {
  isAll: boolean
  method: Sums['methods'][number]['method']
  count: number
  paid: number
  refunded: number
  underWay: number
}

/** What they add up to. A payment of which there are several refunds was paid once. */
export async function sumsOfRefunds(db: Db, filter: Filter): Promise<Sums> {
  const { rows } = await db.execute<Group>(sql`
    with payments as (
      select e.id, e.kobo, count(*) as count,
        sum(case when r.state = 'succeeded' then r.kobo else 0 end) as refunded,
        sum(case when r.state = 'asked' then r.kobo else 0 end) as under_way,
        e.method
      from ${FROM} where ${meant(filter)} group by e.id, e.kobo, e.method
    )
    select grouping(method) = 1 as "isAll", method, coalesce(sum(count), 0)::bigint as count,
      coalesce(sum(kobo), 0)::bigint as paid, coalesce(sum(refunded), 0)::bigint as refunded,
      coalesce(sum(under_way), 0)::bigint as "underWay"
    from payments group by grouping sets ((), (method)) order by grouping(method) desc, refunded desc, method`)
  const shown = ({ count, paid, refunded, underWay }: Group) => ({
    count,
    paid: toNaira(paid),
    refunded: toNaira(refunded),
    net: toNaira(paid - refunded),
    underWay: toNaira(underWay),
  })
  const [all, ...groups] = rows
  return { ...shown(all!), methods: groups.map((group) => ({ method: group.method, ...shown(group) })) }
}

/** The ids are the screen's. */
export const refundCellsIn = (zone: string): CopiedColumn[] => [
  { id: 'createdAt', title: 'Date', cell: instantIn(sql`r.created_at`, zone) },
  { id: 'bookingId', title: 'Booking ID', cell: BOOKING },
  { id: 'paymentReference', title: 'Payment Reference', cell: sql`e.reference` },
  { id: 'reference', title: 'Refund Reference', cell: sql`r.reference` },
  { id: 'state', title: 'Status', cell: inWords(sql`r.state`, REFUND_STATE_WORDS) },
  { id: 'message', title: 'Failure', cell: sql`r.message` },
  { id: 'amount', title: 'Amount', cell: naira(sql`r.kobo`), isNumber: true },
  { id: 'kind', title: 'Kind', cell: inWords(sql`r.kind`, REFUND_KIND_WORDS) },
  { id: 'methods', title: 'Method', cell: METHODS_IN_WORDS },
  {
    id: 'provider',
    title: 'Provider',
    cell: sql`coalesce('Recorded by ' || r.source, ${inWords(sql`r.provider`, PROVIDER_WORDS)}, r.provider)`,
  },
  { id: 'cinema', title: 'Cinema', cell: CINEMA },
  { id: 'name', title: 'Name', cell: sql`e.name` },
  { id: 'email', title: 'Email', cell: EMAIL },
  { id: 'reason', title: 'Reason', cell: sql`r.reason` },
  { id: 'createdBy', title: 'Refunded By', cell: sql`r.created_by` },
  { id: 'settledAt', title: 'Settled', cell: instantIn(sql`r.settled_at`, zone) },
]

/** All of them, for a file. */
export async function everyRefund(db: Db, filter: Filter): Promise<Rows> {
  const selection = selectionOf(filter)
  return everyRow(selection, await countSelected(db, selection))
}
