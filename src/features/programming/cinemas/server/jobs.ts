import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import type { Job, Jobs } from '#server/jobs/jobs.ts'
import { isFullDue, latestRun, openRun, RUN_TRIES, startRun, type SyncRun } from './runs.ts'
import { goOn } from './sync.ts'

/** The embedded chain is made up: outside of the demo it must not fill a real chain's database. */
export const hasSource = ({ pos, env }: App) => pos.kind !== 'embedded' || env.demo

/**
 * Works at a run: the one that it was sent for, if that is not finished; by itself, the one that is under way or due. A
 * run that fails is gone on with at the next try.
 */
export const syncScheduleJob: Job<{ runId?: number }> = {
  name: 'cinemas.sync-schedule',
  schedule: '*/10 * * * *',
  retries: RUN_TRIES - 1,
  run: async (app, { runId }) => {
    if (!hasSource(app)) return
    const run = runId === undefined ? await dueRun(app) : await openRun(app.db)
    if (!run || (runId !== undefined && run.id !== runId)) return
    const failure = await goOn(app, run)
    if (!failure) return
    if (!failure.isOver) throw new Error(failure.reason, { cause: failure.cause })
    app.log.warn({ err: failure.cause, run }, 'the schedule could not be synced with the point of sale')
  },
}

const dueRun = ({ db, clock }: App) =>
  db.transaction(async (tx) => {
    const now = clock.now()
    return startRun(tx, { kind: (await isFullDue(tx, now)) ? 'full' : 'incremental', now })
  })

/** In the hours without shows, between two of the runs that come every ten minutes. */
export const syncAllJob: Job = {
  name: 'cinemas.sync-all',
  schedule: '25 3 * * *',
  run: async (app) => {
    if (hasSource(app))
      await app.db.transaction((tx) => requestFullSync(tx, app.jobs, { requestedBy: null, now: app.clock.now() }))
  },
}

/**
 * Starts a full run, or joins the one that is under way, and asks for its job: all in the caller's transaction.
 * @param askedBy the name of the admin who wants it; null when it comes by itself
 */
export async function requestFullSync(
  db: Db,
  jobs: Jobs,
  { requestedBy, now }: { requestedBy: string | null; now: Date },
): Promise<SyncRun> {
  const { id } = await startRun(db, { kind: 'full', requestedBy, now })
  await jobs.send(syncScheduleJob, { runId: id }, { db })
  return (await latestRun(db))!
}

/** At the start, a run that a crash left is gone on with, and a full one that is due is not waited for. */
export async function syncAtStart(app: App): Promise<void> {
  if (!hasSource(app)) return
  if ((await openRun(app.db)) || (await isFullDue(app.db, app.clock.now()))) await app.jobs.send(syncScheduleJob, {})
}
