import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '#contract/endpoint.ts'
import { syncSchedule } from '#features/programming/cinemas/server/sync.ts'
import { newKey, sender } from '#features/operations/feed/server/test/sender.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { posCinema, posFilm, posSession, scriptedPos } from '#server/test/pos.ts'
import { movieStats } from '../contract.ts'

type Query = Partial<Input<(typeof movieStats)['list']['query']>>

const [LEKKI, IKEJA] = ['0004', '0007'] as const
const DAYS = { start_date: '2026-11-20', end_date: '2026-11-21' }

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  const pos = scriptedPos()
  pos.has = {
    cinemas: [posCinema(LEKKI, 'Lekki', 'Lagos'), posCinema(IKEJA, 'Ikeja', 'Lagos')],
    films: [posFilm('1', 'Harmattan'), posFilm('2', 'Lagos by night'), posFilm('3', 'Not shown')],
    sessions: [
      posSession('a', LEKKI, '1', '2026-11-21T07:00:00Z'),
      { ...posSession('b', IKEJA, '1', '2026-11-21T08:00:00Z'), seatsAvailable: 40 },
      posSession('c', LEKKI, '2', '2026-11-21T08:30:00Z'),
      posSession('later', LEKKI, '2', '2026-11-21T20:00:00Z'),
    ],
  }
  server.app.pos = pos
  await syncSchedule(server.app)
  const send = sender(server, (await newKey(server, { name: 'Shop', source: 'shop' })).secret)
  const ticket = (movie_id: string | undefined, show_at: string, quantity: number, amount: number) => ({
    kind: 'ticket',
    movie_id,
    show_at,
    quantity,
    amount,
  })
  const buy = (id: string, at: string, cinema_id: string | null, lines: object[]) => ({ id, at, cinema_id, lines })
  await send('purchases', [
    // Two movies at once, and something to eat; 23:30 in UTC is 00:30 of the next day in Lagos.
    buy('p1', '2026-11-19T23:30:00Z', LEKKI, [
      ticket('1', '2026-11-21T07:00:00Z', 2, 9000.5),
      ticket('2', '2026-11-22T10:00:00Z', 3, 12_000),
      { kind: 'concession', product: 'Popcorn', quantity: 1, amount: 3000 },
    ]),
    buy('p2', '2026-11-20T12:00:00Z', IKEJA, [ticket('1', '2026-11-21T08:00:00Z', 1, 4500)]),
    buy('p3', '2026-11-19T22:30:00Z', IKEJA, [ticket('1', '2026-11-21T08:00:00Z', 5, 20_000)]),
    buy('p4', '2026-11-20T12:00:00Z', null, [ticket(undefined, '2026-11-21T08:00:00Z', 1, 1000)]),
  ])
  await send('refunds', [
    {
      id: 'r1',
      purchase_id: 'p1',
      at: '2026-11-21T08:00:00Z',
      lines: [{ kind: 'ticket', quantity: 1, amount: 4000, show_at: '2026-11-22T10:00:00Z' }],
    },
  ])
})
afterAll(() => server.close())

const stats = async (query: Query = {}) =>
  (await server.call(movieStats.list, { query: { ...DAYS, ...query } as never })).body.data
const names = async (query: Query) => (await stats(query)).movies.map(({ movie_name }) => movie_name)

describe('movies stats', () => {
  test('tickets and revenue by the day of the sale, a refund on its day from the movie that it is of; seats of what has begun', async () => {
    expect(await stats()).toEqual({
      movies: [
        {
          movie_id: '1',
          movie_name: 'Harmattan',
          small_poster: null,
          tickets_sold: 3,
          revenue: 13_500.5,
          showings: 2,
          occupancy: 40,
          likes: 0,
          dislikes: 0,
        },
        expect.objectContaining({
          movie_id: '2',
          tickets_sold: 2,
          revenue: 8000,
          showings: 1,
          occupancy: 20,
        }),
        expect.objectContaining({ movie_id: '', movie_name: 'Movie not recorded', tickets_sold: 1, occupancy: null }),
      ],
      totalCount: 3,
      totals: { tickets_sold: 6, revenue: 22_500.5, showings: 3, occupancy: expect.closeTo(33.3, 1) },
      first_sale_on: '2026-11-19',
    })
  })

  test('of the last day what happened before a time of day; sales begin where they began at these cinemas', async () => {
    const until = async (end_date: string, up_to: string, more: Query = {}) => {
      const { totals, first_sale_on } = await stats({ end_date, up_to, ...more })
      return { ...totals, first_sale_on }
    }
    expect(await until('2026-11-20', '00:30')).toMatchObject({ tickets_sold: 0, revenue: 0, showings: 0 })
    expect(await until('2026-11-20', '13:00')).toMatchObject({ tickets_sold: 5, revenue: 21_000.5, showings: 0 })
    expect(await until('2026-11-20', '13:01')).toMatchObject({ tickets_sold: 7, revenue: 26_500.5, showings: 0 })
    expect(await until('2026-11-21', '09:00')).toMatchObject({ tickets_sold: 7, revenue: 26_500.5, showings: 1 })
    expect(await until('2026-11-21', '09:01')).toMatchObject({ tickets_sold: 6, revenue: 22_500.5, showings: 2 })
    expect(await until('2026-11-20', '13:00', { cinemas: LEKKI })).toMatchObject({
      tickets_sold: 5,
      first_sale_on: '2026-11-20',
    })
    expect(await until('2026-11-21', '09:01', { search: 'night' })).toMatchObject({ tickets_sold: 2, revenue: 8000 })
  })

  test('at one cinema, and on one day', async () => {
    const ikeja = await stats({ cinemas: IKEJA })
    expect(ikeja.movies).toMatchObject([{ movie_id: '1', tickets_sold: 1, revenue: 4500, showings: 1, occupancy: 60 }])
    const day = await stats({ start_date: '2026-11-19', end_date: '2026-11-19' })
    expect(day.movies).toMatchObject([{ movie_id: '1', tickets_sold: 5, showings: 0, occupancy: null }])
    expect(await stats({ start_date: '2026-11-21' })).toMatchObject({
      movies: [
        { movie_id: '1', tickets_sold: 0 },
        { movie_id: '2', tickets_sold: -1, revenue: -4000 },
      ],
    })
  })

  test.each<[Query, string[]]>([
    [{ search: 'NIGHT' }, ['Lagos by night']],
    [{ search: 'shown' }, []],
    [{ sort: 'movie_name' }, ['Harmattan', 'Lagos by night', 'Movie not recorded']],
    [{ sort: 'tickets_sold' }, ['Movie not recorded', 'Lagos by night', 'Harmattan']],
    [{ sort: 'revenue' }, ['Movie not recorded', 'Lagos by night', 'Harmattan']],
    [{ sort: '-showings' }, ['Harmattan', 'Lagos by night', 'Movie not recorded']],
    [{ sort: 'occupancy' }, ['Lagos by night', 'Harmattan', 'Movie not recorded']],
    [{ sort: '-occupancy' }, ['Harmattan', 'Lagos by night', 'Movie not recorded']],
    [{ sort: '-likes' }, ['Harmattan', 'Lagos by night', 'Movie not recorded']],
    [{ sort: 'dislikes', perPage: 1, page: 2 }, ['Lagos by night']],
    [{ page: 2 }, []],
  ])('%j', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  test('a page beyond the end says how many there are, and all together', async () => {
    expect(await stats({ page: 9 })).toMatchObject({ movies: [], totalCount: 3, totals: { tickets_sold: 6 } })
  })

  test.each([
    [{ start_date: undefined }, 'start_date', 'Enter a date'],
    [{ start_date: '2026-11-22' }, 'end_date', 'The end date is before the start date'],
    [{ start_date: '2014-12-31', end_date: '2015-01-02' }, 'start_date', 'Figures begin in 2015'],
    [{ start_date: '2020-01-01' }, 'end_date', 'Choose at most 1,100 days'],
    [{ page: 0 }, 'page', 'page starts at 1'],
    [{ up_to: '24:00' }, 'up_to', 'up_to is HH:MM'],
  ])('%j is refused', async (query, field, message) => {
    const answer = await server.call(movieStats.list, { query: { ...DAYS, ...query } as never })
    expect(answer.problem).toMatchObject({ status: 422, errors: [{ field, message }] })
  })

  test('the CSV holds the table, in the columns that are asked for', async () => {
    const file = await server.call(movieStats.csv, { query: DAYS })
    expect(file.headers['content-disposition']).toBe('attachment; filename="movies-stats_2026-11-20_2026-11-21.csv"')
    expect(file.text.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
      'Movies stats; all cinemas; 20/11/2026 to 21/11/2026',
      'ID,Movie,Tickets sold,Revenue,Showings,Occupancy (%),Likes,Dislikes',
      '1,Harmattan,3,13500.50,2,40.0,0,0',
      '2,Lagos by night,2,8000.00,1,20.0,0,0',
      ',Movie not recorded,1,1000.00,0,,0,0',
    ])
    const some = await server.call(movieStats.csv, {
      query: { ...DAYS, search: 'night', columns: 'revenue,movie_name' },
    })
    expect(some.text.replace('\uFEFF', '')).toBe(
      'Movies stats; all cinemas; 20/11/2026 to 21/11/2026; search: night\r\nRevenue,Movie\r\n8000.00,Lagos by night\r\n',
    )
    expect((await server.call(movieStats.csv, { query: { ...DAYS, columns: 'secret' } })).status).toBe(422)
  })
})

describe("a film's figures", () => {
  const film = async (id: string, query: Partial<Input<(typeof movieStats)['film']['query']>> = {}) =>
    (await server.call(movieStats.film, { params: { id }, query })).body.data

  test('by cinema week with the change of its tickets, the running week by the days that are over', async () => {
    // Saturday the 21st: of the running week Friday alone is over.
    const { weeks, week } = await film('1')
    expect(week).toEqual({ from: '2026-11-20', until: '2026-11-26' })
    expect(weeks).toEqual([
      {
        from: '2026-11-20',
        until: '2026-11-26',
        number: 1,
        tickets_sold: 3,
        revenue: 13_500.5,
        showings: 2,
        occupancy: 40,
        change: null,
        is_running: true,
      },
      {
        from: '2026-11-13',
        until: '2026-11-19',
        number: null,
        tickets_sold: 5,
        revenue: 20_000,
        showings: 0,
        occupancy: null,
        change: null,
        is_running: false,
      },
    ])
    server.clock.set('2026-11-28T09:00:00.000Z')
    const later = await film('1', { week: '2026-11-22' })
    expect(later.weeks.map(({ from, change, is_running }) => [from, change, is_running])).toEqual([
      ['2026-11-20', null, false],
      ['2026-11-13', null, false],
    ])
    expect((await film('1')).week.from).toBe('2026-11-27')
    server.clock.set('2026-11-27T09:00:00.000Z')
    expect((await film('1')).week.from).toBe('2026-11-20')
    server.clock.set(TEST_NOW)
  })

  test('by cinema, beside all that the cinema shows, and by time of day; of some cinemas alone', async () => {
    const { cinemas, dayparts } = await film('1')
    expect(cinemas).toEqual([
      {
        cinema_id: LEKKI,
        cinema_name: 'Lekki',
        tickets_sold: 2,
        change: null,
        showings: 1,
        occupancy: 20,
        per_showing: 20,
        cinema_per_showing: 20,
        next_showings: 0,
        advice: null,
      },
      expect.objectContaining({ cinema_id: IKEJA, tickets_sold: 1, occupancy: 60, per_showing: 60 }),
    ])
    expect(dayparts).toEqual([
      { daypart: 'morning', showings: 2, seats_sold: 80, occupancy: 40 },
      { daypart: 'afternoon', showings: 0, seats_sold: 0, occupancy: null },
      { daypart: 'evening', showings: 0, seats_sold: 0, occupancy: null },
      { daypart: 'late', showings: 0, seats_sold: 0, occupancy: null },
    ])
    const ikeja = await film('1', { cinemas: IKEJA })
    expect(ikeja.cinemas.map(({ cinema_id }) => cinema_id)).toEqual([IKEJA])
    expect(ikeja.weeks.map(({ tickets_sold }) => tickets_sold)).toEqual([1, 5])
    expect((await film('3')).weeks).toEqual([])
  })

  test('while the running week gives no advice, the one before that does', async () => {
    await server.db.execute(sql`
      insert into showtimes
      select (jsonb_populate_record(s, jsonb_build_object('id', 'before-' || n, 'starts_at', s.starts_at - n * interval '1 day'))).*
      from showtimes s, generate_series(2, 6) n where s.id = 'b'`)
    const { week, cinemas } = await film('1')
    expect(week.from).toBe('2026-11-13')
    expect(Object.fromEntries(cinemas.map(({ cinema_id, advice }) => [cinema_id, advice]))).toEqual({
      [IKEJA]: 'hold',
      [LEKKI]: null,
    })
    expect((await film('1', { week: '2026-11-21' })).week.from).toBe('2026-11-20')
    await server.db.execute(sql`delete from showtimes where id like 'before-%'`)
    expect((await film('1')).week.from).toBe('2026-11-20')
  })

  test('there is no such film, no such cinema', async () => {
    expect((await server.call(movieStats.film, { params: { id: '77' }, query: {} })).problem).toMatchObject({
      status: 404,
    })
    const query = { cinemas: '9999' }
    expect((await server.call(movieStats.film, { params: { id: '1' }, query })).problem).toMatchObject({ status: 422 })
  })
})
