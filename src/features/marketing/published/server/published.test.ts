import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { heroBanners } from '#features/marketing/promotions/banner-contract.ts'
import { promotions } from '#features/marketing/promotions/contract.ts'
import { landingPage } from '#features/marketing/promotions/landing-contract.ts'
import { changesAhead, stateAt, type Timed } from '#features/marketing/promotions/rules.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { addressOf, TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { published } from '../contract.ts'

const PUBLIC_URL = 'https://marquee.chain.example'
let server: TestServer
beforeAll(async () => {
  server = await testServer({ env: { PUBLIC_URL } })
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set(TEST_NOW)
  await server.db.execute(
    sql`truncate promotions, showtimes, movies, screens, cinemas, states restart identity cascade`,
  )
  await addMovie('00012841', 'The Wedding Party', wedding)
})

const wedding = {
  overview: 'Two families, one hall, and everything that can go wrong.',
  genres: ['Comedy', 'Romance'],
  rating: 'PG',
  runtime: 110,
  year: 2016,
  trailer: 'https://www.youtube.com/watch?v=wedding',
  poster: '/api/files/poster-5a1f02.jpg',
  posterSmall: '/api/files/small-poster-5a1f03.jpg',
  backdrop: '/api/files/background-5a1f04.jpg',
  backdropSmall: '/api/files/small-background-5a1f05.jpg',
}
async function addMovie(
  id: string,
  name: string,
  details: Partial<typeof wedding> = {},
  more: { approved?: boolean; soon?: string } = {},
) {
  const d = {
    overview: '',
    genres: [] as string[],
    rating: 'TBC',
    trailer: '',
    poster: '',
    posterSmall: '',
    backdrop: '',
    backdropSmall: '',
    ...details,
  }
  await server.db.execute(sql`
    insert into movies (id, name, overview, genres, censor_rating, runtime, release_year, trailer, poster, poster_small,
      backdrop, backdrop_small, is_approved, is_coming_soon, coming_soon_date)
    values (${id}, ${name}, ${d.overview}, ${`{${d.genres.join(',')}}`}, ${d.rating}, ${d.runtime ?? null}, ${d.year ?? null},
      ${d.trailer}, ${d.poster}, ${d.posterSmall}, ${d.backdrop}, ${d.backdropSmall}, ${more.approved ?? true},
      ${more.soon !== undefined}, ${more.soon ?? null})`)
}
async function addShowtimes(movie: string, ...starts: string[]) {
  await server.db.execute(sql`insert into states (name) values ('Lagos') on conflict do nothing`)
  await server.db.execute(
    sql`insert into cinemas (id, state_id, name) select '1', id, 'Lekki' from states on conflict do nothing`,
  )
  await server.db.execute(sql`insert into screens values ('1', '1', 'Screen 1', 100) on conflict do nothing`)
  for (const [at, start] of starts.entries())
    await server.db.execute(sql`
      insert into showtimes (cinema_id, id, movie_id, screen_id, starts_at, ends_at, seats_available)
      values ('1', ${`${movie}-${at}`}, ${movie}, '1', ${start}::timestamptz, ${start}::timestamptz + interval '2 hours', 50)`)
}
/** An event of the cinema at Lekki, with the first showtime of the movie. @param date as typed, written as UTC */
async function addEvent(name: string, date: string) {
  await server.db.execute(sql`
    with event as (
      insert into events (name, description, category, image, cinema_id, starts_at, kobo, created_at)
      values (${name}, 'Three Nigerian films in a row.', 'Film festival', '/api/files/image-6c1f20.jpg', '1',
        ${date}::timestamptz, 1500050, now())
      returning id)
    insert into event_movies (event_id, place, cinema_id, showtime_id, movie_id, ticket_id, ticket_name, ticket_kobo)
    select id, 0, '1', '00012841-0', '00012841', '0001', 'Adult', 400000 from event`)
}
const read = async <E extends Endpoint>(endpoint: E, query?: object) =>
  (await server.call(endpoint, { as: 'nobody', query: query as never })).body.data
const create = async (endpoint: Endpoint, body: object) => {
  const answer = await server.call(endpoint, { body })
  expect(answer.status).toBe(200)
  return (answer.body.data as { id: number }).id
}

const promotion = {
  title: 'Half price on Mondays',
  description: 'Every Monday, every film.',
  web_media: '/api/files/image-2b7d10.jpg',
  mobile_media: '/api/files/image-2b7d11.jpg',
  thumbnail: '/api/files/image-2b7d12.jpg',
  isVisibleOnHomepage: true,
  ctaOptions: {
    primaryCTA: 'Book now',
    primaryCTAUrl: 'https://cinema.example/monday',
    secondaryCTA: 'Terms',
    secondaryCTAUrl: 'https://cinema.example/terms',
  },
  ends_at: '2026-12-31T23:59:00+01:00',
}
const banner = {
  movie_title: 'The Wedding Party',
  description: 'Two families, one hall.',
  rosetta_movie_id: '00012841',
  youtube_trailer_link: wedding.trailer,
  web_image: '/api/files/image-17e2aa.jpg',
  mobile_image: '/api/files/image-88c0d1.jpg',
  thumbnail: '/api/files/image-17e2ab.jpg',
}

describe('the document', () => {
  const document = readFileSync('docs/public.md', 'utf8')
  const example = (name: string): unknown =>
    JSON.parse(new RegExp(`^\`\`\`json ${name}\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(document)![1]!)

  test('shows what is answered', async () => {
    await create(heroBanners.create, banner)
    await create(heroBanners.create, {
      movie_title: 'Student Thursdays',
      isMovie: false,
      url: 'https://cinema.example/students',
      web_image: '/api/files/video-4f6ad9.mp4',
      thumbnail: '/api/files/image-90b1c4.jpg',
    })
    await create(promotions.create, promotion)
    await server.db.execute(sql`update promotions set code = 'D239838BA87' || id`)
    await addShowtimes('00012841', '2026-11-21T08:00:00Z', '2026-11-21T17:30:00Z', '2026-11-22T17:30:00Z')
    await addEvent('Nollywood night', '2026-11-27T18:30:00Z')
    expect(await read(published.events)).toEqual(example('events'))
    expect(await read(published.heroBanners)).toEqual(example('hero-banners'))
    expect(await read(published.promotions)).toEqual(example('promotions'))
    expect(await read(published.movies)).toEqual(example('movies'))
  })

  test('names every call', () => {
    for (const { method, path } of Object.values(published)) expect(document).toContain(`${method} ${path}`)
  })
})

describe('hero banners', () => {
  test('are there while they are active, and not when they are deleted', async () => {
    const id = await create(heroBanners.create, banner)
    const ids = async () => (await read(published.heroBanners)).banners.map((one) => one.id)
    expect(await ids()).toEqual([id])
    await server.call(heroBanners.save, { params: { id }, body: { isActive: false } })
    expect(await ids()).toEqual([])
    await server.call(heroBanners.save, { params: { id }, body: { isActive: true } })
    await server.call(heroBanners.remove, { params: { id } })
    expect(await ids()).toEqual([])
  })

  test('keep addresses that are whole', async () => {
    await create(heroBanners.create, { ...banner, web_image: 'https://cdn.example/a.jpg', mobile_image: '' })
    expect((await read(published.heroBanners)).banners[0]).toMatchObject({
      web_media: 'https://cdn.example/a.jpg',
      mobile_media: null,
    })
  })
})

describe('promotions', () => {
  test('and hero banners are at each moment those that the landing page was planned with, in its order', async () => {
    const media = { isMovie: false, mobile_image: banner.mobile_image }
    const day = (at: number) => `2026-11-${22 + (at % 7)}T0${at % 10}:00:00+01:00`
    for (let at = 0; at < 8; at++) {
      const times = { ...(at % 3 && { starts_at: day(at) }), ...(at % 4 && { ends_at: `2026-12-0${at}T08:00:00Z` }) }
      await create(heroBanners.create, { ...media, ...times, movie_title: `Banner ${at}` })
      if (at % 4)
        await create(promotions.create, {
          ...promotion,
          ...times,
          title: `Promotion ${at}`,
          isVisibleOnHomepage: at < 4,
        })
    }
    const { banners, promotions: ads } = (await server.call(landingPage.board)).body.data
    await server.call(heroBanners.move, { params: { id: banners![5]!.id }, body: { before: banners![0]!.id } })
    await server.call(promotions.move, { params: { id: ads[2]!.id }, body: { before: ads[0]!.id } })
    const planned = (await server.call(landingPage.board)).body.data
    for (const { at } of changesAhead([...planned.banners!, ...planned.promotions], new Date(TEST_NOW))) {
      server.clock.set(at)
      const live = (rows: readonly (Timed & { id: number })[]) =>
        rows.filter((row) => stateAt(row, new Date(at)) === 'live').map(({ id }) => id)
      expect((await read(published.heroBanners)).banners.map(({ id }) => id)).toEqual(live(planned.banners!))
      const listed = (await read(published.promotions)).promotions.filter((one) => one.isVisibleOnHomepage)
      expect(listed.map(({ id }) => id)).toEqual(live(planned.promotions))
    }
  })

  test('come and go by themselves: within the minute that an answer may be kept', async () => {
    const id = await create(promotions.create, {
      ...promotion,
      starts_at: '2026-11-21T23:30:00+01:00',
      ends_at: '2026-11-22T00:30:00+01:00',
    })
    for (const [at, ids] of [
      ['2026-11-21T22:29:59Z', []],
      ['2026-11-21T22:30:00Z', [id]],
      ['2026-11-21T23:29:59Z', [id]],
      ['2026-11-21T23:30:00Z', []],
    ] as const) {
      server.clock.set(at)
      const answer = await server.call(published.promotions, { as: 'nobody' })
      expect(answer.body.data.promotions.map((one) => one.id)).toEqual(ids)
      expect(Number(/^public, max-age=(\d+)$/.exec(String(answer.headers['cache-control']))![1])).toBeLessThan(60)
    }
  })

  test('of the landing page come first; one that is off is not there', async () => {
    const first = await create(promotions.create, promotion)
    const other = await create(promotions.create, { ...promotion, isVisibleOnHomepage: false })
    await create(promotions.create, { ...promotion, isVisibleOnHomepage: false, isActive: false })
    const listed = (await read(published.promotions)).promotions
    expect(listed.map(({ id, isVisibleOnHomepage }) => [id, isVisibleOnHomepage])).toEqual([
      [first, true],
      [other, false],
    ])
  })
})

describe('movies', () => {
  test('are those that are approved, by name, in pages', async () => {
    await addMovie('2', 'Àjàlá')
    await addMovie('3', 'Zero')
    await addMovie('4', 'Not approved', {}, { approved: false })
    const titles = async (query: object) => {
      const { movies, nextPage } = await read(published.movies, query)
      return [movies.map(({ title }) => title), nextPage]
    }
    expect(await titles({ perPage: 2 })).toEqual([['Àjàlá', 'The Wedding Party'], 2])
    expect(await titles({ perPage: 2, page: 2 })).toEqual([['Zero'], null])
    expect(await titles({ perPage: 2, page: 3 })).toEqual([[], null])
  })

  test('that play, and those that are announced', async () => {
    await addShowtimes('00012841', '2026-11-21T08:59:59Z')
    await addMovie('2', 'Playing')
    await addShowtimes('2', '2026-11-21T09:00:01Z')
    await addMovie('3', 'Announced', {}, { soon: '2026-12-18' })
    const ids = async (showing: string) => (await read(published.movies, { showing })).movies.map((one) => one.movie_id)
    expect(await ids('now')).toEqual(['2'])
    expect(await ids('soon')).toEqual(['3'])
  })

  test.each([
    [{ showing: 'later' }, 'showing is one of now, soon'],
    [{ page: 0 }, 'page starts at 1'],
    [{ perPage: 101 }, 'perPage is at most 100'],
  ])('refuses %j', async (query, message) =>
    expect((await server.call(published.movies, { query: query as never, as: 'nobody' })).problem).toMatchObject({
      status: 422,
      message,
    }),
  )
})

describe('events', () => {
  beforeEach(() => addShowtimes('00012841', '2026-11-22T17:30:00Z'))
  const names = async () => (await read(published.events)).events.map(({ name }) => name)

  test('are those from today on, soonest first, by the date that was typed', async () => {
    await addEvent('Later', '2026-11-23T00:00:00Z')
    await addEvent('Yesterday', '2026-11-20T23:59:00Z')
    await addEvent('Midnight', '2026-11-21T00:00:00Z')
    await addEvent('Late tonight', '2026-11-21T23:30:00Z')
    expect(await names()).toEqual(['Midnight', 'Late tonight', 'Later'])
    // 23:30, then 00:30 in Lagos.
    server.clock.set('2026-11-21T22:30:00Z')
    expect(await names()).toEqual(['Midnight', 'Late tonight', 'Later'])
    server.clock.set('2026-11-21T23:30:00Z')
    expect(await names()).toEqual(['Later'])
  })

  test('are not there when they are deleted; a showtime that was cancelled is left out', async () => {
    await addEvent('Deleted', '2026-11-23T10:00:00Z')
    await server.db.execute(sql`update events set deleted_at = now()`)
    await addEvent('Stands', '2026-11-23T10:00:00Z')
    await server.db.execute(sql`update showtimes set cancelled_at = now()`)
    expect((await read(published.events)).events).toEqual([expect.objectContaining({ name: 'Stands', movies: [] })])
  })
})

describe.each(Object.values(published))('$path', (endpoint: Endpoint) => {
  const get = (headers: Record<string, string> = {}, method: 'GET' | 'OPTIONS' | 'HEAD' = 'GET') =>
    server.inject({ method, url: addressOf(endpoint), headers: { origin: 'https://cinema.example', ...headers } })

  test('is answered again only when it changed', async () => {
    const first = await get()
    const etag = String(first.headers.etag)
    expect(first.headers['cache-control']).toBe('public, max-age=30')
    const again = await get({ 'if-none-match': etag })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
    expect(again.headers).toMatchObject({
      etag,
      'cache-control': 'public, max-age=30',
      'access-control-allow-origin': '*',
    })
    expect((await get({ 'if-none-match': 'W/"other"' })).statusCode).toBe(200)
    await server.call(heroBanners.create, { body: banner })
    await server.call(promotions.create, { body: promotion })
    await addMovie('2', 'Another')
    await addShowtimes('00012841', '2026-11-22T17:30:00Z')
    await addEvent('Nollywood night', '2026-11-27T18:30:00Z')
    expect((await get({ 'if-none-match': etag })).statusCode).toBe(200)
  })

  test('may be read by the scripts of any website, failures too', async () => {
    for (const answer of [
      await get(),
      await get({ 'if-none-match': '*' }),
      await get({ authorization: 'Bearer forged' }),
    ])
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'ETag, Retry-After, X-Request-Id',
      })
    const answer = await get({ 'access-control-request-method': 'GET' }, 'OPTIONS')
    expect(answer.statusCode).toBe(204)
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET',
      'access-control-allow-headers': 'If-None-Match',
    })
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
  })
})

// ASVS: 3.4.2
test('nothing else is open to other websites', async () => {
  const answer = await server.inject({ url: addressOf(promotions.list), headers: { origin: 'https://cinema.example' } })
  expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
  const preflight = await server.inject({ method: 'OPTIONS', url: addressOf(promotions.list) })
  expect(preflight.statusCode).toBe(404)
})

test('each is one query over an index', async () => {
  await server.db.execute(sql`
    insert into promotions (position, is_movie, title, is_active, created_at)
    select 'body', false, 'Old ' || n, false, now() from generate_series(1, 3000) n`)
  await server.db.execute(sql`
    insert into movies (id, name, is_approved) select 'm' || n, 'Movie ' || n, n % 100 = 0 from generate_series(1, 3000) n`)
  await addShowtimes('00012841', '2026-11-22T17:30:00Z')
  await server.db.execute(sql`
    insert into events (name, description, image, cinema_id, starts_at, kobo, created_at)
    select 'Old ' || n, '', '', '1', '2020-01-01'::timestamptz + n * interval '1 hour', 0, now() from generate_series(1, 3000) n`)
  await server.db.execute(sql`analyze`)
  const queries: string[] = []
  const { pool } = server.app.database
  const query = pool.query.bind(pool)
  pool.query = ((config: { text: string }, ...rest: [never]) => {
    queries.push(config.text)
    return query(config as never, ...rest)
  }) as never
  for (const endpoint of Object.values(published)) await server.call(endpoint, { as: 'nobody' })
  pool.query = query
  expect(queries.map((text) => /from "?(promotions|movies|events)\b/.exec(text)?.[1])).toEqual([
    'promotions',
    'promotions',
    'movies',
    'events',
  ])
  const plan = async (where: string) =>
    (await server.db.execute(sql.raw(`explain ${where}`))).rows.map((row) => Object.values(row)[0]).join('\n')
  expect(
    await plan(`select * from promotions where position = 'body' and deleted_at is null and is_active
    order by on_landing desc, id desc limit 100`),
  ).not.toContain('Seq Scan')
  expect(
    await plan(`select * from movies where is_approved and deleted_at is null
    order by name collate "und-x-icu", id limit 51`),
  ).not.toContain('Seq Scan')
  expect(
    await plan(`select * from events where deleted_at is null and starts_at >= '2026-11-21'
    order by starts_at, id limit 100`),
  ).not.toContain('Seq Scan')
})
