import { fold } from '#contract/fold.ts'
import type pg from 'pg'
import { addDays, dayOf, startOfDay, type Day } from '#contract/time.ts'
import { MOST_COUNTED, TWIN_MINUTES } from '#features/payments/payment-logs/rules.ts'
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
  methods: string[]
  sold: number
  back: number
}

const NEWEST = 'at desc, id desc'
/** Of a refund that a program alone reported. */
const IS_REPORTED = 'not exists (select from refund_postings t where t.refund_id = r.id)'
const COLUMNS = `e.id, e.at, e.reference, e.name, e.email, e.customer_id, e.provider, e.provider_id, e.kobo, e.currency, e.status,
  e.purchase_type, e.sold_kobo as sold, s.booking, s.kinds,
  array(select distinct m.payment_method from purchases m
    where m.payment = e.reference and m.payment_method is not null order by 1) as methods,
  e.refunding_kobo - case when e.refunding_kobo = 0 then 0 else coalesce(
    (select sum(a.kobo) from payment_refunds a where a.payment_id = e.id and a.state = 'requested'), 0) end::bigint
  + coalesce(s.back, 0)::bigint + coalesce(
    (select sum(l.kobo) from payment_events l where l.reference = e.reference and l.status = 'refunded'), 0)::bigint as back`
const BOUGHT = `cross join lateral (
    select min(p.external_id) as booking, array_agg(distinct l.kind order by l.kind) as kinds,
      (select sum(r.kobo) from purchases p join refunds r on r.purchase_id = p.id where p.payment = e.reference and ${IS_REPORTED}) as back
    from purchases p join purchase_lines l on l.purchase_id = p.id where p.payment = e.reference
  ) s`
const listedRows = (keys: string, order = 'e.at desc, e.id desc') =>
  `select ${COLUMNS} from (${keys}) k join payments e using (id) ${BOUGHT} order by ${order}`

const KINDS: Record<string, string> = { ticket: 'Tickets', concession: 'Concessions' }
const toRow = (row: Row) => ({
  id: row.id,
  createdAt: iso(row.at),
  bookingId: row.booking ?? row.reference,
  reference: row.reference,
  name: row.name,
  methods: row.methods,
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
         select day, sum(sum(count)) over (order by day desc)::bigint as upto from payment_days where ${narrowed[of]} group by day
       ) select max(upto) as total, coalesce(max(upto) filter (where upto <= ${offset}), 0) as before,
         max(day) filter (where upto > ${offset}) as first,
         coalesce(max(day) filter (where upto >= ${offset + PER_PAGE}), min(day)) as last from d`,
    )
    const { total, before, first, last } = place!
    const found = await rowsOf<Row>(
      pool,
      listedRows(`select id from payments where ${narrowed[of]} and at >= $1 and at < $2
        order by ${NEWEST} limit ${PER_PAGE} offset ${offset - before}`),
      [startOfDay(last, 'UTC'), startOfDay(addDays(first, 1), 'UTC')],
    )
    return { payment_logs: found.map(toRow), totalCount: total, isTruncated: false }
  }

const has = (word: string) => `search_text like '%${fold(word)}%'`

/** What a word leads to is found once, counted up to where the log counts, and a part of it sorted. */
const found = async (pool: pg.Pool, word: string, { limit, offset = 0 }: { limit: number; offset?: number }) => {
  const rows = await rowsOf<Row & { total: number }>(
    pool,
    `with found as materialized (select at, id from payments where ${has(word)} limit ${MOST_COUNTED + 1}),
     few as (select id from found order by ${NEWEST} limit ${limit} offset ${offset}),
     many as (select id from payments where ${has(word)} order by ${NEWEST} limit ${limit} offset ${offset})
     select x.*, (select count(*) from found) as total from (${listedRows(`
       select id from few where (select count(*) from found) <= ${MOST_COUNTED}
       union all
       select id from many where (select count(*) from found) > ${MOST_COUNTED}`)}) x`,
  )
  const total = rows[0]?.total ?? 0
  return { rows: rows.map(toRow), total: Math.min(MOST_COUNTED, total), isTruncated: total > MOST_COUNTED }
}

export const foundPage =
  (word: string, number = 1): Answer =>
  async (pool) => {
    const { rows, total, isTruncated } = await found(pool, word, { limit: PER_PAGE, offset: (number - 1) * PER_PAGE })
    return { payment_logs: rows, totalCount: total, isTruncated }
  }

export const foundRows =
  (word: string, limit: number): Answer =>
  async (pool) =>
    (await found(pool, word, { limit })).rows

/** Payments of a filter: counted up to where the log counts, in the order of an index. */
export const filteredPage =
  (where: string, order = NEWEST): Answer =>
  async (pool) => {
    const [{ n }] = (await rowsOf<{ n: number }>(
      pool,
      `select count(*) as n from (select from payments where ${where} limit ${MOST_COUNTED + 1}) x`,
    )) as [{ n: number }]
    const rows = await rowsOf<Row>(
      pool,
      listedRows(`select id from payments where ${where} order by ${order} limit ${PER_PAGE}`, order),
    )
    return { payment_logs: rows.map(toRow), totalCount: Math.min(MOST_COUNTED, n), isTruncated: n > MOST_COUNTED }
  }
export const NO_METHOD = 'method is null'
export const FOR_CONCESSIONS = `exists (
  select from purchases b join purchase_lines i on i.purchase_id = b.id
  where b.payment = payments.reference and i.kind = 'concession')`
export const BY_AMOUNT = 'kobo, at, id'

/** What was paid in no known way on the last so many days, of which all that succeeded is naira. */
export const sums =
  (days: number): Answer =>
  async (pool) => {
    const today = dayOf(new Date(), ZONE)
    const [row] = await rowsOf<{ n: number; count: number; paid: number; back: number }>(
      pool,
      `select count(*) as n, count(*) filter (where e.status = 'succeeded') as count,
         coalesce(sum(e.kobo) filter (where e.status = 'succeeded'), 0)::bigint as paid,
         coalesce(sum(e.refunding_kobo + coalesce((select sum(r.kobo) from purchases p join refunds r on r.purchase_id = p.id
           where p.payment = e.reference and ${IS_REPORTED}), 0) - coalesce((select sum(a.kobo) from payment_refunds a
           where a.payment_id = e.id and a.state = 'requested'), 0)) filter (where e.status = 'succeeded'), 0)::bigint as back
       from payments e where e.method is null and e.at >= $1 and e.at < $2`,
      [startOfDay(addDays(today, 1 - days), ZONE), startOfDay(addDays(today, 1), ZONE)],
    )
    const { n, count, paid, back } = row!
    const all = { paid: paid / 100, refunded: back / 100, net: (paid - back) / 100 }
    return { sums: { count: n, ...all, others: [], methods: [{ method: null, count, ...all }] } }
  }

const REFUNDED = `(
  select payment_id, sum(kobo) as kobo from (
    select payment_id, kobo from payment_refunds where state = 'succeeded'
    union all
    select payment_id, kobo from external_refunds
  ) x group by payment_id)`
export const SUCCEEDED = `status = 'succeeded' and not exists (
    select from payment_refunds r where r.payment_id = payments.id and r.state = 'succeeded')
  and not exists (select from external_refunds t where t.payment_id = payments.id)`
export const PARTLY_REFUNDED = `id in (
  select e.id from ${REFUNDED} b join payments e on e.id = b.payment_id where e.status = 'succeeded' and b.kobo < e.kobo)`

/** Ours, and those that a program alone reported: under way and failed first, then the newest. */
export const refunds: Answer = async (pool) => {
  type Row = { kobo: number; at: string; created: string; settled: string | null; n: number }
  const rows = await rowsOf<Record<string, unknown> & Row>(
    pool,
    `with all_of_them as materialized (
       select o.state <> 'succeeded' as is_open, case when o.state = 'succeeded' then o.settled_at else o.created_at end as at,
         'own' as part, o.id
       from payment_refunds o
       union all
       select false, r.at, 'external', r.id from external_refunds t join refunds r on r.id = t.refund_id
     ), page as (select * from all_of_them order by is_open desc, at desc, part desc, id desc limit ${PER_PAGE})
     select k.part || '-' || k.id as id, k.at, x.*, e.id as "paymentId", e.name,
       coalesce(nullif(e.email, ''), c.email, '') as email, (select count(*) from all_of_them) as n
     from page k cross join lateral (
       select o.payment_id, o.reference, null::bigint as "purchaseId", o.provider, null as source, o.state, o.message, o.kind,
         o.kobo, o.reason, o.created_at as created, o.created_by as "createdBy", o.settled_at as settled,
         s.booking as "bookingId", array_remove(array[s.method], null) as methods
       from payment_refunds o join payments p on p.id = o.payment_id cross join lateral (
         select min(b.external_id) as booking, min(b.payment_method) as method from purchases b
         where b.payment = p.reference) s
       where k.part = 'own' and o.id = k.id
       union all
       select t.payment_id, r.external_id, r.purchase_id, 'reported', r.source, 'succeeded', '',
         case when r.kobo >= p.kobo then 'full' else 'lines' end, r.kobo, r.reason, r.at, r.source, r.at,
         b.external_id, array_remove(array[t.method], null)
       from external_refunds t join refunds r on r.id = t.refund_id join purchases b on b.id = r.purchase_id
         join payments p on p.id = t.payment_id
       where k.part = 'external' and r.id = k.id
     ) x join payments e on e.id = x.payment_id left join customers c on c.id = e.customer_id
     order by k.is_open desc, k.at desc, k.part desc, k.id desc`,
  )
  return {
    refunds: rows.map(({ n: _, payment_id: __, kobo, at, created, settled, ...row }) => ({
      ...row,
      cinema: '',
      amount: kobo / 100,
      at: iso(at),
      createdAt: iso(created),
      settledAt: iso(settled),
    })),
    totalCount: rows[0]?.n ?? 0,
  }
}

/** What refunds add up to: a payment of which there are several was paid once. */
export const refundSums: Answer = async (pool) => {
  type Sum = { method: string | null; count: number; paid: number; refunded: number; under: number }
  const rows = await rowsOf<Sum>(
    pool,
    `select method, sum(n)::bigint as count, sum(kobo)::bigint as paid, sum(refunded)::bigint as refunded,
       sum(under)::bigint as under
     from (
       select e.kobo, x.method, count(*) as n, sum(x.refunded) as refunded, sum(x.under) as under
       from (
         select o.payment_id, p.method, case o.state when 'succeeded' then o.kobo else 0 end as refunded,
           case o.state when 'requested' then o.kobo else 0 end as under
         from payment_refunds o join payments p on p.id = o.payment_id
         union all
         select payment_id, method, kobo, 0 from external_refunds
       ) x join payments e on e.id = x.payment_id group by e.id, x.method
     ) y group by method order by refunded desc, method`,
  )
  const rowOf = ({ count, paid, refunded, under }: Omit<Sum, 'method'>) => ({
    count,
    paid: paid / 100,
    refunded: refunded / 100,
    net: (paid - refunded) / 100,
    underWay: under / 100,
  })
  const of = (what: 'count' | 'paid' | 'refunded' | 'under') => rows.reduce((sum, row) => sum + row[what], 0)
  return {
    ...rowOf({ count: of('count'), paid: of('paid'), refunded: of('refunded'), under: of('under') }),
    methods: rows.map(({ method, ...row }) => ({ method, ...rowOf(row) })),
  }
}

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
    const [entry] = await rowsOf<Row>(pool, listedRows('select $1::bigint as id'), [id])
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
       where p.payment = $1 order by l.purchase_id, l.n`,
      [reference],
    )
    const history = await rowsOf<Step>(
      pool,
      `select at, 'Charged' as what, kobo, currency, message from payment_events where reference = $1
       union all
       select at, 'Sale recorded by ' || source, kobo, 'NGN', external_id from purchases where payment = $1
       union all
       select r.at, 'Refund recorded by ' || r.source, r.kobo, 'NGN', r.reason
       from purchases p join refunds r on r.purchase_id = p.id where p.payment = $1
       order by at`,
      [reference],
    )
    const [mismatch] = await rowsOf(
      pool,
      'select id from reconciliation_mismatches where payment_id = $1 and cleared_at is null order by id desc limit 1',
      [id],
    )
    const twins = await rowsOf<{ id: number; reference: string; at: string }>(
      pool,
      `select o.id, o.reference, o.at from payments e join payments o
         on o.at between e.at - interval '${TWIN_MINUTES} minutes' and e.at + interval '${TWIN_MINUTES} minutes'
       where e.id = $1 and o.id <> e.id and o.status = 'succeeded' and o.kobo = e.kobo and o.currency = e.currency
         and (o.email <> '' and lower(o.email) = lower(e.email) or o.customer_id = e.customer_id)
       order by o.at, o.id limit 5`,
      [id],
    )
    return {
      ...toRow(entry!),
      twins: twins.map((twin) => ({ ...twin, at: iso(twin.at) })),
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
      (select sum(l.kobo) from payment_events l where l.reference = e.reference and l.status = 'refunded')
    from payments e ${BOUGHT}
    order by e.at desc, e.id desc
  ) to stdout (format csv)`
