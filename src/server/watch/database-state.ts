import type { ConnectionName } from '#contract/connections.ts'
import { lastBackup } from '../backup/last.ts'
import type { Db } from '../db/connect.ts'
import { integrationStates } from '../integrations/state.ts'
import { secondsSinceRun } from '../jobs/clock.ts'
import { queueLengths, type QueueLength } from '../jobs/jobs.ts'

/** The state of the database, as far as it answers. */
export type DatabaseState = {
  isUp: boolean
  queues: readonly QueueLength[]
  /** Seconds since a scheduled job last ran; undefined: none ever ran. */
  idleSeconds: number | undefined
  /** Time of the last backup in seconds; undefined: none. */
  backupAt: number | undefined
  integrations: readonly { name: string; isFailing: boolean; succeededAt: number | undefined }[]
}

const UNAVAILABLE: DatabaseState = {
  isUp: false,
  queues: [],
  idleSeconds: undefined,
  backupAt: undefined,
  integrations: [],
}
/** Caches the state, so that frequent or parallel scrapes cost the database nothing extra. */
const FRESH_MS = 10_000
/** A scrape has ten seconds by default, so a silent database must not use them up. */
const TIMEOUT_MS = 2_000

/** Reads the state of the database, one query at a time, and caches it for a while. */
export function databaseStateOf(db: Db): () => Promise<DatabaseState> {
  let known: { standing: DatabaseState; at: number } | undefined
  let asking: Promise<DatabaseState> | undefined
  const ask = async () => {
    try {
      const standing = await read(db)
      known = { standing, at: performance.now() }
      return standing
    } catch {
      return UNAVAILABLE
    } finally {
      asking = undefined
    }
  }
  return async () => {
    if (known && performance.now() - known.at < FRESH_MS) return known.standing
    const timeout = Promise.withResolvers<DatabaseState>()
    const timer = setTimeout(() => timeout.resolve(UNAVAILABLE), TIMEOUT_MS)
    return Promise.race([(asking ??= ask()), timeout.promise]).finally(() => clearTimeout(timer))
  }
}

async function read(db: Db): Promise<DatabaseState> {
  const [queues, idleSeconds] = [await queueLengths(db), await secondsSinceRun(db)]
  const [states, backup] = [await integrationStates(db), await lastBackup(db)]
  const integrations = (Object.entries(states) as [ConnectionName, (typeof states)[ConnectionName]][]).map(
    ([name, state]) => ({
      name,
      isFailing: Boolean(state?.failingSince),
      succeededAt: state?.lastSuccessAt ? Date.parse(state.lastSuccessAt) / 1000 : undefined,
    }),
  )
  return { isUp: true, queues, idleSeconds, backupAt: backup && Date.parse(backup.at) / 1000, integrations }
}
