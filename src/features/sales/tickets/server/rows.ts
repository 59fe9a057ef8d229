import { sql, type SQL } from 'drizzle-orm'
import { toNaira } from '#contract/money.ts'
import { instantIn, labelOf, naira } from '#server/db/cells.ts'
import type { Db } from '#server/db/connect.ts'
import { prepared } from '#server/db/prepared.ts'
import { rowsOf } from '#server/db/rows.ts'
import type { CopiedColumn } from '#server/http/csv.ts'
import type { TicketLogEntry } from '../contract.ts'
import { CHANNELS, KINDS, REFUNDS, type Channel, type RefundState } from '../rules.ts'
import { inOrder, type Filter, type Key } from './filter.ts'
import { number, orNull, query, text, textOf, type RowOf } from '#server/db/query.ts'
import { keyRow } from './filter.ts'

/** With its place in the log. */
export type Entry = TicketLogEntry & { key: Key }
const row = {
  ...keyRow,
  channel: textOf<Channel>(),
  cinema: text,
  customer_name: text,
  customer_email: text,
  reference: text,
  product: text,
  movie: text,
  quantity: number,
  kobo: number,
  show_at: orNull(text),
  refund: textOf<RefundState>(),
}
type Row = RowOf<typeof row>

/**
 * What the log calls who bought: the account's name, else what the purchase was reported with. Of `purchases p` and
 * `customers u`.
 */
const NAME = sql`coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), p.buyer_name)`
const EMAIL = sql`coalesce(nullif(u.email, ''), p.buyer_email)`
const TITLE = sql`coalesce(nullif(m.title, ''), m.name, '')`
/** Of `purchase_lines l`. */
const PRODUCT = sql`coalesce(nullif(l.product, ''), ${KINDS.ticket})`
export const BUYER = sql`${NAME} as customer_name, ${EMAIL} as customer_email`
export const MOVIE = sql`${TITLE} as movie`

/** What belongs to lines `t` of the log. */
const DETAILS = sql`
  join purchases p on p.id = t.purchase_id
  join purchase_lines l on l.purchase_id = t.purchase_id and l.n = t.n
  left join customers u on u.id = p.customer_id
  left join movies m on m.id = l.movie_id
  left join cinemas c on c.id = p.cinema_id`

/** The columns of the file: those of the screen, and what it shows beside them. */
export const cellsIn = (zone: string): CopiedColumn[] => [
  { id: 'purchasDate', title: 'Date Purchased', cell: instantIn(sql`t.at`, zone) },
  { id: 'customer_name', title: 'Name', cell: NAME },
  { id: 'customerEmail', title: 'Email', cell: EMAIL },
  { id: 'ticketType', title: 'Ticket Type', cell: PRODUCT },
  { id: 'movieName', title: 'Movie Title', cell: TITLE },
  { id: 'fwTransactionRef', title: 'Transaction ID', cell: sql`p.payment_reference` },
  { id: 'cinema', title: 'Cinema', cell: sql`c.name` },
  { id: 'quantity', title: 'Tickets', cell: sql`l.quantity`, isNumber: true, adds: true },
  { id: 'amount', title: 'Amount', cell: naira(sql`l.kobo`), isNumber: true, adds: true },
  { id: 'show_at', title: 'Show', cell: instantIn(sql`l.show_at`, zone) },
  { id: 'channel', title: 'Channel', cell: labelOf(sql`p.channel`, CHANNELS) },
  { id: 'refund', title: 'Refund', cell: labelOf(sql`t.refund`, REFUNDS) },
]

/** Lines of the log `t`, for a file. */
export const copiedFrom = (lines: SQL): SQL => sql`${lines} ${DETAILS}`

/** The lines of the keys (at, purchase_id, n) that a statement finds, as the log shows them, in its order. */
export async function linesOf(db: Db, filter: Filter, keys: SQL): Promise<Entry[]> {
  const { rows } = await query(db, row)(linesWith(filter, keys))
  return rows.map(toEntry)
}

/** The lines `t` of given keys. */
export const linesIn = (keys: SQL): SQL =>
  sql`(${keys}) k join ticket_log t on t.purchase_id = k.purchase_id and t.n = k.n`

export const keysIn = (keys: readonly Key[]): SQL =>
  sql`select * from ${rowsOf(keys, 'at timestamptz, purchase_id bigint, n smallint')}`

/** The lines of given keys. */
export async function linesAt(db: Db, filter: Filter, keys: readonly Key[]): Promise<Entry[]> {
  const { rows } = await query(db, row)(prepared(linesWith(filter, keysIn(keys))))
  return rows.map(toEntry)
}

const linesWith = (filter: Filter, keys: SQL) => sql`
    select t.at::text, t.purchase_id, t.n, p.channel, coalesce(c.name, '') as cinema, ${BUYER},
      coalesce(p.payment_reference, '') as reference, ${PRODUCT} as product, ${MOVIE}, l.quantity, l.kobo, l.show_at,
      t.refund
    from ${linesIn(keys)} ${DETAILS}
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
  ticketType: row.product,
  movieName: row.movie,
  quantity: row.quantity,
  amount: toNaira(row.kobo),
  channel: row.channel,
  show_at: row.show_at && instant(row.show_at),
  refund: row.refund,
})
