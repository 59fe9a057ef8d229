import type { Job } from '#server/jobs/jobs.ts'
import { countSomePast } from './sales.ts'

/** Longer than any transaction lasts. */
const LEFT_ALONE_MS = 2 * 60_000

/** What was sold of merchandise before its point of sale reported it; it goes on wherever it was left. */
export const countPastJob: Job = {
  name: 'merchandise.count-past',
  schedule: '*/5 * * * *',
  run: async ({ db, clock, closing }) => {
    const now = clock.now()
    const knownBefore = new Date(now.getTime() - LEFT_ALONE_MS)
    while (!closing.aborted && (await db.transaction((tx) => countSomePast(tx, knownBefore, now))));
  },
}
