import { fold } from '#contract/fold.ts'
import type pg from 'pg'
import { addDays, startOfDay, type Day } from '#contract/time.ts'
import { MOST_COUNTED } from '#features/payment-logs/rules.ts'
import { ZONE } from '../seeding.ts'

/** Answers a call as the API does, with the fewest and cheapest statements. */
export type Answer = (pool: pg.Pool) => Promise<unknown>

export const PER_PAGE = 10
const rowsOf = async <Row extends pg.QueryResultRow>(pool: pg.Pool, sql: string, values: unknown[] = []) =>
  (await pool.query<Row>(sql, values)).rows
const iso = (at: string | null) => at && new Date(at).toISOString()

/** What a list is narrowed to, in the counts and in the log alike. */
export const narrowed = { ALL: 'true', CUSTOMER: 'is_customer', GUEST: 'not is_customer' } as const

type Row = {
  id: number
  at: string
  reference: string
  name: string
  email: string
  customer_id: number | null
  provider: string | null
  provider_id: string | null
  kobo: number
  currency: string
  status: string
  purchase_type: string
  booking: string | null
  kinds: string[] | null
  sold: number
  back: number
}

const NEWEST = 'at desc, id desc'
const SHOWN = `e.id, e.at, e.reference, e.name, e.email, e.customer_id, e.provider, e.provider_id, e.kobo, e.currency, e.status,
  e.purchase_type, e.sold_kobo as sold, s.booking, s.kinds, e.refunding_kobo + coalesce(s.back, 0)::bigint + coalesce(
    (select sum(l.kobo) from payment_logs l where l.reference = e.reference and l.status = 'refunded'), 0)::bigint as back`
const BOUGHT = `cross join lateral (
    select min(p.external_id) as booking, array_agg(distinct l.kind order by l.kind) as kinds,
      (select sum(r.kobo) from purchases p join refunds r on r.purchase_id = p.id where p.payment_reference = e.reference) as back
    from purchases p join purchase_lines l on l.purchase_id = p.id where p.payment_reference = e.reference
  ) s`
const shownRows = (keys: string) =>
  `select ${SHOWN} from (${keys}) k join payment_entries e using (id) ${BOUGHT} order by e.at desc, e.id desc`

const KINDS: Record<string, string> = { ticket: 'Tickets', concession: 'Concessions' }
const toRow = (row: Row) => ({
  id: row.id,
  createdAt: iso(row.at),
  bookingId: row.booking ?? row.reference,
  reference: row.reference,
  name: row.name,
  data: {
    id: row.provider_id,
    meta: {
      userId: row.customer_id,
      email: row.email,
      amountPaid: row.kobo / 100,
      currency: row.currency,
      amountRefunded: row.back / 100,
      purchaseType: row.kinds?.map((kind) => KINDS[kind]).join(', ') ?? row.purchase_type,
      status: row.back ? (row.back >= row.kobo ? 'refunded' : 'partly_refunded') : row.status,
    },
  },
})

/** A page: the counts say on which day it begins, and how many there are. */
export const page =
  (of: keyof typeof narrowed, number: number): Answer =>
  async (pool) => {
    const offset = (number - 1) * PER_PAGE
    const [place] = await rowsOf<{ total: number; before: number; first: Day; last: Day }>(
      pool,
      `with d as (
         select day, sum(sum(count)) over (order by day desc)::bigint as upto from payment_entry_days where ${narrowed[of]} group by day
       ) select max(upto) as total, coalesce(max(upto) filter (where upto <= ${offset}), 0) as before,
         max(day) filter (where upto > ${offset}) as first,
         coalesce(max(day) filter (where upto >= ${offset + PER_PAGE}), min(day)) as last from d`,
    )
    const { total, before, first, last } = place!
    const found = await rowsOf<Row>(
      pool,
      shownRows(`select id from payment_entries where ${narrowed[of]} and at >= $1 and at < $2
        order by ${NEWEST} limit ${PER_PAGE} offset ${offset - before}`),
      [startOfDay(last, 'UTC'), startOfDay(addDays(first, 1), 'UTC')],
    )
    return { payment_logs: found.map(toRow), totalCount: total, isCut: false }
  }

const has = (word: string) => `words like '%${fold(word)}%'`

/** What a word leads to is found once, counted up to where the log counts, and a part of it sorted. */
const found = async (pool: pg.Pool, word: string, { limit, offset = 0 }: { limit: number; offset?: number }) => {
  const rows = await rowsOf<Row & { total: number }>(
    pool,
    `with found as materialized (select at, id from payment_entries where ${has(word)} limit ${MOST_COUNTED + 1}),
     few as (select id from found order by ${NEWEST} limit ${limit} offset ${offset}),
     many as (select id from payment_entries where ${has(word)} order by ${NEWEST} limit ${limit} offset ${offset})
     select x.*, (select count(*) from found) as total from (${shownRows(`
       select id from few where (select count(*) from found) <= ${MOST_COUNTED}
       union all
       select id from many where (select count(*) from found) > ${MOST_COUNTED}`)}) x`,
  )
  const total = rows[0]?.total ?? 0
  return { rows: rows.map(toRow), total: Math.min(MOST_COUNTED, total), isCut: total > MOST_COUNTED }
}

export const foundPage =
  (word: string, number = 1): Answer =>
  async (pool) => {
    const { rows, total, isCut } = await found(pool, word, { limit: PER_PAGE, offset: (number - 1) * PER_PAGE })
    return { payment_logs: rows, totalCount: total, isCut }
  }

export const foundRows =
  (word: string, limit: number): Answer =>
  async (pool) =>
    (await found(pool, word, { limit })).rows

type Line = {
  purchase_id: number
  n: number
  booking: string
  cinema: string
  kind: string
  product: string
  show_at: string | null
  quantity: number
  kobo: number
  back_quantity: number
  back_kobo: number
}
type Step = { at: string; what: string; kobo: number; currency: string; message: string }

/** A payment of which programs alone reported refunds, one line of a kind each. */
export const detail =
  (id: number): Answer =>
  async (pool) => {
    const [entry] = await rowsOf<Row>(pool, shownRows('select $1::bigint as id'), [id])
    const { reference, provider, kobo, back, booking, sold } = entry!
    const lines = await rowsOf<Line>(
      pool,
      `select l.purchase_id, l.n, p.external_id as booking, coalesce(c.name, '') as cinema, l.kind, l.product, l.show_at, l.quantity, l.kobo,
         coalesce(b.quantity, 0)::int as back_quantity, coalesce(b.kobo, 0)::bigint as back_kobo
       from purchases p join purchase_lines l on l.purchase_id = p.id left join cinemas c on c.id = p.cinema_id
       left join lateral (
         select sum(x.quantity) as quantity, sum(x.kobo) as kobo from refunds r join refund_lines x on x.refund_id = r.id
         where r.purchase_id = p.id and x.kind = l.kind
       ) b on true
       where p.payment_reference = $1 order by l.purchase_id, l.n`,
      [reference],
    )
    const history = await rowsOf<Step>(
      pool,
      `select at, 'Charged' as what, kobo, currency, message from payment_logs where reference = $1
       union all
       select at, 'Sale recorded by ' || source, kobo, 'NGN', external_id from purchases where payment_reference = $1
       union all
       select r.at, 'Refund recorded by ' || r.source, r.kobo, 'NGN', r.reason
       from purchases p join refunds r on r.purchase_id = p.id where p.payment_reference = $1
       order by at`,
      [reference],
    )
    const [mismatch] = await rowsOf(
      pool,
      'select id from reconciliation_mismatches where entry_id = $1 and gone_at is null order by id desc limit 1',
      [id],
    )
    return {
      ...toRow(entry!),
      amountSold: booking === null ? null : sold / 100,
      mismatch: mismatch ?? null,
      provider,
      lines: lines.map((line) => ({
        purchase_id: line.purchase_id,
        line: line.n,
        bookingId: line.booking,
        kind: line.kind,
        product: line.product,
        show_at: iso(line.show_at),
        cinema: line.cinema,
        quantity: line.quantity,
        amount: line.kobo / 100,
        left_quantity: line.quantity - line.back_quantity,
        left_amount: (line.kobo - line.back_kobo) / 100,
      })),
      refunds: [],
      history: history.map((step) => ({
        at: iso(step.at),
        what: step.what,
        amount: step.kobo / 100,
        currency: step.currency,
        message: step.message,
      })),
      cubeBooking: null,
      amountUnderWay: 0,
      amountLeft: (kobo - back) / 100,
      refusal: null,
    }
  }

/** The cells of the file, by the database alone. */
export const COPY = `
  copy (
    select to_char(e.at at time zone '${ZONE}', 'DD/MM/YYYY HH24:MI'), coalesce(s.booking, e.reference), e.reference, e.provider_id,
      e.customer_id, e.name, e.email, coalesce(array_to_string(s.kinds, ', '), e.purchase_type), e.kobo / 100.0, e.currency,
      (e.refunding_kobo + coalesce(s.back, 0)) / 100.0, e.status,
      (select sum(l.kobo) from payment_logs l where l.reference = e.reference and l.status = 'refunded')
    from payment_entries e ${BOUGHT}
    order by e.at desc, e.id desc
  ) to stdout (format csv)`
