import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { IntegrationError } from '#server/integrations/error.ts'
import { maintenance } from '#server/jobs/maintenance.ts'
import { testServer, TEST_NOW, type TestServer } from '#server/test/harness.ts'
import { posCinema, posFilm, posSession, scriptedPos, type ScriptedPos } from '#server/test/pos.ts'
import { demo } from '#demo/parts/cinemas.ts'
import { requestFullSync, syncAllJob, syncAtStart, syncScheduleJob } from './jobs.ts'
import { isFullDue, latestRun, openRun, RUN_TRIES, scheduleState, startRun, type RunKind } from './runs.ts'
import { goOn } from './sync.ts'

const LEKKI = '0004'
const JABI = '0021'
const ASABA = '0022'
const REASON = 'The point of sale reported an error (500)'

let server: TestServer
let pos: ScriptedPos
/** What the point of sale was asked for: films, cinemas, or the sessions of a cinema with the end of the window. */
let requested: string[]
/** Cinemas whose sessions fail. */
let broken: string[]
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

beforeEach(async () => {
  server.clock.set(TEST_NOW)
  await server.db.execute(sql`truncate showtimes, screens, cinemas, states, movies, sync_runs cascade`)
  requested = []
  broken = []
  pos = scriptedPos()
  const { films, cinemas, sessions } = pos
  pos.films = () => (requested.push('films'), films())
  pos.cinemas = () => (requested.push('cinemas'), cinemas())
  pos.sessions = async (id, until) => {
    requested.push(until ? `${id} until ${until.toISOString()}` : id)
    if (broken.includes(id)) throw new IntegrationError(REASON, { isPassing: true })
    return sessions(id, until)
  }
  pos.has = {
    cinemas: [posCinema(LEKKI, 'Lekki', 'Lagos'), posCinema(JABI, 'Jabi', 'Abuja'), posCinema(ASABA, 'Asaba', 'Delta')],
    films: [posFilm('00012841', 'CITATION')],
    sessions: [
      posSession('1', LEKKI, '00012841', '2026-11-21T12:00:00Z'),
      posSession('2', LEKKI, '00012841', '2026-11-23T08:59:00Z'),
      posSession('3', LEKKI, '00012841', '2026-11-23T09:00:00Z'),
      posSession('4', JABI, '00012841', '2026-11-22T12:00:00Z'),
    ],
  }
  server.app.pos = pos
})

const start = (kind: RunKind) => server.db.transaction((tx) => startRun(tx, { kind, now: server.clock.now() }))
const run = () => latestRun(server.db)
const job = (payload: { runId?: number } = {}) => syncScheduleJob.run(server.app, payload)
/** Each showtime's id with its start, or why it does not stand. */
const shows = async () =>
  (
    await server.db.execute<{ id: string; at: string }>(sql`
      select id, case when cancelled_at is null then to_char(starts_at at time zone 'UTC', 'DD HH24:MI') else 'cancelled' end as at
      from showtimes order by id`)
  ).rows.map(({ id, at }) => `${id} ${at}`)
const ALL = ['1 21 12:00', '2 23 08:59', '3 23 09:00', '4 22 12:00']
/** Answers when the question is open; it is answered when the test says so. */
const locked = (cinemaId: string) => {
  const { sessions } = pos
  const answer = Promise.withResolvers<void>()
  const isRequested = Promise.withResolvers<void>()
  pos.sessions = async (id, until) => {
    const found = await sessions(id, until)
    if (id !== cinemaId) return found
    isRequested.resolve()
    await answer.promise
    return found
  }
  return { answer: answer.resolve, isRequested: isRequested.promise, release: () => void (pos.sessions = sessions) }
}

describe('a full run', () => {
  test('takes films and cinemas, then the sessions of each cinema to the horizon', async () => {
    await job()
    expect(requested).toEqual(['films', 'cinemas', LEKKI, JABI, ASABA])
    expect(await shows()).toEqual(ALL)
    expect(await run()).toEqual({
      id: expect.any(Number),
      kind: 'full',
      requestedBy: null,
      startedAt: TEST_NOW,
      finishedAt: TEST_NOW,
      reason: null,
      done: 5,
      total: 5,
      open: [],
    })
  })

  test('follows a cinema that closes and one that opens, which become parts of it or leave it', async () => {
    await job()
    pos.has.cinemas = [pos.has.cinemas[0]!, posCinema('0030', 'Uyo', 'Akwa Ibom')]
    const { id } = await start('full')
    expect((await run())!.open).toEqual(['Films', 'Cinemas', 'Asaba', 'Jabi', 'Lekki'])
    requested = []
    await job({ runId: id })
    expect(requested).toEqual(['films', 'cinemas', LEKKI, '0030'])
    expect(await run()).toMatchObject({ done: 4, total: 4, reason: null })
    expect(await shows()).toEqual([...ALL.slice(0, 3), '4 cancelled'])
  })

  test('is due when the last complete one is a day old', async () => {
    await job()
    server.clock.set('2026-11-22T08:59:59Z')
    expect(await isFullDue(server.db, server.clock.now())).toBe(false)
    server.clock.set('2026-11-22T09:00:00Z')
    expect(await isFullDue(server.db, server.clock.now())).toBe(true)
    await job()
    expect((await run())!.kind).toBe('full')
    await job()
    expect((await run())!.kind).toBe('incremental')
  })
})

describe('an incremental run', () => {
  beforeEach(async () => {
    await job()
    requested = []
  })

  test('takes films and the sessions of 48 hours', async () => {
    await job()
    const window = 'until 2026-11-23T09:00:00.000Z'
    expect(requested).toEqual(['films', `${LEKKI} ${window}`, `${JABI} ${window}`, `${ASABA} ${window}`])
    expect(await run()).toMatchObject({ kind: 'incremental', done: 4, total: 4 })
  })

  test('cancels inside its window alone', async () => {
    pos.has.sessions = []
    await job()
    expect(await shows()).toEqual(['1 cancelled', '2 cancelled', '3 23 09:00', '4 cancelled'])
  })

  test('follows a film that is renamed, a session that moves, one that is new and one that returns', async () => {
    const { sessions } = pos.has
    pos.has.films = [posFilm('00012841', 'Citation')]
    pos.has.sessions = [
      posSession('1', LEKKI, '00012841', '2026-11-21T15:30:00Z'),
      posSession('3', LEKKI, '00012841', '2026-11-22T09:00:00Z'),
      posSession('5', LEKKI, '00012841', '2026-11-21T18:00:00Z'),
    ]
    await job()
    expect(await shows()).toEqual(['1 21 15:30', '2 cancelled', '3 22 09:00', '4 cancelled', '5 21 18:00'])
    expect((await server.db.execute(sql`select name from movies`)).rows).toEqual([{ name: 'Citation' }])
    pos.has.sessions = sessions
    server.clock.set('2026-11-21T09:10:00Z')
    await job()
    expect(await shows()).toEqual([...ALL, '5 cancelled'])
  })

  test('leaves what has begun as it was', async () => {
    server.clock.set('2026-11-21T12:00:01Z')
    pos.has.sessions = []
    await job()
    expect((await shows())[0]).toBe('1 21 12:00')
  })

  test('gives way to a full one: what it was still waiting for is not stored', async () => {
    const question = locked(LEKKI)
    const late = job()
    await question.isRequested
    question.release()
    pos.has.sessions = pos.has.sessions.slice(1)
    const incremental = (await openRun(server.db))!
    const full = await start('full')
    expect(full.id).not.toBe(incremental.id)
    await job({ runId: full.id })
    question.answer()
    await late
    expect(await shows()).toEqual(['1 cancelled', ...ALL.slice(1)])
    expect(await run()).toMatchObject({ id: full.id, reason: null })
  })
})

describe('a run that was left', () => {
  test('by a crash is gone on with where it was; who comes late with an older answer stores nothing', async () => {
    const question = locked(JABI)
    const crashed = job()
    await question.isRequested
    question.release()
    expect(await run()).toMatchObject({ finishedAt: null, done: 3, total: 5, open: ['Asaba', 'Jabi'] })
    expect((await scheduleState(server.db)).as_of).toBeNull()
    pos.has.sessions = pos.has.sessions.map((one) =>
      one.id === '4' ? { ...one, startsAt: new Date('2026-11-22T15:00Z') } : one,
    )
    requested = []
    await job()
    expect(requested).toEqual([JABI, ASABA])
    const rescheduled = [...ALL.slice(0, 3), '4 22 15:00']
    expect(await shows()).toEqual(rescheduled)
    question.answer()
    await crashed
    expect(await shows()).toEqual(rescheduled)
    expect(await run()).toMatchObject({ kind: 'full', finishedAt: TEST_NOW, done: 5 })
  })

  test('is asked for at the start, and so is a full one that is due', async () => {
    const sent: object[] = []
    const app = {
      ...server.app,
      jobs: { send: async (_: unknown, payload: object) => void sent.push(payload), stop: async () => {} },
    }
    await syncAtStart(app)
    expect(sent).toHaveLength(1)
    await job()
    await syncAtStart(app)
    expect(sent).toHaveLength(1)
    await start('incremental')
    await syncAtStart(app)
    expect(sent).toHaveLength(2)
  })

  test('by a fault is gone on with by the next try, with what is not done', async () => {
    broken = [JABI]
    await expect(job()).rejects.toThrow(REASON)
    expect(requested).toEqual(['films', 'cinemas', LEKKI, JABI, ASABA])
    expect(await run()).toMatchObject({ finishedAt: null, reason: REASON, done: 4, total: 5, open: ['Jabi'] })
    expect(await scheduleState(server.db)).toEqual({ as_of: null, failing_since: TEST_NOW, reason: REASON })
    expect(await shows()).toEqual(ALL.slice(0, 3))
    broken = []
    requested = []
    server.clock.set('2026-11-21T09:00:04Z')
    await job()
    expect(requested).toEqual([JABI])
    expect(await shows()).toEqual(ALL)
    expect(await scheduleState(server.db)).toEqual({
      as_of: '2026-11-21T09:00:04.000Z',
      failing_since: null,
      reason: null,
    })
  })

  test('pauses after three failures in a row, and begins with the cinemas that were not tried', async () => {
    pos.has.cinemas.push(posCinema('0023', 'Uyo', 'Akwa Ibom'), posCinema('0024', 'Oba', 'Edo'))
    broken = [LEKKI, JABI, ASABA]
    await expect(job()).rejects.toThrow(REASON)
    expect(requested).toEqual(['films', 'cinemas', LEKKI, JABI, ASABA])
    requested = []
    await expect(job()).rejects.toThrow(REASON)
    expect(requested).toEqual(['0023', '0024', LEKKI, JABI, ASABA])
    expect((await run())!.open).toEqual(['Asaba', 'Jabi', 'Lekki'])
  })

  test.each(['films', 'cinemas'] as const)('without %s asks for no sessions', async (part) => {
    await job()
    const { id } = await start('full')
    pos.has = { ...pos.has, [part]: [], sessions: [] }
    requested = []
    await expect(job({ runId: id })).rejects.toThrow(/^The point of sale returned no (film|cinema)$/)
    expect(requested.at(-1)).toBe(part)
    expect(await shows()).toEqual(ALL)
  })

  test('ends with its reason when all tries are used up; the next one starts anew', async () => {
    await job()
    const since = '2026-11-21T09:10:00.000Z'
    server.clock.set(since)
    pos.fault = { reason: REASON }
    for (let left = RUN_TRIES - 1; left > 0; left--) await expect(job()).rejects.toThrow(REASON)
    const failing = (await run())!
    expect(failing).toMatchObject({ kind: 'incremental', finishedAt: null, reason: REASON, done: 0 })
    server.clock.set('2026-11-21T09:11:02Z')
    await job()
    expect(await run()).toMatchObject({ id: failing.id, finishedAt: '2026-11-21T09:11:02.000Z', reason: REASON })
    expect(await scheduleState(server.db)).toEqual({ as_of: TEST_NOW, failing_since: since, reason: REASON })
    server.clock.set('2026-11-21T09:20:00Z')
    await job({ runId: failing.id })
    expect((await run())!.id).toBe(failing.id)
    pos.fault = { reason: 'The point of sale rejected our access key' }
    await expect(job()).rejects.toThrow(pos.fault.reason)
    expect((await run())!.id).toBeGreaterThan(failing.id)
    expect(await scheduleState(server.db)).toEqual({ as_of: TEST_NOW, failing_since: since, reason: pos.fault.reason })
  })

  test('because an answer could not be stored keeps nothing of it, and the others follow', async () => {
    pos.has.sessions.push({ ...posSession('9', LEKKI, '00012841', '2026-11-21T20:00:00Z'), seatsAvailable: 0.5 })
    await expect(job()).rejects.toThrow('The data of the point of sale could not be stored')
    expect((await run())!.open).toEqual(['Lekki'])
    expect(await shows()).toEqual(['4 22 12:00'])
  })
})

test('two servers that work at one run end where one would', async () => {
  const both = await start('full')
  expect(await Promise.all([goOn(server.app, both), goOn(server.app, both)])).toEqual([undefined, undefined])
  expect(await shows()).toEqual(ALL)
  expect(await run()).toMatchObject({ id: both.id, finishedAt: TEST_NOW, reason: null, done: 5, total: 5 })
})

describe('Sync now', () => {
  const request = (requestedBy: string) =>
    server.db.transaction((tx) => requestFullSync(tx, server.app.jobs, { requestedBy, now: server.clock.now() }))

  test('starts a full run with its job; who asks again joins it', async () => {
    const first = await request('Ngozi Eze')
    expect(first).toMatchObject({ kind: 'full', requestedBy: 'Ngozi Eze', finishedAt: null, done: 0, total: 2 })
    expect(await request('Tunde Ojo')).toEqual(first)
    await server.runJobs()
    expect(requested).toEqual(['films', 'cinemas', LEKKI, JABI, ASABA])
    expect(await run()).toMatchObject({ id: first.id, finishedAt: TEST_NOW })
    expect((await request('Tunde Ojo')).id).toBeGreaterThan(first.id)
    await server.runJobs()
  })

  test('asked for twice at once is one run', async () => {
    const [one, other] = await Promise.all([request('Ngozi Eze'), request('Tunde Ojo')])
    expect(one.id).toBe(other.id)
    await server.runJobs()
  })

  test('is what happens each night', async () => {
    await job()
    await syncAllJob.run(server.app, {})
    expect(await run()).toMatchObject({ kind: 'full', requestedBy: null, finishedAt: null })
    await server.runJobs()
    expect((await run())!.finishedAt).toBe(TEST_NOW)
  })
})

test('runs are forgotten after 30 days, but not how old the schedule is and since when it fails', async () => {
  const idOf = async () => (await run())!.id
  await job()
  server.clock.set('2026-11-21T10:00:00Z')
  await job()
  const complete = await idOf()
  server.clock.set('2026-11-21T10:10:00Z')
  pos.fault = { reason: REASON }
  await expect(job()).rejects.toThrow(REASON)
  const failed = await idOf()
  const before = await scheduleState(server.db)
  server.clock.set('2026-12-22T10:00:00Z')
  await maintenance.run(server.app, {})
  const ids = (await server.db.execute<{ id: number }>(sql`select id from sync_runs order by id`)).rows
  expect(ids.map(({ id }) => id)).toEqual([complete, failed])
  expect((await server.db.execute(sql`select distinct run_id from sync_steps order by 1`)).rows).toHaveLength(2)
  expect(await scheduleState(server.db)).toEqual(before)
})

test("the demo's schedule is a complete full run", async () => {
  const now = server.clock.now()
  await server.db.transaction((tx) => demo(tx, { today: TEST_NOW.slice(0, 10), now, seed: 1 }, server.app))
  expect(await run()).toMatchObject({ kind: 'full', reason: null, open: [] })
  expect(await scheduleState(server.db)).toEqual({ as_of: TEST_NOW, failing_since: null, reason: null })
  expect(await isFullDue(server.db, now)).toBe(false)
})
