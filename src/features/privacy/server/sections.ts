import { sql, type SQL } from 'drizzle-orm'
import { toNaira } from '#contract/money.ts'
import { cubeBookingsOf } from '#features/cubes/server/store.ts'
import { paymentsOf } from '#features/payments/server/store.ts'
import { boughtBy } from '#features/trade/server/public.ts'
import type { Db } from '#server/db/connect.ts'
import { listOf } from '#server/db/rows.ts'
import type { CsvColumn } from '#server/http/csv.ts'
import type { Traces } from './traces.ts'

type Row = Record<string, unknown>
/** A kind of thing that is held on a person: an array of `data.json`, and a CSV file. */
export type Section = { name: string; columns: string[]; pages: () => AsyncGenerator<Row[]> }

const PAGE = 1000

/** Everything that is held on a person, as it is read; secrets are said to be there, and never given out. */
export function sectionsOf(db: Db, traces: Traces): Section[] {
  const { ids, emails, firstNames, lastNames } = traces
  const those = listOf(ids, 'bigint')
  const addresses = listOf(emails, 'text')
  const names = listOf(
    firstNames.flatMap((first) => lastNames.map((last) => `${first} ${last}`.toLowerCase())),
    'text',
  )
  const [id] = ids as [number]
  /** A statement whose rows are few: one person's. */
  const all = (name: string, columns: string, query: SQL): Section => ({
    name,
    columns: columns.split(' '),
    pages: async function* () {
      yield (await db.execute<Row>(query)).rows.map(inNaira)
    },
  })
  /** Page by page, by the rows' `n`. */
  const paged = (name: string, columns: string, query: (after: number) => SQL): Section => ({
    name,
    columns: columns.split(' '),
    pages: async function* () {
      for (let after = 0; ;) {
        const { rows } = await db.execute<Row & { n: number }>(query(after))
        if (!rows.length) return
        yield rows.map(({ n: _, ...row }) => inNaira(row))
        after = rows.at(-1)!.n
      }
    },
  })
  const given = (name: string, columns: string, rows: () => Promise<Row[]>): Section => ({
    name,
    columns: columns.split(' '),
    pages: async function* () {
      yield await rows()
    },
  })
  const bought = boughtBy(traces)

  return [
    all(
      'identity',
      'record source external_id first_name last_name email phone aliases birth_date gender billing_cycle default_cinema_id profile_image card_number has_card_pin has_password trailers_watched channel registered_at tokens_cleared_at is_merged',
      sql`select id as record, source, external_id, first_name, last_name, email, phone, aliases, birth_date, gender, billing_cycle,
            default_cinema_id, profile_image, card_number, card_pin_hash is not null as has_card_pin,
            password_hash is not null as has_password, trailers_watched, channel, ${instant('registered_at')},
            ${instant('tokens_cleared_at')}, merged_into is not null as is_merged
          from customers where id = any(${those}) order by merged_into nulls first, id`,
    ),
    all(
      'subscriptions',
      'id told_by kind at until plan kobo tickets reason',
      sql`select id, source as told_by, kind, ${instant('at')}, ${instant('until')}, plan, kobo, tickets, reason
          from subscription_events e where customer_id = any(${those}) order by e.at, e.id`,
    ),
    paged(
      'purchases',
      'purchase at channel cinema_id buyer_name buyer_email buyer_phone payment_reference referral_code kobo as_guest',
      (after) => sql`
        select id as n, external_id as purchase, ${instant('at')}, channel, cinema_id, buyer_name, buyer_email, buyer_phone,
          payment_reference, referral_code, kobo, customer_id is null as as_guest
        from purchases p where ${bought} and id > ${after} order by id limit ${PAGE}`,
    ),
    paged(
      'purchase-lines',
      'purchase line kind product movie_id show_at quantity kobo discount_kobo',
      (after) => sql`
        select p.id as n, p.external_id as purchase, l.n as line, l.kind, l.product, l.movie_id, ${instant('show_at')},
          l.quantity, l.kobo, l.discount_kobo
        from (select id, external_id from purchases p where ${bought} and id > ${after} order by id limit ${PAGE}) p
        join purchase_lines l on l.purchase_id = p.id order by p.id, l.n`,
    ),
    all(
      'refunds',
      'refund purchase at kobo reason',
      sql`select r.external_id as refund, p.external_id as purchase, ${instant('r.at', 'at')}, r.kobo, r.reason
          from refunds r join (select id, external_id from purchases p where ${bought}) p on p.id = r.purchase_id
          order by r.at, r.id`,
    ),
    all(
      'redemptions',
      'redemption at show_day cinema_id tickets by_subscription',
      sql`select external_id as redemption, ${instant('at')}, show_day, cinema_id, tickets, by_subscription
          from redemptions r where customer_id = any(${those}) order by r.at, r.id`,
    ),
    all(
      'points',
      'tier lifetime_points available_points',
      sql`select (array['Fan', 'Buff', 'Fanatic'])[tier + 1] as tier, lifetime as lifetime_points,
            available as available_points
          from loyalty_members where customer_id = ${id}`,
    ),
    all(
      'points-ledger',
      'at kind points lifetime from_tier to_tier reason',
      sql`select ${instant('at')}, kind, points, lifetime, from_tier, to_tier, reason
          from points_ledger where customer_id = any(${those}) order by id`,
    ),
    all(
      'kids-club',
      'joined_at guardian_name consent_on consent_source',
      sql`select ${instant('joined_at')}, guardian_name, consent_on, consent_source
          from kids_club_members where customer_id = any(${those})`,
    ),
    given(
      'cube-bookings',
      'booking_id full_name email phone cube movie_id guest_count status starts_at kobo fee_kobo',
      async () => (await cubeBookingsOf(db, emails)).map(inNaira),
    ),
    given('cards', 'brand first6 last4 expiry', async () => {
      const { card } = await paymentsOf(db, id)
      return card ? [card] : []
    }),
    given('payments', 'reference plan months naira state message created_at settled_at', async () =>
      (await Promise.all(ids.map((one) => paymentsOf(db, one)))).flatMap(({ charges }) => charges),
    ),
    given('payment-logs', 'at reference email naira purchase_type status message', async () =>
      (await Promise.all(ids.map((one) => paymentsOf(db, one)))).flatMap(({ logs }) => logs),
    ),
    all(
      'reviews',
      'at movie_id customer_name liked review',
      sql`select ${instant('created_at', 'at')}, movie_id, customer_name, liked, review
          from reviews where lower(customer_name) = any(${names}) order by created_at, id`,
    ),
    all(
      'error-reports',
      'at message page release channel',
      sql`select ${instant('at')}, message, page, release, channel
          from error_reports e where customer_id = any(${those}) order by e.at, e.id`,
    ),
    all(
      'letters',
      'at kind recipient state sent_at',
      sql`select ${instant('at')}, kind, recipient, state, ${instant('sent_at')}
          from mails where lower(recipient) = any(${addresses})
            or params ->> 'customerId' = any(${listOf(ids.map(String), 'text')}) order by mails.at, id`,
    ),
    paged(
      'audit-log',
      'at actor action summary before after',
      (after) => sql`
        select id as n, ${instant('at')}, actor, action, summary, before, after from audit_log
        where entity = 'customer' and entity_id = any(${listOf(ids.map(String), 'text')}) and id > ${after}
        order by id limit ${PAGE}`,
    ),
  ]
}

/** As JSON has instants: in UTC, to the millisecond. */
const instant = (column: string, as = column.replace(/^.*\./, '')) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${as}`)

/** Money is given out in naira: `kobo` becomes `naira`. */
const inNaira = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) =>
      name.endsWith('kobo') ? [name.replace('kobo', 'naira'), toNaira(Number(value))] : [name, value],
    ),
  )

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
