import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '#contract/endpoint.ts'
import { syncSchedule } from '#features/programming/cinemas/server/sync.ts'
import { admins } from '#features/access/admins/contract.ts'
import { roles } from '#features/access/admins/role-contract.ts'
import { openSession } from '#server/auth/sessions.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { posCinema, posFilm, posSession, scriptedPos, type ScriptedPos } from '#server/test/pos.ts'
import { programme } from '../contract.ts'

/** A Saturday: the cinema week began the day before. */
const FRIDAY = '2026-11-20'
const [LEKKI, IKEJA, JABI] = ['0004', '0007', '0021'] as const
type Board = Partial<Input<(typeof programme)['board']['query']>>

let server: TestServer
let pos: ScriptedPos
/** Whose role is for Ikeja alone. */
let manager: string

const left = (id: string, cinema: string, film: string, at: string, free: number) => ({
  ...posSession(id, cinema, film, at),
  seatsAvailable: free,
})

beforeAll(async () => {
  server = await testServer()
  pos = scriptedPos()
  pos.has = {
    cinemas: [posCinema(LEKKI, 'Lekki', 'Lagos'), posCinema(IKEJA, 'Ikeja', 'Lagos'), posCinema(JABI, 'Jabi', 'Abuja')],
    films: [
      posFilm('1', 'Harmattan', { openingDate: '2026-10-30' }),
      posFilm('2', 'JAWS (2D)', { openingDate: FRIDAY }),
      posFilm('3', 'Opens without a showing', { openingDate: '2026-11-25' }),
      posFilm('4', 'Next week', { openingDate: '2026-11-27' }),
      posFilm('5', 'Long gone', { openingDate: '2026-01-02' }),
    ],
    sessions: [
      left('a', LEKKI, '1', '2026-11-21T07:00:00Z', 40),
      left('b', LEKKI, '1', '2026-11-21T19:00:00Z', 70),
      left('c', IKEJA, '1', '2026-11-26T22:30:00Z', 95),
      // 00:30 in Lagos on the Friday after.
      left('d', IKEJA, '4', '2026-11-26T23:30:00Z', 90),
      left('e', IKEJA, '2', '2026-11-22T18:00:00Z', 88),
      left('f', JABI, '2', '2026-11-22T18:00:00Z', 0),
      left('g', JABI, '2', '2026-11-23T18:00:00Z', 120),
    ],
  }
  server.app.pos = pos
  server.clock.set('2026-11-18T06:00:00.000Z')
  await syncSchedule(server.app)
  server.clock.set('2026-11-21T08:00:00.000Z')
  await server.db.execute(sql`
    update movies set has_details = true, title = 'Harmattan', overview = 'Dust.', genres = '{Drama}', trailer = 'https://t.example',
      poster = '/p', poster_small = '/p', backdrop = '/b', backdrop_small = '/b', release_year = 2026, runtime = 100,
      censor_rating = '15', is_approved = true where id = '1'`)
  await server.db.execute(sql`
    insert into movie_cast (movie_id, position, name) values ('1', 0, 'Ada')`)
  await server.db.execute(sql`
    update movies set has_details = true, title = 'Jaws', poster = '/p', poster_small = '/p', backdrop_small = '/b' where id = '2'`)
  const role = await server.call(roles.create, {
    body: { name: 'Ikeja', permissions: ['movies:read', 'movies:export'] },
  })
  const person = await server.call(admins.create, {
    body: {
      email: 'ikeja@marquee.example',
      mobile: '0803 123 4567',
      userType: 'ADMIN',
      first_name: 'Ike',
      last_name: 'Manager',
      cinemaRoles: [{ roleId: role.body.data.id, states: [], cinemas: [IKEJA] }],
    },
  })
  const { app } = server
  const { sessionId } = await openSession(app.db, person.body.data.id, app.clock.now(), app.env.session)
  manager = `Bearer ${await app.accessTokens.sign(sessionId, app.clock.now())}`
})
afterAll(() => server.close())

const board = async (query: Board = {}) => (await server.call(programme.board, { query: query as never })).body.data
const ids = async (query: Board) => (await board(query)).films.map(({ movie_id }) => movie_id)
const asManager = { as: 'nobody', headers: { authorization: '' } } as const
const asManagerWith = () => ({ ...asManager, headers: { authorization: manager } })

describe('the board of a cinema week', () => {
  test('what opens and what plays from Friday to Thursday, with what is sold ahead and what is missing', async () => {
    const { films, week, totalCount } = await board()
    expect(week).toEqual({ from: FRIDAY, until: '2026-11-26' })
    expect(totalCount).toBe(3)
    expect(films).toEqual([
      {
        movie_id: '2',
        movie_title: 'Jaws',
        movie_name: 'JAWS (2D)',
        small_poster: '/p',
        opens_on: FRIDAY,
        is_opening: true,
        cinemas: 2,
        showings: 3,
        // A showing with more free seats than its screen has counts none.
        advance: 112,
        occupied: 112,
        rating: 'TBC',
        is_entered: true,
        lacks: ['text', 'artwork', 'trailer', 'facts', 'rating', 'cast'],
        is_available_for_display: false,
      },
      expect.objectContaining({
        movie_id: '3',
        is_opening: true,
        cinemas: 0,
        showings: 0,
        is_entered: false,
        lacks: ['title', 'text', 'artwork', 'trailer', 'facts', 'rating', 'cast'],
      }),
      expect.objectContaining({
        movie_id: '1',
        is_opening: false,
        cinemas: 2,
        showings: 3,
        advance: 35,
        occupied: 95,
        lacks: [],
        is_available_for_display: true,
      }),
    ])
  })

  test.each<[Board, string[]]>([
    [{ week: '2026-11-27' }, ['4']],
    [{ week: '2026-12-03' }, ['4']],
    [{ week: '2026-11-13' }, []],
    [{ search: 'jaws' }, ['2']],
    [{ status: 'approved' }, ['1']],
    [{ status: 'not-approved', sort: 'movie_title' }, ['2', '3']],
    [{ lacks: 'cast' as never }, ['2', '3']],
    [{ lacks: 'title' as never }, ['3']],
    [{ lacks: '-' as never }, ['1']],
    [{ lacks: '*' as never, sort: '-movie_title' }, ['3', '2']],
    [{ lacks: 'title,-' as never, sort: 'movie_title' }, ['1', '3']],
    [{ opening: 'no' }, ['1']],
    [{ sort: '-advance' }, ['2', '1', '3']],
    [{ sort: 'opens_on', perPage: 1, page: 3 }, ['3']],
    // Of some cinemas alone: what opens where nothing is shown is none of theirs.
    [{ cinemas: IKEJA, sort: 'movie_title' }, ['1', '2']],
    [{ cinemas: `${LEKKI},${JABI}`, sort: 'movie_title' }, ['1', '2']],
  ])('%j', async (query, expected) => {
    expect(await ids(query)).toEqual(expected)
  })

  test.each([
    [{ week: '2026-13-01' }, 'week', 'Enter a date as YYYY-MM-DD'],
    [{ cinemas: '9999' }, 'cinemas', 'Cinema not found'],
    [{ lacks: 'popcorn' }, 'lacks', 'lacks must be one of title, text, artwork, trailer, facts, rating, cast'],
  ])('%j is refused', async (query, field, message) => {
    const { problem } = await server.call(programme.board, { query: query as never })
    expect(problem).toMatchObject({ status: 422, errors: [{ field, message }] })
  })

  test('as a file, of the week and the cinemas in its name', async () => {
    const { text, headers } = await server.call(programme.boardCsv, {
      query: { cinemas: IKEJA, columns: 'movie_title,showings,lacks', sort: 'movie_title' },
    })
    expect(headers['content-disposition']).toBe('attachment; filename="programme_ikeja_2026-11-20_2026-11-26.csv"')
    expect(text.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
      'Programme; Ikeja; 20/11/2026 to 26/11/2026',
      'Movie,Showings,Missing',
      'Harmattan,1,',
      'Jaws,1,"Text; Artwork; Trailer; Year, runtime; Rating; Cast"',
    ])
  })

  test('how many films wait for approval, with their showings to come, this week and the next', async () => {
    expect((await server.call(programme.waiting)).body.data.weeks).toEqual([
      { from: FRIDAY, titles: 1, showings: 3 },
      { from: '2026-11-27', titles: 1, showings: 1 },
    ])
  })

  test('somebody whose role is for some cinemas sees the showings of these', async () => {
    const { films } = (await server.call(programme.board, { ...asManagerWith(), query: { sort: 'movie_title' } })).body
      .data
    expect(films).toMatchObject([
      { movie_id: '1', cinemas: 1, showings: 1, advance: 5, occupied: 5 },
      { movie_id: '2', cinemas: 1, showings: 1, advance: 12 },
    ])
    expect((await server.call(programme.waiting, asManagerWith())).body.data.weeks).toMatchObject([
      { titles: 1, showings: 1 },
      { titles: 1, showings: 1 },
    ])
    const other = await server.call(programme.board, { ...asManagerWith(), query: { cinemas: LEKKI } })
    expect(other.body.data.films).toEqual([])
    const file = await server.call(programme.boardCsv, {
      ...asManagerWith(),
      query: { columns: 'movie_title,showings' },
    })
    expect(file.text.replace('\uFEFF', '').trim().split('\r\n').toSorted()).toEqual([
      'Harmattan,1',
      'Jaws,1',
      'Movie,Showings',
      'Programme; Ikeja; 20/11/2026 to 26/11/2026',
    ])
    expect(file.headers['content-disposition']).toContain('programme_ikeja_')
    const days = { start_date: FRIDAY, end_date: '2026-11-26' }
    const schedule = (await server.call(programme.schedule, { ...asManagerWith(), query: days })).body.data
    expect(schedule.cinemas.map(({ cinema_id }) => cinema_id)).toEqual([IKEJA])
    expect(schedule.cinemas[0]!.showings.map(({ id }) => id)).toEqual(['e', 'c'])
  })
})

describe('the schedule', () => {
  const schedule = async (start_date: string, end_date = start_date, cinemas?: string) =>
    (await server.call(programme.schedule, { query: { start_date, end_date, cinemas } })).body.data
  const changesOf = async (day: string) =>
    (await schedule(day)).cinemas
      .flatMap(({ showings }) => showings)
      .flatMap(({ id, change, was }) => (change ? [[id, change, was]] : []))

  test('each cinema with its screens and showings, by the days of its wall clock', async () => {
    const { cinemas, changed_since } = await schedule('2026-11-21')
    expect(changed_since).toBe('2026-11-19T23:00:00.000Z')
    expect(cinemas.map(({ cinema_name, showings }) => [cinema_name, showings.length])).toEqual([
      ['Ikeja', 0],
      ['Jabi', 0],
      ['Lekki', 2],
    ])
    expect(cinemas[2]).toEqual({
      cinema_id: LEKKI,
      cinema_name: 'Lekki',
      screens: [{ id: '01', name: 'Screen 1', seats: 100 }],
      showings: [
        {
          id: 'a',
          movie_id: '1',
          movie_title: 'Harmattan',
          is_approved: true,
          screen_id: '01',
          day: '2026-11-21',
          starts_at: '2026-11-21T07:00:00.000Z',
          ends_at: '2026-11-21T09:00:00.000Z',
          sold: 60,
          free: 40,
          change: null,
          was: null,
        },
        expect.objectContaining({ id: 'b', sold: 30, free: 70 }),
      ],
    })
    expect((await schedule('2026-11-27')).cinemas.flatMap(({ showings }) => showings)).toMatchObject([
      { id: 'd', day: '2026-11-27' },
    ])
    expect((await schedule('2026-11-22', '2026-11-23', JABI)).cinemas).toMatchObject([
      {
        cinema_id: JABI,
        showings: [
          { id: 'f', sold: 100, free: 0 },
          { id: 'g', sold: 0, free: 120 },
        ],
      },
    ])
  })

  test('what the point of sale cancels, moves or adds is marked for the rest of the day and the next', async () => {
    await server.app.database.pool.query(
      `insert into screens (cinema_id, id, name, seats) values ('${JABI}', '02', 'Screen 2', 50)`,
    )
    pos.has.sessions = [
      ...pos.has.sessions.filter(({ id }) => !['b', 'f', 'g'].includes(id)),
      { ...left('f', JABI, '2', '2026-11-22T18:30:00Z', 40), screenId: '02' },
      { ...left('g', JABI, '2', '2026-11-23T18:00:00Z', 20) },
      left('new', JABI, '1', '2026-11-22T12:00:00Z', 100),
      // All of a day that was not known before.
      left('far', JABI, '1', '2026-12-05T12:00:00Z', 100),
    ]
    await syncSchedule(server.app)
    expect(await changesOf('2026-11-21')).toEqual([['b', 'cancelled', null]])
    const rescheduled = { starts_at: '2026-11-22T18:00:00.000Z', screen_name: 'Screen 1', movie_title: 'Jaws' }
    expect(await changesOf('2026-11-22')).toEqual([
      ['new', 'added', null],
      ['f', 'moved', rescheduled],
    ])
    // Seats that are sold are no change of the schedule.
    expect(await changesOf('2026-11-23')).toEqual([])
    expect(await changesOf('2026-12-05')).toEqual([])

    // Moved again it was where it was at first; moved back it is not marked.
    const at = (id: string) => pos.has.sessions.find((session) => session.id === id)!
    Object.assign(at('f'), { startsAt: new Date('2026-11-22T19:00:00Z'), filmId: '1' })
    server.clock.set('2026-11-21T09:00:00.000Z')
    await syncSchedule(server.app)
    expect(await changesOf('2026-11-22')).toContainEqual(['f', 'moved', rescheduled])
    Object.assign(at('f'), { startsAt: new Date('2026-11-22T18:00:00Z'), filmId: '2', screenId: '01' })
    await syncSchedule(server.app)
    expect(await changesOf('2026-11-22')).toEqual([['new', 'added', null]])
    server.clock.set('2026-11-23T08:00:00.000Z')
    expect(await changesOf('2026-11-21')).toEqual([])
    expect(await changesOf('2026-11-22')).toEqual([])
    server.clock.set('2026-11-21T08:00:00.000Z')
  })

  test.each([
    [{ start_date: '2026-11-22', end_date: '2026-11-21' }, 'end_date', 'The end date is before the start date'],
    [{ start_date: '2026-11-20', end_date: '2026-11-27' }, 'end_date', 'Choose at most 7 days'],
    [{ start_date: '2026-11-20', end_date: '2026-11-20', cinemas: '9999' }, 'cinemas', 'Cinema not found'],
  ])('%j is refused', async (query, field, message) => {
    const { problem } = await server.call(programme.schedule, { query })
    expect(problem).toMatchObject({ status: 422, errors: [{ field, message }] })
  })
})
