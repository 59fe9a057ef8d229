import { sql } from 'drizzle-orm'
import { toNaira } from '#contract/money.ts'
import { countSelected, everyPage, pageOf, type Selection } from '#features/customers/server/store.ts'
import { PURCHASE_TYPES } from '#features/payments/rules.ts'
import type { Db } from '#server/db/connect.ts'
import { likeTerm } from '#server/db/like.ts'
import type { PaymentLog } from '../contract.ts'
import { MOST_FOUND, type Status, type UserType } from '../rules.ts'

/** Payments as the log lists them: which, how many, and what is shown of each. */

export type Filter = { userType: UserType; search?: string | undefined }

const isOf = { ALL: sql`true`, CUSTOMER: sql`is_customer`, GUEST: sql`not is_customer` } as const
/** Of words that lead to more payments than these the others are not looked for. */
const MOST_SOUGHT = 10_000
const EXPORT_PAGE = 2000

/** Newest first. */
function selected({ userType, search }: Filter): Selection {
  const keys: Selection['keys'] = [
    { of: sql`e.at`, type: 'timestamptz' },
    { of: sql`e.id`, type: 'bigint' },
  ]
  if (search)
    return {
      from: sql`(
        select at, id from payment_entries
        where words like lower(${likeTerm(search)}) and ${isOf[userType]} limit ${MOST_SOUGHT}) e`,
      where: sql`true`,
      keys,
      descending: true,
      isSearch: true,
    }
  return {
    from: sql`payment_entries e`,
    where: isOf[userType],
    count: sql`(select coalesce(sum(count), 0) from payment_entry_days where ${isOf[userType]})`,
    keys,
    descending: true,
  }
}

export async function pageOfPayments(
  db: Db,
  filter: Filter,
  page: { page: number; perPage: number },
): Promise<{ payment_logs: PaymentLog[]; totalCount: number }> {
  const { keys, total } = await pageOf(db, [selected(filter)], page)
  return { payment_logs: await readPayments(db, idsOf(keys)), totalCount: total }
}

export const foundPayments = async (db: Db, search: string): Promise<PaymentLog[]> =>
  (await pageOfPayments(db, { userType: 'ALL', search }, { page: 1, perPage: MOST_FOUND })).payment_logs

export const countPayments = (db: Db, filter: Filter): Promise<number> => {
  const selection = selected(filter)
  return countSelected(db, selection)
}
export const everyPayment = (db: Db, filter: Filter) =>
  everyPage(db, [selected(filter)], EXPORT_PAGE, (keys) => readPayments(db, idsOf(keys)))

const idsOf = (keys: readonly string[][]) => keys.map((key) => Number(key.at(-1)))

/** A payment with its sums, as refunds need it. */
export type Entry = {
  id: number
  at: Date
  reference: string
  name: string
  email: string
  customerId: number | null
  provider: string | null
  providerId: string | null
  status: 'needs_customer' | 'succeeded' | 'failed'
  kobo: number
  /** What is paid back, and what is on its way. */
  backKobo: number
  underWayKobo: number
  leftKobo: number
  bookingId: string | null
  purchaseType: string
  isForCube: boolean
}

type Row = {
  id: number
  at: string
  reference: string
  name: string
  email: string
  customer_id: number | null
  provider: string | null
  provider_id: string | null
  status: Entry['status']
  kobo: number
  refunding_kobo: number
  under_way: number
  told: number
  purchase_type: string
  booking: string | null
  kinds: string[] | null
  is_for_cube: boolean
}

/** Refunds of the trade that are none of ours. */
export const isTold = sql`not exists (select from payment_refund_trade t where t.refund_id = r.id)`

/** Payments in the order of their ids' list. */
export async function readEntries(db: Db, ids: readonly number[]): Promise<Entry[]> {
  if (!ids.length) return []
  const { rows } = await db.execute<Row>(sql`
    select e.id, e.at, e.reference, e.name, e.customer_id, e.provider, e.provider_id, e.status, e.kobo, e.refunding_kobo,
      e.purchase_type, coalesce(nullif(e.email, ''), c.email, '') as email,
      case when e.refunding_kobo = 0 then 0 else coalesce(
        (select sum(kobo) from payment_refunds r where r.entry_id = e.id and r.state = 'asked'), 0) end::bigint as under_way,
      (coalesce((select sum(kobo) from payment_logs l where l.reference = e.reference and l.status = 'refunded'), 0)
        + coalesce(sold.told, 0))::bigint as told,
      sold.booking, sold.kinds,
      exists (select from cube_payments b where b.provider = e.provider and b.reference = e.reference) as is_for_cube
    from unnest(${sql.param(ids)}::bigint[]) with ordinality x(id, n)
    join payment_entries e on e.id = x.id
    left join customers c on c.id = e.customer_id
    cross join lateral (
      select min(p.external_id) as booking, array_agg(distinct k.kind order by k.kind) as kinds,
        (select sum(r.kobo) from purchases o join refunds r on r.purchase_id = o.id
          where o.payment_reference = e.reference and ${isTold}) as told
      from purchases p left join purchase_lines k on k.purchase_id = p.id
      where p.payment_reference = e.reference
    ) sold
    order by x.n`)
  return rows.map(entryFrom)
}

const entryFrom = (row: Row): Entry => ({
  id: row.id,
  at: new Date(row.at),
  reference: row.reference,
  name: row.name,
  email: row.email,
  customerId: row.customer_id,
  provider: row.provider,
  providerId: row.provider_id,
  status: row.status,
  kobo: row.kobo,
  backKobo: row.refunding_kobo - row.under_way + row.told,
  underWayKobo: row.under_way,
  leftKobo: row.status === 'succeeded' ? Math.max(0, row.kobo - row.refunding_kobo - row.told) : 0,
  bookingId: row.booking,
  purchaseType: typeOf(row),
  isForCube: row.is_for_cube,
})

const KIND_WORDS: Record<string, string> = {
  ticket: 'Tickets',
  concession: 'Concessions',
  subscription: 'Subscription',
}

/** What was bought says more than where it was. */
function typeOf({ purchase_type: type, kinds }: Row): string {
  if (type && type !== PURCHASE_TYPES.shop) return type
  const words = (kinds ?? []).flatMap((kind) => KIND_WORDS[kind] ?? [])
  return words.length ? words.join(', ') : type || PURCHASE_TYPES.shop
}

const statusOf = ({ status, kobo, backKobo }: Entry): Status => {
  if (status !== 'succeeded' || backKobo <= 0) return status
  return backKobo >= kobo ? 'refunded' : 'partly_refunded'
}

export const toRow = (entry: Entry): PaymentLog => ({
  id: entry.id,
  createdAt: entry.at.toISOString(),
  bookingId: entry.bookingId ?? entry.reference,
  reference: entry.reference,
  name: entry.name,
  data: {
    id: entry.providerId,
    meta: {
      userId: entry.customerId,
      email: entry.email,
      amountPaid: toNaira(entry.kobo),
      amountRefunded: toNaira(entry.backKobo),
      purchaseType: entry.purchaseType,
      status: statusOf(entry),
    },
  },
})

const readPayments = async (db: Db, ids: readonly number[]): Promise<PaymentLog[]> =>
  (await readEntries(db, ids)).map(toRow)

export const entryOf = async (db: Db, id: number): Promise<Entry | undefined> => (await readEntries(db, [id]))[0]
