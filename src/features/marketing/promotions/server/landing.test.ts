import { desc, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditLog } from '#server/audit/tables.ts'
import { roles } from '#server/auth/tables.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { heroBanners } from '../banner-contract.ts'
import { promotions } from '../contract.ts'
import { landingPage } from '../landing-contract.ts'
import { messages } from '../rules.ts'
import { livePromotions } from './store.ts'
import { promotions as table } from './tables.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set(TEST_NOW)
  await server.db.delete(table)
})

const addBanner = async (movie_title: string, more: object = {}) => {
  const body = { movie_title, isMovie: false, mobile_image: '/api/files/image-1.jpg', ...more }
  const answer = await server.call(heroBanners.create, { body })
  expect(answer.problem).not.toHaveProperty('status')
  return answer.body.data.id
}
const addPromotion = async (title: string, more: object = {}) => {
  const media = { web_media: '/a.jpg', mobile_media: '/b.jpg', thumbnail: '/c.jpg' }
  const ctaOptions = { primaryCTA: 'Book', primaryCTAUrl: 'https://cinema.example' }
  const body = { title, description: title, ...media, ctaOptions, isVisibleOnHomepage: true, ...more }
  const answer = await server.call(promotions.create, { body })
  expect(answer.problem).not.toHaveProperty('status')
  return answer.body.data.id
}
const board = async (as: 'superadmin' | 'powerless' = 'superadmin') =>
  (await server.call(landingPage.board, { as })).body.data
const titles = (rows: readonly { title: string }[] | null) => rows?.map(({ title }) => title).join('')
const live = async (position: 'banner' | 'body') =>
  titles(await livePromotions(server.db, position, server.clock.now(), 100))
const moveBanner = (id: number, before: number | null) =>
  server.call(heroBanners.move, { params: { id }, body: { before } })
const lastLine = async () => (await server.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0]!

describe('the order', () => {
  test('begins with the newest, and is changed by putting one before another or last', async () => {
    const a = await addBanner('A')
    const b = await addBanner('B')
    const c = await addBanner('C')
    expect(await live('banner')).toBe('CBA')
    const answer = await moveBanner(a, c)
    expect(answer.body).toMatchObject({ message: messages.orderChanged, data: { id: a, version: 1 } })
    expect(await live('banner')).toBe('ACB')
    expect(await lastLine()).toMatchObject({
      entity: 'hero banner',
      entityId: String(a),
      summary: 'Moved "A" before "C"',
    })
    await moveBanner(a, b)
    expect(await live('banner')).toBe('CAB')
    await moveBanner(c, null)
    expect(await live('banner')).toBe('ABC')
    expect(await lastLine()).toMatchObject({ summary: 'Moved "C" to the end' })
    await addBanner('D')
    expect(await live('banner')).toBe('DABC')
    expect(titles((await server.call(heroBanners.list)).body.data.banners)).toBe('DABC')
    // One that is deleted and taken back is where it was.
    await server.call(heroBanners.remove, { params: { id: b } })
    await moveBanner(c, a)
    await server.call(heroBanners.restore, { params: { id: b } })
    expect(await live('banner')).toBe('DCAB')
  })

  test('of promotions is that of the landing page: the others follow, newest first', async () => {
    const a = await addPromotion('A')
    await addPromotion('B')
    await addPromotion('C')
    const x = await addPromotion('x', { isVisibleOnHomepage: false })
    await addPromotion('y', { isVisibleOnHomepage: false })
    expect(await live('body')).toBe('CBAyx')
    const answer = await server.call(promotions.move, { params: { id: a }, body: { before: x } })
    expect(answer.body).toMatchObject({ message: messages.orderChanged, data: { isVisibleOnHomepage: true } })
    await server.call(promotions.move, { params: { id: x }, body: { before: null } })
    expect(await live('body')).toBe('ACByx')
    expect(titles((await board()).promotions)).toBe('ACB')
    expect(titles((await server.call(promotions.list)).body.data.promotions)).toBe('yxCBA')
  })

  test('is whole, however many change it at once', async () => {
    const ids: number[] = []
    for (const title of 'ABCDEFGH') ids.push(await addBanner(title))
    const moves = ids.flatMap((id, at) => [moveBanner(id, ids[(at * 3 + 1) % 8]!), moveBanner(id, null)])
    const added = ['I', 'J'].map((title) => addBanner(title))
    expect((await Promise.all(moves)).map(({ status }) => status)).toEqual(moves.map(() => 200))
    await Promise.all(added)
    expect([...(await live('banner'))!].toSorted().join('')).toBe('ABCDEFGHIJ')
    await moveBanner(ids[0]!, ids[7]!)
    expect(await live('banner')).toContain('AH')
  })

  test('refuses what is not there, and what is of the other kind', async () => {
    const a = await addBanner('A')
    const removed = await addBanner('B')
    const promotion = await addPromotion('P')
    await server.call(heroBanners.remove, { params: { id: removed } })
    for (const before of [removed, promotion, 999_999])
      expect((await moveBanner(a, before)).problem).toEqual({ status: 409, message: messages.beforeRemoved })
    for (const id of [removed, promotion, 999_999]) expect((await moveBanner(id, null)).status).toBe(404)
    expect((await server.call(promotions.move, { params: { id: a }, body: { before: null } })).status).toBe(404)
    expect((await server.call(heroBanners.move, { params: { id: a }, body: {} as never })).status).toBe(422)
  })
})

test('a hero banner comes and goes by itself, at the minute', async () => {
  const id = await addBanner('A', { starts_at: '2026-11-21T23:30:00+01:00', ends_at: '2026-11-22T00:30:00+01:00' })
  for (const [at, state, visible] of [
    ['2026-11-21T22:29:59Z', 'scheduled', ''],
    ['2026-11-21T22:30:00Z', 'live', 'A'],
    ['2026-11-21T23:29:59Z', 'live', 'A'],
    ['2026-11-21T23:30:00Z', 'ended', ''],
  ] as const) {
    server.clock.set(at)
    expect((await server.call(heroBanners.list)).body.data.banners[0]!.state).toBe(state)
    expect(await live('banner')).toBe(visible)
  }
  const late = { ends_at: '2026-11-21T23:00:00+01:00' }
  const refused = await server.call(heroBanners.save, { params: { id }, body: late })
  expect(refused.problem).toMatchObject({
    status: 422,
    errors: [{ field: 'ends_at', message: messages.endBeforeStart }],
  })
  const cleared = await server.call(heroBanners.save, { params: { id }, body: { starts_at: null, ends_at: null } })
  expect(cleared.body.data).toMatchObject({ starts_at: null, ends_at: null, state: 'live' })
  expect(await lastLine()).toMatchObject({ before: { ends_at: '2026-11-21T23:30:00.000Z' }, after: { ends_at: null } })
})

test('the board has what is shown and what is planned; banners for those alone who may see them', async () => {
  await addBanner('A')
  await addBanner('B', { isActive: false })
  await addBanner('C', { starts_at: '2026-12-02T08:00:00+01:00' })
  await addBanner('D', { ends_at: '2026-11-01T08:00:00+01:00' })
  await addPromotion('P')
  await addPromotion('Q', { starts_at: '2026-12-02T08:00:00+01:00' })
  await addPromotion('R', { isVisibleOnHomepage: false })
  const all = await board()
  expect([titles(all.banners), titles(all.promotions)]).toEqual(['CA', 'QP'])
  const setRole = (permissions: string[]) =>
    server.db
      .update(roles)
      .set({ permissions: permissions as never })
      .where(sql`name = 'Powerless'`)
  await setRole(['promotions:read'])
  const part = await board('powerless')
  expect([part.banners, titles(part.promotions)]).toEqual([null, 'QP'])
  await setRole([])
})
