import { afterAll, beforeAll, expect, test } from 'vitest'
import { analytics } from '#features/insights/analytics/contract.ts'
import { syncSchedule } from '#features/programming/cinemas/server/sync.ts'
import { newKey, sender } from '#features/operations/feed/server/test/sender.ts'
import { movieStats } from '#features/insights/movie-stats/contract.ts'
import { programme } from '#features/programming/programme/contract.ts'
import { parseEnv } from '#server/env.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { posCinema, posFilm, posSession, scriptedPos } from '#server/test/pos.ts'

/** A chain whose programme changes on Thursdays, on a Saturday: its week is 19 to 25/11/2026. */
let server: TestServer
const THURSDAY = '2026-11-19'
const WEDNESDAY = '2026-11-25'
const WEEK = { from: THURSDAY, until: WEDNESDAY }

/** Tickets sold and shown at noon of a day: so many. */
const SOLD = { '2026-11-12': 8, '2026-11-18': 3, '2026-11-19': 5, '2026-11-20': 7 }

beforeAll(async () => {
  server = await testServer({ env: { CINEMA_WEEK_BEGINS: 'thursday' } })
  const pos = scriptedPos()
  const noons = ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-25', '2026-11-26']
  pos.has = {
    cinemas: [posCinema('0004', 'Lekki', 'Lagos')],
    films: [posFilm('1', 'Harmattan', { openingDate: '2026-11-12' })],
    sessions: noons.map((day) => posSession(day, '0004', '1', `${day}T11:00:00Z`)),
  }
  server.app.pos = pos
  server.clock.set('2026-11-11T06:00:00.000Z')
  await syncSchedule(server.app)
  server.clock.set('2026-11-21T08:00:00.000Z')
  const ingest = sender(server, (await newKey(server, { name: 'Shop', source: 'shop' })).secret)
  const purchases = Object.entries(SOLD).map(([day, quantity]) => ({
    id: day,
    at: `${day}T10:00:00Z`,
    channel: 'web',
    cinema_id: '0004',
    lines: [{ kind: 'ticket', movie_id: '1', show_at: `${day}T11:00:00Z`, quantity, amount: 1000 * quantity }],
  }))
  await ingest('purchases', purchases)
})
afterAll(() => server.close())

test('the programme has the showings from Thursday to Wednesday, whatever day of the week is asked for', async () => {
  for (const week of [undefined, THURSDAY, '2026-11-20', WEDNESDAY]) {
    const { body } = await server.call(programme.board, { query: week ? { week } : {} })
    expect(body.data).toMatchObject({ week: WEEK, films: [{ movie_id: '1', showings: 3 }] })
  }
  const { body } = await server.call(programme.waiting, {})
  expect(body.data.weeks).toEqual([
    { from: THURSDAY, titles: 1, showings: 1 },
    { from: '2026-11-26', titles: 1, showings: 1 },
  ])
})

test("a film's weeks begin on Thursdays, and the running one is compared by the same weekdays", async () => {
  const { body } = await server.call(movieStats.film, { params: { id: '1' }, query: {} })
  expect(body.data.week).toEqual(WEEK)
  expect(body.data.weeks).toMatchObject([
    // Thursday and Friday are over: 12 against 8.
    { from: THURSDAY, until: WEDNESDAY, number: 2, tickets_sold: 12, change: 50, is_running: true },
    { from: '2026-11-12', until: '2026-11-18', number: 1, tickets_sold: 11, is_running: false },
  ])
})

test('figures by cinema: the week from Thursday, its weekdays in that order, the weekend from Friday', async () => {
  const of = async (period: 'week' | 'weekend', date?: string) =>
    (await server.call(analytics.byCinema, { query: { period, ...(date && { date }) } })).body.data
  const week = await of('week')
  expect(week.days).toEqual({ start: THURSDAY, end: WEDNESDAY })
  expect(week.total.now.tickets).toBe(12)
  expect((await of('week', '2026-11-18')).total.now.tickets).toBe(11)
  expect((await of('weekend')).days).toEqual({ start: '2026-11-20', end: '2026-11-22' })
  const times = (await server.call(analytics.byTime, { query: { period: 'week' } })).body.data
  expect(times.weekdays.map(({ weekday }) => weekday)).toEqual([4, 5, 6, 0, 1, 2, 3])
  expect(times.weekdays.slice(0, 2)).toMatchObject([{ tickets: 5 }, { tickets: 7 }])
})

test('Friday unless it is set, and nothing but a weekday is taken', () => {
  expect(parseEnv({}).weekBegins).toBe('friday')
  expect(() => parseEnv({ CINEMA_WEEK_BEGINS: 'freitag' })).toThrow('CINEMA_WEEK_BEGINS')
})
