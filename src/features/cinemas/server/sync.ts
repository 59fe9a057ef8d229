import type { App } from '#server/app.ts'
import { noteFailure, noteSuccess } from '#server/integrations/state.ts'
import { IntegrationError } from '#server/integrations/error.ts'
import type { Job } from '#server/jobs/jobs.ts'
import { followCinemas, followFilms, followSessions } from './follow.ts'
import { scheduleState } from './store.ts'

/** After this many cinemas in a row without an answer, the point of sale is taken to be down. */
const FAILURES_IN_A_ROW = 3
const EVERY_MINUTES = 10

type Parts = Pick<App, 'db' | 'pos' | 'clock'>

/**
 * Takes cinemas, films and sessions from the point of sale: asks first, then writes, one transaction a cinema. What did
 * not come leaves the last good state. A cinema that fails does not keep the others from following.
 * @returns why it failed, in words for staff; undefined when everything came
 */
export async function syncSchedule({ db, pos, clock }: Parts): Promise<string | undefined> {
  try {
    const cinemas = await pos.cinemas()
    const films = await pos.films()
    // An empty answer is a fault at the other end: a chain does not lose all its cinemas or films at once.
    if (!cinemas.length || !films.length)
      throw new IntegrationError(`The point of sale answered without any ${cinemas.length ? 'film' : 'cinema'}`)
    await db.transaction((tx) => followFilms(tx, films, clock.now()))
    await db.transaction((tx) => followCinemas(tx, cinemas, clock.now()))
    await followEachCinema({ db, pos, clock }, cinemas)
  } catch (error) {
    if (!(error instanceof IntegrationError)) throw error
    await noteFailure(db, 'point-of-sale', clock.now(), error.message)
    return error.message
  }
  await noteSuccess(db, 'point-of-sale', clock.now())
}

async function followEachCinema({ db, pos, clock }: Parts, cinemas: readonly { id: string }[]) {
  let failure: IntegrationError | undefined
  let inARow = 0
  for (const { id } of cinemas) {
    try {
      const sessions = await pos.sessions(id)
      // The time after the answer: a session that began while it was under way is not missing, it is past.
      await db.transaction((tx) => followSessions(tx, id, sessions, clock.now()))
      inARow = 0
    } catch (error) {
      if (!(error instanceof IntegrationError)) throw error
      failure = error
      if (++inARow === FAILURES_IN_A_ROW) break
    }
  }
  if (failure) throw failure
}

export const syncScheduleJob: Job = {
  name: 'cinemas.sync-schedule',
  schedule: `*/${EVERY_MINUTES} * * * *`,
  run: async (app) => {
    if (!hasSource(app)) return
    const failure = await syncSchedule(app)
    if (failure) app.log.warn({ reason: failure }, 'the schedule could not be taken from the point of sale')
  },
}

/** The embedded chain is made up: outside of the demo it must not fill a real chain's database. */
const hasSource = ({ pos, env }: App) => pos.kind !== 'embedded' || env.demo

/** At the start, the schedule is wanted at once unless it was taken a moment ago. */
export async function syncAtStart(app: App): Promise<void> {
  if (!hasSource(app)) return
  const { as_of: asOf } = await scheduleState(app.db)
  const age = asOf ? app.clock.now().getTime() - Date.parse(asOf) : Infinity
  if (age >= EVERY_MINUTES * 60_000) await app.jobs.send(syncScheduleJob, {}, { singletonKey: 'at-start' })
}
