import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { admins } from '#features/access/admins/contract.ts'
import { audit } from '#features/access/audit/contract.ts'
import { catalogue } from '#features/programming/catalogue/contract.ts'
import { cubes } from '#features/rooms/cubes/contract.ts'
import { customers } from '#features/customers/customers/contract.ts'
import { addPlan, newShop } from '#features/customers/customers/server/test/shop.ts'
import { eventList } from '#features/marketing/events/list-contract.ts'
import { movies } from '#features/programming/movies/contract.ts'
import { notifications } from '#features/marketing/notifications/contract.ts'
import { paymentLogs } from '#features/payments/payment-logs/contract.ts'
import { points } from '#features/customers/points/contract.ts'
import { privacy } from '#features/customers/privacy/contract.ts'
import { promotions } from '#features/marketing/promotions/contract.ts'
import { referralLinks } from '#features/marketing/referral-links/contract.ts'
import { roles } from '#features/access/admins/role-contract.ts'
import { tickets } from '#features/sales/tickets/contract.ts'
import { vouchers } from '#features/marketing/vouchers/contract.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { search } from '#features/lists/search/contract.ts'

/** Names as they are spelled, found however they are typed, in every list that is searched. */

const FIRST = 'Ṣadé'
const LAST = 'Ọ̀ṣúnbọ́ O’Neil'
const WHO = `${FIRST} ${LAST}`
const FILM = 'L’arnacœur d’Amélie'

const WHO_TYPED = [
  WHO.normalize('NFC'),
  WHO.normalize('NFD'),
  'sade osunbo',
  'SADE',
  'ọṣunbọ,  ṣade',
  "o'neil sade",
  'oneil',
]
const FILM_TYPED = [FILM.normalize('NFC'), FILM.normalize('NFD'), "l'arnacoeur", 'amelie arnacœur', 'damelie  larnac']

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  const shop = await newShop(server)
  const person = (id: string, first_name: string, last_name: string, more: object = {}) => ({
    id,
    first_name,
    last_name,
    email: `${id}@mail.example`,
    registered_at: '2026-01-05T10:00:00+01:00',
    ...more,
  })
  await addPlan(server, 'Fan', 5000)
  await shop.sendAll('customers', [
    // As a telephone sends it: decomposed, and with two spaces.
    person('c-1', FIRST.normalize('NFD'), LAST.normalize('NFD').replace(' ', '  '), {
      birth_date: '1990-04-05',
      kids_club: { guardian_name: 'Kemi' },
    }),
    person('c-2', 'Sadia', 'Abubakar'),
    person('c-3', 'Saddiq', 'Zubair'),
    person('c-4', 'Zainab', 'Bello'),
    person('c-5', 'Ọlámidé', 'Ojo'),
    person('c-6', 'Olu', 'Ade'),
    person('c-7', 'Pius', 'Ade'),
    person('c-8', 'SADE', "Osunbo O'Neil", { birth_date: '1990-04-05' }),
  ])
  await shop.sendAll('subscriptions', [
    {
      id: 's-1',
      customer_id: 'c-1',
      event: 'start',
      at: '2026-08-01T00:00:00+01:00',
      until: '2026-09-01T00:00:00+01:00',
      plan: 'Fan',
      monthly_price: 5000,
    },
  ])
  await server.db.execute(sql`
    with lagos as (insert into states (name) values ('Lagos') returning id)
    insert into cinemas (id, state_id, name) select '0001', id, 'Ọ̀ṣun Palms' from lagos`)
  await server.db.execute(sql`
    insert into movies (id, name, title, is_coming_soon, coming_soon_date, has_details)
    values ('HO1', 'ARNACOEUR POS', ${FILM}, true, '2026-12-01', true)`)
  await server.db.execute(sql`insert into movie_cast (movie_id, position, name) values ('HO1', 1, ${WHO})`)
  await shop.sendAll('purchases', [
    {
      id: 'o-1',
      at: '2026-11-05T18:00:00+01:00',
      name: WHO.normalize('NFD'),
      email: 'guest@mail.example',
      payment_reference: 'FLW-99120',
      lines: [{ kind: 'ticket', quantity: 2, amount: 7000, movie_id: 'HO1', show_at: '2026-11-05T20:30:00+01:00' }],
    },
  ])
  await server.call(admins.create, {
    body: {
      email: 'staff@mail.example',
      mobile: '0803 123 4567',
      userType: 'ADMIN',
      password: 'A long enough pass 1!',
      first_name: FIRST.normalize('NFD'),
      last_name: LAST,
    },
  })
  await server.db.execute(sql`
    insert into audit_log (actor, action, entity, entity_id, summary)
    values (${WHO}, 'movies.save', 'movie', 'HO1', 'Saved')`)
  await server.db.execute(sql`
    insert into referral_links (name, movie_id, code, long_link, created_at, created_by)
    values (${WHO}, 'HO1', 'CODE1', 'https://shop.example', now(), 'x')`)
  await server.db.execute(sql`
    insert into promotions (position, is_movie, title, description, is_active, created_at)
    values ('body', false, ${FILM}, '', false, now())`)
  await server.db.execute(sql`
    insert into voucher_groups (company_name, quantity, approved_by, comment, plan_id, plan, kobo, tickets, generated_by,
      created_at)
    select ${WHO}, 0 + 1, 'x', '', id, name, kobo, tickets, 'x', now() from plans limit 1`)
  await server.db.execute(sql`
    insert into push_notifications (code, name, title, body, audience, is_scheduled, send_at, created_at, created_by, state)
    values ('P1', ${FILM}, 'News', 'Now', 'ALL-USERS', true, now(), now(), 'x', 'cancelled')`)
  await server.db.execute(sql`
    insert into events (name, description, image, cinema_id, starts_at, kobo, created_at)
    values (${FILM}, '', '/x.png', '0001', '2026-12-01T18:00:00Z', 0, now())`)
  await server.db.execute(sql`
    with cube as (insert into cubes (cinema_id, name, created_at) values ('0001', 'One', now()) returning id)
    insert into cube_bookings (cube_id, full_name, email, phone, movie_id, guest_count, date_time, starts_at, base_kobo,
      guest_kobo, guests_included, kobo, created_at, created_by)
    select id, ${WHO}, 'x@mail.example', '+2348031110000', 'HO1', 2, '2026-12-01T18:00:00Z', '2026-12-01T18:00:00Z', 0, 0, 8,
      0, now(), 'x' from cube`)
})
afterAll(() => server.close())

type List = [name: string, endpoint: Endpoint, query: (term: string) => object, more?: object]
const bySearch = (term: string) => ({ search: term })
const byQuery = (term: string) => ({ search_query: term })

const ofPeople: List[] = [
  ['users', customers.list, byQuery],
  ['unsubscribed users', customers.list, (term) => ({ search_query: term, type: 'INACTIVE' })],
  ['all users', customers.all, byQuery],
  ['the kids club', customers.all, (term) => ({ search_query: term, forKidsClub: 'true' })],
  ['the picker of customers', customers.find, (term) => ({ keyword: term })],
  ['churn', customers.churns, (term) => ({ search: term, $include: 'user' })],
  ['points', points.list, bySearch],
  ['guests', customers.guests, bySearch],
  ['tickets', tickets.breakdown, bySearch],
  ['payments', paymentLogs.list, (term) => ({ search: term, userType: 'ALL' })],
  ['the search of payments', paymentLogs.search, (term) => ({ searchInput: term })],
  ['admins', admins.list, bySearch],
  ['who can do what', roles.holders, bySearch, { permission: 'movies:read' }],
  ['the audit log', audit.list, bySearch],
  ['referral links', referralLinks.list, bySearch],
  ['vouchers', vouchers.groups, bySearch],
  ['cube bookings', cubes.bookings, bySearch],
  ['people of casts', catalogue.filmCasts, (term) => ({ $q: term })],
  ['the palette', search.find, (term) => ({ query: term })],
]
const ofFilms: List[] = [
  ['coming soon', movies.comingSoon, bySearch],
  ['the picker of movies', movies.search, (term) => ({ title: term })],
  ['tickets', tickets.breakdown, bySearch],
  ['referral links', referralLinks.list, bySearch],
  ['promotions', promotions.list, bySearch],
  ['notifications', notifications.list, bySearch],
  ['events', eventList.list, bySearch],
  ['the palette', search.find, (term) => ({ query: term })],
]

const answerOf = async ([, endpoint, query]: List, term: string, params?: object) => {
  const { status, text } = await server.call(endpoint, { query: query(term), params: params as never })
  expect(status, text).toBe(200)
  return text.normalize('NFC')
}

describe.each(ofPeople)('%s', (...list) => {
  test.for(WHO_TYPED)('finds Ṣadé Ọ̀ṣúnbọ́ O’Neil by %j', async (term) =>
    expect(await answerOf(list, term, list[3])).toContain(FIRST.normalize('NFC')),
  )
  test('finds nobody by another name beside hers', async () =>
    expect(await answerOf(list, 'sade nwaogu', list[3])).not.toContain(FIRST.normalize('NFC')))
})

describe.each(ofFilms)('%s', (...list) => {
  test.for(FILM_TYPED)('finds L’arnacœur d’Amélie by %j', async (term) =>
    expect(await answerOf(list, term)).toMatch(/arnacœur|HO1/),
  )
  test('finds nothing by another word beside its own', async () =>
    expect(await answerOf(list, 'amelie nwaogu')).not.toMatch(/arnacœur|HO1/))
})

test('an event is found by its cinema', async () =>
  expect(await answerOf(['', eventList.list, bySearch], 'palms osun')).toContain('arnacœur'))

test('names are kept composed, with single spaces', async () => {
  const { rows } = await server.db.execute<{ name: string }>(sql`
    select first_name || ' ' || last_name as name from customers where external_id = 'c-1'
    union all select first_name || ' ' || last_name from admins where email = 'staff@mail.example'
    union all select name from guests where email = 'guest@mail.example'`)
  expect(rows.map(({ name }) => name)).toEqual([WHO, WHO, WHO].map((name) => name.normalize('NFC')))
})

test('by name Ṣadé stands between Saddiq and Sadia, and Ọlámidé with O', async () => {
  for (const [sort, expected] of [
    ['name', ['Ọlámidé', 'Olu', 'Pius', 'Saddiq', 'SADE', 'Ṣadé', 'Sadia', 'Zainab']],
    ['-name', ['Zainab', 'Sadia', 'Ṣadé', 'SADE', 'Saddiq', 'Pius', 'Olu', 'Ọlámidé']],
  ] as const) {
    const { body } = await server.call(customers.all, { query: { sort } })
    const names = body.data.users.map(({ firstName }) => firstName)
    // Two of the same name stand side by side, by their ids.
    const plain = (all: readonly string[]) => all.map((name) => (name === 'SADE' || name === FIRST ? 'Sade' : name))
    expect(plain(names)).toEqual(plain(expected).map((name) => name.normalize('NFC')))
  }
})

test('two records of a name, with and without its marks, are possible duplicates', async () => {
  const { body } = await server.call(privacy.duplicates, { query: {} })
  expect(body.data.pairs.map(({ one, other }) => [one.firstName, other.firstName].toSorted())).toEqual([
    ['SADE', FIRST.normalize('NFC')],
  ])
})
