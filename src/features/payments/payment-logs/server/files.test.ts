import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { showInstant } from '#contract/time.ts'
import { LIMITS } from '#server/db/batches.ts'
import type { CsvColumn } from '#server/http/csv.ts'
import { copiedLines, fileOfRows, firstDifference, nastyAt } from '#server/test/files.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { METHOD_LABELS } from '#features/sales/trade/rules.ts'
import { paymentLogs, type PaymentLog } from '../contract.ts'
import { STATUS_LABELS, type UserType } from '../rules.ts'
import { cellsIn } from './cells.ts'
import { everyPayment } from './list.ts'

const ZONE = 'Africa/Lagos'
const PAYMENTS = 1900

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  for (const statement of [
    sql`insert into customers (source, external_id, first_name, last_name, email, registered_at, registered_on)
      select 'test', n::text, ${nastyAt('n')}, ${nastyAt('n * 7')}, case when n % 3 > 0 then n || '@mail.example' end, '2026-01-01', '2026-01-01'
      from generate_series(1, 60) n`,
    sql`update customers set erased_at = now(), email = null where id % 11 = 0`,
    // Some payments have two purchases, at the ends of days in Lagos.
    sql`insert into purchases (source, external_id, at, day, channel, customer_id, buyer_name, buyer_email, payment_reference, kobo, payment_method)
      select case n % 9 when 0 then 'marquee' else 'test' end, ${nastyAt('n * 3')} || n,
        timestamptz '2026-01-31 22:59:59.999999Z' + n / 3 * interval '6 hours', '2026-01-31', 'web',
        case when n % 4 > 0 then 1 + n % 60 end, ${nastyAt('n')}, case when n % 7 > 0 then ${nastyAt('n * 5')} else '' end,
        ${nastyAt('n / 3 * 3')} || 'REF-' || n - (n % 17) % 2, 7001 * (n % 5),
        (array['cash', 'card', 'transfer', null])[1 + n % 4]
      from generate_series(1, ${PAYMENTS}) n`,
    sql`insert into purchase_lines (purchase_id, n, kind, quantity, kobo)
      select p.id, l, (array['ticket', 'concession', 'subscription'])[1 + (p.id + l) % 3], 1, p.kobo
      from purchases p cross join generate_series(1, 3) l where p.id % 4 >= l`,
    sql`insert into payment_events (at, provider, reference, customer_id, email, kobo, currency, purchase_type, status, provider_id)
      select timestamptz '2026-03-31 23:00Z' - n * interval '1 microsecond', 'embedded',
        case when n % 2 = 0 then (select payment_reference from purchases where id = n * 5) else ${nastyAt('n')} || 'LOG-' || n end,
        case when n % 3 = 0 then 1 + n % 60 end, case when n % 4 = 0 then ${nastyAt('n')} else '' end, 5000 + n,
        case when n % 6 = 0 then 'USD' else 'NGN' end, (array['', 'Web or app purchase', 'Subscription renewal', '=Cube'])[1 + n % 4],
        (array['succeeded', 'failed', 'needs_customer'])[1 + n % 3], ${nastyAt('n')} || n
      from generate_series(1, 300) n`,
    sql`insert into payment_events (at, provider, reference, kobo, purchase_type, status)
      select at, provider, reference, kobo / (1 + id % 3), purchase_type, 'refunded' from payment_events where id % 7 = 0`,
    sql`insert into refunds (source, external_id, purchase_id, at, day, kobo)
      select 'test', p.id || '-' || r, p.id, p.at, p.day, case when p.id % 3 = 0 then p.kobo else p.kobo / 3 end
      from purchases p cross join generate_series(1, 2) r where p.id % 7 = 0 and (r = 1 or p.id % 4 = 0)`,
    sql`insert into payment_refunds (reference, payment_id, kind, kobo, reason, state, provider, charge_id, created_at, created_by, settled_at)
      select 'RF-' || e.id, e.id, 'amount', e.kobo / 2, 'Why', (array['requested', 'succeeded', 'failed'])[1 + e.id % 3], 'embedded', 'c', e.at, 'Ada', case when e.id % 3 > 0 then e.at end
      from payments e where e.status = 'succeeded' and e.kobo > 10 and e.id % 8 < 3`,
    sql`insert into refund_postings (payment_refund_id, refund_id)
      select min(f.id), r.id from payment_refunds f join payments e on e.id = f.payment_id
        join purchases p on p.payment = e.reference join refunds r on r.purchase_id = p.id
      where r.id % 2 = 0 group by r.id`,
    sql`update payments set email = '' where id % 9 = 0`,
    sql`update payments set charged_kobo = 123456789012345 where id = 5`,
    sql`update payments set charged_back_kobo = 1 + id % 3 where id % 41 = 0`,
  ])
    await server.db.execute(statement)
  await server.db.execute(sql`analyze`)
})
afterAll(() => server?.close())

const columns: CsvColumn<PaymentLog>[] = [
  { id: 'createdAt', title: 'Date', cell: (row) => showInstant(row.createdAt, ZONE) },
  { id: 'bookingId', title: 'Booking ID', cell: (row) => row.bookingId },
  { id: 'reference', title: 'Reference', cell: (row) => row.reference },
  { id: 'id', title: 'Payment ID', cell: (row) => row.data.id },
  { id: 'userId', title: 'User ID', cell: (row) => row.data.meta.userId },
  { id: 'name', title: 'Name', cell: (row) => row.name },
  { id: 'email', title: 'Email', cell: (row) => row.data.meta.email },
  { id: 'purchaseType', title: 'Purchase Type', cell: (row) => row.data.meta.purchaseType },
  { id: 'methods', title: 'Method', cell: (row) => row.methods.map((method) => METHOD_LABELS[method]).join(', ') },
  { id: 'amountPaid', title: 'Amount Paid', cell: (row) => row.data.meta.amountPaid.toFixed(2) },
  { id: 'currency', title: 'Currency', cell: (row) => row.data.meta.currency },
  { id: 'amountRefunded', title: 'Refunded', cell: (row) => row.data.meta.amountRefunded.toFixed(2) },
  { id: 'status', title: 'Status', cell: (row) => STATUS_LABELS[row.data.meta.status] },
]

const rowsOf = async (query: { userType: UserType; search?: string }) => {
  const rows: PaymentLog[] = []
  for (let page = 1; ; page++) {
    const { payment_logs: some } = (await server.call(paymentLogs.list, { query: { ...query, page, perPage: 100 } }))
      .body.data
    if (!some.length) return rows
    rows.push(...some)
  }
}

test.each<{ userType: UserType; search?: string }>([
  { userType: 'ALL' },
  { userType: 'CUSTOMER' },
  { userType: 'GUEST' },
  { userType: 'ALL', search: 'adebayo' },
  { userType: 'GUEST', search: 'ref-' },
  { userType: 'ALL', search: 'nobody at all' },
  { userType: 'ALL', search: '+1LOG-45' },
])('writes the list of %j row by row', async (query) => {
  const file = await fileOfRows(columns, await rowsOf(query))
  const answer = await server.call(paymentLogs.csv, { query })
  expect(answer.status).toBe(200)
  expect(firstDifference(answer.text, file)).toBeUndefined()
  const lines = file.slice(file.indexOf('\r\n') + 2)
  for (const many of [0, 1_000_000]) {
    const limits = { ...LIMITS, small: 400, large: 900, many }
    const batches = await copiedLines(
      server.db,
      cellsIn(ZONE),
      [{ ...(await everyPayment(server.db, query)), total: undefined }],
      limits,
    )
    expect(firstDifference(batches, lines)).toBeUndefined()
  }
})

test('has a row of each kind to compare', async () => {
  const { text } = await server.call(paymentLogs.csv, { query: { userType: 'ALL' } })
  const parts = [
    ...Object.values(STATUS_LABELS).map((word) => `,${word}\r\n`),
    ',USD,',
    ',"Concessions, Subscription, Tickets",',
    ",'=Cube,",
    ',1234567890123.45,',
    '01/02/2026 05:59,',
  ]
  for (const part of parts) expect(text).toContain(part)
  // Posted refunds, also of payments with refunds of another system.
  const { rows } = await server.db.execute<{ n: number }>(sql`
    select count(*)::int as n from refund_postings t join refunds r on r.id = t.refund_id where r.kobo > 0`)
  expect(rows[0]!.n).toBeGreaterThan(5)
})
