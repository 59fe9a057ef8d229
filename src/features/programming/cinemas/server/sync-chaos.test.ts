/** @module-tag nightly */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { addDays } from '#contract/time.ts'
import { connect, type Db } from '#server/db/connect.ts'
import { vistaPointOfSale } from '#server/integrations/pos/vista.ts'
import { testDatabase } from '#server/test/database.ts'
import { TEST_NOW } from '#server/test/harness.ts'
import { peerFaults, type PeerFault } from '#server/test/peer.ts'
import {
  vistaCinema,
  vistaFilm,
  vistaPeer,
  vistaSession,
  vistaSettings,
  type VistaPeer,
} from '#server/test/vista-peer.ts'
import { latestRun, RUN_TRIES } from './runs.ts'
import type { SyncOrder } from './sync-run.fixture.ts'
import { syncSchedule } from './sync.ts'

const ZONE = 'Africa/Lagos'
const CINEMAS = 20
const DAYS = 14
const SCREENS = 8
const SHOWS = 5
const FILMS = 12
const MINUTES = 120_000
const clock = { now: () => new Date(TEST_NOW) }

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
const idOf = (n: number) => String(n).padStart(4, '0')
const filmOf = (n: number) => `HO${idOf(n)}`

/** 40 sessions a day in each cinema, five on each of its screens. */
const chain = () => ({
  cinemas: numbers(CINEMAS).map((n) => vistaCinema(idOf(n), `Marquee ${n}`, `State ${n % 6}`)),
  genres: [
    { ID: '1', Name: 'Drama' },
    { ID: '2', Name: 'Comedy' },
  ],
  films: numbers(FILMS).map((n) =>
    vistaFilm(filmOf(n), `Film ${n}`, { RunTime: String(90 + n), GenreId: '1', GenreId2: n % 2 ? '2' : undefined }),
  ),
  // One that the chain's list does not have.
  scheduledFilms: numbers(CINEMAS).map((n) => ({
    ...vistaFilm(`S${n}`, 'Film of the cinemas'),
    CinemaId: idOf(n),
    ScheduledFilmId: filmOf(FILMS + 1),
  })),
  sessions: numbers(CINEMAS).flatMap((cinema) =>
    numbers(DAYS).flatMap((day) =>
      numbers(SCREENS * SHOWS).map((show) => {
        const screen = (show % SCREENS) + 1
        const hour = String(9 + 3 * ((show - 1) % SHOWS)).padStart(2, '0')
        return vistaSession(
          String(day * 100 + show),
          idOf(cinema),
          filmOf(((cinema + day + show) % (FILMS + 1)) + 1),
          `${addDays('2026-11-21', day)}T${hour}:30:00`,
          { ScreenNumber: screen, ScreenName: `Screen ${screen}`, SeatsAvailable: (show * 7) % 200 },
        )
      }),
    ),
  ),
})

const FAULTS = ['busy', 'broken', 'cutOff', 'wrongJson', 'missing', 'forbidden'] as const
/** How often each fault came. */
let faults: Record<string, number>
/** Every tenth answer is a fault, one kind after another; what is missing is a page that a page before it told of. */
const everyTenth = (nth: number): PeerFault | undefined => {
  if (nth % 10) return
  const kind = FAULTS[(nth / 10) % FAULTS.length]!
  const isPage = outside.requests[nth - 1]!.url!.includes('skip=')
  const given = kind === 'missing' && !isPage ? 'broken' : kind
  faults[given] = (faults[given] ?? 0) + 1
  return peerFaults[given]
}

const openDatabase = async () => {
  const made = await testDatabase()
  const use = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    const { db, close } = await connect(made)
    try {
      return await work(db)
    } finally {
      await close()
    }
  }
  return { ...made, use }
}

/** Every row of the schedule. When a movie was last touched is the machine's own time. */
const rowsOf = async (db: Db) => {
  const rows: Record<string, unknown[]> = {}
  for (const table of ['states', 'cinemas', 'screens', 'movies', 'showtimes'])
    rows[table] = (
      await db.execute<{ row: object }>(
        sql`select to_jsonb(t) - 'updated_at' as row from ${sql.identifier(table)} t order by to_jsonb(t) - 'updated_at'`,
      )
    ).rows.map(({ row }) => row)
  return rows
}

const pointOfSale = () => vistaPointOfSale(vistaSettings(outside), ZONE, clock, { wait: async () => {} })

/** Works at the run as its job does, try after try. */
const syncWithTries = async (db: Db) => {
  const pos = pointOfSale()
  const failures: string[] = []
  for (let failure; (failure = await syncSchedule({ db, pos, clock, env: { zone: ZONE } }));) failures.push(failure)
  return failures
}

let outside: VistaPeer
let wanted: Awaited<ReturnType<typeof rowsOf>>
beforeAll(async () => {
  outside = await vistaPeer(chain())
  outside.pageSize = 200
  const database = await openDatabase()
  wanted = await database.use(async (db) => {
    await syncWithTries(db)
    return rowsOf(db)
  })
  await database.drop()
}, MINUTES)
afterAll(() => outside.close())
beforeEach(() => {
  outside.requests.length = 0
  faults = {}
})

test('without a fault the whole schedule comes', () => {
  expect(Object.entries(wanted).map(([table, rows]) => [table, rows.length])).toEqual([
    ['states', 6],
    ['cinemas', CINEMAS],
    ['screens', CINEMAS * SCREENS],
    ['movies', FILMS + 1],
    ['showtimes', CINEMAS * DAYS * SCREENS * SHOWS],
  ])
})

/** The run is the same on both databases; the embedded one has it killed once, with the same faults. */
const isPostgres = Boolean(inject('database').postgres)
const KILLED_AFTER = isPostgres ? [45, 30] : [45]

test.runIf(isPostgres)(
  'with a fault in every tenth answer it comes to the same, within the tries of one run',
  async () => {
    outside.faultOf = everyTenth
    const database = await openDatabase()
    await database.use(async (db) => {
      const failures = await syncWithTries(db)
      expect(failures.length).toBeGreaterThan(0)
      expect(failures.length).toBeLessThan(RUN_TRIES)
      expect(Object.keys(faults).toSorted()).toEqual([...FAULTS].toSorted())
      expect(await latestRun(db)).toMatchObject({ id: 1, reason: null, done: CINEMAS + 2, total: CINEMAS + 2 })
      expect(await rowsOf(db)).toEqual(wanted)
    })
    await database.drop()
  },
  MINUTES,
)

test(
  'killed in the middle, and again, it goes on where it was and comes to the same',
  async () => {
    const database = await openDatabase()
    let done = 0
    for (const requests of KILLED_AFTER) {
      const { databaseUrl, dataDir } = database
      expect(await killedAfter(requests, { databaseUrl, dataDir })).toBe('SIGKILL')
      const run = (await database.use(latestRun))!
      expect(run).toMatchObject({ id: 1, finishedAt: null })
      expect(run.done).toBeGreaterThan(done)
      expect(run.done).toBeLessThan(CINEMAS + 2)
      done = run.done
    }
    outside.requests.length = 0
    outside.faultOf = everyTenth
    await database.use(async (db) => {
      await syncWithTries(db)
      expect(await latestRun(db)).toMatchObject({ id: 1, reason: null, done: CINEMAS + 2 })
      expect(await rowsOf(db)).toEqual(wanted)
    })
    await database.drop()
  },
  MINUTES,
)

/** A process of its own takes the schedule, until `kill -9` when it has asked so often. @returns what ended it */
async function killedAfter(requests: number, at: Pick<SyncOrder, 'databaseUrl' | 'dataDir'>) {
  const order: SyncOrder = { ...at, vista: vistaSettings(outside), zone: ZONE, now: TEST_NOW }
  const program = path.join(import.meta.dirname, 'sync-run.fixture.ts')
  outside.requests.length = 0
  const child = spawn(process.execPath, [program, JSON.stringify(order)], { stdio: ['ignore', 'ignore', 'inherit'] })
  outside.faultOf = (nth) => {
    if (nth === requests) child.kill('SIGKILL')
    return everyTenth(nth)
  }
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  return signal
}
