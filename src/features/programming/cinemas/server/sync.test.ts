import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { movies } from '#features/programming/movies/server/tables.ts'
import { testServer, TEST_NOW, type TestServer } from '#server/test/harness.ts'
import { posCinema, posFilm, posSession, scriptedPos, type ScriptedPos } from '#server/test/pos.ts'
import { openCinemas, scheduleState } from './store.ts'
import { syncSchedule } from './sync.ts'
import { showtimes } from './tables.ts'

let server: TestServer
let pos: ScriptedPos
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

beforeEach(async () => {
  server.clock.set(TEST_NOW)
  await server.db.execute(sql`truncate showtimes, screens, cinemas, states, movies, sync_runs cascade`)
  pos = scriptedPos()
  pos.has = {
    cinemas: [posCinema('0004', 'Lekki', 'Lagos'), posCinema('0021', 'Jabi', 'Abuja (FCT)')],
    films: [posFilm('00012841', 'CITATION'), posFilm('00012878', 'Lionheart (2D)')],
    sessions: [
      posSession('1', '0004', '00012841', '2026-11-21T12:00:00Z'),
      posSession('2', '0004', '00012878', '2026-11-21T18:00:00Z'),
      posSession('1', '0021', '00012841', '2026-11-22T12:00:00Z'),
    ],
  }
})

const sync = () => syncSchedule({ ...server.app, pos })
const names = async () =>
  (await openCinemas(server.db)).map(({ name, cinemas }) => [name, cinemas.map((c) => c.cinema_name)])
const shows = async (cinemaId = '0004') =>
  (
    await server.db
      .select()
      .from(showtimes)
      .where(sql`cinema_id = ${cinemaId}`)
      .orderBy(showtimes.id)
  ).map((row) => ({
    id: row.id,
    movie: row.movieId,
    at: row.startsAt.toISOString(),
    stands: row.cancelledAt === null,
  }))
const change = <T extends { id: string }>(list: T[], id: string, fields: Partial<T>) =>
  list.map((entry) => (entry.id === id ? { ...entry, ...fields } : entry))
/** Every row with the transaction that wrote it: the same when nothing was written. */
const rowsAsWritten = async () =>
  (
    await server.db.execute(sql`
      select 'c' || id as id, xmin::text, ctid::text from cinemas union all select 'm' || id, xmin::text, ctid::text from movies
      union all select 's' || cinema_id || id, xmin::text, ctid::text from showtimes
      union all select 'r' || cinema_id || id, xmin::text, ctid::text from screens order by 1`)
  ).rows

describe('taking the schedule from the point of sale', () => {
  test('cinemas, films and sessions come; a second time writes nothing', async () => {
    expect(await sync()).toBeUndefined()
    expect(await names()).toEqual([
      ['Abuja (FCT)', ['Jabi']],
      ['Lagos', ['Lekki']],
    ])
    expect((await shows()).map(({ id, stands }) => [id, stands])).toEqual([
      ['1', true],
      ['2', true],
    ])
    expect(await scheduleState(server.db)).toEqual({ as_of: TEST_NOW, failing_since: null, reason: null })
    const before = await rowsAsWritten()
    await sync()
    expect(await rowsAsWritten()).toEqual(before)
  })

  test('a cinema is renamed and moves to another state; a screen grows; a film is renamed', async () => {
    await sync()
    pos.has.cinemas = change(pos.has.cinemas, '0021', {
      name: 'Asaba',
      state: 'Delta',
      screens: [{ id: '01', name: 'IMAX', seats: 300 }],
    })
    pos.has.films = change(pos.has.films, '00012841', { title: 'Citation', genre: 'Thriller', rating: null })
    await sync()
    expect(await names()).toEqual([
      ['Delta', ['Asaba']],
      ['Lagos', ['Lekki']],
    ])
    const screen = await server.db.execute(sql`select name, seats from screens where cinema_id = '0021'`)
    expect(screen.rows).toEqual([{ name: 'IMAX', seats: 300 }])
    const [movie] = await server.db
      .select()
      .from(movies)
      .where(sql`id = '00012841'`)
    expect(movie).toMatchObject({ name: 'Citation', posGenre: 'Thriller', posRating: null })
  })

  test('what staff entered is not touched', async () => {
    await sync()
    await server.db
      .update(movies)
      .set({ title: 'Citation', isApproved: true, hasDetails: true, version: 7, runtime: 151 })
    pos.has.films = pos.has.films.map((film) => ({ ...film, title: `${film.title} (3D)`, runtime: 99 }))
    await sync()
    for (const movie of await server.db.select().from(movies))
      expect(movie).toMatchObject({
        title: 'Citation',
        isApproved: true,
        hasDetails: true,
        version: 7,
        runtime: 151,
        posRuntime: 99,
      })
  })

  test('a session that moves follows; one that is gone is cancelled; one that returns stands again', async () => {
    await sync()
    pos.has.sessions = [posSession('1', '0004', '00012841', '2026-11-23T20:00:00Z')]
    await sync()
    expect(await shows()).toEqual([
      { id: '1', movie: '00012841', at: '2026-11-23T20:00:00.000Z', stands: true },
      { id: '2', movie: '00012878', at: '2026-11-21T18:00:00.000Z', stands: false },
    ])
    expect((await shows('0021'))[0]!.stands).toBe(false)
    pos.has.sessions.push(posSession('2', '0004', '00012878', '2026-11-21T18:00:00Z'))
    await sync()
    expect((await shows()).every(({ stands }) => stands)).toBe(true)
  })

  test('a session that is no longer told of shortly before it begins was not cancelled: it is no longer sold', async () => {
    await sync()
    pos.has.sessions = []
    server.clock.set('2026-11-21T11:30:00Z')
    await sync()
    expect((await shows()).map(({ id, stands }) => [id, stands])).toEqual([
      ['1', true],
      ['2', false],
    ])
  })

  test('the past stays as it was, although the point of sale forgets it', async () => {
    await sync()
    server.clock.set('2026-11-21T15:00:00Z')
    pos.has.sessions = pos.has.sessions.filter(({ startsAt }) => startsAt >= server.clock.now())
    await sync()
    expect((await shows()).map(({ stands }) => stands)).toEqual([true, true])
    pos.has.sessions.push(posSession('1', '0004', '00012878', '2026-11-25T12:00:00Z'))
    await sync()
    expect((await shows())[0]).toMatchObject({ movie: '00012841', at: '2026-11-21T12:00:00.000Z', stands: true })
  })

  test('a cinema that is gone closes with its showtimes to come, and opens again with them', async () => {
    await sync()
    const { cinemas, sessions } = pos.has
    pos.has = { ...pos.has, cinemas: [cinemas[0]!], sessions: sessions.slice(0, 2) }
    await sync()
    expect(await names()).toEqual([['Lagos', ['Lekki']]])
    expect((await shows('0021'))[0]!.stands).toBe(false)
    pos.has = { ...pos.has, cinemas, sessions }
    await sync()
    expect((await names()).length).toBe(2)
    expect((await shows('0021'))[0]!.stands).toBe(true)
  })

  test('a film that is no longer known is told apart, and known again when it returns', async () => {
    await sync()
    const known = async () =>
      (
        await server.db
          .select()
          .from(movies)
          .where(sql`pos_listed_since is not null`)
      )
        .map(({ id }) => id)
        .sort()
    const { films } = pos.has
    pos.has.films = [films[0]!]
    await sync()
    expect(await known()).toEqual(['00012841'])
    pos.has.films = films
    await sync()
    expect(await known()).toEqual(['00012841', '00012878'])
  })

  test('a film that staff took out comes back with a showtime, not without', async () => {
    await sync()
    await server.db.update(movies).set({ deletedAt: server.clock.now() })
    pos.has.sessions = pos.has.sessions.filter(({ filmId }) => filmId === '00012841')
    await sync()
    const rows = await server.db.select().from(movies).orderBy(movies.id)
    expect(rows.map(({ deletedAt }) => deletedAt === null)).toEqual([true, false])
  })

  test('a session of a film and a screen that were not told of, and an id told twice', async () => {
    const stray = { ...posSession('9', '0004', '00099999', '2026-11-21T20:00:00Z'), screenId: '07' }
    pos.has.sessions.push(stray, stray)
    pos.has.films.push(pos.has.films[0]!)
    pos.has.cinemas.push(pos.has.cinemas[0]!)
    expect(await sync()).toBeUndefined()
    expect((await shows()).map(({ movie }) => movie)).toContain('00099999')
  })
})

describe('what cannot be read', () => {
  const what = 'ScheduledFilmId is missing'

  test('a session keeps its last known state, and its neighbours follow', async () => {
    await sync()
    pos.has.sessions = [posSession('2', '0004', '00012841', '2026-11-21T19:00:00Z')]
    pos.unread.sessions = [{ id: '1', name: 'Session 1', what }]
    expect(await sync()).toBeUndefined()
    expect(await shows()).toEqual([
      { id: '1', movie: '00012841', at: '2026-11-21T12:00:00.000Z', stands: true },
      { id: '2', movie: '00012841', at: '2026-11-21T19:00:00.000Z', stands: true },
    ])
    pos.unread.sessions = []
    await sync()
    expect((await shows()).map(({ stands }) => stands)).toEqual([false, true])
  })

  test('while an id is unknown nothing is cancelled, closed or forgotten, and what is there follows', async () => {
    await sync()
    const nameless = { id: null, name: 'A session without an ID', what }
    pos.unread = { sessions: [nameless], cinemas: [nameless], films: [nameless] }
    pos.has = {
      cinemas: [posCinema('0004', 'Lekki Mall', 'Lagos')],
      films: [posFilm('00012841', 'Citation')],
      sessions: [posSession('3', '0004', '00012841', '2026-11-21T21:00:00Z')],
    }
    expect(await sync()).toBeUndefined()
    expect(await names()).toEqual([
      ['Abuja (FCT)', ['Jabi']],
      ['Lagos', ['Lekki Mall']],
    ])
    expect((await shows()).map(({ id, stands }) => [id, stands])).toEqual([
      ['1', true],
      ['2', true],
      ['3', true],
    ])
    expect(await shows('0021')).toMatchObject([{ stands: true }])
    const known = await server.db.execute(sql`select id from movies where pos_listed_since is not null order by id`)
    expect(known.rows).toEqual([{ id: '00012841' }, { id: '00012878' }])
  })

  test('a cinema and a film stay as they were, and the sessions of the cinema follow', async () => {
    await sync()
    pos.unread = {
      cinemas: [{ id: '0021', name: 'Cinema 0021', what: 'Name is missing' }],
      films: [{ id: '00012878', name: 'Film 00012878', what: 'Title is missing' }],
    }
    pos.has = {
      cinemas: [posCinema('0004', 'Lekki', 'Lagos')],
      films: [posFilm('00012841', 'CITATION')],
      sessions: [posSession('1', '0021', '00012878', '2026-11-22T14:00:00Z')],
    }
    expect(await sync()).toBeUndefined()
    expect((await names()).flatMap(([, cinemas]) => cinemas)).toEqual(['Jabi', 'Lekki'])
    expect(await shows('0021')).toMatchObject([{ movie: '00012878', at: '2026-11-22T14:00:00.000Z', stands: true }])
    const film = await server.db.execute(
      sql`select name from movies where id = '00012878' and pos_listed_since is not null`,
    )
    expect(film.rows).toEqual([{ name: 'Lionheart (2D)' }])
  })
})

describe('when the point of sale fails', () => {
  test('the last good state stays, with since when and why; success ends it', async () => {
    await sync()
    const before = await rowsAsWritten()
    pos.fault = { reason: 'The point of sale did not answer within 15 seconds' }
    server.clock.set('2026-11-21T09:10:00Z')
    expect(await sync()).toBe(pos.fault.reason)
    server.clock.set('2026-11-21T09:20:00Z')
    pos.fault = { reason: 'The point of sale refused our access token' }
    await sync()
    expect(await rowsAsWritten()).toEqual(before)
    expect(await scheduleState(server.db)).toEqual({
      as_of: TEST_NOW,
      failing_since: '2026-11-21T09:10:00.000Z',
      reason: 'The point of sale refused our access token',
    })
    pos.fault = undefined
    await sync()
    expect(await scheduleState(server.db)).toEqual({
      as_of: '2026-11-21T09:20:00.000Z',
      failing_since: null,
      reason: null,
    })
  })

  test('one cinema that fails does not keep the others from following', async () => {
    await sync()
    pos.fault = { reason: 'The point of sale closed the connection early', cinemaId: '0004' }
    pos.has.sessions = []
    await sync()
    expect((await shows('0004')).every(({ stands }) => stands)).toBe(true)
    expect((await shows('0021')).every(({ stands }) => !stands)).toBe(true)
    expect((await scheduleState(server.db)).reason).toBe(pos.fault.reason)
  })

  test.each(['cinemas', 'films'] as const)(
    'an answer without any %s is a failure, not the end of the chain',
    async (part) => {
      await sync()
      const before = await rowsAsWritten()
      pos.has = { ...pos.has, [part]: [] }
      expect(await sync()).toMatch(/^The point of sale returned no (cinema|film)$/)
      expect(await rowsAsWritten()).toEqual(before)
    },
  )
})
