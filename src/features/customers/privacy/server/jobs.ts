import { withoutStatementTimeout, sqlError } from '#server/db/connect.ts'
import { yieldToInteractive } from '#server/db/yield-to-interactive.ts'
import type { Job } from '#server/jobs/jobs.ts'
import { noteFailure, runningErasures } from './erasures.ts'
import { eraseNext } from './texts.ts'

/** Removes pictures of somebody who was erased. Until the store answers, it is tried again. */
export const removePictures: Job<{ names: string[] }> = {
  name: 'privacy.remove-pictures',
  retries: 30,
  run: async ({ storage }, { names }) => {
    for (const name of names) await storage.remove(name)
  },
}

/** Well before a run is taken for dead. */
const MOST_MS = 5 * 60_000

/**
 * Takes erased persons out of texts, a batch in a transaction. A server that dies goes on where it was, or another does:
 * by itself every ten minutes, and at once when somebody is erased.
 */
export const eraseTexts: Job = {
  name: 'privacy.erase-words',
  schedule: '*/10 * * * *',
  run: async (app) => {
    const { closing, clock, database, db, people } = app
    const until = performance.now() + MOST_MS
    const failures: string[] = []
    for (const id of await runningErasures(db))
      try {
        do {
          if (closing.aborted) return
          if (performance.now() > until) return await app.jobs.send(eraseTexts, {})
          await yieldToInteractive(database)
        } while (await withoutStatementTimeout(database, (tx) => eraseNext(tx, people, id)))
      } catch (error) {
        // The statement that failed has the person's words among its values: nothing of it is kept.
        failures.push(`${id} (${sqlError(error).code ?? 'unknown'})`)
        await noteFailure(db, id, clock.now())
      }
    if (failures.length) throw new Error(`Failed erasures: ${failures.join(', ')}`)
  },
}
