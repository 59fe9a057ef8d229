import { fold } from '#contract/fold.ts'
import type pg from 'pg'
import { addDays, startOfDay, type Day } from '#contract/time.ts'
import type { SearchBounds } from '#features/sales/tickets/rules.ts'
import { ZONE } from '../seeding.ts'

/** Answers a call as the API does, with the fewest and cheapest statements. */
export type Answer = (pool: pg.Pool) => Promise<Record<string, unknown>>

export const PER_PAGE = 15
const rowsOf = async <Row extends pg.QueryResultRow>(pool: pg.Pool, sql: string, values: unknown[] = []) =>
  (await pool.query<Row>(sql, values)).rows

/** What a list is narrowed to: conditions of the roll-up, and of the log's rows `t`. */
type Narrowed = { days: string; rows: string }
export const everything: Narrowed = { days: `cinema_id = '*' and show_day = 'infinity'`, rows: 'true' }
export const ofCinema = (id: string): Narrowed => ({
  days: `cinema_id = '${id}' and show_day = 'infinity'`,
  rows: `t.cinema_id = '${id}'`,
})
export const ofChannel = (channel: string): Narrowed => ({
  days: `${everything.days} and channel = '${channel}'`,
  rows: `t.channel = '${channel}'`,
})
export const paid = (first: Day, last: Day): Narrowed => ({
  days: `${everything.days} and day between '${first}' and '${last}'`,
  rows: 'true',
})
export const visible = (first: Day, last: Day): Narrowed => ({
  days: `cinema_id = '*' and show_day between '${first}' and '${last}'`,
  rows: `t.show_day between '${first}' and '${last}'`,
})

type Row = {
  purchase_id: number
  n: number
  at: string
  channel: string
  cinema: string
  name: string
  email: string
  reference: string
  product: string
  movie: string
  quantity: number
  kobo: number
  show_at: string | null
  back: number | null
}

const COLUMNS = `k.purchase_id, k.n, k.at, p.channel, c.name as cinema,
  coalesce(u.first_name || ' ' || u.last_name, p.buyer_name) as name, coalesce(u.email, p.buyer_email) as email,
  p.payment_reference as reference, l.product, m.title as movie, l.quantity, l.kobo, l.show_at,
  (select sum(b.kobo)::bigint from refunds r join refund_lines b on b.refund_id = r.id
   where r.purchase_id = k.purchase_id and b.kind = 'ticket' and b.show_day = l.show_day) as back`
const JOINED = `join purchases p on p.id = k.purchase_id
  join purchase_lines l on l.purchase_id = k.purchase_id and l.n = k.n
  left join customers u on u.id = p.customer_id left join movies m on m.id = l.movie_id
  left join cinemas c on c.id = p.cinema_id`
const listedRows = (keys: string) =>
  `select ${COLUMNS} from (${keys}) k ${JOINED} order by k.at desc, k.purchase_id desc, k.n desc`
const NEWEST = 't.at desc, t.purchase_id desc, t.n desc'

const toRow = (row: Row) => ({
  id: `${row.purchase_id}-${row.n}`,
  purchase_id: row.purchase_id,
  cinema: row.cinema,
  customerEmail: row.email,
  customer_name: row.name,
  fwTransactionRef: row.reference,
  purchasDate: new Date(row.at).toISOString(),
  ticketType: row.product || 'Ticket',
  movieName: row.movie,
  quantity: row.quantity,
  amount: row.kobo / 100,
  channel: row.channel,
  show_at: row.show_at && new Date(row.show_at).toISOString(),
  refund: row.back ? (row.back >= row.kobo ? 'full' : 'part') : 'none',
})

/** A page: the roll-up says on which day it begins, and how many there are. */
export const page =
  ({ days, rows }: Narrowed, number: number): Answer =>
  async (pool) => {
    const offset = (number - 1) * PER_PAGE
    const [place] = await rowsOf<{ total: number; before: number; first: Day; last: Day }>(
      pool,
      `with d as (
         select day, sum(sum(lines)) over (order by day desc)::bigint as upto from ticket_log_days where ${days} group by day
       ) select max(upto) as total, coalesce(max(upto) filter (where upto <= ${offset}), 0) as before,
         max(day) filter (where upto > ${offset}) as first,
         coalesce(max(day) filter (where upto >= ${offset + PER_PAGE}), min(day)) as last from d`,
    )
    const { total, before, first, last } = place!
    const found = await rowsOf<Row>(
      pool,
      listedRows(`select t.at, t.purchase_id, t.n from ticket_log t where ${rows} and t.at >= $1 and t.at < $2
        order by ${NEWEST} limit ${PER_PAGE} offset ${offset - before}`),
      [startOfDay(last, ZONE), startOfDay(addDays(first, 1), ZONE)],
    )
    return { tickets: found.map(toRow), totalCount: total, isTruncated: false }
  }

/** Lines of a filter that the roll-up does not know, counted up to where the log counts them. */
export const filteredPage =
  (where: string, { common, listed }: SearchBounds): Answer =>
  async (pool) => {
    const [{ n }] = (await rowsOf<{ n: number }>(
      pool,
      `select count(*) as n from (select from ticket_log t where ${where} limit ${common + 1}) x`,
    )) as [{ n: number }]
    const found = await rowsOf<Row>(
      pool,
      listedRows(
        `select t.at, t.purchase_id, t.n from ticket_log t where ${where} order by ${NEWEST} limit ${PER_PAGE}`,
      ),
    )
    return { tickets: found.map(toRow), totalCount: n > common ? listed : n, isTruncated: n > common }
  }

const buyerHas = (word: string) =>
  `(p.buyer_name <> '' or p.buyer_email <> '') and fold(p.buyer_name || ' ' || p.buyer_email) like '%${fold(word)}%'`
const customerHas = (word: string) => `c.is_listed and c.search_text like '%${fold(word)}%'`
const REFERENCE = /^(?=.*\d)\S{5,}$/
const purchaseHas = (word: string) =>
  REFERENCE.test(word) ? `(${buyerHas(word)} or p.payment_reference ilike '%${word}%')` : buyerHas(word)

const filmsOf = (word: string) =>
  `films as materialized (select id from movies where search_text like '%${fold(word)}%')`

/** All lines that a word leads to are found once, counted, and a page of them sorted. */
export const foundPage =
  (word: string, number = 1): Answer =>
  async (pool) => {
    const rows = await rowsOf<Row & { total: number }>(
      pool,
      `with who as materialized (select c.id from customers c where ${customerHas(word)}),
       ${filmsOf(word)},
       named as materialized (
         select t.at, t.purchase_id, t.n from ticket_log t where t.customer_id = any(array(select id from who))
         union all
         select p.at, t.purchase_id, t.n from purchases p join ticket_log t on t.purchase_id = p.id
         where ${purchaseHas(word)} and not exists (select from who where who.id = p.customer_id)
       ), found as materialized (
         select * from named
         union all
         select t.at, t.purchase_id, t.n from ticket_log t where t.movie_id = any(array(select id from films))
           and not exists (select from named where named.purchase_id = t.purchase_id and named.n = t.n)
       ) select x.*, (select count(*) from found) as total from (${listedRows(
         `select * from found t order by ${NEWEST} limit ${PER_PAGE} offset ${(number - 1) * PER_PAGE}`,
       )}) x`,
    )
    return { tickets: rows.map(toRow), totalCount: rows[0]!.total, isTruncated: false }
  }

/** By chance the newest can have a word so many times as often as the log. */
const CHANCE = 2

/** What is met at every step; that it is in too many lines is judged by the newest, and else all of them are found. */
export const walkedPage =
  (word: string, { common, listed, judged }: SearchBounds): Answer =>
  async (pool) => {
    const rows = await rowsOf<Row & { is_everywhere: boolean }>(
      pool,
      `with ${filmsOf(word)}, has as materialized (
         select t.at, t.purchase_id, t.n from (select * from ticket_log t order by ${NEWEST} limit ${judged}) t
         where t.movie_id in (select id from films)
           or (select ${customerHas(word)} from customers c where c.id = t.customer_id)
           or (select ${purchaseHas(word)} from purchases p where p.id = t.purchase_id)
       ) select x.*, exists (
         select from (
           select sum(lines) over (order by day, channel rows unbounded preceding) as upto
           from ticket_log_days where ${everything.days}
         ) d where upto * (select count(*) from has) > ${CHANCE * common * judged}
       ) as is_everywhere from (${listedRows(`select * from has t order by ${NEWEST} limit ${PER_PAGE}`)}) x`,
    )
    if (!rows[0]?.is_everywhere) return foundPage(word)(pool)
    return { tickets: rows.map(toRow), totalCount: listed, isTruncated: true }
  }

/** The cells of the file, by the database alone. */
export const COPY = `
  copy (
    select to_char(k.at at time zone '${ZONE}', 'DD/MM/YYYY HH24:MI'), coalesce(u.first_name || ' ' || u.last_name, p.buyer_name),
      coalesce(u.email, p.buyer_email), coalesce(nullif(l.product, ''), 'Ticket'), m.title, p.payment_reference, c.name, l.quantity,
      l.kobo / 100.0, to_char(l.show_at at time zone '${ZONE}', 'DD/MM/YYYY HH24:MI'), p.channel,
      (select sum(b.kobo) from refunds r join refund_lines b on b.refund_id = r.id
       where r.purchase_id = k.purchase_id and b.kind = 'ticket' and b.show_day = l.show_day)
    from ticket_log k ${JOINED}
    order by k.at desc, k.purchase_id desc, k.n desc
  ) to stdout (format csv)`
