/**
 * Whose email or phone an answer holds is read off the answers themselves: those of more than a screenful of people are in
 * files alone, each of which asks for the right to export and for who asks.
 */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nameOf, type Endpoint } from '#contract/endpoint.ts'
import { permissions } from '#contract/permissions.ts'
import { roles } from '#features/access/admins/role-contract.ts'
import { newShop } from '#features/customers/customers/server/test/shop.ts'
import { audiences } from '#features/marketing/notifications/audience-contract.ts'
import { bulkActions } from '#features/lists/bulk-actions/contract.ts'
import { openSession } from '#server/auth/sessions.ts'
import { addAdmin } from '#server/auth/store.ts'
import { sessions } from '#server/auth/tables.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { everyEndpoint } from './server-features.ts'
import { demo } from '#demo/index.ts'
import { loadDemo } from './load-demo.ts'

/** People whose contacts one answer may hold: that of a screen, and a file, which is as long as its list. */
const MOST = { screen: 100, file: 10 }
const PEOPLE = 150

let server: TestServer
let cinema: string
/** Of what was made here, by its feature. */
let ids: Record<string, number>
let clerk: number
let superadmin: number

beforeAll(async () => {
  server = await testServer({ env: { DEMO_SIZE: 'small' } })
  await loadDemo(server.app, demo)
  const shop = await newShop(server)
  const { rows } = await server.db.execute<{ cinema: string; movie: string }>(sql`
    select (select min(id) from cinemas) as cinema, (select min(id) from movies) as movie`)
  const { movie } = rows[0]!
  cinema = rows[0]!.cinema
  const all = <T>(line: (n: number) => T) => Array.from({ length: PEOPLE }, (_, n) => line(n))
  const person = (n: number) => ({ name: 'Ada Obi', email: `guest${n}@mail.example`, phone: `0803 555 ${1000 + n}` })
  const sale = (n: number) => ({
    at: '2026-11-20T18:00:00+01:00',
    channel: 'web',
    cinema_id: cinema,
    lines: [{ kind: 'ticket', quantity: 1, amount: 3000, movie_id: movie, show_at: '2026-11-20T20:00:00+01:00' }],
    payment_reference: `R-${n}`,
  })
  await shop.sendAll(
    'customers',
    all((n) => ({
      id: `c${n}`,
      first_name: 'Ada',
      last_name: 'Obi',
      email: `customer${n}@mail.example`,
      phone: `0803 444 ${1000 + n}`,
      registered_at: '2026-03-02T09:15:00+01:00',
      kids_club: { guardian_name: 'Ngozi', consent_on: '2026-03-02', consent_source: 'Form' },
    })),
  )
  await shop.sendAll('purchases', [
    ...all((n) => ({ id: `g${n}`, ...person(n), ...sale(n) })),
    ...all((n) => ({ id: `p${n}`, customer_id: `c${n}`, ...sale(PEOPLE + n) })),
  ])
  const subscription = { plan: 'Solo', monthly_price: 5000, tickets: 4 }
  await shop.sendAll('subscriptions', [
    ...all((n) => ({
      id: `s${n}`,
      customer_id: `c${n}`,
      event: 'start',
      at: '2026-09-01T08:00:00+01:00',
      until: '2026-10-01T08:00:00+01:00',
      ...subscription,
    })),
    ...all((n) => ({ id: `e${n}`, customer_id: `c${n}`, event: 'end', at: '2026-10-01T08:00:00+01:00' })),
  ])
  await shop.sendAll(
    'errors',
    all((n) => ({
      id: `x${n}`,
      at: '2026-11-20T18:00:00+01:00',
      message: 'No seat',
      channel: 'web',
      customer_id: `c${n}`,
    })),
  )
  await server.db.execute(sql`
    insert into loyalty_members (customer_id, tier, lifetime, available)
    select id, 0, 100, 100 from customers where email like 'customer%' on conflict do nothing`)
  const bulk = await server.call(bulkActions.create, {
    body: { action: 'points.award', query: {}, values: { points: 1, reason: 'Prize' } },
  })
  const conditions = [{ field: 'bought' as const, any: [cinema] }]
  const audience = await server.call(audiences.create, { body: { name: 'Everybody', conditions } })
  if (audience.status !== 200) throw new Error(audience.text)
  await server.runJobs()
  ids = { 'bulk-actions': bulk.body.data.id, audiences: audience.body.data.id }
  const role = {
    name: 'All but files',
    permissions: permissions.filter((one) => !one.endsWith(':export')),
    pointsLimit: 10,
  }
  const { id: roleId } = (await server.call(roles.create, { body: role })).body.data
  const account = (name: string, userType: 'Admin' | 'Super Admin') =>
    addAdmin(server.db, {
      email: `${name}@staff.example`,
      firstName: name,
      lastName: 'Staff',
      userType,
      roleId,
      passwordHash: null,
    })
  clerk = (await account('clerk', 'Admin')).id
  superadmin = (await account('chief', 'Super Admin')).id
})
afterAll(() => server.close())

/** Of each kind one row has this id, or another that is given. */
const addressed = (feature: string) => ({
  id: ids[feature] ?? 1,
  email: 'guest1@mail.example',
  noteId: 1,
  other: 2,
  day: '2026-11-20',
})
/** What calls ask for that are answered for nothing less. */
const contact = () => ({
  start_date: '2026-11-16',
  end_date: '2026-11-22',
  date: '2026-11-20',
  year: 2026,
  monthIndex: 10,
  month: 11,
  last_day: '2026-11-30',
  query: 'customer',
  searchInput: 'mail',
  audience: 'ALL-USERS',
  cinema_id: cinema,
  from: '2026-11-01',
  until: '2026-11-30',
  by: 'product',
  record_type: 'purchases',
  source: 'web-shop',
  external_id: 'p1',
  chart: 'tickets',
  period: 'month',
})
const PAGE = { page: 1, pageNo: 1, perPage: 100, pageSize: 100 }

const reads = everyEndpoint.filter(
  ({ method, permission, stream }) =>
    method === 'GET' && permission !== 'feed' && permission !== 'public' && stream !== 'text/event-stream',
)
/** Those that answer with many rows. */
const isLong = ({ query, stream }: Endpoint) => Boolean(stream) || 'page' in shapeOf(query)
const shapeOf = (query: Endpoint['query']) => (query as { shape?: object } | undefined)?.shape ?? {}

/** Asks for a page, and for the whole. @returns the answers that were given */
async function answersTo(endpoint: Endpoint, as: number, confirmedAgo: number): Promise<string[]> {
  const of = (values: object) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => name in shapeOf(endpoint.query)))
  const { app } = server
  const ask = async (query: object) => {
    // One person makes only so many files in a minute.
    server.clock.set(new Date(server.clock.now().getTime() + 60_000).toISOString())
    const { sessionId } = await openSession(app.db, as, app.clock.now(), app.env.session)
    const confirmed = new Date(app.clock.now().getTime() - confirmedAgo)
    await app.db.update(sessions).set({ confirmedAt: confirmed }).where(eq(sessions.id, sessionId))
    const authorization = `Bearer ${await app.accessTokens.sign(sessionId, app.clock.now())}`
    const call = { as: 'nobody', headers: { authorization }, params: addressed(endpoint.feature), query }
    const { status, text } = await server.call(endpoint, call as never)
    return status === 200 ? text : undefined
  }
  const [page, all] = [await ask(of(PAGE)), await ask({})]
  const found = [page ?? (await ask({ ...of(contact()), ...of(PAGE) })), all]
  return found.filter((text) => text !== undefined)
}
const EMAIL = /[\w.+-]+@[\w-]+\.[\w.-]+/g
const peopleIn = (text: string) => new Set(text.match(EMAIL)).size

/** The calls that answered with the contacts of many. */
async function reporting(as: number, confirmedAgo = 0) {
  const found: string[] = []
  const answered = new Set<string>()
  for (const endpoint of reads)
    for (const text of await answersTo(endpoint, as, confirmedAgo)) {
      answered.add(nameOf(endpoint))
      if (peopleIn(text) > MOST[endpoint.stream === 'text/csv' ? 'file' : 'screen']) found.push(nameOf(endpoint))
    }
  return { found: [...new Set(found)].toSorted(), answered }
}

/** Of rows that are not there: mail of the demo, a day that was compared, a product, a file that was read. */
const EMPTY = [
  'analytics.byTimeCsv',
  'analytics.chainChartCsv',
  'day-close.journalCsv',
  'imports.refusedCsv',
  'merchandise.fetch',
  'merchandise.historyCsv',
  'outbox.list',
  'roles.holders',
]

test('the contacts of many are given to whoever may export them', async () => {
  const { found, answered } = await reporting(superadmin)
  const files = everyEndpoint
    .filter(({ stream, reauthenticate }) => stream === 'text/csv' && reauthenticate)
    .map(nameOf)
  expect(found.filter((name) => files.includes(name)).length).toBeGreaterThan(14)
  // All long answers were seen but these.
  const unseen = reads.filter(isLong).map(nameOf)
  expect(unseen.filter((name) => !answered.has(name)).toSorted()).toEqual(EMPTY)
})

// ASVS: 7.5.2, 7.5.3
test('not to whoever confirmed longer ago who they are', async () => {
  expect((await reporting(superadmin, 11 * 60_000)).found).toEqual([])
})

test('and to nobody who may do everything but export', async () => {
  const { found, answered } = await reporting(clerk)
  expect([found, answered.size > 50]).toEqual([[], true])
})
