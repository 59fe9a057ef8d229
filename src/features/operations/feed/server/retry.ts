import type { Job } from '#server/jobs/jobs.ts'
import { reingest } from './deciding.ts'
import { findRecord, removeRecord, quarantinedAsUnknown, requarantine } from './store.ts'
import { isCounted, ingestTime } from './record-types/ingest-context.ts'

const AT_ONCE = 100

/** Retries records that were quarantined for a cinema or movie that the point of sale now has. */
export const retryUnknown: Job = {
  name: 'feed.retry-unknown',
  schedule: '*/5 * * * *',
  run: async ({ db, env, clock, log, closing }) => {
    for (let after = 0; ;) {
      const lines = await quarantinedAsUnknown(db, after, AT_ONCE)
      for (const { id } of lines) {
        if (closing.aborted) return
        await db.transaction(async (tx) => {
          const stored = await findRecord(tx, id, { lock: true })
          // Staff released or rejected the record after the list was read.
          if (!stored || stored.state === 'rejected') return
          const at = { db: tx, source: stored.source, ...ingestTime(env, clock.now()), log }
          const { line, outcome } = await reingest(at, stored.record_type, stored.line)
          if (isCounted(outcome)) await removeRecord(tx, id)
          else if (outcome.reason !== stored.reason)
            await requarantine(tx, id, { line: line ?? stored.line, rule: outcome.rule, reason: outcome.reason })
        })
        after = id
      }
      if (lines.length < AT_ONCE) return
    }
  },
}
