import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Input } from '#contract/endpoint.ts'
import { showInstant } from '#contract/time.ts'
import type { CsvColumn } from '#server/http/csv.ts'
import { LIMITS } from '#server/db/batches.ts'
import { copiedLines, fileOfRows, firstDifference, NASTY, NASTY_LIST } from '#server/test/files.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { tickets, type TicketLogEntry } from '../contract.ts'
import { CHANNELS, REFUNDS, SEARCH_BOUNDS } from '../rules.ts'
import { cellsIn } from './rows.ts'
import { copiedLog, type Filter } from './store.ts'

const ZONE = 'Africa/Lagos'
/** More than a large piece, as small as these are made below. */
const LINES = 1700

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  for (const statement of [
    sql`insert into states (name) values ('Lagos')`,
    sql`insert into cinemas (id, state_id, name) select lpad(n::text, 4, '0'), 1, ${NASTY_LIST}[n] from generate_series(1, 30) n
      where ${NASTY_LIST}[n] <> ''`,
    sql`insert into movies (id, name, title) select 'HO' || n, 'FILM ' || n, ${NASTY_LIST}[n] from generate_series(1, ${NASTY.length}::int) n`,
    sql`insert into customers (source, external_id, first_name, last_name, email, registered_at, registered_on)
      select 'test', n::text, ${NASTY_LIST}[1 + n % ${NASTY.length}::int], case when n % 3 > 0 then ${NASTY_LIST}[1 + n * 7 % ${NASTY.length}::int] else '' end,
        case when n % 4 > 0 then n || ${NASTY_LIST}[1 + n * 5 % ${NASTY.length}::int] || '@mail.example' end, '2026-01-01', '2026-01-01'
      from generate_series(1, 60) n`,
    sql`update customers set erased_at = now(), first_name = '', last_name = '', email = null where id % 11 = 0`,
    sql`update customers set merged_into = 1 where id % 13 = 0`,
    // Instants at the ends of days and months of Lagos, of this and another century, to the microsecond.
    sql`insert into purchases (source, external_id, at, day, channel, cinema_id, customer_id, buyer_name, buyer_email, payment_reference, kobo)
      select 'test', n::text, at, (at at time zone ${ZONE})::date, (array['web', 'mobile', 'not_specified'])[1 + n % 3],
        (select min(id) from cinemas where id >= lpad((n % 31)::text, 4, '0')), case when n % 4 > 0 then 1 + n % 60 end,
        ${NASTY_LIST}[1 + n % ${NASTY.length}::int], ${NASTY_LIST}[1 + n * 3 % ${NASTY.length}::int],
        case when n % 5 > 0 then ${NASTY_LIST}[1 + n * 11 % ${NASTY.length}::int] || n end, n * 1001
      from (
        select n, case n % 4
          when 0 then timestamptz '2026-01-31 22:59:59.999999Z' + n / 4 * interval '1 hour'
          when 1 then timestamptz '2026-02-28 23:00Z' + (n % 50) * interval '1 day'
          when 2 then timestamptz '1999-12-31 22:59:59.5Z' + n * interval '1 minute'
          else timestamptz '2026-03-31 23:00Z' - (n % 9) * interval '1 microsecond' end as at
        from generate_series(1, ${LINES}) n) x`,
    sql`insert into purchase_lines (purchase_id, n, kind, quantity, kobo, product, movie_id, show_at, show_day)
      select p.id, l, case l when 3 then 'concession' else 'ticket' end, 1 + p.id % 4, case when p.id % 9 = 0 then 0 else p.kobo end,
        ${NASTY_LIST}[1 + p.id * 13 % ${NASTY.length}::int], case when p.id % 6 > 0 then 'HO' || 1 + p.id % 45 end, show,
        (show at time zone ${ZONE})::date
      from purchases p cross join generate_series(1, 3) l
        cross join lateral (select case when p.id % 10 > 0 then p.at + interval '23 hours' end as show) s
      where l = 1 or p.id % 7 = l`,
    sql`insert into refunds (source, external_id, purchase_id, at, day, kobo)
      select case when p.id % 4 = 0 then 'marquee' else 'test' end, p.id || '-' || r, p.id, p.at, p.day, 1000
      from purchases p cross join generate_series(1, 2) r where p.id % 5 = 0 and (r = 1 or p.id % 3 = 0)`,
    sql`insert into refund_lines (refund_id, n, kind, quantity, kobo, show_day)
      select r.id, 1 + r.id % 2, case when r.id % 6 = 0 then 'concession' else 'ticket' end, r.id % 3, case when r.id % 4 = 0 then l.kobo else r.id end,
        case when r.id % 8 > 0 then l.show_day end
      from refunds r join purchase_lines l on l.purchase_id = r.purchase_id and l.n = 1`,
  ])
    await server.db.execute(statement)
  await server.db.execute(sql`analyze`)
})
afterAll(() => server?.close())

const columns: CsvColumn<TicketLogEntry>[] = [
  { id: 'purchasDate', title: 'Date Purchased', cell: (row) => showInstant(row.purchasDate, ZONE) },
  { id: 'customer_name', title: 'Name', cell: (row) => row.customer_name },
  { id: 'customerEmail', title: 'Email', cell: (row) => row.customerEmail },
  { id: 'ticketType', title: 'Ticket Type', cell: (row) => row.ticketType },
  { id: 'movieName', title: 'Movie Title', cell: (row) => row.movieName },
  { id: 'fwTransactionRef', title: 'Transaction ID', cell: (row) => row.fwTransactionRef },
  { id: 'cinema', title: 'Cinema', cell: (row) => row.cinema },
  { id: 'quantity', title: 'Tickets', cell: (row) => row.quantity },
  { id: 'amount', title: 'Amount', cell: (row) => row.amount.toFixed(2) },
  { id: 'show_at', title: 'Show', cell: (row) => row.show_at && showInstant(row.show_at, ZONE) },
  { id: 'channel', title: 'Channel', cell: (row) => CHANNELS[row.channel] },
  { id: 'refund', title: 'Refund', cell: (row) => REFUNDS[row.refund] },
]

type Query = Omit<Input<(typeof tickets)['csv']['query']>, 'columns'>
test.each<Query>([
  {},
  { sort: 'purchasDate' },
  { cinema_id: '0001' },
  { cinema_id: '0001,0002,0007', channel: 'web,mobile' },
  { cinema_id: '0003,0004', search: 'film' },
  { channel: 'mobile', sort: 'purchasDate' },
  { start_date: '2026-02-01', end_date: '2026-02-28' },
  { show_start_date: '2026-03-01', show_end_date: '2026-04-01' },
  { start_date: '2031-01-01' },
  { search: 'adebayo' },
  { search: 'mail.example', sort: 'purchasDate' },
  { search: 'film', channel: 'web' },
  { search: 'nobody at all' },
  { amount: '100..20000' },
  { amount: '..30', refund: 'none', sort: 'purchasDate' },
  { refund: 'part,full' },
  { refund: 'full', search: 'mail.example' },
  { movie_id: 'HO1,HO7,HO31', channel: 'web' },
])('the file of %j is the list, written row by row', async (query) => {
  const rows = (await server.call(tickets.breakdown, { query })).body.data as unknown as TicketLogEntry[]
  const file = await fileOfRows(columns, rows)
  const answer = await server.call(tickets.csv, { query })
  expect(answer.status).toBe(200)
  expect(firstDifference(answer.text, file)).toBeUndefined()
  const lines = file.slice(file.indexOf('\r\n') + 2)
  for (const bounds of [
    SEARCH_BOUNDS,
    { counted: 3, listed: 2, people: 3, movies: 3, sifted: 3 },
    { counted: 300, listed: 2, people: 0, movies: 0, sifted: 300 },
  ]) {
    const copied = await copiedLog(server.db, { ...query, zone: ZONE } as Filter, bounds)
    const batches = await copiedLines(server.db, cellsIn(ZONE), [copied], { ...LIMITS, small: 700, large: 1500 })
    expect(firstDifference(batches, lines)).toBeUndefined()
  }
})

test('of the rows that it is compared with, each kind is there', async () => {
  const { text } = await server.call(tickets.csv, { query: {} })
  for (const part of [
    ',Refunded\r\n',
    ',Partly refunded\r\n',
    ',\r\n',
    ",'=1+1",
    '"King of Boys, ""The Return"""',
    ',Not specified,',
  ])
    expect(text).toContain(part)
  expect(text.match(/^01\/01\/2000 00/gm)!.length).toBeGreaterThan(10)
})
