import type { Job } from '#server/jobs/jobs.ts'
import { takeAgain } from './deciding.ts'
import { findLine, forget, heldAsUnknown, holdStill } from './store.ts'
import { isCounted, takenAt } from './streams/taking.ts'

const AT_ONCE = 100

/** Counts what was held for a cinema or movie that the point of sale has by now. */
export const retryUnknown: Job = {
  name: 'feed.retry-unknown',
  schedule: '*/5 * * * *',
  run: async ({ db, env, clock, log, closing }) => {
    for (let after = 0; ;) {
      const lines = await heldAsUnknown(db, after, AT_ONCE)
      for (const { id } of lines) {
        if (closing.aborted) return
        await db.transaction(async (tx) => {
          const kept = await findLine(tx, id, { lock: true })
          // Released or rejected by staff since the list was read.
          if (!kept || kept.state === 'rejected') return
          const at = { db: tx, source: kept.source, ...takenAt(env, clock.now()), log }
          const { line, outcome } = await takeAgain(at, kept.stream, kept.line)
          if (isCounted(outcome)) await forget(tx, id)
          else if (outcome.reason !== kept.reason)
            await holdStill(tx, id, { line: line ?? kept.line, guard: outcome.guard, reason: outcome.reason })
        })
        after = id
      }
      if (lines.length < AT_ONCE) return
    }
  },
}
