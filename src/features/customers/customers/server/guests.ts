import { sql, type SQL } from 'drizzle-orm'
import type { Output } from '#contract/endpoint.ts'
import { toNaira } from '#contract/money.ts'
import { clockOf, dayOf } from '#contract/time.ts'
import { boughtAsGuest } from '#features/sales/trade/server/public.ts'
import type { Db } from '#server/db/connect.ts'
import { allOf, isCount, isOnDays } from '#server/db/filter.ts'
import { sliceOf, sortOf, type Paging, type Selection } from '#server/db/page.ts'
import { notFound } from '#server/http/problem.ts'
import type { BookingActivity, customers, GuestRow } from '../contract.ts'
import { refundedOf, statusOf } from './refunds.ts'
import { guestsMatching } from './search.ts'
import type { Seen } from './visibility.ts'
import { number, orNull, query, text } from '#server/db/query.ts'

/** People who bought without an account, and their purchases. */

/** `zone`: zone of the filter's days. */
type GuestsFilter = Omit<Output<(typeof customers)['guestsCsv']['query']>, 'columns'> & { zone?: string }

const email = { of: sql`g.email`, type: 'text' } as const
const KEYS = {
  lastPurchaseDate: [{ of: sql`g.last_purchase_at`, type: 'timestamptz' }, email],
  customer_name: [{ of: sql`g.name_key`, type: 'text' }, email],
  customer_email: [email],
} satisfies Record<string, Selection['keys']>

type GuestQuery = {
  /** Reads the names too. */
  withNames?: boolean
  /** Number of rows that are read from the start. */
  upTo?: number
}

/** Selects guests, latest purchase first unless sorted. */
export function guestsListed(
  { search, last_purchase: on, purchases, sort = '-lastPurchaseDate', zone = 'UTC' }: GuestsFilter,
  seen?: Seen,
  { withNames = false, upTo = Infinity }: GuestQuery = {},
): Selection {
  const { by, descending } = sortOf(sort)
  const further = allOf([isOnDays(on, sql`g.last_purchase_at`, zone), isCount(purchases, sql`g.purchases`)])
  const isFurther = on !== undefined || purchases !== undefined
  const where = search ? sql`${guestsMatching(search, seen)} and ${further}` : further
  const hasNames = withNames || by === 'customer_name' || Boolean(search)
  const areNewest = by === 'lastPurchaseDate' && descending && upTo <= FIRST_PAGES && !isFurther
  const boughtThere = areNewest ? newestThere(upTo) : BOUGHT_THERE
  return {
    from: sql`${seen && !hasNames ? boughtThere : guestsOf(seen)} g`,
    where,
    count: seen && !search && !isFurther ? COUNT_THERE : undefined,
    keys: KEYS[by],
    descending,
    isSearch: Boolean(search),
  }
}

const BOUGHT = sql`max(last_purchase_at) as last_purchase_at, sum(purchases)::int as purchases`
/** Purchases of guests at the visible cinemas, without their identity, which needs a lookup per guest. */
const BOUGHT_THERE = sql`(select email, ${BOUGHT} from guest_cinemas group by email)`
/** Counts guests of the visible cinemas. Each has one row per cinema. */
const COUNT_THERE = sql`(case when cardinality(scoped_cinemas()) <= 1
  then (select count(*) from guest_cinemas) else (select count(distinct email) from guest_cinemas) end)`
const FIRST_PAGES = 1000
/**
 * Selects the latest guests of the visible cinemas. Each is among the latest of a cinema, which an index has in order.
 */
const newestThere = (upTo: number) => sql`(
  select x.email, max(x.last_purchase_at) as last_purchase_at
  from unnest(scoped_cinemas()) c(id) cross join lateral (
    select b.email, b.last_purchase_at from guest_cinemas b where b.cinema_id = c.id
    order by b.last_purchase_at desc, b.email desc limit ${upTo}
  ) x
  group by x.email)`
/** Guests; for some cinemas, with their purchases there. */
const guestsOf = (seen: Seen | undefined): SQL =>
  seen
    ? sql`(
        select s.email, s.name, s.name_key, bought.last_purchase_at, bought.purchases
        from guests s join ${BOUGHT_THERE} bought on bought.email = s.email
      )`
    : sql`guests`

const guestRow = { email: text, name: text, last_purchase_at: text, purchases: number }

export async function readGuests(db: Db, keys: readonly string[][], seen?: Seen): Promise<GuestRow[]> {
  if (!keys.length) return []
  const bought = seen
    ? sql`cross join lateral (select ${BOUGHT} from guest_cinemas b where b.email = g.email) b`
    : sql`cross join lateral (select g.last_purchase_at, g.purchases) b`
  const { rows } = await query(db, guestRow)`
    select g.email, g.name, b.last_purchase_at, b.purchases
    from unnest(${sql.param(keys.map((key) => key.at(-1)))}::text[]) with ordinality x(email, n)
      join guests g on g.email = x.email ${bought}
    order by x.n`
  return rows.map((row) => ({
    customer_email: row.email,
    customer_name: row.name,
    lastPurchaseDate: new Date(row.last_purchase_at).toISOString(),
    purchases: row.purchases,
  }))
}

/** Locks a guest until the transaction ends. @returns the stored email @throws 404 */
export async function guestOr404(db: Db, email: string): Promise<string> {
  const { rows } = await query(db, { email: text })`
    select email from guests where email = lower(${email}) for no key update`
  if (!rows[0]) throw notFound('guest')
  return rows[0].email
}

const bookingRow = {
  id: number,
  n: number,
  payment_reference: orNull(text),
  payment_id: orNull(number),
  external_id: text,
  buyer_name: text,
  at: text,
  kind: text,
  quantity: number,
  kobo: number,
  product: text,
  show_at: orNull(text),
  movie: orNull(text),
  cinema: orNull(text),
}

const KINDS: Record<string, string> = { ticket: 'Ticket', concession: 'Concession', subscription: 'Subscription' }

/** Lists the lines of a guest's purchases, newest first. */
export async function bookingsOf(
  db: Db,
  guest: string,
  paging: Paging,
  zone: string,
): Promise<{ bookingActivities: BookingActivity[]; totalCount: number }> {
  const ofGuest = sql`
    from purchases p join purchase_lines l on l.purchase_id = p.id
    where ${boughtAsGuest(sql`= lower(${guest})`)}`
  const { limit, offset } = sliceOf(paging)
  const counted = await query(db, { n: number })`select count(*) as n ${ofGuest}`
  const { rows } = await query(db, bookingRow)`
    select x.id, x.n, x.payment_reference, x.external_id, x.buyer_name, x.at, x.kind, x.quantity, x.kobo, x.product, x.show_at,
      coalesce(nullif(m.title, ''), m.name) as movie, c.name as cinema, e.id as payment_id
    from (
      select p.external_id, p.buyer_name, p.at, p.cinema_id, p.id, l.n, l.kind, l.quantity, l.kobo, l.product, l.show_at,
        l.movie_id, p.payment_reference, p.payment
      ${ofGuest} order by p.at desc, p.id desc, l.n limit ${limit} offset ${offset}
    ) x left join movies m on m.id = x.movie_id left join cinemas c on c.id = x.cinema_id
      left join payments e on e.reference = x.payment
    order by x.at desc, x.id desc, x.n`
  const refunded = await refundedOf(db, [...new Set(rows.map((row) => row.id))])
  return {
    bookingActivities: rows.map((row) => ({
      bookingId: row.external_id,
      customer_name: row.buyer_name,
      movieName: row.movie ?? row.product,
      movieDate: row.show_at && dayOf(row.show_at, zone),
      movieTime: row.show_at && clockOf(row.show_at, zone),
      purchaseType: KINDS[row.kind]!,
      quantity: row.quantity,
      cinemaName: row.cinema ?? '',
      totalPriceAfterDiscount: toNaira(row.kobo),
      status: statusOf(row, refunded(row.id, row.n)),
      refunded: toNaira(refunded(row.id, row.n).kobo),
      paymentReference: row.payment_reference,
      paymentId: row.payment_id,
      createdAt: new Date(row.at).toISOString(),
    })),
    totalCount: counted.rows[0]!.n,
  }
}
