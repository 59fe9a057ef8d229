import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Input } from '#contract/endpoint.ts'
import { filePhone } from '#contract/phone.ts'
import { dayOf, showDay } from '#contract/time.ts'
import type { CsvColumn } from '#server/http/csv.ts'
import { fileOfRows, firstDifference, nastyAt } from '#server/test/files.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { customers, type Churn, type GuestRow, type KidsClubUser, type UserRow } from '../contract.ts'

const ZONE = 'Africa/Lagos'
/** Exceeds a small batch. */
const PEOPLE = 4700

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  for (const statement of [
    sql`insert into customers (source, external_id, first_name, last_name, email, phone, card_number, birth_date, registered_at, registered_on)
      select 'test', n::text, ${nastyAt('n')}, case when n % 3 > 0 then ${nastyAt('n * 7')} else '' end,
        case when n % 4 > 0 then ${nastyAt('n * 5')} || n || '@mail.example' end,
        case n % 4 when 0 then '+23480' || lpad(n::text, 8, '0') when 1 then ${nastyAt('n')} end, case when n % 9 = 0 then ${nastyAt('n')} || n end,
        case when n % 5 = 0 then date '2012-02-29' + n % 900 end, at, (at at time zone ${ZONE})::date
      from (
        select n, timestamptz '2026-01-31 22:59:59.999999Z' - (n * 7919 % 3000) * interval '10 hours' as at
        from generate_series(1, ${PEOPLE}) n) x`,
    sql`update customers set erased_at = now(), first_name = '', last_name = '', email = null, phone = null where id % 211 = 0`,
    sql`update customers set merged_into = 1 where id % 223 = 0`,
    sql`insert into subscription_periods (customer_id, starts_at, ends_at, starts_on, ends_on, renewed_on, is_new, plan, kobo, tickets, reason)
      select c.id, s, e, (s at time zone ${ZONE})::date, (e at time zone ${ZONE})::date, 'infinity', true, ${nastyAt('c.id::int')}, 1000 * c.id + 7, 4,
        ${nastyAt('c.id::int * 3')}
      from customers c cross join generate_series(1, 3) n
        cross join lateral (select timestamptz '2026-10-31 23:00Z' + (c.id % 60 - 90 + 40 * n) * interval '1 day' as s) a
        cross join lateral (select s + interval '30 days' as e) b
      where c.id % 3 = 0 and n <= 1 + c.id % 2`,
    sql`insert into kids_club_members (customer_id, joined_at, guardian_name, consent_on, consent_source)
      select id, registered_at + interval '1 day', ${nastyAt('id::int')}, case when id % 3 = 0 then date '2026-02-28' end,
        case when id % 3 = 0 then 'Web' end
      from customers where id % 4 = 1`,
    sql`insert into guests (email, name, phone, last_purchase_at, purchases)
      select lower(${nastyAt('n')}) || n, ${nastyAt('n * 5')}, '', timestamptz '2026-02-28 23:00Z' - (n % 40) * interval '1 microsecond', n
      from generate_series(1, 400) n`,
  ])
    await server.db.execute(statement)
  await server.db.execute(sql`analyze`)
})
afterAll(() => server?.close())

const dayText = (at: string | null) => at && showDay(dayOf(at, ZONE))
type Named = Pick<UserRow, 'firstName' | 'lastName'>
const nameOf = ({ firstName, lastName }: Named) => `${firstName} ${lastName}`.trim()
const users: CsvColumn<UserRow>[] = [
  { id: 'name', title: 'Name', cell: nameOf },
  { id: 'email', title: 'Email', cell: (row) => row.email },
  { id: 'mobile', title: 'Phone', cell: (row) => row.mobile && filePhone(row.mobile) },
  { id: 'rosettaCardNumber', title: 'Card Number', cell: (row) => row.rosettaCardNumber },
  { id: 'plan', title: 'Plan', cell: (row) => row.lastest_subscription.subscriptionName },
  { id: 'endsAt', title: 'Ends', cell: (row) => dayText(row.lastest_subscription.endsAt) },
  { id: 'createdAt', title: 'Date created', cell: (row) => dayText(row.createdAt) },
  { id: 'userId', title: 'User ID', cell: (row) => row.userId },
]
const unsubscribed: CsvColumn<UserRow>[] = [
  { id: 'name', title: 'Name', cell: nameOf },
  { id: 'email', title: 'Email', cell: (row) => row.email },
  { id: 'reason', title: 'Reason', cell: (row) => row.lastest_subscription.reason },
  { id: 'endedAt', title: 'Date', cell: (row) => dayText(row.lastest_subscription.endedAt) },
]
const kids: CsvColumn<KidsClubUser>[] = [
  { id: 'rosettaCardNumber', title: 'ID', cell: (row) => row.rosettaCardNumber },
  { id: 'name', title: 'Name', cell: nameOf },
  { id: 'email', title: 'Email', cell: (row) => row.email },
  { id: 'mobile', title: 'Phone Number', cell: (row) => row.mobile && filePhone(row.mobile) },
  { id: 'createdAt', title: 'Date Added', cell: (row) => dayText(row.createdAt) },
  { id: 'dateOfBirth', title: 'Date of Birth', cell: (row) => row.dateOfBirth && showDay(row.dateOfBirth) },
  { id: 'guardianName', title: 'Guardian', cell: (row) => row.guardianName },
  { id: 'consentDate', title: 'Consent', cell: (row) => row.consentDate && showDay(row.consentDate) },
  { id: 'consentSource', title: 'Consent by', cell: (row) => row.consentSource },
]
const guests: CsvColumn<GuestRow>[] = [
  { id: 'customer_name', title: 'Name', cell: (row) => row.customer_name },
  { id: 'customer_email', title: 'Email', cell: (row) => row.customer_email },
  { id: 'lastPurchaseDate', title: 'Last Purchase', cell: (row) => dayText(row.lastPurchaseDate) },
  { id: 'purchases', title: 'Purchases', cell: (row) => row.purchases },
]
const churns: CsvColumn<Required<Churn>>[] = [
  { id: 'name', title: 'Name', cell: ({ user }) => user && nameOf(user) },
  { id: 'email', title: 'Email', cell: ({ user }) => user?.email ?? null },
  { id: 'plan', title: 'Plan', cell: (churn) => churn.subscriptionName },
  { id: 'price', title: 'Price a month', cell: (churn) => churn.price.toFixed(2) },
  { id: 'reason', title: 'Reason', cell: (churn) => churn.reason },
  { id: 'date', title: 'Date', cell: (churn) => showDay(churn.date) },
]

/** Reads all pages of a list. */
async function pages<R>(read: (page: { page: number; perPage: number }) => Promise<R[]>): Promise<R[]> {
  const rows: R[] = []
  for (let page = 1; ; page++) {
    const some = await read({ page, perPage: 100 })
    if (!some.length) return rows
    rows.push(...some)
  }
}
const isWritten = async <R>(answer: { status: number; text: string }, columns: CsvColumn<R>[], rows: R[]) => {
  expect(answer.status).toBe(200)
  expect(firstDifference(answer.text, await fileOfRows(columns, rows))).toBeUndefined()
  return rows.length
}

test.each<Input<(typeof customers)['listCsv']['query']>>([
  {},
  { type: 'ACTIVE', sort: 'name' },
  { type: 'ACTIVE', sort: '-email' },
  { type: 'INACTIVE' },
  { type: 'INACTIVE', sort: '-ended' },
  { type: 'INACTIVE', had: 'before', sort: 'ended' },
  { had: 'before', sort: 'createdAt' },
  { had: 'never', sort: '-name' },
  { sort: 'ended' },
  { search_query: 'adebayo', sort: 'name' },
  { search_query: 'mail.example' },
  { search_query: 'adebayo', sort: '-ended', type: 'INACTIVE' },
  { plan: '=1+1' },
])('exports users %j in batches, as listed', async (query) => {
  const rows = await pages(
    async (page) => (await server.call(customers.list, { query: { ...query, ...page } })).body.data.users,
  )
  const answer = await server.call(customers.listCsv, { query })
  expect(await isWritten(answer, query.type === 'INACTIVE' ? unsubscribed : users, rows)).toBeGreaterThan(5)
})

test.each<Input<(typeof customers)['allCsv']['query']>>([
  {},
  { sort: 'name' },
  { sort: '-email', search_query: 'mail' },
])('exports customers and guests %j in batches, as listed', async (query) => {
  const rows = await pages(
    async (page) => (await server.call(customers.all, { query: { ...query, ...page } })).body.data.users,
  )
  expect(await isWritten(await server.call(customers.allCsv, { query }), users, rows as UserRow[])).toBeGreaterThan(5)
})

test.each<Input<(typeof customers)['allCsv']['query']>>([
  {},
  { sort: 'createdAt', consent: 'given' },
  { sort: 'name' },
  { search_query: 'mail' },
])('exports the kids club %j in batches, as listed', async (more) => {
  const query = { ...more, forKidsClub: 'true' as const }
  const rows = await pages(
    async (page) => (await server.call(customers.all, { query: { ...query, ...page } })).body.data.users,
  )
  expect(await isWritten(await server.call(customers.allCsv, { query }), kids, rows as KidsClubUser[])).toBeGreaterThan(
    5,
  )
})

test.each<Input<(typeof customers)['guestsCsv']['query']>>([
  {},
  { sort: 'customer_name' },
  { sort: '-customer_email' },
  { search: 'adebayo' },
])('exports guests %j in batches, as listed', async (query) => {
  const rows = await pages(
    async (page) => (await server.call(customers.guests, { query: { ...query, ...page } })).body.data.guestUsers,
  )
  expect(await isWritten(await server.call(customers.guestsCsv, { query }), guests, rows)).toBeGreaterThan(5)
})

test.each<Input<(typeof customers)['churnsCsv']['query']>>([
  {},
  { start_date: '2026-09-01', end_date: '2026-10-31' },
  { search: 'adebayo' },
])('exports churn %j in batches, as listed', async (query) => {
  const rows = await pages(
    async (page) =>
      (await server.call(customers.churns, { query: { ...query, ...page, $include: 'user' } })).body.data.churns,
  )
  expect(
    await isWritten(await server.call(customers.churnsCsv, { query }), churns, rows as Required<Churn>[]),
  ).toBeGreaterThan(5)
})
