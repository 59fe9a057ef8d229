/**
 * What two people may change at once: whoever saves by an older version is refused with the record as it is now. A record
 * that is deleted is not changed, and comes back to be changed.
 */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nameOf, type Endpoint } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import { admins } from '#features/access/admins/contract.ts'
import { roles } from '#features/access/admins/role-contract.ts'
import { catalogue } from '#features/programming/catalogue/contract.ts'
import { categories } from '#features/programming/categories/contract.ts'
import { concessions } from '#features/counter/concessions/contract.ts'
import { counter, LEKKI } from '#features/counter/concessions/server/test/counter.ts'
import { cubes } from '#features/rooms/cubes/contract.ts'
import { events } from '#features/marketing/events/contract.ts'
import { feed } from '#features/operations/feed/contract.ts'
import { kidsClub } from '#features/customers/kids-club/contract.ts'
import { audiences } from '#features/marketing/notifications/audience-contract.ts'
import { emptyCondition } from '#features/marketing/notifications/audience-rules.ts'
import { heroBanners } from '#features/marketing/promotions/banner-contract.ts'
import { promotions } from '#features/marketing/promotions/contract.ts'
import { referralLinks } from '#features/marketing/referral-links/contract.ts'
import { tiers } from '#features/customers/tiers/contract.ts'
import { views } from '#features/lists/views/contract.ts'
import { vouchers } from '#features/marketing/vouchers/contract.ts'
import { allRead } from '#server/integrations/records.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { everyEndpoint } from './server-features.ts'

const hasVersion = (schema: unknown) => 'version' in ((schema as { shape?: object } | undefined)?.shape ?? {})
const takesVersion = ({ body }: Endpoint) => hasVersion(body)

let server: TestServer
let customerId: number
beforeAll(async () => {
  server = await testServer({ env: { SHOP_URL: 'https://shop.example' } })
  const pos = await counter(server)
  pos.ticketTypes = async () => allRead([{ id: '0001', name: 'Adult', kobo: 400_000 }])
  await server.db.execute(sql`
    insert into showtimes (cinema_id, id, movie_id, screen_id, starts_at, ends_at, seats_available)
    values (${LEKKI}, '0001', '1', '01', '2026-11-25T17:30:00Z', '2026-11-25T19:30:00Z', 60)`)
  const { rows } = await server.db.execute<{ id: number }>(sql`
    insert into customers (source, external_id, first_name, registered_at, registered_on)
    values ('test', '1', 'Kemi', '2026-01-05T08:00:00Z', '2026-01-05') returning id`)
  customerId = rows[0]!.id
})
afterAll(() => server.close())

type Made = Record<string, unknown>
type Changed = {
  /** Makes one. */
  made: () => Promise<Made>
  /** Two changes, one after the other. */
  to: [object, object]
  /** The field of the record that addresses it, and the name of its version. */
  id?: string
  version?: string
  remove?: Endpoint
  restore?: Endpoint
}

const VIEW = { name: 'Mine', query: { sort: 'likes' }, audience: 'own', roleId: null }
const PERSON = { mobile: '08031234567', userType: 'Admin', firstName: 'Ngozi', lastName: 'Eze' }
const NEW_PERSON = {
  mobile: '08031234567',
  userType: 'Admin',
  first_name: 'Ngozi',
  last_name: 'Eze',
  email: 'ngozi@chain.example',
  password: 'a password that is long',
}
const VOUCHERS = { companyName: 'Zenith', quantity: 1, approvedBy: 'Ngozi Eze', paymentConfirmed: true }
const EVENT = {
  name: 'Night',
  description: 'Films.',
  date: '2026-11-25T18:30:00.000Z',
  cinema_id: LEKKI,
  image: '/api/files/image-1.jpg',
  movie_ids: '1',
  showtime_ids: '0001',
  ticket_ids: '0001',
  price: 15_000,
  event_category: 'Festival',
  concession_ids: '00201',
  concession_quantities: '5',
}
const OFFER = {
  title: 'Mondays',
  description: 'Half price.',
  web_media: '/api/files/video-1.mp4',
  mobile_media: '/api/files/image-2.jpg',
  thumbnail: '/api/files/image-3.jpg',
  position: 'body',
  isActive: true,
  isVisibleOnHomepage: false,
  ctaOptions: { primaryCTA: 'Book', primaryCTAUrl: 'https://cinema.example/' },
}
const audience = (name: string) => ({ name, conditions: [{ ...emptyCondition('bought'), any: [LEKKI] }] })

/** @returns the record; of a key, which is told with its secret, the key */
async function by(create: Endpoint, body: object): Promise<Made> {
  const answer = await server.call(create, { body })
  if (answer.status > 201) throw new Error(answer.text)
  const data = answer.body.data as Made
  return (data.key ?? data) as Made
}

const records: Record<string, Changed> = {
  'admins.edit': {
    made: () => by(admins.create, { ...NEW_PERSON }),
    to: [
      { ...PERSON, email: 'ngozi@chain.example', firstName: 'One' },
      { ...PERSON, email: 'ngozi@chain.example', firstName: 'Two' },
    ],
    remove: admins.remove,
    restore: admins.restore,
  },
  'roles.change': {
    made: () => by(roles.create, { name: 'Desk', permissions: [] }),
    to: [{ name: 'One' }, { name: 'Two' }],
  },
  'catalogue.change': { made: () => by(catalogue.create, { title: 'Film' }), to: [{ title: 'One' }, { title: 'Two' }] },
  'categories.change': {
    made: () => by(categories.create, { name: 'Gala' }),
    to: [{ name: 'One' }, { name: 'Two' }],
    remove: categories.remove,
    restore: categories.restore,
  },
  'concessions.editCombo': {
    made: () =>
      by(concessions.createCombo, { rosetta_product_id: '00501', combo_items: ['00101', '00201'], cinema_id: LEKKI }),
    to: [{ rosetta_product_ids: ['00104'] }, { rosetta_product_ids: ['00201'] }],
    id: 'combo_id',
    version: 'combo_version',
    remove: concessions.deleteCombo,
    restore: concessions.restoreCombo,
  },
  'cubes.change': {
    made: () => by(cubes.create, { name: 'Cube', cinema_id: LEKKI }),
    to: [{ name: 'One' }, { name: 'Two' }],
    remove: cubes.retire,
    restore: cubes.restore,
  },
  'events.save': {
    made: () => by(events.create, EVENT),
    to: [
      { ...EVENT, name: 'One' },
      { ...EVENT, name: 'Two' },
    ],
    remove: events.remove,
    restore: events.restore,
  },
  'feed.changeKey': {
    made: () => by(feed.createKey, { name: 'Shop', source: 'web-shop', record_types: ['visits'] }),
    to: [
      { name: 'One', record_types: ['visits'] },
      { name: 'Two', record_types: ['visits'] },
    ],
  },
  'kids-club.edit': {
    made: () => by(kidsClub.add, { userId: customerId }),
    to: [{ guardianName: 'One' }, { guardianName: 'Two' }],
    id: 'userId',
    remove: kidsClub.remove,
  },
  'audiences.change': {
    made: () => by(audiences.create, audience('Lekki')),
    to: [audience('One'), audience('Two')],
    remove: audiences.remove,
    restore: audiences.restore,
  },
  'hero-banners.save': {
    made: () =>
      by(heroBanners.create, {
        movie_title: 'Students',
        isMovie: false,
        url: 'https://cinema.example/',
        mobile_image: '/api/files/video-1.mp4',
      }),
    to: [{ title: 'One' }, { title: 'Two' }],
    remove: heroBanners.remove,
    restore: heroBanners.restore,
  },
  'promotions.save': {
    made: () => by(promotions.create, OFFER),
    to: [{ title: 'One' }, { title: 'Two' }],
    remove: promotions.remove,
    restore: promotions.restore,
  },
  'promotions.status': { made: () => by(promotions.create, OFFER), to: [{ isActive: false }, { isActive: true }] },
  'referral-links.change': {
    made: () => by(referralLinks.create, { name: 'Genevieve', movie_id: '1' }),
    to: [{ name: 'One' }, { name: 'Two' }],
    remove: referralLinks.remove,
    restore: referralLinks.restore,
  },
  'tiers.change': {
    made: () =>
      by(tiers.create, {
        product_name: 'Fan',
        product_price: 9000,
        tickets: 4,
        concession_discount: 10,
        is_multi_user: false,
      }),
    to: [{ tickets: 5 }, { tickets: 6 }],
    id: 'product_id',
    remove: tiers.retire,
    restore: tiers.restore,
  },
  'views.change': {
    made: () => by(views.create, { ...VIEW, list: 'movies', permission: ['movies:read'] }),
    to: [
      { ...VIEW, name: 'One' },
      { ...VIEW, name: 'Two' },
    ],
    remove: views.remove,
    restore: views.restore,
  },
  'vouchers.change': {
    made: async () => {
      const { id } = await by(vouchers.create, VOUCHERS)
      const { body } = await server.call(vouchers.list, { params: { id: id as number } })
      return body.data.vouchers[0]!
    },
    to: [{ recipient: 'One' }, { recipient: 'Two' }],
  },
}

/** These change a part of a record, several at once, or no record of a list: each is shown beside what it does. */
const ELSEWHERE = [
  'account.save',
  'approvals.setRule',
  'concessions.editComboOf',
  'cubes.edit',
  'cubes.reschedule',
  'cubes.setStatus',
  'customers.edit',
  'customers.editGuestNote',
  'customers.editNote',
  'customers.undo',
  'error-logs.setState',
  'feed.correct',
  'feed.reject',
  'feed.release',
  'feed.reopen',
  'movies.save',
  'notifications.cancel',
  'notifications.change',
  'reconciliation.resolve',
  'points.setTier',
  'privacy.merge',
  'reports.change',
]

test('every call that takes a version is among them', () => {
  const known = [...Object.keys(records), ...ELSEWHERE].toSorted()
  expect(everyEndpoint.filter(takesVersion).map(nameOf).toSorted()).toEqual(known)
})

// Clauses: core 180
describe.each(Object.entries(records))('%s', (name, { made, to, id = 'id', version = 'version', remove, restore }) => {
  const change = everyEndpoint.find((endpoint) => nameOf(endpoint) === name)!
  const call = (endpoint: Endpoint, params: object, body?: object) =>
    server.call(endpoint, { params, ...(body && { body }) } as never)

  test('by an older version is refused with the record as it is; what is not there is not changed', async () => {
    const record = await made()
    const params = { id: record[id] }
    const first = record[version] as number
    const changed = await call(change, params, { ...to[0], version: first })
    expect(changed.status).toBe(200)
    const late = await call(change, params, { ...to[1], version: first })
    expect([late.status, late.problem.message, late.problem.data]).toEqual([409, errors.stale, changed.body.data])
    expect((await call(change, params, { ...to[1], version: first + 1 })).status).toBe(200)
    // Without a version, whatever there is is changed.
    expect((await call(change, params, to[0])).status).toBe(200)
    expect((await call(change, { id: 999_999 }, to[1])).status).toBe(404)
    if (!remove) return
    expect((await call(remove, params)).status).toBe(200)
    expect([404, 409]).toContain((await call(change, params, to[1])).status)
    if (!restore) return
    expect((await call(restore, params)).status).toBe(200)
    expect((await call(change, params, to[1])).status).toBe(200)
  })

  test.runIf(hasVersion(remove?.query))('by an older version is not deleted', async () => {
    const record = await made()
    const params = { id: record[id] }
    const first = record[version] as number
    expect((await call(change, params, { ...to[0], version: first })).status).toBe(200)
    const late = await server.call(remove!, { params, query: { version: first } } as never)
    expect([late.status, late.problem.message]).toEqual([409, errors.stale])
    expect((await server.call(remove!, { params, query: { version: first + 1 } } as never)).status).toBe(200)
  })
})
