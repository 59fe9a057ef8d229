import type { App } from '../app.ts'
import { addLine } from '../audit/store.ts'
import type { Retention } from '../retention.ts'
import type { Job } from './jobs.ts'

const ACTOR = { id: null, name: 'Marquee' }
/** Rows of a statement, few enough to release their locks before anyone waits. */
const AT_ONCE = 1000
/** Statements of each kind in a run. The rest waits for the next run, so that no run lasts too long. */
const MOST = 200

/**
 * Deletes old rows, each batch in its own transaction. Parallel servers share the work, and a kind that fails does not
 * stop the others.
 */
export const maintenance: Job = {
  name: 'platform.forget-old',
  schedule: '17 * * * *',
  run: async (app) => {
    const deleted: Record<string, number> = {}
    const failures: unknown[] = []
    const since = performance.now()
    for (const retention of app.retention) {
      const rows = await forget(app, retention).catch((error: unknown) => void failures.push(error))
      if (rows) deleted[retention.name] = rows
    }
    if (Object.keys(deleted).length)
      app.log.info({ deleted, ms: Math.round(performance.now() - since) }, 'old rows deleted')
    if (failures.length) throw failures[0]
  },
}

async function forget(app: App, { before: limitOf, forget: batch, line }: Retention): Promise<number> {
  const { db, env, clock, closing } = app
  const before = limitOf(env, clock.now())
  if (!before) return 0
  let rows = 0
  for (let n = 0; n < MOST && !closing.aborted; n++) {
    const some = await batch(db, before, AT_ONCE)
    rows += some
    if (some < AT_ONCE) break
  }
  if (rows && line) {
    const entry = line(rows, before, env.zone)
    await addLine(db, ACTOR, entry.action, entry, { requestId: null, now: clock.now() })
  }
  return rows
}
