import { desc, sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditLog } from '#server/audit/tables.ts'
import { roles } from '#server/auth/tables.ts'
import { sqlError } from '#server/db/connect.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { promotions } from '../contract.ts'
import { messages } from '../rules.ts'
import { promotions as table } from './tables.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await server.db.execute(sql`insert into movies (id, name) values ('00012841', 'The Wedding Party'), ('77', 'Seven')`)
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set(TEST_NOW)
  await server.db.delete(table)
})

const good = {
  title: 'Half price on Mondays',
  description: 'Every Monday, every film.',
  web_media: '/api/files/video-1.mp4',
  mobile_media: '/api/files/image-2.jpg',
  thumbnail: '/api/files/image-3.jpg',
  position: 'body',
  isActive: true,
  isVisibleOnHomepage: false,
  ctaOptions: {
    primaryCTA: 'Book now',
    primaryCTAUrl: 'https://cinema.example/monday',
    secondaryCTA: 'Terms',
    secondaryCTAUrl: 'https://cinema.example/terms',
  },
}
const add = async (change: object = {}) => {
  const answer = await server.call(promotions.create, { body: { ...good, ...change } })
  expect(answer.problem).not.toHaveProperty('status')
  return answer.body.data
}
const show = (id: number, isVisibleOnHomepage = true) =>
  server.call(promotions.save, { params: { id }, body: { isVisibleOnHomepage } })
const list = async (query: object = {}) => (await server.call(promotions.list, { query })).body.data
const fetched = async (id: number) => (await server.call(promotions.fetch, { params: { id } })).body.data
const lastLine = async () => (await server.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0]!

describe('adding', () => {
  // Clauses: operations 217-218, 399-400
  test('answers the promotion and leaves a line', async () => {
    const answer = await server.call(promotions.create, { body: good, as: 'admin' })
    expect(answer.body.message).toBe('Promotion added')
    const { id } = answer.body.data
    const { ctaOptions, ...entered } = good
    expect(answer.body.data).toEqual({
      ...entered,
      ...ctaOptions,
      id,
      isMovie: false,
      rosetta_movie_id: null,
      movie_db_info_id: null,
      youtube_trailer: '',
      url: '',
      starts_at: null,
      ends_at: null,
      state: 'live',
      version: 1,
    })
    expect(await fetched(id)).toEqual(answer.body.data)
    expect(await lastLine()).toMatchObject({
      entity: 'promotion',
      entityId: String(id),
      summary: 'Added the promotion "Half price on Mondays"',
      action: 'promotions.create',
    })
  })

  // Clauses: operations 304-306, 397
  test.each([
    [{ title: undefined }, 'title', 'Name is empty'],
    [{ title: 7 }, 'title', 'Enter text'],
    [{ title: 'x'.repeat(101) }, 'title', 'Enter a name of up to 100 characters'],
    [{ description: '  ' }, 'description', 'Description is empty'],
    [{ description: 'x'.repeat(2001) }, 'description', 'Enter a description of up to 2000 characters'],
    [{ web_media: '' }, 'web_media', 'Please upload a media file and thumbnail'],
    [{ mobile_media: undefined }, 'mobile_media', 'Please upload a media file and thumbnail'],
    [{ thumbnail: '' }, 'thumbnail', 'Please upload a media file and thumbnail'],
    [{ thumbnail: '/api/files/video-1.mp4' }, 'thumbnail', 'The thumbnail must be an image'],
    [{ web_media: 'javascript:alert(1)' }, 'web_media', 'Enter a web address'],
    [{ position: 'foot' }, 'position', 'position is one of banner, body'],
    [{ isActive: 'yes' }, 'isActive', 'Enter true or false'],
    [{ ctaOptions: undefined }, 'primaryCTA', 'Primary CTA is empty'],
    [{ ctaOptions: { primaryCTA: 'Book' } }, 'primaryCTAUrl', 'Primary CTA URL is empty'],
    [{ ctaOptions: { primaryCTA: 'Book', primaryCTAUrl: 'book' } }, 'primaryCTAUrl', 'Enter a web address'],
    [{ starts_at: '2026-11-21T18:30' }, 'starts_at', 'Enter a date and time with a time zone'],
    [
      { starts_at: '2026-11-22T10:00:00+01:00', ends_at: '2026-11-22T09:00:00Z' },
      'ends_at',
      'The end must be after the start',
    ],
    [{ rosetta_movie_id: 'nobody' }, 'rosetta_movie_id', 'Movie not found'],
    [{ isMovie: true }, 'rosetta_movie_id', 'Movie ID cannot be empty'],
    [
      { position: 'banner', starts_at: '2026-11-22T10:00:00Z', ends_at: '2026-11-22T10:00:00Z' },
      'ends_at',
      'The end must be after the start',
    ],
  ])('refuses %j', async (change, field, message) => {
    const answer = await server.call(promotions.create, { body: { ...good, ...change } })
    expect(answer.status).toBe(422)
    expect(answer.problem.errors).toContainEqual({ field, message })
    expect(await server.db.$count(table)).toBe(0)
  })

  test('a hero banner is held to the rules of banners, and is for superadmins', async () => {
    const banner = { ...good, position: 'banner', isMovie: true, rosetta_movie_id: 12841 }
    expect((await server.call(promotions.create, { body: banner, as: 'admin' })).status).toBe(403)
    const refused = await server.call(promotions.create, {
      body: { ...banner, rosetta_movie_id: null, web_media: '', mobile_media: '' },
    })
    expect(refused.problem.errors).toEqual([
      { field: 'rosetta_movie_id', message: 'Movie ID cannot be empty' },
      { field: 'youtube_trailer', message: 'Trailer URL must be a valid URL.' },
      { field: 'web_media', message: 'Add an image for either web or mobile' },
    ])
    const youtube_trailer = 'https://youtu.be/1'
    const added = await server.call(promotions.create, { body: { ...banner, youtube_trailer } })
    expect(added.body.data).toMatchObject({
      position: 'banner',
      rosetta_movie_id: '00012841',
      isVisibleOnHomepage: true,
    })
    expect((await list({ position: 'banner' })).promotions).toMatchObject([added.body.data])
    expect((await list()).promotions).toEqual([])
  })
})

describe('the list', () => {
  // Clauses: operations 397-398, 500
  test('is newest first, in pages, with what the landing page has', async () => {
    for (const title of ['One', 'Two', 'Three']) await add({ title })
    await show((await add({ title: 'Four' })).id)
    const first = await list({ pageSize: 3 })
    expect(first.promotions.map(({ title }) => title)).toEqual(['Four', 'Three', 'Two'])
    expect(first).toMatchObject({ totalCount: 4, metamaxActivePromotionsOnHomepageBody: 3, visibleOnHomepage: 1 })
    expect((await list({ pageSize: 3, pageNo: 2 })).promotions.map(({ title }) => title)).toEqual(['One'])
    expect(await list({ pageSize: 3, pageNo: 3 })).toMatchObject({ promotions: [], totalCount: 4 })
    const banners = await list({ position: 'banner' })
    expect(banners).toEqual({ promotions: [], totalCount: 0 })
    await server.db.execute(sql`
      insert into promotions (position, is_movie, title, is_active, created_at)
      select 'body', false, n::text, true, now() from generate_series(1, 60) n`)
    expect((await list()).promotions).toHaveLength(50)
  })

  test.each([
    [{ pageNo: 0 }, 'page starts at 1'],
    [{ pageSize: 101 }, 'perPage is at most 100'],
    [{ position: 'foot' }, 'position is one of banner, body'],
    [{ state: 'lost' }, 'state is one of live, scheduled, ended, off'],
  ])('refuses %j', async (query, message) =>
    expect((await server.call(promotions.list, { query: query as never })).problem).toMatchObject({
      status: 422,
      message,
    }),
  )

  // Clauses: operations 78
  test('finds by words and by state, and exports what it finds', async () => {
    await add({ title: '=Popcorn day', isActive: false })
    await add({ title: 'Students', description: 'Popcorn for students', starts_at: '2026-11-22T00:00:00+01:00' })
    await add({ title: 'Gone', ends_at: '2026-11-20T00:00:00+01:00' })
    await add({ title: 'Now', starts_at: '2026-11-20T00:00:00+01:00', ends_at: '2026-11-30T00:00:00+01:00' })
    const titles = async (query: object) => (await list(query)).promotions.map(({ title }) => title)
    expect(await titles({ search: 'popcorn' })).toEqual(['Students', '=Popcorn day'])
    expect(await titles({ state: 'off' })).toEqual(['=Popcorn day'])
    expect(await titles({ state: 'scheduled' })).toEqual(['Students'])
    expect(await titles({ state: 'ended' })).toEqual(['Gone'])
    expect(await titles({ state: 'live' })).toEqual(['Now'])

    const csv = await server.call(promotions.csv, {
      query: { search: 'popcorn', columns: 'promotion,state,starts,landing' },
    })
    expect(csv.headers['content-disposition']).toBe('attachment; filename="promotions.csv"')
    expect(csv.text).toBe(
      "\ufeffPromotion,State,Start,View on Landing page\r\nStudents,Scheduled,22/11/2026 00:00,No\r\n'=Popcorn day,Off,,No\r\n",
    )
    expect(await lastLine()).toMatchObject({ entity: 'export', summary: 'Exported 2 promotions' })
    expect((await server.call(promotions.csv, { query: { columns: 'shoe' } })).status).toBe(422)
    const file = await server.call(promotions.csv)
    expect(file.text.split('\r\n')[0]).toBe(
      '\ufeffPromotion,Description,Primary CTA,Primary CTA URL,Secondary CTA,Secondary CTA URL,State,Start,End,Clicks,Purchases,Revenue,View on Landing page,Activate',
    )
  })
})

test('a promotion goes live and leaves by itself, at the minute', async () => {
  const { id } = await add({ starts_at: '2026-11-21T23:30:00+01:00', ends_at: '2026-11-22T00:30:00+01:00' })
  for (const [at, state] of [
    ['2026-11-21T22:29:59Z', 'scheduled'],
    ['2026-11-21T22:30:00Z', 'live'],
    ['2026-11-21T23:29:59Z', 'live'],
    ['2026-11-21T23:30:00Z', 'ended'],
  ] as const) {
    server.clock.set(at)
    expect((await fetched(id)).state).toBe(state)
  }
})

describe('changing', () => {
  // Clauses: operations 401
  test('keeps what is left out, and leaves a line of what changed', async () => {
    const before = await add({ starts_at: '2026-11-22T00:00:00+01:00' })
    const change = { title: 'Half price on Tuesdays', starts_at: null, version: before.version }
    const answer = await server.call(promotions.save, { params: { id: before.id }, body: change })
    expect(answer.body.message).toBe('Promotion updated')
    expect(answer.body.data).toEqual({
      ...before,
      title: 'Half price on Tuesdays',
      starts_at: null,
      state: 'live',
      version: 2,
    })
    expect(await lastLine()).toMatchObject({
      summary: 'Edited the promotion "Half price on Tuesdays"',
      before: { title: 'Half price on Mondays' },
      after: { title: 'Half price on Tuesdays' },
    })
  })

  test('refuses what a new one is refused for, another type and another position', async () => {
    const { id } = await add()
    for (const [body, message] of [
      [{ title: '' }, 'Name is empty'],
      [{ thumbnail: '' }, messages.media],
      [{ isMovie: true }, 'The type cannot be changed'],
      [{ position: 'banner' }, 'The position cannot be changed'],
    ] as const)
      expect((await server.call(promotions.save, { params: { id }, body })).problem).toMatchObject({
        status: 422,
        message,
      })
  })

  test('refuses to take the movie from one of a movie', async () => {
    const film = await add({ isMovie: true, rosetta_movie_id: '77' })
    const none = await server.call(promotions.save, { params: { id: film.id }, body: { rosetta_movie_id: null } })
    expect(none.problem).toMatchObject({ status: 422, errors: [{ field: 'rosetta_movie_id' }] })
  })

  // Clauses: operations 240, 403
  test('activates and deactivates', async () => {
    const { id } = await add()
    const answer = await server.call(promotions.status, { params: { id }, body: { isActive: false } })
    expect(answer.body).toMatchObject({ message: 'Promotion deactivated', data: { isActive: false, state: 'off' } })
    expect(await lastLine()).toMatchObject({
      summary: 'Deactivated "Half price on Mondays"',
      after: { isActive: false },
    })
    const none = await server.call(promotions.status, { params: { id }, body: {} })
    expect(none.problem).toMatchObject({ status: 422, message: 'Enter isActive' })
  })

  test('one that is not there: 404', async () => {
    for (const id of [999_999, 'x' as never]) {
      const status = id === 999_999 ? 404 : 422
      expect((await server.call(promotions.fetch, { params: { id } })).status).toBe(status)
      expect((await server.call(promotions.save, { params: { id }, body: { title: 'New' } })).status).toBe(status)
      expect((await server.call(promotions.status, { params: { id }, body: { isActive: true } })).status).toBe(status)
      expect((await server.call(promotions.remove, { params: { id } })).status).toBe(status)
      expect((await server.call(promotions.restore, { params: { id } })).status).toBe(status)
    }
  })
})

describe('the landing page', () => {
  // Clauses: operations 87, 242, 402, 502
  test('shows three; a fourth is refused with the reason, in every way', async () => {
    const ids = []
    for (let at = 0; at < 4; at++) ids.push((await add()).id)
    for (const id of ids.slice(0, 3)) expect((await show(id)).status).toBe(200)
    expect((await show(ids[3]!)).problem).toEqual({ status: 409, message: messages.full })
    const added = await server.call(promotions.create, { body: { ...good, isVisibleOnHomepage: true } })
    expect(added.problem).toEqual({ status: 409, message: messages.full })
    expect(await server.db.$count(table)).toBe(4)
    expect((await fetched(ids[3]!)).isVisibleOnHomepage).toBe(false)
    // One that is there already stays where it is.
    expect((await show(ids[0]!)).status).toBe(200)
    await show(ids[1]!, false)
    expect(await lastLine()).toMatchObject({ summary: 'Removed from the landing page: "Half price on Mondays"' })
    expect((await show(ids[3]!)).body.data.isVisibleOnHomepage).toBe(true)
  })

  // Clauses: operations 502
  test('shows three of ten that are switched on at the same time', async () => {
    const ids = []
    for (let at = 0; at < 10; at++) ids.push((await add({ title: `Promotion ${at}` })).id)
    const answers = await Promise.all(ids.map((id) => show(id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(3).fill(200), ...Array(7).fill(409)])
    const refused = answers.filter(({ status }) => status === 409).map(({ problem }) => problem)
    expect(refused).toEqual(refused.map(() => ({ status: 409, message: messages.full })))
    expect((await list()).promotions.filter((promotion) => promotion.isVisibleOnHomepage)).toHaveLength(3)
  })

  test('is held by the database, whoever writes', async () => {
    const ids = []
    for (let at = 0; at < 4; at++) ids.push((await add()).id)
    const put = (change: SQL, id: number) =>
      server.db.execute(sql`update promotions set ${change} where id = ${id}`).then(
        () => 'put',
        (error) => sqlError(error).constraint,
      )
    const on = sql`on_landing = true`
    const answers = await Promise.all(ids.map((id) => put(on, id)))
    expect(answers.toSorted()).toEqual(['promotions_landing', 'put', 'put', 'put'])
    const last = ids[answers.indexOf('promotions_landing')]!
    expect(await put(sql`on_landing = true, is_active = false`, last)).toBe('promotions_landing_active')
    const someone = ids.find((id) => id !== last)!
    expect(await put(sql`ends_at = '2026-12-01'`, someone)).toBe('put')
    expect(await put(sql`on_landing = true, starts_at = '2026-11-30'`, last)).toBe('promotions_landing')
    expect(await put(sql`on_landing = true, starts_at = '2026-12-01'`, last)).toBe('put')
    expect(await put(sql`ends_at = null`, someone)).toBe('promotions_landing')
  })

  test('counts what is shown: one that is switched off gives up its place', async () => {
    const ids = []
    for (let at = 0; at < 3; at++) ids.push((await add({ isVisibleOnHomepage: true })).id)
    const off = await server.call(promotions.status, { params: { id: ids[0]! }, body: { isActive: false } })
    expect(off.body).toMatchObject({ message: messages.deactivatedOff, data: { isVisibleOnHomepage: false } })
    expect((await list()).visibleOnHomepage).toBe(2)
    expect((await show(ids[0]!)).problem).toMatchObject({ status: 422, message: messages.inactive })
    expect((await show((await add()).id)).status).toBe(200)
    const on = await server.call(promotions.status, { params: { id: ids[0]! }, body: { isActive: true } })
    expect(on.body.data).toMatchObject({ isActive: true, isVisibleOnHomepage: false })
    const answer = await server.call(promotions.save, { params: { id: ids[1]! }, body: { isActive: false } })
    expect(answer.body.data).toMatchObject({ isActive: false, isVisibleOnHomepage: false })
  })

  test('can be planned: a promotion has its place from its start on', async () => {
    const starts_at = '2026-12-02T08:00:00+01:00'
    const ends_at = '2026-12-02T08:00:00+01:00'
    const detty = (await add({ isVisibleOnHomepage: true, starts_at })).id
    expect(await list()).toMatchObject({ visibleOnHomepage: 0 })
    for (let at = 0; at < 2; at++) await add({ isVisibleOnHomepage: true })
    const bucket = await add({ title: 'Family bucket' })
    // Until then there is room, and from then on there is not.
    const from = 'on 02/12/2026 08:00'
    expect((await show(bucket.id)).problem).toMatchObject({ status: 409, message: expect.stringContaining(from) })
    const until = await server.call(promotions.save, {
      params: { id: bucket.id },
      body: { ends_at, isVisibleOnHomepage: true },
    })
    expect(until.body.data).toMatchObject({ isVisibleOnHomepage: true, state: 'live' })
    expect((await list()).visibleOnHomepage).toBe(3)
    const longer = await server.call(promotions.save, { params: { id: bucket.id }, body: { ends_at: null } })
    expect(longer.problem).toMatchObject({ status: 409, message: expect.stringContaining(from) })
    const earlier = { starts_at: '2026-11-25T08:00:00+01:00' }
    expect((await server.call(promotions.save, { params: { id: detty }, body: earlier })).status).toBe(409)
    const fifth = { ...good, isVisibleOnHomepage: true, starts_at: '2026-12-10T08:00:00+01:00' }
    expect((await server.call(promotions.create, { body: fifth })).problem).toMatchObject({
      status: 409,
      message: expect.stringContaining('on 10/12/2026 08:00'),
    })
    server.clock.set('2026-12-02T07:00:00Z')
    expect((await list()).visibleOnHomepage).toBe(3)
    expect(await fetched(detty)).toMatchObject({ state: 'live', isVisibleOnHomepage: true })
    expect(await fetched(bucket.id)).toMatchObject({ state: 'ended', isVisibleOnHomepage: false })
  })

  test('has room again when a promotion ends', async () => {
    const ends_at = '2026-11-22T00:00:00+01:00'
    const ids = []
    for (let at = 0; at < 3; at++) ids.push((await add({ isVisibleOnHomepage: true, ...(at === 1 && { ends_at }) })).id)
    const next = (await add()).id
    expect((await show(next)).status).toBe(409)
    server.clock.set('2026-11-21T23:00:00Z')
    expect(await fetched(ids[1]!)).toMatchObject({ state: 'ended', isVisibleOnHomepage: false })
    expect((await list()).visibleOnHomepage).toBe(2)
    expect((await show(next)).status).toBe(200)
    expect((await show(ids[1]!)).problem).toMatchObject({ status: 422, message: messages.ended })
  })

  test('shows a hero banner whenever it is active: it takes no slot', async () => {
    const banner = await add({ position: 'banner', isVisibleOnHomepage: true })
    expect(banner.isVisibleOnHomepage).toBe(true)
    expect((await show(banner.id)).problem).toMatchObject({ status: 422, message: messages.bannerOnPage })
    for (let at = 0; at < 3; at++) await add({ isVisibleOnHomepage: true })
  })
})

describe('deleting', () => {
  // Clauses: operations 404
  test('can be undone, to the slot of the landing page', async () => {
    const before = await add({ isVisibleOnHomepage: true })
    const removed = await server.call(promotions.remove, { params: { id: before.id } })
    expect(removed.body.message).toBe('Promotion deleted')
    expect((await server.call(promotions.fetch, { params: { id: before.id } })).status).toBe(404)
    expect(await list()).toMatchObject({ promotions: [], totalCount: 0, visibleOnHomepage: 0 })
    expect((await server.call(promotions.remove, { params: { id: before.id } })).status).toBe(404)
    const restored = await server.call(promotions.restore, { params: { id: before.id } })
    expect(restored.body).toEqual({
      message: 'Promotion restored. It is on the landing page again.',
      data: { ...before, version: 3 },
    })
    expect((await server.call(promotions.restore, { params: { id: before.id } })).problem.message).toBe(
      'Deleted promotion not found',
    )
  })

  test('and undone when the landing page is full: without a slot', async () => {
    const { id } = await add({ isVisibleOnHomepage: true })
    await server.call(promotions.remove, { params: { id } })
    for (let at = 0; at < 3; at++) await add({ isVisibleOnHomepage: true })
    const restored = await server.call(promotions.restore, { params: { id } })
    expect(restored.body).toMatchObject({ message: messages.restoredOff, data: { isVisibleOnHomepage: false } })
  })

  test('and undone when it has ended: without a slot', async () => {
    const { id } = await add({ isVisibleOnHomepage: true, ends_at: '2026-11-22T00:00:00+01:00' })
    server.clock.set('2026-11-21T23:00:00Z')
    await server.call(promotions.remove, { params: { id } })
    const restored = await server.call(promotions.restore, { params: { id } })
    expect(restored.body).toMatchObject({ message: 'Promotion restored', data: { isVisibleOnHomepage: false } })
    const later = await server.call(promotions.save, { params: { id }, body: { ends_at: null } })
    expect(later.body.data).toMatchObject({ state: 'live', isVisibleOnHomepage: false })
  })
})

test('without the permission for banners, a banner is not reached as a promotion', async () => {
  const banner = await add({ position: 'banner' })
  const allowed = ['promotions:read', 'promotions:write']
  await server.db
    .update(roles)
    .set({ permissions: allowed })
    .where(sql`name = 'Powerless'`)
  const as = 'powerless'
  const params = { id: banner.id }
  expect((await server.call(promotions.list, { as })).status).toBe(200)
  for (const answer of [
    await server.call(promotions.list, { query: { position: 'banner' }, as }),
    await server.call(promotions.csv, { query: { position: 'banner' }, as }),
    await server.call(promotions.fetch, { params, as }),
    await server.call(promotions.save, { params, body: { title: 'Mine' }, as }),
    await server.call(promotions.status, { params, body: { isActive: false }, as }),
    await server.call(promotions.remove, { params, as }),
  ])
    expect(answer.status).toBe(403)
  await server.call(promotions.remove, { params })
  expect((await server.call(promotions.restore, { params, as })).status).toBe(403)
})
