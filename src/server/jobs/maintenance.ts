import type { App } from '../app.ts'
import { addLine } from '../audit/store.ts'
import type { Retention } from '../retention.ts'
import type { Job } from './jobs.ts'

const ACTOR = { id: null, name: 'Marquee' }
/** Rows of one statement: it is over before anybody notices that it holds them. */
const AT_ONCE = 1000
/** Statements of one run for each kind. What is left waits for the next run, so that none lasts too long. */
const MOST = 200

/**
 * Deletes what is old, each batch in a transaction of its own; two servers that do it at once share the work. One kind that
 * fails does not keep the others.
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
