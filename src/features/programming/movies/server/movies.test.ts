import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { auditLog } from '#server/audit/tables.ts'
import { syncSchedule } from '#features/programming/cinemas/server/sync.ts'
import { integrationStates } from '#server/integrations/state.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { posCinema, posFilm, posSession, scriptedPos } from '#server/test/pos.ts'
import { calendar } from '#features/programming/calendar/contract.ts'
import { movies } from '../contract.ts'

let server: TestServer
const pos = scriptedPos()
const LEKKI = '0004'
const JABI = '0021'
const month = { cinema_id: LEKKI, start_date: '2026-11-01', end_date: '2026-11-30' }

/** Citation has shows to come, Lionheart one before and one after midnight of a day, Ayinla a cancelled and a past one. */
beforeAll(async () => {
  server = await testServer()
  pos.has = {
    cinemas: [posCinema(LEKKI, 'Lekki', 'Lagos'), posCinema(JABI, 'Jabi', 'Abuja (FCT)')],
    films: [
      posFilm('00012841', 'CITATION', { genre: 'Drama' }),
      posFilm('00012878', 'Lionheart', { genre: 'Comedy, Drama', rating: null, runtime: null, openingDate: null }),
      posFilm('00012915', 'ayinla', { genre: 'Music' }),
      posFilm('0777', 'Lost in Jabi'),
      posFilm('777', 'Found in Jabi'),
    ],
    sessions: [
      posSession('1', LEKKI, '00012841', '2026-11-21T12:00:00Z'),
      posSession('2', LEKKI, '00012841', '2026-11-22T12:00:00Z'),
      posSession('3', LEKKI, '00012878', '2026-11-25T22:59:00Z'),
      posSession('4', LEKKI, '00012878', '2026-11-27T23:00:00Z'),
      posSession('5', LEKKI, '00012915', '2026-11-21T10:00:00Z'),
      posSession('6', LEKKI, '00012915', '2026-11-24T10:00:00Z'),
      posSession('7', JABI, '0777', '2026-11-24T10:00:00Z'),
    ],
  }
  server.clock.set('2026-11-20T09:00:00Z')
  await syncSchedule({ ...server.app, pos })
  server.clock.set('2026-11-21T11:00:00Z')
  pos.has.sessions = pos.has.sessions.filter(({ id }) => id !== '6' && id !== '5')
  await syncSchedule({ ...server.app, pos })
  server.clock.set(TEST_NOW)
  await server.db.execute(sql`
    insert into reviews (movie_id, customer_name, liked, review, created_at)
    select '00012841', 'Ngozi Eze', i % 4 > 0, case when i % 3 = 0 then 'Review ' || i else '' end, timestamptz '2026-11-01' + i * interval '1 hour'
    from generate_series(1, 40) i`)
})
afterAll(() => server.close())
afterEach(() => server.clock.set(TEST_NOW))

const body = (more: Record<string, unknown> = {}) => ({
  rosetta_movie_id: '00012841',
  movie_title: 'Citation',
  description: 'A student speaks up.',
  genre: 'Drama, Thriller',
  big_poster: '/api/files/poster.jpg',
  small_poster: '/api/files/small.jpg',
  big_background: '/api/files/background.jpg',
  small_background: '/api/files/small-background.jpg',
  youtube_trailer_link: 'https://video.example/1',
  release_year: 2020,
  movie_run_time: 151,
  feature: 'no',
  tags: '',
  is_available_for_display: false,
  is_coming_soon: false,
  is_coming_soon_date: '',
  cast: [
    { original_name: 'Temi Otedola', character_name: 'Moremi', image: '/api/files/temi.jpg' },
    { original_name: 'Jimmy Jean-Louis', character_name: 'Lucien', image: '' },
  ],
  ...more,
})
const save = (more: Record<string, unknown> = {}) => server.call(movies.save, { body: body(more) })
const fetch = async (id: string) => (await server.call(movies.fetch, { params: { id } })).body.data
const list = (query: Record<string, unknown> = {}) =>
  server.call(movies.list, { query: { ...month, ...query } as never })
const idsOf = (answer: Awaited<ReturnType<typeof list>>) => answer.body.data.movies.map((row) => row.movie_id)
const lastLine = async () =>
  (
    await server.db
      .select()
      .from(auditLog)
      .orderBy(sql`id desc`)
      .limit(1)
  )[0]!

describe('All Movies', () => {
  // Clauses: core 79, 167, 204
  test('those with a showtime at the cinema on the days of the range, by name whatever their case', async () => {
    const answer = await list()
    expect(answer.status).toBe(200)
    expect(idsOf(answer)).toEqual(['00012915', '00012841', '00012878'])
    expect(answer.body.data).toMatchObject({ perPage: 3, totalPages: 1, totalCount: 3 })
    expect(answer.body.data.movies[1]).toEqual({
      movie_id: '00012841',
      movie_name: 'CITATION',
      genre: 'Drama',
      small_poster: null,
      movie_db_details: { db_movie_title: null, has_movie_db_details: false, is_available_for_display: false },
      reviewDetails: { metadata: { numberOfLikes: 30, numberOfDislikes: 10 } },
    })
    expect(answer.body.data.schedule).toEqual({ as_of: '2026-11-21T11:00:00.000Z', failing_since: null, reason: null })
    expect((await server.call(movies.list)).body.data.range).toEqual({
      cinema_id: LEKKI,
      start_date: '2026-10-21',
      end_date: '2026-11-21',
    })
  })

  test("days are the chain's: 23:59 belongs to its day, midnight to the next; a cancelled showtime counts for nothing", async () => {
    expect(idsOf(await list({ start_date: '2026-11-25', end_date: '2026-11-25' }))).toEqual(['00012878'])
    expect(idsOf(await list({ start_date: '2026-11-26', end_date: '2026-11-27' }))).toEqual([])
    expect(idsOf(await list({ start_date: '2026-11-28', end_date: '2026-11-28' }))).toEqual(['00012878'])
    expect(idsOf(await list({ start_date: '2026-11-24', end_date: '2026-11-24' }))).toEqual([])
    expect(idsOf(await list({ cinema_id: JABI }))).toEqual(['0777'])
  })

  test("days may move with the calendar of the chain's zone, in the list and in its file", async () => {
    const coming = { cinema_id: LEKKI, start_date: 'today+7', end_date: 'today+7' }
    expect(idsOf(await list(coming))).toEqual(['00012878'])
    expect((await server.call(movies.listCsv, { query: coming })).text).toContain('Lionheart')
    // Tomorrow has begun there.
    server.clock.set('2026-11-21T23:30:00Z')
    const { range } = (await list({ ...coming, start_date: 'month', end_date: 'today' })).body.data
    expect(range).toEqual({ cinema_id: LEKKI, start_date: '2026-11-01', end_date: '2026-11-22' })
    const refused = await list({ ...coming, start_date: 'yesterday' })
    expect([refused.status, refused.problem.errors]).toEqual([
      422,
      [{ field: 'start_date', message: 'Enter a date as YYYY-MM-DD' }],
    ])
  })

  test('pages; one past the end is empty with the true totals', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => list({ page, perPage: 2 })))
    expect(pages.map(idsOf)).toEqual([['00012915', '00012841'], ['00012878'], []])
    for (const page of pages) expect(page.body.data).toMatchObject({ perPage: 2, totalPages: 2, totalCount: 3 })
  })

  test('sorts by every column, both ways, the id deciding', async () => {
    const order = async (sort: string) => idsOf(await list({ sort })).map((id) => id.slice(-2))
    expect(await order('-movie_name')).toEqual(['78', '41', '15'])
    expect(await order('movie_id')).toEqual(['41', '78', '15'])
    expect(await order('genre')).toEqual(['78', '41', '15'])
    expect(await order('likes')).toEqual(['78', '15', '41'])
    expect(await order('-dislikes')).toEqual(['41', '15', '78'])
    expect(await order('-reviews')).toEqual(['41', '15', '78'])
    expect(await order('status')).toEqual(['41', '78', '15'])
    expect(await order('-db_movie_title')).toEqual(['15', '78', '41'])
  })

  // ASVS: 1.2.4
  test('searches name, title and id; wildcards are taken literally', async () => {
    expect(idsOf(await list({ search: ' LION ' }))).toEqual(['00012878'])
    expect(idsOf(await list({ search: '12915' }))).toEqual(['00012915'])
    expect(idsOf(await list({ search: '%' }))).toEqual([])
    expect(idsOf(await list({ search: 'Jabi' }))).toEqual([])
    expect(idsOf(await list({ search: '' })).length).toBe(3)
  })

  test.each([
    [{ cinema_id: '' }, 'cinema_id', 'Field is empty'],
    [{ start_date: '21/11/2026' }, 'start_date', 'Enter a date as YYYY-MM-DD'],
    [{ end_date: '2026-02-30' }, 'end_date', 'Enter a date as YYYY-MM-DD'],
    [{ end_date: '2026-10-31' }, 'end_date', 'The end date is before the start date'],
    [{ page: 0 }, 'page', 'page starts at 1'],
    [{ perPage: 101 }, 'perPage', 'perPage is at most 100'],
    [{ sort: 'password' }, 'sort', expect.stringMatching(/^sort must be one of/)],
  ])('refuses %j', async (query, field, message) => {
    const answer = await list(query)
    expect(answer.status).toBe(422)
    expect(answer.problem.errors).toEqual([{ field, message }])
  })

  test('an unknown cinema: 404', async () => {
    expect((await list({ cinema_id: '4' })).status).toBe(404)
    expect((await server.call(movies.listCsv, { query: { ...month, cinema_id: '4' } })).status).toBe(404)
  })

  // Clauses: core 80, 104
  test('as CSV: complete, sorted and filtered alike, named by the range, audited', async () => {
    const answer = await server.call(movies.listCsv, { query: { ...month, sort: 'movie_id', database: 'missing' } })
    expect(answer.headers['content-disposition']).toBe('attachment; filename="movies_lekki_2026-11-01_2026-11-30.csv"')
    expect(answer.headers['x-total-count']).toBe('3')
    expect(answer.text.split('\r\n')).toEqual([
      '\uFEFFMovies; Lekki; 01/11/2026 to 30/11/2026; database: missing',
      'ID,Database Title,Rosetta Title,Genre,Database,Likes,Dislikes,Reviews,Status',
      '00012841,,CITATION,Drama,Missing,30,10,40,Not approved',
      '00012878,,Lionheart,"Comedy, Drama",Missing,0,0,0,Not approved',
      '00012915,,ayinla,Music,Missing,0,0,0,Not approved',
      '',
    ])
    expect((await lastLine()).summary).toBe('Exported 3 movies of Lekki, 01/11/2026 to 30/11/2026')
  })
})

describe('the movies on show', () => {
  const onShow = (query: object, as?: 'powerless') => server.call(movies.newList, { query: query as never, as })

  // Clauses: operations 215, 231, 433
  test('at a cinema on days of the zone are told with their showtimes, for every picker', async () => {
    const answer = await onShow(
      { cinema_id: LEKKI, start_date: '2026-11-21', end_date: '2026-11-25', platform: 'WEB' },
      'powerless',
    )
    expect(answer.body.data).toEqual([
      // Its other show was cancelled.
      expect.objectContaining({ movie_name: 'ayinla', show_times: [expect.objectContaining({ show_time_id: '5' })] }),
      {
        movie_id: '00012841',
        movie_name: 'CITATION',
        movie_poster: '',
        show_times: ['2026-11-21T12:00:00.000Z', '2026-11-22T12:00:00.000Z'].map((show_time, at) => ({
          show_time_id: String(at + 1),
          show_time,
          cinema_screen_id: '01',
          seats_available: 80,
        })),
      },
      {
        movie_id: '00012878',
        movie_name: 'Lionheart',
        movie_poster: '',
        show_times: [expect.objectContaining({ show_time_id: '3' })],
      },
    ])
    // The 28th has begun in Lagos when it is 23:00 in UTC.
    const names = async (query: object) => (await onShow(query)).body.data.map(({ movie_name }) => movie_name)
    expect(await names({ cinema_id: LEKKI, start_date: '2026-11-26', end_date: '2026-11-27' })).toEqual([])
    expect(await names({ cinema_id: LEKKI, start_date: '2026-11-28' })).toEqual(['Lionheart'])
    expect(await names({ cinema_id: JABI, start_date: '2026-11-24' })).toEqual(['Lost in Jabi'])
  })

  test('of no cinema, an unknown one or a turned range are refused', async () => {
    const none = await onShow({})
    expect([none.status, none.problem.errors![0]!.field]).toEqual([422, 'cinema_id'])
    expect((await onShow({ cinema_id: '9999' })).status).toBe(404)
    const turned = await onShow({ cinema_id: LEKKI, start_date: '2026-11-22', end_date: '2026-11-21' })
    expect([turned.status, turned.problem.errors]).toEqual([
      422,
      [{ field: 'end_date', message: 'The end date is before the start date' }],
    ])
  })
})

describe('one movie', () => {
  // Clauses: core 85, 173
  test('before anything was entered: what the point of sale says, and the next showtime', async () => {
    expect(await fetch('00012878')).toEqual({
      movie_id: '00012878',
      movie_name: 'Lionheart',
      genre: 'Comedy, Drama',
      rating: null,
      movie_run_time: null,
      opening_date: null,
      movie_details_from_db: null,
      version: 1,
      is_show_time_available: true,
      next_show_time: { starts_at: '2026-11-25T22:59:00.000Z', cinema_name: 'Lekki' },
      sources: [],
      attribution: null,
    })
  })

  test('a showtime that was cancelled or is over is not available', async () => {
    server.clock.set('2026-11-21T10:30:00Z')
    expect(await fetch('00012915')).toMatchObject({ is_show_time_available: false, next_show_time: null })
    server.clock.set('2026-11-21T12:00:00.000Z')
    expect((await fetch('00012841')).next_show_time?.starts_at).toBe('2026-11-21T12:00:00.000Z')
    server.clock.set('2026-11-21T12:00:00.001Z')
    expect((await fetch('00012841')).next_show_time?.starts_at).toBe('2026-11-22T12:00:00.000Z')
  })

  // Clauses: core 173
  test.each([movies.fetch, movies.ratings])('$name of an unknown one: 404', async (endpoint) => {
    const answer = await server.call(endpoint, { params: { id: '12841' } })
    expect(answer.status).toBe(404)
    expect(answer.problem.message).toBe('Movie not found')
  })
})

describe('saving a movie', () => {
  // Clauses: core 84-85, 170
  test('keeps everything, in the names that are read; the audit has before and after', async () => {
    const answer = await save({
      is_available_for_display: true,
      is_coming_soon: true,
      is_coming_soon_date: '12-24-2026',
      version: 1,
    })
    expect(answer.status).toBe(200)
    expect(answer.body.message).toBe('Movie updated successfully')
    const read = await fetch('00012841')
    expect(read).toEqual(answer.body.data)
    expect(read.version).toBe(2)
    expect(read.movie_details_from_db).toEqual({
      movie_title: 'Citation',
      description: 'A student speaks up.',
      genre: 'Drama, Thriller',
      youtube_trailer: 'https://video.example/1',
      is_available_for_display: true,
      big_poster: '/api/files/poster.jpg',
      small_poster: '/api/files/small.jpg',
      big_backround: '/api/files/background.jpg',
      small_background: '/api/files/small-background.jpg',
      movie_cast_list: [
        {
          id: expect.any(Number),
          image: '/api/files/temi.jpg',
          original_name: 'Temi Otedola',
          character_name: 'Moremi',
        },
        { id: expect.any(Number), image: '', original_name: 'Jimmy Jean-Louis', character_name: 'Lucien' },
      ],
      release_year: 2020,
      movie_run_time: 151,
      is_coming_soon: true,
      is_coming_soon_date: '2026-12-24',
      censorship_rating: 'TBC',
      feature: false,
      tags: '',
    })
    const line = await lastLine()
    expect(line).toMatchObject({
      action: 'movies.save',
      entity: 'movie',
      entityId: '00012841',
      summary: 'Saved "Citation" and approved it',
    })
    expect(line.after).toMatchObject({ movie_title: 'Citation', is_available_for_display: true })
    const row = (await list({ search: 'citation', status: 'approved', database: 'linked' })).body.data.movies[0]!
    expect(row).toMatchObject({
      genre: 'Drama, Thriller',
      small_poster: '/api/files/small.jpg',
      movie_db_details: { db_movie_title: 'Citation' },
    })
    expect(idsOf(await list({ database: 'missing', status: 'not-approved' }))).toEqual(['00012915', '00012878'])
  })

  // Clauses: core 170
  test('a number finds its movie without regard to leading zeros; the cast is replaced in its order', async () => {
    const cast = [{ original_name: 'Jimmy Jean-Louis', character_name: 'L', image: '' }]
    const answer = await save({
      rosetta_movie_id: 12841,
      cast,
      is_coming_soon: false,
      is_coming_soon_date: '12-24-2026',
    })
    expect(answer.body.data.movie_id).toBe('00012841')
    expect(answer.body.data.movie_details_from_db).toMatchObject({
      movie_cast_list: [{ original_name: 'Jimmy Jean-Louis' }],
      is_coming_soon: false,
      is_coming_soon_date: null,
    })
    expect((await lastLine()).summary).toBe('Saved "Citation" and unapproved it')
  })

  test('a number that fits two ids is refused; text is taken to the letter', async () => {
    const answer = await save({ rosetta_movie_id: 777 })
    expect(answer.status).toBe(422)
    expect(answer.problem.errors).toEqual([
      {
        field: 'rosetta_movie_id',
        message: 'Several movies have this number. Send the ID as text, with its zeros.',
      },
    ])
    expect((await save({ rosetta_movie_id: '777', movie_title: 'Found' })).body.data.movie_name).toBe('Found in Jabi')
    for (const unknown of ['12841', 'F1', 12, -5]) expect((await save({ rosetta_movie_id: unknown })).status).toBe(404)
  })

  test('a stale save answers 409 with the current record and changes nothing', async () => {
    const current = await fetch('00012841')
    const answer = await save({ version: current.version - 1, movie_title: 'Lost' })
    expect(answer.status).toBe(409)
    expect(answer.problem.data).toEqual(current)
    expect(await fetch('00012841')).toEqual(current)
  })

  test('of two first saves the second is stale too', async () => {
    const version = (await fetch('0777')).version
    const both = await Promise.all(
      ['One', 'Two'].map((movie_title) => save({ rosetta_movie_id: '0777', movie_title, version })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  // Clauses: core 214
  test('the fixed fields say nothing when untouched; given, they are kept', async () => {
    const given = await save({ feature: 'yes', tags: ['Award', 'Lagos'], censorship_rating: '15' })
    expect(given.body.data.movie_details_from_db).toMatchObject({
      feature: true,
      tags: 'Award, Lagos',
      censorship_rating: '15',
    })
    const untouched = await save({ feature: false, tags: '', censorship_rating: undefined })
    expect(untouched.body.data.movie_details_from_db).toMatchObject({
      feature: true,
      tags: 'Award, Lagos',
      censorship_rating: '15',
    })
  })

  test('approving without a showtime is said so in the audit', async () => {
    await save({ rosetta_movie_id: '777', movie_title: 'Found', is_available_for_display: true })
    expect((await lastLine()).summary).toBe('Saved "Found" and approved it without a showtime')
  })

  // Clauses: core 130, 212
  test.each([
    ['movie_title', ' ', 'Title is empty'],
    ['description', '', 'Description is empty'],
    ['genre', '', 'Field is empty'],
    ['genre', ' , ,', 'Field is empty'],
    ['big_poster', '', 'Field is empty'],
    ['small_poster', '', 'Field is empty'],
    ['big_background', '', 'Field is empty'],
    ['small_background', 'javascript:x', 'Enter a web address'],
    ['youtube_trailer_link', '', 'URL is empty'],
    ['youtube_trailer_link', 'nowhere', 'URL is not a web address'],
    ['release_year', 0, 'Release year cannot be 0'],
    ['release_year', 10_000, 'Release year is a whole number below 10000'],
    ['release_year', '2020', 'Release year is empty'],
    ['movie_run_time', null, 'Runtime is empty'],
    ['movie_run_time', 1.5, 'Runtime is a whole number of minutes'],
    ['is_coming_soon_date', '24-12-2026', 'Opening date is not a date (MM-DD-YYYY or YYYY-MM-DD)'],
    ['rosetta_movie_id', null, 'Enter a movie ID'],
    ['censorship_rating', 'XXX', 'The rating must be one of 12, 12A, 15, 18, G, PG, RE, TBC'],
    [
      'cast',
      Array.from({ length: 41 }, () => ({ original_name: 'A', character_name: '', image: '' })),
      'Add up to 40 cast members',
    ],
  ])('refuses %s %j: %s', async (field, value, message) => {
    const answer = await save({ [field]: value })
    expect(answer.status).toBe(422)
    expect(answer.problem.errors).toEqual([{ field, message }])
  })

  test('coming soon needs its date', async () => {
    const answer = await save({ is_coming_soon: true, is_coming_soon_date: '' })
    expect(answer.problem.errors).toEqual([{ field: 'is_coming_soon_date', message: 'Opening date is empty' }])
  })
})

describe('visibility', () => {
  const set = (sent?: unknown, id = '00012841') => server.call(movies.visibility, { params: { id }, body: sent })
  const isApproved = async () => (await fetch('00012841')).movie_details_from_db!.is_available_for_display

  // Clauses: core 105, 175
  test('is set, or turned over without a body', async () => {
    expect((await set({ is_available_for_display: true })).status).toBe(200)
    expect(await isApproved()).toBe(true)
    expect((await set()).body.data.movie_details_from_db!.is_available_for_display).toBe(false)
    expect((await lastLine()).summary).toBe('Unapproved "Citation"')
    await set({})
    expect(await isApproved()).toBe(true)
    expect(await lastLine()).toMatchObject({
      summary: 'Approved "Citation"',
      after: { is_available_for_display: true },
    })
  })

  // Clauses: core 175
  test('stale: 409 with the current record', async () => {
    const current = await fetch('00012841')
    const answer = await set({ is_available_for_display: false, version: current.version + 1 })
    expect(answer.status).toBe(409)
    expect(answer.problem.data).toEqual(current)
  })

  test('a movie about which nothing was entered cannot be displayed; an unknown one is not there', async () => {
    const answer = await set({ is_available_for_display: true }, '00012915')
    expect(answer.status).toBe(422)
    expect(answer.problem.errors?.[0]?.field).toBe('is_available_for_display')
    expect((await set({ is_available_for_display: true }, 'none')).status).toBe(404)
    expect((await set({ is_available_for_display: 'yes' })).status).toBe(422)
  })
})

describe('Coming Soon', () => {
  const comingSoon = (query: Record<string, unknown> = {}) => server.call(movies.comingSoon, { query: query as never })

  // Clauses: core 67, 81, 168, 202
  test('is paged on the server with the true total, the next first', async () => {
    await save({ is_coming_soon: true, is_coming_soon_date: '2026-12-24' })
    await save({
      rosetta_movie_id: '00012878',
      movie_title: 'Lionheart',
      is_coming_soon: true,
      is_coming_soon_date: '12-01-2026',
    })
    const answer = await comingSoon()
    expect(answer.body.data).toMatchObject({ perPage: 10, totalPages: 1, totalCount: 2 })
    expect(answer.body.data.movies).toEqual([
      {
        rosetta_movie_id: '00012878',
        movie_title: 'Lionheart',
        genre: 'Drama, Thriller',
        small_poster: '/api/files/small.jpg',
        is_available_for_display: false,
        is_coming_soon_date: '2026-12-01',
        has_movie_db_details: true,
      },
      expect.objectContaining({ movie_title: 'Citation', is_coming_soon_date: '2026-12-24' }),
    ])
    const titles = async (query: Record<string, unknown>) =>
      (await comingSoon(query)).body.data.movies.map((row) => row.movie_title)
    expect(await titles({ page: 2, perPage: 1 })).toEqual(['Citation'])
    expect(await titles({ sort: 'movie_title' })).toEqual(['Citation', 'Lionheart'])
    expect(await titles({ sort: '-rosetta_movie_id' })).toEqual(['Lionheart', 'Citation'])
    expect(await titles({ search: 'lion' })).toEqual(['Lionheart'])
    expect(await titles({ status: 'approved' })).toEqual([])
  })

  test('has what the point of sale opens after today, marked or not', async () => {
    const titles = async () => (await comingSoon({ search: '000777' })).body.data.movies.map((row) => row.movie_title)
    await server.db.execute(sql`
      insert into movies (id, name, pos_listed_since, pos_opening_date) values
        ('00077701', 'Jaws (2D)', now(), '2026-11-27'), ('00077702', 'Open already', now(), '2026-11-21'),
        ('00077703', 'Withdrawn', null, '2026-11-27'), ('00077704', 'Undated', now(), null)`)
    expect(await titles()).toEqual(['Jaws (2D)'])
    server.clock.set('2026-11-26T23:30:00.000Z')
    expect(await titles()).toEqual([])
    server.clock.set(TEST_NOW)
  })

  test('a film that no source gives an opening day opens with its first showtime, as long as none has begun', async () => {
    const before = structuredClone(pos.has)
    const undated = (id: string) => posFilm(id, 'Jaws (2D)', { openingDate: null })
    pos.has.films.push(undated('00077801'), undated('00077802'), posFilm('00077803', 'Jaws (2D)'))
    const session = (id: string, film: string, at: string) => posSession(id, LEKKI, film, at)
    pos.has.sessions.push(
      session('81', '00077801', '2026-11-26T23:30:00Z'),
      session('82', '00077801', '2026-11-28T18:00:00Z'),
      session('83', '00077802', '2026-11-21T12:30:00Z'),
      session('84', '00077802', '2026-11-28T12:30:00Z'),
      session('85', '00077803', '2026-11-28T12:30:00Z'),
    )
    const comingSoon = async () => {
      const answer = await server.call(movies.comingSoon, { query: { search: '000778' } })
      return answer.body.data.movies.map((row) => [row.rosetta_movie_id, row.is_coming_soon_date])
    }
    const opening = async () => {
      const query = { from: '2026-11-20', until: '2026-11-30', kinds: 'opening' }
      const { entries } = (await server.call(calendar.list, { query })).body.data
      return entries.filter(({ id }) => id.startsWith('000778')).map(({ id, starts_at: at }) => [id, at])
    }
    const at = async (time: string) => (server.clock.set(time), syncSchedule({ ...server.app, pos }))
    await at('2026-11-21T11:00:00Z')
    expect(await comingSoon()).toEqual([['00077801', '2026-11-27']])
    const stated = ['00077803', '2026-11-19T23:00:00.000Z']
    const running = ['00077802', '2026-11-20T23:00:00.000Z']
    expect(await opening()).toEqual([stated, running, ['00077801', '2026-11-26T23:00:00.000Z']])
    // Its first showtime is dropped: it opens with the next.
    pos.has.sessions = pos.has.sessions.filter(({ id }) => id !== '81')
    await at('2026-11-21T14:00:00Z')
    expect(await comingSoon()).toEqual([['00077801', '2026-11-28']])
    // Once it is shown its day stays, whatever is taken out or comes later, until the point of sale tells one.
    await at('2026-11-28T18:10:00Z')
    expect((await opening()).map(([id]) => id)).toEqual(['00077803', '00077802', '00077801'])
    pos.has.films = pos.has.films.map((film) =>
      film.id === '00077801' ? { ...film, openingDate: '2026-11-29' } : film,
    )
    await at('2026-11-28T18:20:00Z')
    expect(await comingSoon()).toEqual([['00077801', '2026-11-29']])
    pos.has = before
    await at('2026-11-21T11:00:00Z')
    server.clock.set(TEST_NOW)
    await server.db.execute(sql`delete from showtimes where movie_id like '000778%'`)
    await server.db.execute(sql`delete from movies where id like '000778%'`)
  })

  test('as CSV, named by the day', async () => {
    await server.db.execute(sql`delete from movies where id like '000777%'`)
    const answer = await server.call(movies.comingSoonCsv, { query: { sort: '-is_coming_soon_date' } })
    expect(answer.headers['content-disposition']).toBe('attachment; filename="coming-soon_2026-11-21_2026-11-21.csv"')
    expect(answer.text.split('\r\n')).toEqual([
      '\uFEFFComing soon; all cinemas; 21/11/2026',
      'Movie Title,Genre,Release Date,ID,Status,Database',
      'Citation,"Drama, Thriller",24/12/2026,00012841,Not approved,Linked',
      'Lionheart,"Drama, Thriller",01/12/2026,00012878,Not approved,Linked',
      '',
    ])
  })
})

// Clauses: core 87, 174, 210
test('ratings: the counts are of all, the list of those who wrote, newest first, in pages', async () => {
  const page = async (pageNo: number) =>
    (await server.call(movies.ratings, { params: { id: '00012841' }, query: { pageNo, pageSize: 10 } })).body.data
  const [first, second] = [await page(1), await page(2)]
  expect(first.metadata).toEqual({ numberOfLikes: 30, numberOfDislikes: 10 })
  expect(first.totalCount).toBe(13)
  expect(first.reviews.map(({ review }) => review).slice(0, 2)).toEqual(['Review 39', 'Review 36'])
  expect(first.reviews[1]).toMatchObject({
    customer_name: 'Ngozi Eze',
    liked: false,
    createdAt: '2026-11-02T12:00:00.000Z',
  })
  expect(second.reviews.map(({ review }) => review)).toEqual(['Review 9', 'Review 6', 'Review 3'])

  const bad = await server.call(movies.ratings, { params: { id: '00012841' }, query: { first: 'disliked' } })
  const liking = bad.body.data.reviews.map(({ liked }) => liked)
  expect(liking).toEqual(liking.toSorted((one, other) => Number(one) - Number(other)))
  expect(new Set(liking).size).toBe(2)
  const newest = bad.body.data.reviews.filter(({ liked }) => !liked).map(({ createdAt }) => createdAt)
  expect(newest).toEqual(newest.toSorted().toReversed())
})

// Clauses: core 172; operations 219, 395
test('the picker finds by a part of the title, what begins with it first', async () => {
  const found = async (title: string) =>
    (await server.call(movies.search, { query: { title } })).body.data.map((movie) => movie.movie_title)
  expect(await found('in jabi')).toEqual(['Found', expect.stringMatching(/^(One|Two)$/)])
  expect(await found('found')).toEqual(['Found'])
  expect(await found('io')).toEqual(['Citation', 'Lionheart'])
  expect(await found('li')).toEqual(['Lionheart'])
  expect((await found('')).length).toBe(5)
  expect((await server.call(movies.search, { query: { title: 'found' } })).body.data).toEqual([
    {
      id: '777',
      rosetta_movie_id: '777',
      movie_title: 'Found',
      description: 'A student speaks up.',
      youtube_trailer: 'https://video.example/1',
      small_poster: '/api/files/small.jpg',
      big_backround: '/api/files/background.jpg',
      small_background: '/api/files/small-background.jpg',
    },
  ])
})

// Clauses: core 176
test('the movies that the point of sale knows', async () => {
  const known = (await server.call(movies.fromVista)).body.data
  expect(known.map(({ movie_name }) => movie_name)).toEqual([
    'ayinla',
    'CITATION',
    'Found in Jabi',
    'Lionheart',
    'Lost in Jabi',
  ])
  expect(known[0]).toEqual({
    movie_id: '00012915',
    movie_name: 'ayinla',
    genre: 'Music',
    rating: 'PG',
    movie_run_time: 100,
    opening_date: '2026-11-20',
    has_movie_db_details: false,
  })
})

describe('the movie database', () => {
  const search = (query: string) => server.call(movies.externalSearch, { query: { query } })

  // Clauses: core 86, 169
  test('is searched; a movie has its cast; pictures and cast with addresses come when they are included', async () => {
    const { results, attribution } = (await search('citation')).body.data
    expect(attribution).toContain('demo catalogue')
    const { id } = results[0]!
    expect(results[0]).toMatchObject({ title: 'Citation', thumbnail: `/api/moviedb/images/small/poster-${id}.jpg` })
    const movie = (await server.call(movies.externalMovie, { params: { id: String(id) } })).body.data
    expect(movie).toMatchObject({
      id,
      title: 'Citation',
      overview: expect.stringMatching(/./),
      genres: expect.arrayContaining(['Drama']),
      backdrop_path: `/backdrop-${id}.jpg`,
      poster_path: `/poster-${id}.jpg`,
      release_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      runtime: expect.any(Number),
    })
    expect(movie['cast-data'].cast[0]).toEqual({
      id: expect.anything(),
      profile_path: `/profile-${id}-0.jpg`,
      name: expect.stringMatching(/./),
      order: 0,
      character: expect.any(String),
    })
    const plain = (await server.call(movies.externalById, { params: { id: String(id) } })).body.data
    expect(plain).not.toHaveProperty('images')
    const full = (
      await server.call(movies.externalById, { params: { id: String(id) }, query: { $include: 'images,casts' } })
    ).body.data
    expect(full.images).toEqual([
      { url: `/api/moviedb/images/large/poster-${id}.jpg`, type: 'poster' },
      { url: `/api/moviedb/images/large/backdrop-${id}.jpg`, type: 'backdrop' },
    ])
    expect(full.casts![0]).toMatchObject({ profileImage: `/api/moviedb/images/small/profile-${id}-0.jpg`, order: 0 })
  })

  test.each(['Citation (2D)', 'CITATION [IMAX] (SUB)', 'Wedding Party, The', 'Wedding Party, The (2D)'])(
    'finds %s, as a point of sale writes it',
    async (title) => {
      const [first] = (await search(title)).body.data.results
      expect(title.toLowerCase()).toContain(first!.title.replace(/^The /, '').toLowerCase())
    },
  )

  // Clauses: core 169
  test('refuses an empty search; an unknown movie is not there', async () => {
    expect((await search(' ')).problem.errors).toEqual([{ field: 'query', message: 'Enter a title to search for' }])
    for (const endpoint of [movies.externalMovie, movies.externalById]) {
      const answer = await server.call(endpoint, { params: { id: '1' } })
      expect(answer.status).toBe(404)
      expect(answer.problem.message).toBe('Movie not found')
    }
  })

  test('its failure answers 502 with the reason and is noted until it answers again', async () => {
    const answer = await search('moviedb timeout')
    expect(answer.status).toBe(502)
    expect(answer.problem.message).toBe('The movie database did not answer within 10 seconds')
    expect((await integrationStates(server.db))['movie-database']).toMatchObject({
      failingSince: TEST_NOW,
      reason: answer.problem.message,
    })
    await search('citation')
    expect((await integrationStates(server.db))['movie-database']).toEqual({
      lastSuccessAt: TEST_NOW,
      lastFailureAt: TEST_NOW,
      failingSince: null,
      reason: 'The movie database did not answer within 10 seconds',
    })
  })

  test('its pictures are open, webp, and may be kept for ever', async () => {
    const picture = await server.call(movies.externalImage, {
      params: { size: 'small', file: 'poster-1001.jpg' },
      as: 'nobody',
    })
    expect(picture.status).toBe(200)
    expect(picture.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    })
    for (const params of [
      { size: 'huge', file: 'poster-1001.jpg' },
      { size: 'small', file: 'poster-1.jpg' },
      { size: 'small', file: '../env' },
    ])
      expect((await server.call(movies.externalImage, { params, as: 'nobody' })).status).toBe(404)
  })

  // Clauses: core 115, 184, 215
  test('its images are copied into storage in their sizes; one that cannot be had answers null', async () => {
    const images = [
      { path: '/poster-1001.jpg', use: 'poster' },
      { path: '/poster-1001.jpg', use: 'small-poster' },
      { path: '/poster-1.jpg', use: 'poster' },
      { path: '/profile-1001-0.jpg', use: 'cast' },
    ]
    const answer = await server.call(movies.formatImages, { body: { images } })
    expect(answer.status).toBe(200)
    const urls = answer.body.data.images.map(({ url }) => url)
    expect(urls[2]).toBeNull()
    expect(new Set(urls).size).toBe(4)
    expect(answer.body.data.images.map(({ path, use }) => ({ path, use }))).toEqual(images)
    const stored = await server.inject({ url: urls[1]! })
    expect(stored.statusCode).toBe(200)
  })

  test.each([
    [[], 'images', 'Enter at least one image'],
    [[{ path: '', use: 'poster' }], 'images.0.path', 'Field is empty'],
    [Array.from({ length: 45 }, () => ({ path: '/a', use: 'cast' })), 'images', 'Enter up to 44 images'],
  ])('refuses to copy %#', async (images, field, message) => {
    const answer = await server.call(movies.formatImages, { body: { images } })
    expect(answer.status).toBe(422)
    expect(answer.problem.errors).toEqual([{ field, message }])
  })
})

test('the command palette finds movies for those who may see them', async () => {
  const { search } = await import('#features/lists/search/contract.ts')
  const found = async (as: 'admin' | 'powerless') =>
    (await server.call(search.find, { query: { query: 'citat' }, as })).body.data
  expect(await found('admin')).toContainEqual({
    kind: 'movie',
    id: '00012841',
    title: 'Citation',
    subtitle: '00012841',
  })
  expect(await found('powerless')).toEqual([])
})
