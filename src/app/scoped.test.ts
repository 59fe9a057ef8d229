/** What people reach whose role is for some cinemas: every call, on rows of their cinemas and of others. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { nameOf, type Endpoint } from '#contract/endpoint.ts'
import { permissionsOf, canBeAtCinemas, OTHER_CINEMA, permissions, NEEDS_CHAIN_SCOPE } from '#contract/permissions.ts'
import { analytics } from '#features/insights/analytics/contract.ts'
import { audit } from '#features/access/audit/contract.ts'
import { movieStats } from '#features/insights/movie-stats/contract.ts'
import { admins } from '#features/access/admins/contract.ts'
import { roles } from '#features/access/admins/role-contract.ts'
import { calendar } from '#features/programming/calendar/contract.ts'
import { cinemas } from '#features/programming/cinemas/contract.ts'
import { cubes, type Cube, type CubeBooking } from '#features/rooms/cubes/contract.ts'
import { booked, addCube, wanted } from '#features/rooms/cubes/server/test/chain.ts'
import { newShop } from '#features/customers/customers/server/test/shop.ts'
import { edibles, merchandise } from '#features/counter/concessions/product-contract.ts'
import { concessions } from '#features/counter/concessions/contract.ts'
import { priceChanges } from '#features/counter/concessions/price-contract.ts'
import { customers } from '#features/customers/customers/contract.ts'
import { eventList } from '#features/marketing/events/list-contract.ts'
import { kidsClub } from '#features/customers/kids-club/contract.ts'
import { points } from '#features/customers/points/contract.ts'
import { media } from '#features/programming/media/contract.ts'
import { reconciliation } from '#features/payments/daily-finance/reconciliation-contract.ts'
import { paymentLogs } from '#features/payments/payment-logs/contract.ts'
import { programme } from '#features/programming/programme/contract.ts'
import { search } from '#features/lists/search/contract.ts'
import { sessionCalls } from '#contract/session.ts'
import { tickets } from '#features/sales/tickets/contract.ts'
import { openSession } from '#server/auth/sessions.ts'
import { scopedTo } from '#server/db/scoped.ts'
import { addressOf, testServer, type Call, type TestServer } from '#server/test/harness.ts'
import { recorderIn } from '#server/http/recorder.ts'
import { everyEndpoint } from './server-features.ts'
import { policies } from './migrate.ts'

const IKEJA = '0001'
const LEKKI = '0002'
const IBADAN = '0003'
const NAMES: Record<string, string> = { [IKEJA]: 'Ikeja', [LEKKI]: 'Lekki', [IBADAN]: 'Ibadan' }
/** Tickets that each sold: any sum of them says whose they are. */
const SOLD: Record<string, number> = { [IKEJA]: 1, [LEKKI]: 2, [IBADAN]: 4 }
/** Is in everything that belongs to a cinema. */
const mark = (cinema: string) => `of${NAMES[cinema]}`

let server: TestServer
const cubeAt: Record<string, Cube> = {}
const bookingAt: Record<string, CubeBooking> = {}
const eventAt: Record<string, number> = {}
const purchaseAt: Record<string, number> = {}
const paymentAt: Record<string, number> = {}
const mismatchAt: Record<string, number> = {}
/** Who has bought there, who calls it theirs, and the line of points of the first. */
const buyerAt: Record<string, number> = {}
const neighbourAt: Record<string, number> = {}
const lineAt: Record<string, number> = {}
const noteAt: Record<string, number> = {}
const guestNoteAt: Record<string, number> = {}
/** Has bought at every one of them. */
let everywhere: number
/** A product at a cinema, the combo that another of its products is, and what it costs there, in naira. */
const colaAt: Record<string, number> = {}
const comboAt: Record<string, number> = {}
const priceChangeAt: Record<string, number> = {}
const PRICES: Record<string, number> = { [IKEJA]: 4101, [LEKKI]: 4202, [IBADAN]: 4303 }
const BUCKET = 4
const guestEmail = (cinema: string) => `guest-${mark(cinema).toLowerCase()}@mail.example`
const GUEST_OF_ALL = 'guest@mail.example'
const DAY = '2026-11-20'
/** Before the days of the figures. */
const LONG_AGO = '2026-09-20T18:00:00+01:00'
/** By the name of a person, their account. */
const people: Record<string, number> = {}

type CinemaRole = { roleId: number; states: number[]; cinemas: string[] }

async function addPerson(name: string, cinemaRoles: CinemaRole[]) {
  const answer = await server.call(admins.create, {
    body: {
      email: `${name}@scoped.example`,
      mobile: '0803 123 4567',
      userType: 'ADMIN',
      first_name: name,
      last_name: 'Scoped',
      cinemaRoles,
    },
  })
  if (answer.status !== 201) throw new Error(answer.text)
  people[name] = answer.body.data.id
  return answer.body.data
}

async function addRole(name: string, allowed: string[]): Promise<number> {
  const answer = await server.call(roles.create, { body: { name, permissions: allowed } })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data.id
}

async function as<E extends Endpoint>(name: string, endpoint: E, call: Call<E> = {}) {
  const { app } = server
  const { sessionId } = await openSession(app.db, people[name]!, app.clock.now(), app.env.session)
  const token = await app.accessTokens.sign(sessionId, app.clock.now())
  return server.call(endpoint, {
    ...call,
    as: 'nobody',
    headers: { ...call.headers, authorization: `Bearer ${token}` },
  })
}

async function paymentOf(reference: string): Promise<number> {
  const { rows } = await server.db.execute<{ id: number }>(
    sql`select id::int as id from payments where reference = ${reference}`,
  )
  return rows[0]!.id
}

const pricesAt = (cinema: string) => ({
  product_ids: ['P-corn'],
  cinema_ids: [cinema],
  how: 'amount' as const,
  value: 100,
  from_day: '2027-01-01',
})

/** What the counters of each cinema sell, and one bucket more of it than at the one before. */
async function stockCounters() {
  await server.db.execute(sql`
    insert into products (rosetta_id, name, kind, source_cinema_id, created_at, counted_at) values
      ('P-cola', 'Cola', 'edible', ${IKEJA}, now(), null), ('P-corn', 'Corn', 'edible', ${IKEJA}, now(), null),
      ('P-both', 'Both', 'edible', ${IKEJA}, now(), null), ('P-bucket', 'Bucket', 'merchandise', ${IKEJA}, now(), now())`)
  for (const cinema of Object.keys(NAMES)) {
    await server.db.execute(sql`
      insert into cinema_products (cinema_id, product_id, pos_kobo, listed_since)
      select ${cinema}, id, ${PRICES[cinema]! * 100}, now() from products order by id`)
    const { rows } = await server.db.execute<{ cola: number; title: number }>(sql`
      select min(id) filter (where product_id = 1) as cola, min(id) filter (where product_id = 3) as title
      from cinema_products where cinema_id = ${cinema}`)
    colaAt[cinema] = rows[0]!.cola
    const combo = await server.db.execute<{ id: number }>(sql`
      with combo as (insert into combo_deals (cinema_product_id, created_at) values (${rows[0]!.title}, now()) returning id)
      insert into combo_items (combo_id, cinema_product_id, place) select id, ${colaAt[cinema]}, 0 from combo returning combo_id as id`)
    comboAt[cinema] = combo.rows[0]!.id
    const planned = await server.call(priceChanges.create, {
      body: { name: `Prices ${mark(cinema)}`, ...pricesAt(cinema) },
    })
    if (planned.status !== 201) throw new Error(planned.text)
    priceChangeAt[cinema] = planned.body.data.id
  }
}

/** At each cinema a guest, somebody who calls it theirs and has bought nothing, a member of the kids club and points. */
async function addPeople(shop: Awaited<ReturnType<typeof newShop>>) {
  const person = (id: string, last_name: string, more: object = {}) => ({
    id,
    first_name: 'Person',
    last_name,
    email: `${id}@mail.example`,
    registered_at: '2026-01-05T10:00:00Z',
    ...more,
  })
  const sale = (id: string, cinema_id: string, more: object) => ({
    id,
    at: LONG_AGO,
    channel: 'web',
    cinema_id,
    lines: [{ kind: 'concession', product: `Popcorn ${mark(cinema_id)}`, quantity: 1, amount: 1000 }],
    ...more,
  })
  await shop.sendAll('customers', [person('everywhere', 'Everywhere'), person('nowhere', 'ofNowhere')])
  everywhere = await shop.idOf('everywhere')
  for (const cinema of Object.keys(NAMES)) {
    await shop.sendAll('customers', [person(`near-${cinema}`, mark(cinema), { default_cinema_id: cinema })])
    await shop.sendAll('purchases', [
      sale(`g-${cinema}`, cinema, { name: `Guest ${mark(cinema)}`, email: guestEmail(cinema) }),
      sale(`ga-${cinema}`, cinema, { name: 'Guest of all', email: GUEST_OF_ALL }),
      sale(`e-${cinema}`, cinema, { customer_id: 'everywhere', payment_reference: `E-${mark(cinema)}-77` }),
    ])
    neighbourAt[cinema] = await shop.idOf(`near-${cinema}`)
    buyerAt[cinema] = await shop.idOf(`c-${cinema}`)
    const club = {
      userId: buyerAt[cinema],
      guardianName: `Guardian ${mark(cinema)}`,
      consentDate: null,
      consentSource: null,
    }
    const joined = await server.call(kidsClub.add, { body: club })
    const awarded = await server.call(points.award, {
      params: { id: buyerAt[cinema] },
      body: { points: 10, reason: `Prize ${mark(cinema)}` },
    })
    if (joined.status !== 201 || awarded.status !== 200) throw new Error(joined.text + awarded.text)
    lineAt[cinema] = awarded.body.data.line_id
    const noted = await server.call(customers.addNote, {
      params: { id: buyerAt[cinema]! },
      body: { text: `Noted ${mark(cinema)}` },
    })
    noteAt[cinema] = noted.body.data.noteId
    const ofGuest = await server.call(customers.addGuestNote, {
      params: { email: guestEmail(cinema) },
      body: { text: `Noted ${mark(cinema)} of a guest` },
    })
    guestNoteAt[cinema] = ofGuest.body.data.noteId
  }
}

/** A payment of what concerns no cinema, and one of what was bought at two. */
async function sellToChain(shop: Awaited<ReturnType<typeof newShop>>) {
  const sale = (id: string, more: object) => ({
    id,
    at: LONG_AGO,
    channel: 'web',
    name: 'Buyer ofChain',
    email: 'buyer@chain.example',
    lines: [{ kind: 'concession', product: 'Popcorn', quantity: 1, amount: 1200 }],
    ...more,
  })
  await shop.sendAll('purchases', [
    sale('online', { payment_reference: 'FLW-online-77' }),
    sale('split-1', { payment_reference: 'FLW-split-77', cinema_id: IKEJA }),
    sale('split-2', { payment_reference: 'FLW-split-77', cinema_id: LEKKI }),
  ])
}

beforeAll(async () => {
  server = await testServer()
  await server.db.execute(sql`insert into states (name) values ('Lagos'), ('Oyo')`)
  await server.db.execute(sql`
    insert into cinemas (id, state_id, name) values (${IKEJA}, 1, 'Ikeja'), (${LEKKI}, 1, 'Lekki'), (${IBADAN}, 2, 'Ibadan')`)
  await server.db.execute(sql`insert into movies (id, name, title) values ('HO0001', 'ANIKULAPO', 'Anikulapo')`)
  const shop = await newShop(server)
  for (const cinema of Object.keys(NAMES)) {
    cubeAt[cinema] = await addCube(server, { cinema_id: cinema, name: `Cube ${mark(cinema)}` })
    bookingAt[cinema] = await booked(server, cubeAt[cinema], { full_name: `Guest ${mark(cinema)}` })
    const { rows } = await server.db.execute<{ id: number }>(sql`
      insert into events (name, description, image, kobo, starts_at, cinema_id, created_at)
      values (${`Event ${mark(cinema)}`}, 'Come', '/api/files/e.jpg', 0, '2026-11-28T18:00:00Z', ${cinema}, now()) returning id`)
    eventAt[cinema] = rows[0]!.id
    await shop.sendAll('customers', [
      { id: `c-${cinema}`, first_name: 'Buyer', last_name: mark(cinema), registered_at: '2026-01-05T10:00:00Z' },
    ])
    await shop.sendAll('purchases', [
      {
        id: `p-${mark(cinema)}`,
        at: '2026-11-20T18:00:00+01:00',
        channel: 'web',
        cinema_id: cinema,
        customer_id: `c-${cinema}`,
        payment_reference: `FLW-${mark(cinema)}-77`,
        lines: [
          {
            kind: 'ticket',
            product: 'VIP',
            movie_id: 'HO0001',
            show_at: '2026-11-21T20:00:00+01:00',
            quantity: SOLD[cinema]!,
            amount: 5000 * SOLD[cinema]!,
          },
        ],
      },
    ])
    const bought = await server.db.execute<{ id: number }>(
      sql`select id::int as id from purchases where external_id = ${`p-${mark(cinema)}`}`,
    )
    purchaseAt[cinema] = bought.rows[0]!.id
    paymentAt[cinema] = await paymentOf(`FLW-${mark(cinema)}-77`)
    await server.db.execute(sql`
      insert into feed_corrections (record_type, source, external_id, kind, reason, by_name, at, before, after)
      values ('purchases', 'shop', ${`p-${mark(cinema)}`}, 'correct', 'Typed wrongly', 'Ada', now(),
        '{"lines": []}', jsonb_build_object('cinema_id', ${cinema}::text, 'lines', '[]'::jsonb))`)
  }
  await sellToChain(shop)
  await stockCounters()
  await addPeople(shop)
  await shop.sendAll(
    'purchases',
    Object.keys(NAMES).map((cinema, n) => ({
      id: `bucket-${mark(cinema)}`,
      at: LONG_AGO,
      channel: 'web',
      cinema_id: cinema,
      lines: [{ kind: 'concession', product: 'Bucket', quantity: n + 1, amount: PRICES[cinema] }],
    })),
  )
  await server.db.execute(sql`
    insert into reconciliations (day, provider, state, started_at, started_by, finished_at, ledger_count, ledger_kobo)
    values (${DAY}, 'embedded', 'done', now(), 'Marquee', now(), 4242, 424200)`)
  for (const cinema of Object.keys(NAMES)) {
    const { rows } = await server.db.execute<{ id: number }>(sql`
      insert into reconciliation_mismatches (day, provider, kind, reference, payment_id, ledger_kobo, ledger_state, ledger_currency, found_at)
      values (${DAY}, 'embedded', 'missing there', ${`FLW-${mark(cinema)}-77`}, ${paymentAt[cinema]}, 500000, 'succeeded', 'NGN', now())
      returning id::int as id`)
    mismatchAt[cinema] = rows[0]!.id
  }
  const everything = await addRole('Everything there', [...permissions])
  const rooms = await addRole('Rooms', ['cubes:write', 'cubes:export'])
  const nights = await addRole('Event nights', ['events:write'])
  await addPerson('manager', [{ roleId: everything, states: [], cinemas: [IKEJA] }])
  await addPerson('region', [{ roleId: everything, states: [1], cinemas: [] }])
  await addPerson('both', [
    { roleId: rooms, states: [], cinemas: [IKEJA] },
    { roleId: nights, states: [2], cinemas: [] },
  ])
})
afterAll(() => server.close())
// One person exports no more than sixty files in ten minutes.
beforeEach(() => server.db.execute(sql`delete from rate_limits`))

const CINEMAS_OF: Record<string, string[]> = { manager: [IKEJA], region: [IKEJA, LEKKI] }
const asksFor = ({ permission }: Endpoint) => permissionsOf(permission).filter((one) => one.includes(':'))
const granted = everyEndpoint.filter((endpoint) => asksFor(endpoint).length > 0)
const isAtCinemas = (endpoint: Endpoint) => endpoint.scope !== 'chain' && asksFor(endpoint).every(canBeAtCinemas)

test('a write at cinemas says what it is about, or that it concerns all of them', () => {
  const writes = granted.filter((endpoint) => isAtCinemas(endpoint) && endpoint.method !== 'GET')
  // A file belongs to no cinema yet, and whom somebody manages is asked of the person (delegation.test.ts).
  const others = new Set([media, admins].flatMap((calls) => Object.values(calls)).map(nameOf))
  const ofRecords = writes.map((endpoint) => [nameOf(endpoint), endpoint.about !== undefined] as const)
  expect(ofRecords.length).toBeGreaterThan(20)
  expect(ofRecords.filter(([name, isNamed]) => !isNamed && !others.has(name))).toEqual([])
})

test('a call is about records whose cinemas a policy knows', () => {
  const kinds = new Set(everyEndpoint.flatMap(({ about = {} }) => Object.keys(about)))
  expect(kinds.size).toBeGreaterThan(5)
  expect([...kinds].filter((kind) => kind !== 'cinema' && !(kind in policies.records))).toEqual([])
})

test('a write fails that changes a record of another cinema than its caller has, whatever it is about', async () => {
  const asManager = {
    endpoint: cubes.change,
    given: { params: { id: cubeAt[IKEJA]!.id }, query: {}, body: {} },
    actor: { id: people.manager!, name: 'manager' },
    scope: [IKEJA],
    requestId: 'scoped',
    now: new Date(),
  }
  const change = (kind: string, id: string | number) =>
    server.app.db.transaction(async (tx) => {
      await tx.execute(sql`update cubes set name = 'Changed'`)
      await (
        await recorderIn(server.app, tx, asManager)
      )({ entity: kind, id, summary: 'Changed the record' })
    })
  await expect(change('cube', cubeAt[LEKKI]!.id)).rejects.toThrow(
    `cubes.change changed cube ${cubeAt[LEKKI]!.id}, which is outside its caller's cinemas`,
  )
  await expect(change('cube booking', bookingAt[LEKKI]!.booking_id)).rejects.toThrow("outside its caller's cinemas")
  const { rows } = await server.db.execute(sql`select from cubes where name = 'Changed'`)
  expect(rows).toEqual([])
})

const DAYS = { start_date: '2026-11-20', end_date: '2026-11-21' }
const MONTH = { year: 2026, monthIndex: 10 }

/** What a call is asked with, of one cinema. */
const given = (cinema: string): Record<string, { params?: object; query?: object; body?: object }> => {
  const booking = { id: bookingAt[cinema]!.booking_id }
  const cube = { id: cubeAt[cinema]!.id }
  const event = { id: eventAt[cinema]! }
  const buyer = { id: buyerAt[cinema]! }
  const guest = { email: guestEmail(cinema) }
  const guardian = { guardianName: 'Else', consentDate: null, consentSource: null }
  const payload = {
    name: `Night ${mark(cinema)}`,
    description: 'Come',
    date: '2026-11-28T18:00:00.000Z',
    cinema_id: cinema,
    image: '/api/files/e.jpg',
    price: 10,
    event_category: '',
    ticket_ids: '',
    movie_ids: '',
    showtime_ids: '',
    concession_ids: '',
    concession_quantities: '',
  }
  return {
    'audiences.peopleCsv': { params: { id: 1 } },
    'cubes.book': { body: wanted(cubeAt[cinema]!, { date_time: '2026-11-23T12:00:00.000Z' }) },
    'cubes.edit': { params: booking, body: { full_name: 'Else' } },
    'cubes.reschedule': {
      params: booking,
      body: { reschedule_date: '2026-11-24T12:00:00.000Z', movie_id: 'HO0001', payment_amount: 9, cube_id: cube.id },
    },
    'cubes.setStatus': { params: booking, body: { status: 'Pending Cancellation Approval', reason: 'Ill' } },
    'cubes.booking': { params: booking },
    'cubes.rescheduleOffer': { params: booking },
    'cubes.steps': { params: booking },
    'cubes.price': { params: cube, query: { guest_count: 8 } },
    'cubes.calendar': { params: cube, query: { start_date: '2026-11-22' } },
    'cubes.create': { body: { name: `New ${mark(cinema)}`, cinema_id: cinema } },
    'cubes.change': { params: cube, body: { name: `Else ${mark(cinema)}` } },
    'cubes.retire': { params: cube },
    'cubes.restore': { params: cube },
    'events.create': { body: payload },
    'events.save': { params: event, body: { ...payload, version: 1 } },
    'events.fetch': { params: event },
    'events.remove': { params: event },
    'events.restore': { params: event },
    'tickets.purchase': { params: { id: purchaseAt[cinema]! } },
    'catalogue.filmCasts': { query: { search: 'Ada' } },
    'categories.one': { params: { id: 1 } },
    'movies.fetch': { params: { id: 'HO0001' } },
    'movies.ratings': { params: { id: 'HO0001' } },
    'movies.search': { query: { search: 'Anikulapo' } },
    'movies.externalSearch': { query: { query: 'Lionheart' } },
    'tickets.breakdown': { query: { page: 1 } },
    'analytics.churnRate': { query: DAYS },
    'analytics.users': { query: DAYS },
    'analytics.conversionRate': { query: DAYS },
    'analytics.churnSummary': { query: DAYS },
    'analytics.churnCsv': { query: DAYS },
    'analytics.usersCsv': { query: DAYS },
    'analytics.monthlyRecurringRevenue': { query: { year: 2026 } },
    'analytics.newSignups': { query: { year: 2026 } },
    'analytics.cancelledRecurringRevenue': { query: { year: 2026 } },
    'analytics.customerChurnRate': { query: { year: 2026 } },
    'analytics.subscriptionRedemption': { query: { date: '2026-01-01' } },
    'analytics.usersVisit': { query: { date: '2026-11-01' } },
    'analytics.salesAndRevenue': { query: DAYS },
    'analytics.cubeRevenue': { query: DAYS },
    'analytics.redemptionRate': { query: DAYS },
    'analytics.salesCsv': { query: DAYS },
    'analytics.cubesCsv': { query: DAYS },
    'analytics.redemptionCsv': { query: DAYS },
    'analytics.byTimeCsv': { query: { chart: 'weekdays' } },
    'analytics.chartCsv': { query: { chart: 'tickets' } },
    'analytics.chainChartCsv': { query: { chart: 'sign-ups' } },
    'analytics.ticketCount': { query: MONTH },
    'analytics.ticketRevenue': { query: MONTH },
    'analytics.subscribedConcessionPurchase': { query: { year: 2026 } },
    'analytics.averageRedemption': { query: { date: '2026-11-21' } },
    'movieStats.list': { query: DAYS },
    'movieStats.csv': { query: DAYS },
    'movieStats.film': { params: { id: 'HO0001' } },
    'programme.schedule': { query: DAYS },
    'concessions.rosetta': { params: { id: 'P-cola' } },
    'concessions.productsCsv': { query: { cinema_id: cinema } },
    'concessions.combosCsv': { query: { cinema_id: cinema } },
    'concessions.createCombo': {
      body: { rosetta_product_id: 'P-corn', combo_items: ['P-cola'], cinema_id: cinema },
    },
    'concessions.editCombo': { params: { id: comboAt[cinema]! }, body: { rosetta_product_ids: ['P-corn'] } },
    'concessions.editComboOf': {
      body: { rosetta_product_id: 'P-both', cinema_id: cinema, rosetta_product_ids: ['P-corn'] },
    },
    'concessions.deleteCombo': { params: { id: comboAt[cinema]! } },
    'concessions.deleteComboOf': { query: { rosetta_product_id: 'P-both', cinema_id: cinema } },
    'concessions.restoreCombo': { params: { id: comboAt[cinema]! } },
    'concessions.activate': { params: { id: colaAt[cinema]! } },
    'concessions.deactivate': { body: { rosetta_product_ids: ['P-cola'], cinema_id: cinema } },
    'concessions.atCinemas': {
      params: { id: 'P-cola' },
      body: { cinemas: [{ cinema_id: IKEJA }, { cinema_id: cinema }], display_price: 9 },
    },
    'price-changes.preview': { body: pricesAt(cinema) },
    'price-changes.previewPrices': { body: pricesAt(cinema) },
    'price-changes.create': { body: { name: 'Prices', ...pricesAt(cinema) } },
    'price-changes.fetch': { params: { id: priceChangeAt[cinema]! } },
    'price-changes.pricesCsv': { params: { id: priceChangeAt[cinema]! } },
    'price-changes.cancel': { params: { id: priceChangeAt[cinema]! } },
    'margin.list': { query: { ...DAYS, by: 'cinema' } },
    'margin.csv': { query: { ...DAYS, by: 'cinema' } },
    'margin.menu': { params: { id: cinema } },
    'margin.allCosts': {},
    'margin.costsCsv': {},
    'margin.costs': { params: { id: BUCKET } },
    'edibles.cinemas': { query: { $include: 'concessions' } },
    'merchandise.fetch': { params: { id: BUCKET } },
    'merchandise.historyCsv': { params: { id: BUCKET } },
    'customers.list': { query: { search_query: 'mail' } },
    'customers.find': { query: { keyword: 'of' } },
    'customers.guests': { query: { search: 'guest' } },
    'customers.guestBookings': { params: { email: cinema === IKEJA ? GUEST_OF_ALL : guestEmail(cinema) } },
    'customers.fetch': { params: buyer },
    'customers.concessionPurchases': { params: { id: everywhere } },
    'customers.ticketPurchases': { params: buyer },
    'customers.memberships': { params: buyer },
    'customers.edit': {
      params: buyer,
      body: {
        email: 'else@mail.example',
        mobile: '0803 123 4567',
        dateOfBirth: '2000-01-01',
        first_name: 'X',
        last_name: 'Y',
      },
    },
    'customers.setPicture': { params: buyer },
    'customers.timeline': { params: { id: everywhere } },
    'customers.addNote': { params: buyer, body: { text: 'Likes row C' } },
    'customers.editNote': { params: { ...buyer, noteId: noteAt[cinema]! }, body: { text: 'Likes row D' } },
    'customers.removeNote': { params: { ...buyer, noteId: noteAt[cinema]! } },
    'customers.restoreNote': { params: { ...buyer, noteId: noteAt[cinema]! } },
    'customers.guestTimeline': { params: guest },
    'customers.addGuestNote': { params: guest, body: { text: 'Likes row C' } },
    'customers.editGuestNote': { params: { ...guest, noteId: guestNoteAt[cinema]! }, body: { text: 'Likes row D' } },
    'customers.removeGuestNote': { params: { ...guest, noteId: guestNoteAt[cinema]! } },
    'customers.restoreGuestNote': { params: { ...guest, noteId: guestNoteAt[cinema]! } },
    'customers.clearToken': { params: buyer },
    'customers.resetPassword': { params: buyer },
    'kids-club.member': { params: buyer },
    'kids-club.add': { body: { userId: neighbourAt[cinema]!, ...guardian } },
    'kids-club.edit': { params: buyer, body: guardian },
    'kids-club.remove': { params: buyer },
    'points.fetch': { params: buyer },
    'points.history': { params: buyer },
    'points.award': { params: buyer, body: { points: 5, reason: 'Prize' } },
    'points.redeem': { params: buyer, body: { points: 5, reason: 'Prize' } },
    'points.setTier': { params: buyer, body: { tier: 1, reason: 'Prize' } },
    'points.reverse': { params: { id: lineAt[cinema]! }, body: { reason: 'Mistake' } },
    'payment-logs.detail': { params: { id: paymentAt[cinema]! } },
    'payment-logs.search': { query: { searchInput: 'Buyer' } },
    'reconciliation.day': { params: { day: DAY } },
    'payment-logs.refund': {
      params: { id: paymentAt[cinema]! },
      body: { kind: 'full', amount: 5000, reason: 'Show cancelled' },
    },
    'reconciliation.compare': { body: { day: DAY } },
    'reconciliation.resolve': {
      params: { id: mismatchAt[cinema]! },
      body: { resolved: true, note: 'Found', version: 1 },
    },
  }
}
const ask = (who: string, endpoint: Endpoint, cinema: string) =>
  as(who, endpoint, (given(cinema)[nameOf(endpoint)] ?? {}) as Call<Endpoint>)

/** Everything that is stored of what belongs to a cinema. */
const stored = async () =>
  (
    await server.db.execute(sql`
      select array(select to_jsonb(c) from cubes c order by id) as cubes, array(select to_jsonb(b) from cube_bookings b order by id) as bookings,
        array(select to_jsonb(e) from events e order by id) as events, array(select to_jsonb(p) from purchases p order by id) as purchases,
        array(select to_jsonb(c) from cinema_products c order by id) as counters, array(select to_jsonb(d) from combo_deals d order by id) as combos,
        array(select to_jsonb(i) from combo_items i order by combo_id, place) as items,
        array(select to_jsonb(c) from price_changes c order by id) as price_changes,
        array(select to_jsonb(c) from customers c order by id) as customers, array(select to_jsonb(k) from kids_club_members k order by 1) as club,
        array(select to_jsonb(l) from points_ledger l order by id) as ledger,
        array(select to_jsonb(n) from customer_notes n order by id) as notes,
        array(select to_jsonb(e) from payments e order by id) as payments, array(select to_jsonb(r) from payment_refunds r order by id) as refunds,
        array(select to_jsonb(m) from reconciliation_mismatches m order by id) as mismatches`)
  ).rows[0]

describe.each(['manager', 'region'])('a %s', (who) => {
  const ownCinemas = CINEMAS_OF[who]!
  const others = Object.keys(NAMES).filter((cinema) => !ownCinemas.includes(cinema))

  test.each(granted.filter((endpoint) => !isAtCinemas(endpoint)).map((endpoint) => [nameOf(endpoint), endpoint]))(
    'is refused %s, which is the whole chain’s',
    async (_, endpoint) => {
      expect((await ask(who, endpoint, IKEJA)).status).toBe(403)
    },
  )

  const reads = granted.filter(
    (endpoint) => isAtCinemas(endpoint) && endpoint.method === 'GET' && endpoint.stream !== 'text/event-stream',
  )
  // ASVS: 8.2.2
  test.each(reads.map((endpoint) => [nameOf(endpoint), endpoint]))(
    'sees by %s nothing of another cinema',
    async (_, endpoint) => {
      for (const cinema of Object.keys(NAMES)) {
        const { status, text } = await ask(who, endpoint, cinema)
        expect([status < 500, status === 403]).toEqual([true, false])
        for (const other of others) expect(text).not.toContain(mark(other))
      }
    },
  )

  const writes = granted.filter(({ about, method }) => about && method !== 'GET')
  // ASVS: 8.2.2
  test.each(writes.map((endpoint) => [nameOf(endpoint), endpoint]))(
    'changes by %s nothing of another cinema',
    async (_, endpoint) => {
      const before = await stored()
      for (const other of others) {
        const { status, problem } = await ask(who, endpoint, other)
        expect([status, problem.message]).toEqual([403, OTHER_CINEMA])
      }
      expect(await stored()).toEqual(before)
    },
  )

  const placed = reads.filter(({ about }) => about)
  // ASVS: 8.2.2
  test.each(placed.map((endpoint) => [nameOf(endpoint), endpoint]))(
    'is asked by %s for no other cinema',
    async (_, endpoint) => {
      const query = (cinemas: string[]) => ({
        ...given(ownCinemas[0]!)[nameOf(endpoint)],
        query: { ...given(ownCinemas[0]!)[nameOf(endpoint)]?.query, cinemas: cinemas.join() },
      })
      expect((await as(who, endpoint, query(ownCinemas) as Call<Endpoint>)).status).toBe(200)
      for (const cinemas of [others, [...ownCinemas, ...others], ['nowhere']]) {
        const { status, problem } = await as(who, endpoint, query(cinemas) as Call<Endpoint>)
        expect([status, problem.message]).toEqual([403, OTHER_CINEMA])
      }
    },
  )

  const ofChain = granted.filter(
    (endpoint) => endpoint.scope === 'chain' && endpoint.method !== 'GET' && asksFor(endpoint).every(canBeAtCinemas),
  )
  test.each(ofChain.map((endpoint) => [nameOf(endpoint), endpoint]))(
    'is refused %s, which concerns all cinemas at once',
    async (_, endpoint) => {
      const { status, problem } = await ask(who, endpoint, IKEJA)
      expect([status, problem.message]).toEqual([403, NEEDS_CHAIN_SCOPE])
    },
  )

  test.each(granted.filter(({ scope }) => scope === 'chain').map((endpoint) => [nameOf(endpoint), endpoint]))(
    'is refused %s before it is read what is asked',
    async (_, endpoint) => {
      const { status } = await as(who, endpoint, { query: { start_date: 'no day' } } as Call<Endpoint>)
      expect(status).toBe(403)
    },
  )

  test('may do at home what their role allows', async () => {
    for (const cinema of ownCinemas) {
      const list = await as(who, cubes.bookings, { query: { cube_id: cubeAt[cinema]!.id } })
      expect(list.text).toContain(mark(cinema))
      const edited = await as(who, cubes.edit, {
        params: { id: bookingAt[cinema]!.booking_id },
        body: { full_name: `Guest ${mark(cinema)} by ${who}` },
      })
      expect(edited.status).toBe(200)
    }
  })
})

describe('what is listed, counted and filed', () => {
  const names = (text: string) => Object.keys(NAMES).filter((cinema) => text.includes(mark(cinema)))
  test.each([
    ['cubes', (who: string) => as(who, cubes.logged)],
    ['bookings', (who: string) => as(who, cubes.bookings, { query: { page: 1 } })],
    ['the file of bookings', (who: string) => as(who, cubes.bookingsCsv)],
    ['events', (who: string) => as(who, eventList.list)],
    ['the file of events', (who: string) => as(who, eventList.csv)],
    ['the ticket log', (who: string) => as(who, tickets.breakdown, { query: { page: 1 } })],
    ['a search of it', (who: string) => as(who, tickets.breakdown, { query: { page: 1, search: 'buyer' } })],
    ['its file', (who: string) => as(who, tickets.csv)],
    ['users', (who: string) => as(who, customers.list)],
    ['users without a subscription', (who: string) => as(who, customers.list, { query: { type: 'INACTIVE' } })],
    ['a search of users', (who: string) => as(who, customers.all, { query: { search_query: 'of' } })],
    ['all users', (who: string) => as(who, customers.all)],
    ['a choice of users', (who: string) => as(who, customers.find, { query: { keyword: 'of' } })],
    ['the file of users', (who: string) => as(who, customers.listCsv)],
    ['the file of all users', (who: string) => as(who, customers.allCsv, { query: { search_query: 'of' } })],
    ['guests', (who: string) => as(who, customers.guests)],
    ['a search of guests', (who: string) => as(who, customers.guests, { query: { search: 'guest of' } })],
    ['the file of guests', (who: string) => as(who, customers.guestsCsv)],
    ['members of the kids club', (who: string) => as(who, customers.all, { query: { forKidsClub: 'true' } })],
    ['their file', (who: string) => as(who, customers.allCsv, { query: { forKidsClub: 'true' } })],
    ['points', (who: string) => as(who, points.list)],
    ['points by name', (who: string) => as(who, points.list, { query: { sort: 'name', tier: '0' } })],
    ['a search of points', (who: string) => as(who, points.list, { query: { search: 'of' } })],
    ['the file of points', (who: string) => as(who, points.csv, { query: {} })],
    ['what somebody bought', (who: string) => as(who, customers.fetch, { params: { id: everywhere } })],
    ['what a guest bought', (who: string) => as(who, customers.guestBookings, { params: { email: GUEST_OF_ALL } })],
    ['payments', (who: string) => as(who, paymentLogs.list)],
    [
      'payments of guests and customers',
      (who: string) => as(who, paymentLogs.list, { query: { userType: 'CUSTOMER' } }),
    ],
    ['a search of them', (who: string) => as(who, paymentLogs.list, { query: { search: 'buyer' } })],
    ['a program’s search of them', (who: string) => as(who, paymentLogs.search, { query: { searchInput: '-77' } })],
    ['their file', (who: string) => as(who, paymentLogs.csv)],
    ['the file of a search of them', (who: string) => as(who, paymentLogs.csv, { query: { search: 'buyer' } })],
    ['mismatches of a day', (who: string) => as(who, reconciliation.day, { params: { day: DAY } })],
    ['the calendar', (who: string) => as(who, calendar.list, { query: { from: '2026-11-01', until: '2026-11-30' } })],
    ['price changes', (who: string) => as(who, priceChanges.list)],
    ['the file of price changes', (who: string) => as(who, priceChanges.csv)],
    ['a search of everything', (who: string) => as(who, search.find, { query: { query: 'guest' } })],
  ] as const)('%s: of one’s cinemas', async (_, list) => {
    for (const [who, ownCinemas] of Object.entries(CINEMAS_OF)) {
      const { status, text } = await list(who)
      expect([who, status, names(text)]).toEqual([who, 200, ownCinemas])
    }
  })

  test('a cinema is chosen among one’s own', async () => {
    const offered = async (who: string) =>
      (await as(who, cinemas.list)).body.data.flatMap(({ cinemas: ofState }) => ofState.map(({ id }) => id))
    expect([await offered('manager'), await offered('region')]).toEqual([[IKEJA], [IKEJA, LEKKI]])
  })

  test('counts what is listed', async () => {
    const total = async (who: string) => (await as(who, eventList.count)).body.data.totalCount
    expect([await total('manager'), await total('region')]).toEqual([1, 2])
    // Of each cinema what its buyer paid, what the one paid who bought everywhere, its cube, and what was paid without a reference.
    const payments = async (who: string, query: object = {}) => {
      const { body, text } = await as(who, paymentLogs.list, { query: { perPage: 100, ...query } })
      expect(text).not.toContain('ofChain')
      return [body.data.totalCount, body.data.payment_logs.length]
    }
    for (const [query, each] of [
      [{}, 6],
      [{ userType: 'CUSTOMER' }, 2],
      [{ search: 'buyer' }, 1],
    ] as const)
      expect([await payments('manager', query), await payments('region', query)]).toEqual([
        [each, each],
        [2 * each, 2 * each],
      ])
    expect(await payments('region', { cinema_id: LEKKI })).toEqual([6, 6])
    expect(await payments('region', { cinema_id: IBADAN })).toEqual([0, 0])
  })

  test('people are counted as they are listed', async () => {
    const totals = async (who: string) => {
      const users = (await as(who, customers.list, { query: { perPage: 100 } })).body.data
      const inactive = (await as(who, customers.list, { query: { type: 'INACTIVE' } })).body.data
      const all = (await as(who, customers.all, { query: { perPage: 100 } })).body.data
      const guests = (await as(who, customers.guests)).body.data
      const members = (await as(who, points.list)).body.data
      const fans = (await as(who, points.list, { query: { tier: '0', sort: 'name' } })).body.data
      const club = (await as(who, kidsClub.summary)).body.data
      expect([users.users.length, all.users.length]).toEqual([users.totalCount, all.totalItems])
      expect([guests.guestUsers.length, members.members.length]).toEqual([guests.totalCount, members.totalCount])
      return [
        users.totalCount,
        inactive.totalCount,
        guests.totalCount,
        members.totalCount,
        fans.totalCount,
        club.members,
      ]
    }
    // Who bought there, who calls it theirs, and who bought everywhere; of guests the one of each, and two of several.
    expect(await totals('manager')).toEqual([3, 3, 3, 3, 3, 1])
    expect(await totals('region')).toEqual([5, 5, 4, 5, 5, 2])
  })

  test('whoever paid is found by what they paid at one’s cinemas', async () => {
    const found = async (who: string, search_query: string) =>
      (await as(who, customers.all, { query: { search_query } })).body.data.users.map(({ userId }) => userId)
    for (const reference of [`FLW-${mark(IKEJA)}-77`, `LW-${mark(IKEJA)}-7`])
      expect(await found('manager', reference)).toEqual([buyerAt[IKEJA]])
    for (const reference of [`E-${mark(IBADAN)}-77`, `${mark(IBADAN)}-7`])
      expect(await found('manager', reference)).toEqual([])
  })

  test('a role for some cinemas moves points there up to its ceiling; of several the least counts', async () => {
    const tills = await addRole('Points there', ['points:write'])
    const few = await server.call(roles.create, {
      body: { name: 'Few points', permissions: ['points:write'], pointsLimit: 50 },
    })
    await addPerson('till', [{ roleId: tills, states: [], cinemas: [IKEJA] }])
    await addPerson('tills', [
      { roleId: tills, states: [], cinemas: [IKEJA] },
      { roleId: few.body.data.id, states: [], cinemas: [LEKKI] },
    ])
    for (const [who, most] of [
      ['till', 10_000],
      ['tills', 50],
    ] as const) {
      const award = (amount: number) =>
        as(who, points.award, { params: { id: buyerAt[IKEJA]! }, body: { points: amount, reason: 'Prize' } })
      expect([(await award(most)).status, (await award(most + 1)).status]).toEqual([200, 422])
      expect((await as(who, sessionCalls.profile)).body.data.pointsLimit).toBe(most)
    }
  })

  test('a guest is listed with what they bought at one’s cinemas', async () => {
    const bought = async (who: string) => {
      const { guestUsers } = (await as(who, customers.guests, { query: { search: GUEST_OF_ALL } })).body.data
      return guestUsers.map(({ purchases }) => purchases)
    }
    expect([await bought('manager'), await bought('region')]).toEqual([[1], [2]])
  })

  test('whoever edits a customer reads what they bought at one’s cinemas alone', async () => {
    const { status, text } = await as('manager', customers.edit, {
      params: { id: everywhere },
      body: {
        email: 'everywhere@mail.example',
        mobile: '0803 123 4567',
        dateOfBirth: '2000-01-01',
        first_name: 'Person',
        last_name: 'Everywhere',
      },
    })
    expect([status, names(text)]).toEqual([200, [IKEJA]])
    const { spend } = (await as('manager', customers.fetch, { params: { id: everywhere } })).body.data
    expect(spend).toMatchObject({ naira: 1000, isPart: true })
  })

  test('a film that opens elsewhere alone is none of their week', async () => {
    await server.db.execute(sql`
      insert into movies (id, name, title, pos_opening_date, pos_listed_since) values ('HO0002', 'ELSEWHERE', 'Elsewhere', ${DAY}, now())`)
    const query = { week: DAY }
    expect((await server.call(programme.board, { query })).text).toContain('Elsewhere')
    expect((await as('manager', programme.board, { query })).text).not.toContain('Elsewhere')
  })

  test('the chain may show them everybody, of whom they change their own, and see what was bought at home', async () => {
    const usersThere = await addRole('Users there', ['customers:write', 'points:read'])
    await addPerson('colleague', [{ roleId: usersThere, states: [], cinemas: [IKEJA] }])
    await server.call(customers.setSharing, { body: { with: 'all' } })
    try {
      const all = (await as('colleague', customers.all, { query: { perPage: 100 } })).body.data
      const everyone = (await server.call(customers.all, { query: { perPage: 100 } })).body.data
      expect([all.totalItems, all.users.length]).toEqual([everyone.totalItems, everyone.totalItems])
      expect((await as('colleague', points.list)).body.data.totalCount).toBe(everyone.totalItems)
      const found = await as('colleague', customers.all, { query: { search_query: mark(IBADAN) } })
      expect(found.body.data.totalItems).toBe(2)
      const opened = await as('colleague', customers.fetch, { params: { id: buyerAt[IBADAN]! } })
      expect([opened.status, opened.text.includes('p-ofIbadan'), opened.text.includes('FLW-ofIbadan')]).toEqual([
        200,
        false,
        false,
      ])
      const written = await as('colleague', customers.clearToken, { params: { id: buyerAt[IBADAN]! } })
      expect([written.status, written.problem.message]).toEqual([403, OTHER_CINEMA])
      expect(names((await as('colleague', customers.guests)).text)).toEqual([IKEJA])
    } finally {
      await server.call(customers.setSharing, { body: { with: 'cinema' } })
    }
    expect((await as('colleague', customers.all)).body.data.totalItems).toBe(3)
  })

  test('a reconciled day is shown by one’s own mismatches, without what all payments add up to', async () => {
    for (const [who, open] of [
      ['manager', 1],
      ['region', 2],
    ] as const) {
      const { body, text } = await as(who, reconciliation.days)
      expect(body.data.reconciliations).toEqual([
        expect.objectContaining({
          day: DAY,
          state: 'done',
          ledgerCount: null,
          ledgerAmount: null,
          providerCount: null,
          open,
        }),
      ])
      expect(text).not.toContain('4242')
      const day = await as(who, reconciliation.day, { params: { day: DAY } })
      expect([day.body.data.totalCount, day.text.includes('4242')]).toEqual([open, false])
    }
  })

  test('a payment that somebody sees and may not refund says why', async () => {
    const refunds = await addRole('Refunds', ['refunds:write'])
    const log = await addRole('Log', ['payment-logs:read'])
    await addPerson('cashier', [
      { roleId: refunds, states: [], cinemas: [IKEJA] },
      { roleId: log, states: [1], cinemas: [] },
    ])
    const refusalAt = async (cinema: string) =>
      (await as('cashier', paymentLogs.detail, { params: { id: paymentAt[cinema]! } })).body.data.refusal
    expect([await refusalAt(IKEJA), await refusalAt(LEKKI)]).toEqual([null, OTHER_CINEMA])
  })

  test('a cube booking is refunded where one may refund, and not wherever one may change it', async () => {
    const refunds = await addRole('Refunds at Ikeja', ['refunds:write'])
    const rooms = await addRole('Rooms of Lagos', ['cubes:write'])
    await addPerson('desk', [
      { roleId: refunds, states: [], cinemas: [IKEJA] },
      { roleId: rooms, states: [1], cinemas: [] },
    ])
    const refunded = await as('desk', cubes.setStatus, {
      params: { id: bookingAt[LEKKI]!.booking_id },
      body: { status: 'Refunded', reason: 'Ill' },
    })
    expect([refunded.status, refunded.problem.message]).toEqual([403, OTHER_CINEMA])
  })
})

describe('what counters sell', () => {
  const priced = (text: string) => Object.keys(NAMES).filter((cinema) => text.includes(String(PRICES[cinema])))
  test.each([
    ['a product', (who: string) => as(who, concessions.rosetta, { params: { id: 'P-cola' } })],
    ['food and beverages', (who: string) => as(who, edibles.list)],
    ['a page of them', (who: string) => as(who, edibles.list, { query: { page: 1 } })],
    ['what cinemas sell', (who: string) => as(who, edibles.cinemas, { query: { $include: 'concessions' } })],
    ['one of them', (who: string) => as(who, concessions.fetch, { params: { id: '1' } })],
    ['merchandise', (who: string) => as(who, merchandise.list)],
    ['a piece of it', (who: string) => as(who, merchandise.fetch, { params: { id: BUCKET } })],
  ] as const)('%s: with what one’s cinemas sell', async (_, list) => {
    for (const [who, ownCinemas] of Object.entries(CINEMAS_OF)) {
      const { status, text } = await list(who)
      expect([who, status, priced(text)]).toEqual([who, 200, ownCinemas])
    }
  })

  test('counts what was sold at one’s cinemas', async () => {
    const sold = async (who: string) => {
      const [list] = (await as(who, merchandise.list)).body.data as { units_sold: number }[]
      const { body } = await as(who, merchandise.fetch, { params: { id: BUCKET } })
      return [list!.units_sold, body.data.units_sold, body.data.purchaseCount, body.data.purchaseHistory.length]
    }
    expect(await sold('manager')).toEqual([1, 1, 1, 1])
    expect(await sold('region')).toEqual([3, 3, 2, 2])
  })

  test('a price change of several cinemas is taken back by those who have them all', async () => {
    const { body } = await server.call(priceChanges.create, {
      body: { name: 'Prices of Lagos', ...pricesAt(IKEJA), from_day: '2027-02-01', cinema_ids: [IKEJA, LEKKI] },
    })
    const params = { id: body.data.id }
    const seen = (await as('manager', priceChanges.fetch, { params })).body.data
    expect([seen.cinemas, seen.prices, seen.at.length, seen.list.length]).toEqual([1, 1, 1, 1])
    const { status, problem } = await as('manager', priceChanges.cancel, { params })
    expect([status, problem.message]).toEqual([403, OTHER_CINEMA])
    expect((await as('region', priceChanges.cancel, { params })).status).toBe(200)
    expect((await as('manager', priceChanges.fetch, { params: { id: priceChangeAt[LEKKI]! } })).status).toBe(404)
  })

  test('shows the menu of another cinema to nobody, also by way of events', async () => {
    const menu = (who: string, cinema: string) =>
      as(who, concessions.fetch, { params: { id: cinema }, query: { add_mobile_device: 'true' } })
    expect((await menu('manager', IKEJA)).text).toContain(String(PRICES[IKEJA]))
    expect((await menu('both', IBADAN)).text).toContain(String(PRICES[IBADAN]))
    for (const [who, cinema] of [
      ['manager', LEKKI],
      ['both', IKEJA],
    ] as const) {
      const { status, problem } = await menu(who, cinema)
      expect([status, problem.message]).toEqual([403, OTHER_CINEMA])
    }
  })

  test('is priced at one’s own cinemas, several at once', async () => {
    const { body } = await as('region', concessions.atCinemas, {
      params: { id: 'P-corn' },
      body: { cinemas: [{ cinema_id: IKEJA }, { cinema_id: LEKKI }], display_price: 77 },
    })
    expect(body.data.results.map(({ outcome }) => outcome)).toEqual(['changed', 'changed'])
  })
})

describe('figures', () => {
  const sold = (cinemas: readonly string[]) => cinemas.reduce((sum, cinema) => sum + SOLD[cinema]!, 0)
  /** The tickets that each figure has of what somebody sees. */
  const FIGURES: [string, (who: string, of: { cinemas?: string }) => Promise<number>][] = [
    [
      'the overall ones',
      async (who, of) =>
        (await as(who, analytics.dashboard, { query: of })).body.data.total_number_of_items_sold.tickets,
    ],
    [
      'sales',
      async (who, of) => {
        const { data } = (await as(who, analytics.salesAndRevenue, { query: { ...DAYS, ...of } })).body
        return data.reduce((sum, row) => sum + row.all_tickets, 0)
      },
    ],
    [
      'ticket revenue',
      async (who, of) => {
        const { data } = (await as(who, analytics.ticketRevenue, { query: { ...MONTH, ...of } })).body
        return data.reduce((sum, row) => sum + row.total, 0) / 5000
      },
    ],
    [
      'tickets by show',
      async (who, of) => {
        const { data } = (await as(who, analytics.redemptionRate, { query: { ...DAYS, ...of } })).body
        return data.reduce((sum, row) => sum + row.sold, 0)
      },
    ],
    [
      'movies',
      async (who, of) => (await as(who, movieStats.list, { query: { ...DAYS, ...of } })).body.data.totals.tickets_sold,
    ],
    [
      'the file of sales',
      async (who, of) => {
        const { text } = await as(who, analytics.salesCsv, { query: { ...DAYS, ...of } })
        return Number(text.split('\r\n')[2]!.split(',')[1])
      },
    ],
    [
      'cinemas side by side',
      async (who, of) => {
        const { cinemas, total } = (await as(who, analytics.byCinema, { query: { date: DAY, ...of } })).body.data
        expect(cinemas.reduce((sum, { now }) => sum + now.tickets, 0)).toBe(total.now.tickets)
        return total.now.tickets
      },
    ],
    [
      'the file of cinemas',
      async (who, of) => {
        const { text } = await as(who, analytics.byCinemaCsv, { query: { date: DAY, ...of } })
        const rows = text.trimEnd().split('\r\n').slice(2)
        return rows.reduce((sum, line) => sum + Number(line.split(',')[4]), 0)
      },
    ],
    [
      'sales up to a time of day',
      async (who, of) => {
        const query = { start_date: DAY, end_date: DAY, up_to: '23:59', ...of }
        return (await as(who, analytics.salesAndRevenue, { query })).body.data[0]!.all_tickets
      },
    ],
    [
      'one-time purchases',
      async (who, of) => {
        const { purchases } = (await as(who, analytics.oneTimePurchase, { query: { page: 1, ...of } })).body.data
        const bought = purchases.map(({ payment }) => payment.transaction_id)
        return sold(Object.keys(NAMES).filter((cinema) => bought.includes(`FLW-${mark(cinema)}-77`)))
      },
    ],
  ]
  test.each(FIGURES)('%s: of one’s cinemas, or of those that are chosen among them', async (_, figure) => {
    for (const [who, ownCinemas] of Object.entries(CINEMAS_OF)) {
      expect([who, await figure(who, {})]).toEqual([who, sold(ownCinemas)])
      for (const one of ownCinemas)
        expect([who, one, await figure(who, { cinemas: one })]).toEqual([who, one, sold([one])])
    }
  })

  test('say nothing of what only the chain has', async () => {
    const { data } = (await as('manager', analytics.dashboard)).body
    expect(Object.keys(data).toSorted()).toEqual([
      'as_of',
      'first_sale_on',
      'total_concession_revenue',
      'total_number_of_items_sold',
      'total_number_of_transactions',
      'total_online_revenue',
      'total_subscription_revenue',
      'total_ticket_purchase_revenue',
    ])
    const refused = await as('manager', analytics.churnRate, { query: DAYS })
    expect([refused.status, refused.problem.message]).toEqual([403, NEEDS_CHAIN_SCOPE])
  })

  test('of all cinemas are as before, and of chosen ones as asked', async () => {
    const chain = await server.call(analytics.dashboard)
    expect(chain.body.data).toMatchObject({
      total_number_of_items_sold: { tickets: 7 },
      total_number_of_reg_users: 8,
      subscription_statistics: { active: 0, inactive: 8 },
    })
    const some = await server.call(analytics.dashboard, { query: { cinemas: `${LEKKI},${IBADAN},${LEKKI}` } })
    expect(some.body.data.total_number_of_items_sold.tickets).toBe(6)
    expect(some.body.data).not.toHaveProperty('total_number_of_reg_users')
  })

  test.each([
    ['nowhere', 'Cinema not found'],
    [`${IKEJA},nowhere`, 'Cinema not found'],
    [`${IKEJA},,${LEKKI}`, 'cinemas must be IDs separated by commas'],
  ])('of %s are refused at the field', async (cinemas, message) => {
    for (const endpoint of everyEndpoint.filter(({ about }) => about?.cinema === 'query.cinemas')) {
      const input = given(IKEJA)[nameOf(endpoint)]
      const query = { ...input?.query, cinemas }
      const { status, problem } = await server.call(endpoint, { ...input, query } as Call<Endpoint>)
      expect([nameOf(endpoint), status, problem.errors]).toEqual([
        nameOf(endpoint),
        422,
        [{ field: 'cinemas', message }],
      ])
    }
  })

  test('a file says in its name and in the audit log of which cinemas it is', async () => {
    const names: unknown[] = []
    for (const [who, of] of [
      ['manager', {}],
      ['region', {}],
      ['region', { cinemas: LEKKI }],
    ] as const)
      names.push((await as(who, analytics.salesCsv, { query: { ...DAYS, ...of } })).headers['content-disposition'])
    expect(names).toEqual(
      ['ikeja', '2-cinemas', 'lekki'].map(
        (place) => `attachment; filename="sales-overview_${place}_2026-11-20_2026-11-21.csv"`,
      ),
    )
    const { rows } = await server.db.execute(sql`select summary from audit_log order by id desc limit 1`)
    expect(rows).toEqual([{ summary: 'Exported the sales overview of Lekki, 20/11/2026 to 21/11/2026' }])
  })

  test('are told of live as to everybody: that something changed, and nothing else', async () => {
    const { app } = server
    const { sessionId } = await openSession(app.db, people.manager!, app.clock.now(), app.env.session)
    const token = await app.accessTokens.sign(sessionId, app.clock.now())
    const leaving = new AbortController()
    const response = await fetch(`${app.origin}${addressOf(analytics.live)}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: leaving.signal,
    })
    expect(response.status).toBe(200)
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader.read()).value).toBe(': listening\n\n')
    await server.db.execute(sql`
      insert into visits (source, external_id, at, day, channel, count) values ('live', '1', now(), '2026-11-21', 'web', 1)`)
    expect((await reader.read()).value).toBe('event: figures\ndata: {}\n\n')
    leaving.abort()
  })
})

describe('the audit log', () => {
  const seen = async (who: string, query: object = {}) =>
    (await as(who, audit.list, { query: { perPage: 100, ...query } })).body.data
  /** Everything that is logged, as the database has it: an id, whose it is, and who did it. */
  const logged = async () =>
    (
      await server.db.execute<{ id: number; cinemas: string[]; actor: number | null }>(sql`
        select id::int as id, cinema_ids as cinemas, actor_id as actor from audit_log order by id desc`)
    ).rows

  test('says of each line the cinemas that its record belongs to', async () => {
    const lines = async (entity: string, id: string | number) =>
      (
        await server.db.execute<{ cinemas: string[] }>(sql`
          select distinct cinema_ids as cinemas from audit_log where entity = ${entity} and entity_id = ${String(id)}`)
      ).rows.map(({ cinemas: ids }) => ids)
    for (const cinema of Object.keys(NAMES)) {
      expect(await lines('cube', cubeAt[cinema]!.id)).toEqual([[cinema]])
      expect(await lines('cube booking', bookingAt[cinema]!.booking_id)).toEqual([[cinema]])
    }
    expect(await lines('role', 1)).toEqual([])
    const chains = await server.db.execute<{ cinemas: string[] }>(sql`
      select distinct cinema_ids as cinemas from audit_log where entity in ('admin', 'role', 'export')`)
    expect(chains.rows).toEqual([{ cinemas: [] }])
  })

  test('what moves from one cinema to another is of both', async () => {
    const cube = await addCube(server, { cinema_id: IBADAN, name: 'Cube that moves' })
    const rescheduled = await server.call(cubes.change, {
      params: { id: cube.id },
      body: { name: 'Cube that moves', cinema_id: IKEJA, version: cube.version },
    })
    expect(rescheduled.status).toBe(200)
    const { rows } = await server.db.execute<{ cinemas: string[] }>(sql`
      select cinema_ids as cinemas from audit_log where entity = 'cube' and entity_id = ${String(cube.id)} order by id`)
    expect(rows.map(({ cinemas: ids }) => ids.toSorted())).toEqual([[IBADAN], [IKEJA, IBADAN]])
    await server.call(cubes.retire, { params: { id: cube.id } })
  })

  // ASVS: 8.2.2
  test('shows the lines of one’s cinemas and one’s own acts, and no others', async () => {
    for (const [who, ownCinemas] of Object.entries(CINEMAS_OF)) {
      const visible = (await logged()).filter(
        ({ cinemas: ids, actor }) =>
          (ids.length > 0 && ids.every((id) => ownCinemas.includes(id))) || actor === people[who],
      )
      const { lines, totalCount } = await seen(who)
      expect(totalCount).toBe(visible.length)
      expect(lines.map(({ id }) => id)).toEqual(visible.map(({ id }) => id).slice(0, 100))
      const rare = await seen(who, { search: 'cube of' })
      expect(rare.lines.every(({ id }) => visible.some((line) => line.id === id))).toBe(true)
      const names = (await as(who, audit.people)).body.data.people.map(({ id }) => id).toSorted()
      expect(names).toEqual([...new Set(visible.flatMap(({ actor }) => actor ?? []))].toSorted())
      const { text } = await as(who, audit.csv)
      // Their names stand above, and the line of this file is in it.
      expect(text.trimEnd().split('\r\n')).toHaveLength(1 + 1 + visible.length)
      for (const cinema of Object.keys(NAMES).filter((one) => !ownCinemas.includes(one)))
        expect(text).not.toContain(mark(cinema))
    }
  })

  test('the lines of a record of another cinema are not found', async () => {
    const of = (cinema: string) => ({ entity: 'cube', entity_id: String(cubeAt[cinema]!.id) })
    expect((await seen('manager', of(IBADAN))).totalCount).toBe(0)
    expect((await seen('manager', of(IKEJA))).totalCount).toBeGreaterThan(0)
  })

  test('names nobody whose record one may not see', async () => {
    const auditor = await addRole('Auditor', ['audit:read', 'audit:export'])
    const rooms = await addRole('Rooms of Ikeja', ['cubes:read'])
    await addPerson('auditor', [
      { roleId: auditor, states: [1], cinemas: [] },
      { roleId: rooms, states: [], cinemas: [IKEJA] },
    ])
    const text = (await as('auditor', audit.list, { query: { entity: 'cube booking' } })).text
    expect(text).toContain('cube booking')
    for (const cinema of Object.keys(NAMES)) expect(text).not.toContain(`Guest ${mark(cinema)}`)
  })
})

describe('several roles', () => {
  test('add up, each at its cinemas', async () => {
    const rooms = await as('both', cubes.bookings, { query: { page: 1 } })
    expect(Object.keys(NAMES).filter((cinema) => rooms.text.includes(mark(cinema)))).toEqual([IKEJA])
    const nights = await as('both', eventList.list)
    expect(Object.keys(NAMES).filter((cinema) => nights.text.includes(mark(cinema)))).toEqual([IBADAN])
    const elsewhere = await as('both', cubes.edit, {
      params: { id: bookingAt[IBADAN]!.booking_id },
      body: { full_name: 'X' },
    })
    expect([elsewhere.status, elsewhere.problem.message]).toEqual([403, OTHER_CINEMA])
    expect((await as('both', tickets.breakdown, { query: { page: 1 } })).status).toBe(403)
  })

  test('are what the profile and Who can do what say', async () => {
    const profile = await as('both', sessionCalls.profile)
    expect(profile.body.data).toMatchObject({
      permissions: [],
      cinemaRoles: [
        { permissions: ['cubes:read', 'cubes:write', 'cubes:export'], cinemas: [IKEJA] },
        { permissions: ['events:read', 'events:write'], cinemas: [IBADAN] },
      ],
    })
    const { body } = await server.call(roles.ofPerson, { params: { id: people.manager! } })
    const row = (name: string) => body.data.permission.find((one) => one.name === name)
    expect(row('cubes:read')).toMatchObject({ at: ['Ikeja'] })
    expect(row('cubes:read')?.refusal).toBeUndefined()
    expect(row('vouchers:read')).toMatchObject({ refusal: NEEDS_CHAIN_SCOPE })
    const holders = await server.call(roles.holders, { params: { permission: 'cubes:write' }, query: { page: 1 } })
    expect(holders.body.data.admins.map(({ name }) => name)).toContain('both Scoped')
    const chainWide = await server.call(roles.holders, { params: { permission: 'vouchers:read' }, query: { page: 1 } })
    expect(chainWide.body.data.admins.map(({ name }) => name)).not.toContain('manager Scoped')
  })

  test('count at once, and are refused where there is no such place or role', async () => {
    const { body } = await server.call(admins.list, { query: { search: 'both@scoped.example' } })
    const [before] = body.data as { id: number; version: number }[]
    const edit = (cinemaRoles: unknown) =>
      server.call(admins.edit, {
        params: { id: before!.id },
        body: {
          email: 'both@scoped.example',
          mobile: '0803 123 4567',
          userType: 'ADMIN',
          firstName: 'both',
          lastName: 'Scoped',
          cinemaRoles,
        },
      })
    for (const [cinemaRoles, message] of [
      [[{ roleId: 9999, states: [], cinemas: [IKEJA] }], 'Role not found'],
      [[{ roleId: 1, states: [99], cinemas: [] }], 'State not found'],
      [[{ roleId: 1, states: [], cinemas: ['nowhere'] }], 'Cinema not found'],
      [[{ roleId: 1, states: [], cinemas: [] }], 'Choose a state or a cinema'],
    ] as const) {
      const { status, problem } = await edit(cinemaRoles)
      expect([status, problem.message]).toEqual([422, message])
    }
    const role = await addRole('Rooms of Lekki', ['cubes:read'])
    expect((await edit([{ roleId: role, states: [], cinemas: [LEKKI] }])).body.data.cinemaRoles).toEqual([
      { roleId: role, role: 'Rooms of Lekki', states: [], cinemas: [LEKKI], places: ['Lekki'] },
    ])
    expect((await as('both', cubes.logged)).text).toContain(mark(LEKKI))
    expect((await as('both', eventList.list)).status).toBe(403)
  })
})

/** Rows of the tables that nothing above needs rows of. */
async function fillRest() {
  const shop = await newShop(server, 'last-shop')
  for (const cinema of Object.keys(NAMES)) {
    const customer_id = `l-${cinema}`
    await shop.sendAll('customers', [
      {
        id: customer_id,
        first_name: 'Last',
        last_name: mark(cinema),
        registered_at: LONG_AGO,
        default_cinema_id: cinema,
      },
    ])
    const plan = { plan: 'Fan', monthly_price: 5000, until: '2026-12-01T00:00:00+01:00' }
    await shop.sendAll('subscriptions', [{ id: `s-${cinema}`, customer_id, event: 'start', at: LONG_AGO, ...plan }])
    await shop.sendAll('redemptions', [{ id: `r-${cinema}`, at: LONG_AGO, cinema_id: cinema, customer_id, tickets: 1 }])
    const line = { kind: 'ticket', quantity: 1, amount: 1500 }
    await shop.sendAll('purchases', [
      {
        id: customer_id,
        at: LONG_AGO,
        channel: 'web',
        cinema_id: cinema,
        customer_id,
        payment_reference: `LAST-${mark(cinema)}`,
        lines: [
          {
            ...line,
            quantity: 2,
            amount: 3000,
            product: 'VIP',
            movie_id: 'HO0001',
            show_at: '2026-09-21T20:00:00+01:00',
          },
        ],
      },
    ])
    // One that Marquee paid back, and one that it was told of.
    for (const refund of [customer_id, `told-${cinema}`])
      await shop.sendAll('refunds', [{ id: refund, purchase_id: customer_id, at: LONG_AGO, lines: [line] }])
    const id = await shop.idOf(customer_id)
    const refundIds = sql`(select id from refunds where external_id = ${customer_id})`
    for (const statement of [
      sql`insert into screens (cinema_id, id, name, seats) values (${cinema}, '1', 'One', 50)`,
      sql`insert into showtimes (cinema_id, id, movie_id, screen_id, starts_at, ends_at, seats_available)
        values (${cinema}, '1', 'HO0001', '1', now(), now(), 50)`,
      sql`insert into event_movies (event_id, place, cinema_id, showtime_id, movie_id, ticket_id, ticket_name, ticket_kobo)
        values (${eventAt[cinema]}, 1, ${cinema}, '1', 'HO0001', '1', 'VIP', 0)`,
      sql`insert into event_concessions (event_id, place, rosetta_id, quantity) values (${eventAt[cinema]}, 1, 'P-cola', 1)`,
      sql`insert into product_syncs (cinema_id, attempted_at) values (${cinema}, now())`,
      sql`insert into provider_transactions (provider, kind, provider_id, reference, day, at, kobo)
        values ('embedded', 'chargeback', ${`LAST-${mark(cinema)}`}, ${`LAST-${mark(cinema)}`}, '2026-11-20', now(), 100)`,
      sql`insert into payment_cards (customer_id, provider, token, email, brand, first6, last4, expiry_month, expiry_year, stored_at)
        values (${id}, 'embedded', 'T', 'l@mail.example', 'Visa', '539983', '4242', 1, 2030, now())`,
      sql`insert into payment_events (at, provider, reference, kobo, purchase_type, status)
        values (now(), 'embedded', ${`LAST-${mark(cinema)}`}, 1500, 'ticket', 'succeeded')`,
      sql`with refund as (
          insert into payment_refunds (reference, payment_id, kind, kobo, reason, provider, charge_id, created_at, created_by)
          select ${`back ${customer_id}`}, id, 'full', 1500, 'Ill', 'embedded', '1', now(), 'Ada'
          from payments where reference = ${`LAST-${mark(cinema)}`} returning id),
        lines as (
          insert into payment_refund_lines (refund_id, purchase_id, n, quantity, kobo)
          select refund.id, l.purchase_id, l.n, 1, 1500 from refund, purchase_lines l
          where l.purchase_id = (select id from purchases where external_id = ${customer_id} and source = 'last-shop'))
        insert into refund_postings (payment_refund_id, refund_id) select id, ${refundIds} from refund`,
    ])
      await server.db.execute(statement)
  }
}

// The last here, because it adds to what is sold.
describe('a table of which each row belongs to cinemas', () => {
  beforeAll(fillRest)

  test('shows the rows of one’s own, whatever is asked of it', async () => {
    const { rows: tables } = await server.db.execute<{ name: string }>(sql`
      select distinct tablename as name from pg_policies where policyname <> 'of_every_cinema' order by 1`)
    const visible = async (name: string, ...cinemas: string[]) => {
      const statement = sql`select count(*)::int as n from ${sql.identifier(name)}`
      const { rows } = await scopedTo(server.db, cinemas, 0).execute<{ n: number }>(statement)
      return rows[0]!.n
    }
    expect(tables.length).toBeGreaterThan(40)
    for (const { name } of tables) {
      const [none, one, all] = [
        await visible(name),
        await visible(name, IKEJA),
        await visible(name, IKEJA, LEKKI, IBADAN),
      ]
      // Of a day that is reconciled everybody sees whatever of it is theirs.
      const grows = name !== 'reconciliations'
      expect({ name, none, hasOwn: one > 0, grows: all > one }).toEqual({ name, none: 0, hasOwn: true, grows })
    }
  })
})

test('a customer may leave their last cinema: who moves them had the right before', async () => {
  const { rows } = await server.db.execute<{ id: number }>(sql`
    insert into customers (source, external_id, first_name, last_name, email, phone, birth_date, default_cinema_id,
      registered_at, registered_on)
    values ('test', 'mover', 'Person', 'Mover', 'mover@mail.example', '+2348031234567', '2000-01-01', ${IKEJA},
      '2026-01-05T08:00Z', '2026-01-05')
    returning id`)
  const params = { id: rows[0]!.id }
  const move = (default_cinema_id: string) =>
    as('manager', customers.edit, {
      params,
      body: {
        email: 'mover@mail.example',
        mobile: '0803 123 4567',
        dateOfBirth: '2000-01-01',
        first_name: 'Person',
        last_name: 'Mover',
        default_cinema_id,
      },
    })
  expect((await move(LEKKI)).status).toBe(200)
  expect((await move(IKEJA)).status).toBe(403)
})
