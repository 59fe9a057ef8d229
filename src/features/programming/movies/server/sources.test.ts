import { scenery } from '#demo/scenery.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditLog } from '#server/audit/tables.ts'
import { catalogue } from '#features/programming/catalogue/contract.ts'
import { maintenance } from '#server/jobs/maintenance.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { peerFaults } from '#server/test/peer.ts'
import { requestOf, TMDB_TOKEN, tmdbMovie, tmdbPeer, type TmdbPeer } from '#server/test/tmdb-peer.ts'
import { embeddedMovieDatabase } from '#server/integrations/moviedb/embedded.ts'
import type { ExternalMovieData } from '#server/integrations/moviedb/port.ts'
import { movies } from '../contract.ts'
import { IMPORT_FIELDS, type ImportField } from '../rules.ts'
import { refreshExternal } from './refresh.ts'

const ID = '00012841'
const EXTERNAL = 1001
let server: TestServer
let outside: TmdbPeer
let film: ExternalMovieData
beforeAll(async () => {
  outside = await tmdbPeer()
  film = (await embeddedMovieDatabase({ hasSentinels: true }, scenery.catalogue).movie(String(EXTERNAL)))!
  server = await testServer({
    env: { TMDB_TOKEN },
    addresses: outside.addresses,
  })
  imported = await copiedAndImported()
})
afterAll(async () => {
  await server.close()
  await outside.close()
})
beforeEach(async () => {
  server.clock.set(TEST_NOW)
  outside.next = []
  outside.faultOf = () => undefined
  outside.requests.length = 0
  outside.movies.clear()
  await server.db.execute(sql`delete from moviedb_cache`)
  await server.db.execute(sql`delete from movies`)
  await server.db.execute(sql`insert into movies (id, name) values (${ID}, 'CITATION')`)
})

/** As the form sends it when everything was taken: the images as copies, the cast with faces. */
let imported: Record<string, unknown>
const copiedAndImported = async () => {
  const images = [
    { path: film.poster!, use: 'poster' },
    { path: film.poster!, use: 'small-poster' },
    { path: film.backdrop!, use: 'background' },
    { path: film.backdrop!, use: 'small-background' },
    ...film.cast.map(({ profile }) => ({ path: profile!, use: 'cast' })),
  ]
  const copies = (await server.call(movies.formatImages, { body: { images } })).body.data.images.map(({ url }) => url!)
  return {
    rosetta_movie_id: ID,
    movie_title: film.title,
    description: film.overview,
    genre: film.genres.join(', '),
    big_poster: copies[0],
    small_poster: copies[1],
    big_background: copies[2],
    small_background: copies[3],
    youtube_trailer_link: `https://www.youtube.com/watch?v=trailer${film.id}`,
    release_year: Number(film.releaseDate!.slice(0, 4)),
    movie_run_time: film.runtime,
    is_available_for_display: true,
    is_coming_soon: false,
    cast: film.cast.map(({ name, character }, at) => ({
      original_name: name,
      character_name: character,
      image: copies[4 + at],
    })),
  }
}
const importedFields = (fields: readonly ImportField[]) => ({ imported: [{ external_id: String(EXTERNAL), fields }] })
const importedFully = importedFields(IMPORT_FIELDS)
/** Without pictures, which take long. */
const TEXTS = ['movie_title', 'description', 'genre', 'release_year', 'movie_run_time', 'youtube_trailer_link'] as const
const importedTexts = importedFields(TEXTS)
const save = async (more: Record<string, unknown> = {}) => {
  const answer = await server.call(movies.save, { body: { ...imported, ...more } })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data
}
const fetch = async () => (await server.call(movies.fetch, { params: { id: ID } })).body.data
const fieldsFrom = async () => (await fetch()).sources.map(({ field }) => field)
const lines = async () =>
  server.db
    .select()
    .from(auditLog)
    .orderBy(sql`id desc`)
    .limit(3)
const everyBut = (...fields: ImportField[]) => IMPORT_FIELDS.filter((field) => !fields.includes(field))

describe('what was taken from the movie database', () => {
  test('is kept with its source and time, and with the words that must stand beside it', async () => {
    const record = await save({
      imported: [
        { external_id: '7', fields: ['movie_title', 'description'] },
        { external_id: '1001', fields: ['description', 'cast'] },
      ],
    })
    expect(record).toMatchObject({
      sources: [
        { field: 'movie_title', source: 'tmdb', external_id: '7', imported_at: TEST_NOW },
        { field: 'description', source: 'tmdb', external_id: '1001', imported_at: TEST_NOW },
        { field: 'cast', source: 'tmdb', external_id: '1001', imported_at: TEST_NOW },
      ],
      attribution: 'This product uses the TMDB API but is not endorsed or certified by TMDB.',
    })
    expect(await fetch()).toEqual(record)
  })

  test('a save without it says nothing of a source', async () => {
    expect(await save()).toMatchObject({ sources: [], attribution: null })
  })

  test.each<[string, ImportField]>([
    ['Mine', 'movie_title'],
    ['My words', 'description'],
    ['Comedy', 'genre'],
    ['/api/files/mine.jpg', 'big_poster'],
    ['/api/files/mine.jpg', 'small_poster'],
    ['/api/files/mine.jpg', 'big_background'],
    ['/api/files/mine.jpg', 'small_background'],
    ['https://video.example/mine', 'youtube_trailer_link'],
  ])('%s: a %s that staff wrote is theirs, all else keeps its source', async (value, field) => {
    await save(importedFully)
    await save({ [field]: value })
    expect(await fieldsFrom()).toEqual(everyBut(field))
  })

  test.each<[ImportField, unknown]>([
    ['release_year', 1999],
    ['movie_run_time', 1],
    ['cast', []],
  ])('so is a %s', async (field, value) => {
    await save(importedFully)
    await save({ [field]: value })
    expect(await fieldsFrom()).toEqual(everyBut(field))
  })

  test('taken again, it has its new time', async () => {
    await save(importedFully)
    server.clock.set('2026-12-01T09:00:00.000Z')
    await save({ imported: [{ external_id: '1001', fields: ['movie_title'] }] })
    expect((await fetch()).sources.slice(0, 2).map(({ imported_at }) => imported_at)).toEqual([
      '2026-12-01T09:00:00.000Z',
      TEST_NOW,
    ])
  })

  test("a change through the catalogue's calls counts as one; a gender is none of the cast", async () => {
    await save(importedFully)
    const casts = (await fetch()).movie_details_from_db!.movie_cast_list.map((member, order) => ({
      name: member.original_name,
      character: member.character_name,
      profileImage: member.image,
      gender: 'female',
      order,
    }))
    const answer = await server.call(catalogue.change, { params: { id: ID }, body: { overview: 'Mine', casts } })
    expect(answer.status, answer.text).toBe(200)
    expect(await fieldsFrom()).toEqual(everyBut('description'))
  })

  test.each([
    [[{ external_id: '', fields: [] }], 'imported.0.external_id'],
    [[{ external_id: '1', fields: ['is_available_for_display'] }], 'imported.0.fields.0'],
    ['all', 'imported'],
  ])('refuses %j', async (sent, field) => {
    const answer = await server.call(movies.save, { body: { ...imported, imported: sent } })
    expect(answer.status).toBe(422)
    expect(answer.problem.errors![0]!.field).toBe(field)
  })
})

describe('within six months it is taken anew, or dropped', () => {
  const DAY_149 = '2027-04-19T09:00:00.000Z'
  const DAY_151 = '2027-04-21T09:00:00.000Z'
  const DAY_174 = '2027-05-14T09:00:00.000Z'
  const DAY_176 = '2027-05-16T09:00:00.000Z'
  const run = async (at: string) => {
    server.clock.set(at)
    outside.requests.length = 0
    await refreshExternal.run(server.app, {})
  }
  const requests = () => outside.requests.map((request) => requestOf(request).path)
  const ages = async () => [...new Set((await fetch()).sources.map(({ imported_at }) => imported_at))]
  const EMPTY = {
    movie_title: '',
    description: '',
    genre: '',
    big_poster: '',
    small_poster: '',
    big_backround: '',
    small_background: '',
    youtube_trailer: '',
    release_year: null,
    movie_run_time: null,
    movie_cast_list: [],
    is_available_for_display: false,
  }

  test('nothing happens before it is due', async () => {
    const record = await save(importedFully)
    await run(DAY_149)
    expect(requests()).toEqual([])
    expect(await fetch()).toEqual(record)
  })

  test('what is the same gets its new time and leaves the version, so that no open form is stale', async () => {
    const { version, movie_details_from_db: details } = await save(importedFully)
    await run(DAY_151)
    expect(await ages()).toEqual([DAY_151])
    expect(await fetch()).toMatchObject({ version, movie_details_from_db: details })
    expect((await lines())[0]).toMatchObject({
      actor: 'Marquee',
      actorId: null,
      action: 'movies.refresh-external',
      entityId: ID,
      summary:
        'Synced Title, Description, Genres, Poster, Small poster, Background, Small background, Cast, Release year, Runtime, Trailer URL of "CITATION" with TMDB, nothing changed',
    })
  })

  test('fields that stand as they were taken follow; what staff wrote stays', async () => {
    const before = await save(importedFully)
    await save({ description: 'My words' })
    const other = (await embeddedMovieDatabase({ hasSentinels: true }, scenery.catalogue).movie('1002'))!
    outside.movies.set(EXTERNAL, {
      ...tmdbMovie({ ...film, runtime: 200, poster: other.poster, cast: other.cast.slice(0, 2) }),
      overview: 'Other words',
      title: 'Citation, again',
    })
    await run(DAY_151)
    const after = await fetch()
    const details = after.movie_details_from_db!
    expect(details).toMatchObject({
      movie_title: 'Citation, again',
      description: 'My words',
      movie_run_time: 200,
      is_available_for_display: true,
      big_backround: before.movie_details_from_db!.big_backround,
    })
    expect(details.big_poster).not.toBe(before.movie_details_from_db!.big_poster)
    expect((await server.inject({ url: details.big_poster })).statusCode).toBe(200)
    expect(details.movie_cast_list.map((member) => [member.original_name, Boolean(member.image)])).toEqual(
      other.cast.slice(0, 2).map(({ name }) => [name, true]),
    )
    expect(after.version).toBe(before.version + 2)
    expect(await fieldsFrom()).toEqual(everyBut('description'))
    expect(await ages()).toEqual([DAY_151])
    const [line] = await lines()
    expect(line!.summary).toMatch(/changed: Title, Poster, Small poster, Runtime, Cast$/)
    expect([line!.before, line!.after]).toEqual([null, null])
  })

  test('a movie that is gone there is emptied at once and its approval withdrawn', async () => {
    const { version } = await save(importedFully)
    outside.movies.set(EXTERNAL, undefined)
    await run(DAY_151)
    expect(await fetch()).toMatchObject({
      version: version + 1,
      sources: [],
      attribution: null,
      movie_details_from_db: EMPTY,
    })
    expect((await lines())[0]!.summary).toMatch(
      /^Cleared Title, .* of "CITATION", imported from TMDB and unapproved the movie: the movie no longer exists there$/,
    )
  })

  test('approval stays where only the cast goes', async () => {
    await save({ imported: [{ external_id: String(EXTERNAL), fields: ['cast'] }] })
    outside.movies.set(EXTERNAL, undefined)
    await run(DAY_151)
    expect((await fetch()).movie_details_from_db).toMatchObject({
      movie_title: film.title,
      movie_cast_list: [],
      is_available_for_display: true,
    })
  })

  test('while it fails everything stays, until it would be too old', async () => {
    const record = await save(importedFully)
    outside.faultOf = () => peerFaults.unauthorised
    await run(DAY_151)
    await run(DAY_174)
    expect(await fetch()).toEqual(record)
    await run(DAY_176)
    expect(await fetch()).toMatchObject({ sources: [], movie_details_from_db: EMPTY })
    expect((await lines())[0]!.summary).toMatch(/: not refreshed for 25 days$/)
  })

  test('at an address where nothing is, no movie is taken to be gone', async () => {
    const record = await save(importedFully)
    outside.faultOf = () => peerFaults.missing
    await run(DAY_151)
    expect(requests()).toEqual(['/3/configuration'])
    expect(await fetch()).toEqual(record)
  })

  test('when it recovers, everything is taken anew', async () => {
    await save(importedTexts)
    outside.faultOf = () => peerFaults.forbidden
    await run(DAY_151)
    outside.faultOf = () => undefined
    await run(DAY_174)
    expect(await ages()).toEqual([DAY_174])
  })

  test('while only its images fail nothing is taken, so that no picture is lost', async () => {
    const record = await save(importedFully)
    outside.faultOf = (nth) => (nth > 2 ? peerFaults.unauthorised : undefined)
    await run(DAY_151)
    expect(requests()).toContain('/t/p/w780/poster-1001.jpg')
    expect(await fetch()).toEqual(record)
  })

  test('a field of which nothing is there any more stays until it would be too old', async () => {
    await save(importedTexts)
    outside.movies.set(EXTERNAL, { ...tmdbMovie(film), overview: '' })
    await run(DAY_151)
    expect((await fetch()).movie_details_from_db!.description).toBe(film.overview)
    await run(DAY_176)
    expect((await fetch()).movie_details_from_db).toMatchObject({
      movie_title: film.title,
      description: '',
      is_available_for_display: false,
    })
    expect(await fieldsFrom()).toEqual(TEXTS.filter((field) => field !== 'description'))
  })

  test('fields of several movies follow each its own', async () => {
    await save({
      imported: [
        { external_id: String(EXTERNAL), fields: ['movie_title'] },
        { external_id: '1002', fields: ['release_year'] },
      ],
    })
    outside.movies.set(EXTERNAL, undefined)
    await run(DAY_151)
    expect(requests()).toEqual(['/3/configuration', '/3/movie/1001', '/3/movie/1002'])
    expect(await fieldsFrom()).toEqual(['release_year'])
  })

  test('what staff save while the answer is on its way is theirs', async () => {
    await save(importedTexts)
    const moviedb = server.app.moviedb
    const slow = {
      ...server.app,
      moviedb: {
        kind: 'tmdb',
        attribution: moviedb.attribution,
        test: async () => 'Answers',
        movie: async (id: string) => {
          await save({ movie_title: 'Saved meanwhile' })
          const found = (await moviedb.movie(id))!
          return { ...found, title: 'Too late', runtime: 77 }
        },
        image: moviedb.image,
        imageUrl: moviedb.imageUrl,
        search: moviedb.search,
      } as const,
    }
    server.clock.set(DAY_151)
    await refreshExternal.run(slow, {})
    expect((await fetch()).movie_details_from_db).toMatchObject({
      movie_title: 'Saved meanwhile',
      movie_run_time: 77,
    })
    expect(await fieldsFrom()).toEqual(TEXTS.filter((field) => field !== 'movie_title'))
  })

  test('three movies in a row without an answer, and it waits for tomorrow', async () => {
    for (const at of [1, 2, 3, 4, 5]) {
      await server.db.execute(sql`insert into movies (id, name) values (${`M${at}`}, ${`Movie ${at}`})`)
      await server.db.execute(sql`
        insert into movie_sources values (${`M${at}`}, 'movie_title', 'tmdb', ${String(EXTERNAL + at)}, ${TEST_NOW})`)
    }
    outside.faultOf = (nth) => (nth > 1 ? peerFaults.unauthorised : undefined)
    await run(DAY_151)
    expect(requests()).toEqual(['/3/configuration', '/3/movie/1002', '/3/movie/1003', '/3/movie/1004'])
  })

  test("a removed movie is not asked for, but does not keep what it took for ever; the demo's catalogue does not age", async () => {
    await save(importedFully)
    await server.db.execute(sql`update movies set deleted_at = ${TEST_NOW}`)
    await server.db.execute(sql`insert into movies (id, name, title) values ('E1', 'Embedded', 'From the demo')`)
    await server.db.execute(sql`
      insert into movie_sources values ('E1', 'movie_title', 'embedded', '1001', '2020-01-01T00:00:00Z')`)
    await run(DAY_151)
    expect(requests()).toEqual([])
    await run(DAY_176)
    const { rows } = await server.db.execute(sql`
      select id, title, (select count(*) from movie_sources s where s.movie_id = m.id) as n from movies m order by id`)
    expect(rows).toEqual([
      { id: ID, title: '', n: 0 },
      { id: 'E1', title: 'From the demo', n: 1 },
    ])
  })

  test('what was kept of its answers is deleted when it has expired', async () => {
    await server.app.moviedb.movie(String(EXTERNAL))
    const cached = async () => (await server.db.execute(sql`select 1 from moviedb_cache`)).rowCount
    await maintenance.run(server.app, {})
    expect(await cached()).toBe(1)
    server.clock.set('2026-11-22T09:00:00.000Z')
    await maintenance.run(server.app, {})
    expect(await cached()).toBe(0)
  })
})
