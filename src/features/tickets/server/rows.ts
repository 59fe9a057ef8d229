import { sql, type SQL } from 'drizzle-orm'
import { toNaira } from '#contract/money.ts'
import { OURS } from '#features/trade/rules.ts'
import { instantIn, inWords, naira } from '#server/db/cells.ts'
import type { Db } from '#server/db/connect.ts'
import { prepared } from '#server/db/prepared.ts'
import { rowsOf } from '#server/db/rows.ts'
import type { CopiedColumn } from '#server/http/csv.ts'
import type { TicketLogEntry } from '../contract.ts'
import { CHANNELS, KINDS, REFUNDS, refundState, type Channel } from '../rules.ts'
import { inOrder, type Filter, type Key } from './filter.ts'

/** With its place in the log. */
export type Entry = TicketLogEntry & { key: Key }
type Row = Key & {
  channel: Channel
  cinema: string
  customer_name: string
  customer_email: string
  reference: string
  product: string
  movie: string
  quantity: number
  kobo: number
  show_at: string | null
  back_quantity: number
  back_kobo: number
}

/**
 * What the log calls who bought: the account's name, else what the purchase was reported with. Of `purchases p` and
 * `customers u`.
 */
const NAME = sql`coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), p.buyer_name)`
const EMAIL = sql`coalesce(nullif(u.email, ''), p.buyer_email)`
const TITLE = sql`coalesce(nullif(m.title, ''), m.name, '')`
export const BUYER = sql`${NAME} as customer_name, ${EMAIL} as customer_email`
export const MOVIE = sql`${TITLE} as movie`

/**
 * What came back of a line. A refund of ours knows its line; what programs tell speaks of kinds and shows: what came
 * back of the tickets of one show comes off what is left of its lines, in their order.
 */
const BACK = sql`
  left join lateral (
    select sum(b.quantity) filter (where r.source <> ${OURS}) as told_quantity,
      sum(b.kobo) filter (where r.source <> ${OURS}) as told_kobo,
      coalesce(sum(b.quantity) filter (where r.source = ${OURS} and b.n = l.n), 0) as own_quantity,
      coalesce(sum(b.kobo) filter (where r.source = ${OURS} and b.n = l.n), 0) as own_kobo
    from refunds r join refund_lines b on b.refund_id = r.id
    where r.purchase_id = p.id and b.kind = 'ticket' and b.show_day is not distinct from l.show_day
  ) back on true
  left join lateral (
    select sum(e.quantity - o.quantity) as quantity, sum(e.kobo - o.kobo) as kobo
    from purchase_lines e cross join lateral (
      select coalesce(sum(b.quantity), 0) as quantity, coalesce(sum(b.kobo), 0) as kobo
      from refunds r join refund_lines b on b.refund_id = r.id
      where r.purchase_id = p.id and r.source = ${OURS} and b.kind = 'ticket' and b.n = e.n
    ) o
    where back.told_quantity is not null and e.purchase_id = p.id and e.n < l.n and e.kind = 'ticket'
      and e.show_day is not distinct from l.show_day
  ) earlier on true`
const backOf = (what: 'quantity' | 'kobo') => {
  const [of, told, own] = [sql.raw(what), sql.raw(`back.told_${what}`), sql.raw(`back.own_${what}`)]
  return sql`(${own} + greatest(0, least(l.${of} - ${own}, coalesce(${told}, 0) - coalesce(earlier.${of}, 0))))::bigint`
}

/** What belongs to lines `t` of the log. */
const BESIDE = sql`
  join purchases p on p.id = t.purchase_id
  join purchase_lines l on l.purchase_id = t.purchase_id and l.n = t.n
  left join customers u on u.id = p.customer_id
  left join movies m on m.id = l.movie_id
  left join cinemas c on c.id = p.cinema_id`

/** As `refundState` has it, in the file's words. */
const REFUND_STATE = sql`case
  when back_kobo <= 0 and back_quantity <= 0 then ${REFUNDS.none}
  when case when kobo > 0 then back_kobo >= kobo else back_quantity >= quantity end then ${REFUNDS.full}
  else ${REFUNDS.part} end`

/** The columns of the file: those of the screen, and what it shows beside them. Of few lines is there anything to be refunded. */
export const cellsIn = (zone: string): CopiedColumn[] => [
  { id: 'purchasDate', title: 'Date Purchased', cell: instantIn(sql`t.at`, zone) },
  { id: 'customer_name', title: 'Name', cell: NAME },
  { id: 'customerEmail', title: 'Email', cell: EMAIL },
  { id: 'ticketType', title: 'Ticket Type', cell: sql`coalesce(nullif(l.product, ''), ${KINDS.ticket})` },
  { id: 'movieName', title: 'Movie Title', cell: TITLE },
  { id: 'fwTransactionRef', title: 'Transaction ID', cell: sql`p.payment_reference` },
  { id: 'cinema', title: 'Cinema', cell: sql`c.name` },
  { id: 'quantity', title: 'Tickets', cell: sql`l.quantity`, isNumber: true },
  { id: 'amount', title: 'Amount', cell: naira(sql`l.kobo`), isNumber: true },
  { id: 'show_at', title: 'Show', cell: instantIn(sql`l.show_at`, zone) },
  { id: 'channel', title: 'Channel', cell: inWords(sql`p.channel`, CHANNELS) },
  {
    id: 'refund',
    title: 'Refund',
    cell: sql`case when exists (select from refunds r where r.purchase_id = t.purchase_id) then (
      select ${REFUND_STATE} from (
        select l.quantity, l.kobo, ${backOf('quantity')} as back_quantity, ${backOf('kobo')} as back_kobo
        from (select) line ${BACK}
      ) x) end`,
  },
]

/** Lines of the log `t`, for a file. */
export const copiedFrom = (lines: SQL): SQL => sql`${lines} ${BESIDE}`

/** The lines of the keys (at, purchase_id, n) that a statement finds, as the log shows them, in its order. */
export async function linesOf(db: Db, filter: Filter, keys: SQL): Promise<Entry[]> {
  const { rows } = await db.execute<Row>(linesWith(filter, keys))
  return rows.map(toEntry)
}

export const keysIn = (keys: readonly Key[]): SQL =>
  sql`select * from ${rowsOf(keys, 'at timestamptz, purchase_id bigint, n smallint')}`

/** The lines of given keys. */
export async function linesAt(db: Db, filter: Filter, keys: readonly Key[]): Promise<Entry[]> {
  const { rows } = await db.execute<Row>(prepared(linesWith(filter, keysIn(keys))))
  return rows.map(toEntry)
}

const linesWith = (filter: Filter, keys: SQL) => sql`
    select t.at::text, t.purchase_id, t.n, p.channel, coalesce(c.name, '') as cinema, ${BUYER},
      coalesce(p.payment_reference, '') as reference, l.product, ${MOVIE}, l.quantity, l.kobo, l.show_at,
      ${backOf('quantity')} as back_quantity, ${backOf('kobo')} as back_kobo
    from (${keys}) t ${BESIDE} ${BACK}
    order by ${inOrder(filter)}`

const instant = (at: string) => new Date(at).toISOString()

const toEntry = (row: Row): Entry => ({
  key: { at: row.at, purchase_id: row.purchase_id, n: row.n },
  id: `${row.purchase_id}-${row.n}`,
  purchase_id: row.purchase_id,
  cinema: row.cinema,
  customerEmail: row.customer_email,
  customer_name: row.customer_name,
  fwTransactionRef: row.reference,
  purchasDate: instant(row.at),
  ticketType: row.product || KINDS.ticket,
  movieName: row.movie,
  quantity: row.quantity,
  amount: toNaira(row.kobo),
  channel: row.channel,
  show_at: row.show_at && instant(row.show_at),
  refund: refundState(row, { quantity: row.back_quantity, kobo: row.back_kobo }),
})
