import { hasSource } from '#features/programming/cinemas/server/public.ts'
import type { App } from '#server/app.ts'
import { IntegrationError } from '#server/integrations/error.ts'
import type { PosProduct } from '#server/integrations/pos/port.ts'
import type { Listed } from '#server/integrations/records.ts'
import type { Job } from '#server/jobs/jobs.ts'
import { countSomePast } from './merchandise-sales.ts'
import { cinemasToTake, followProducts, isTakingDue, noteFailure } from './follow.ts'

/** After this many cinemas in a row without an answer, the point of sale is taken to be down. */
const FAILURES_IN_A_ROW = 3
const EVERY_MS = 30 * 60_000

/**
 * Takes what the cinemas sell from the point of sale, one cinema after another: each is asked for, then stored in a
 * transaction of its own. One that fails keeps what it had, and does not keep the others from following.
 * @returns why some could not be taken
 */
export async function takeProducts({
  db,
  pos,
  clock,
  log,
}: Pick<App, 'db' | 'pos' | 'clock' | 'log'>): Promise<string | undefined> {
  let reason: string | undefined
  let inARow = 0
  for (const { id, known } of await cinemasToTake(db)) {
    try {
      const list = await pos.products!(id)
      mustHaveSome(list, known)
      await db.transaction((tx) => followProducts(tx, id, list, clock.now()))
      inARow = 0
    } catch (error) {
      if (error instanceof IntegrationError) reason = error.message
      else {
        reason = 'The response of the point of sale could not be stored'
        log.warn({ err: error, cinema: id }, 'the products of a cinema could not be stored')
      }
      await noteFailure(db, id, reason, clock.now())
      if (++inARow === FAILURES_IN_A_ROW) break
    }
  }
  return reason
}

/** A counter does not lose everything at once: that is a fault at the other end. */
function mustHaveSome({ records, unread }: Listed<PosProduct>, known: number) {
  if (!records.length && !unread.length && known) throw new IntegrationError('The point of sale returned no products')
}

const takesProducts = (app: App) => hasSource(app) && app.pos.products !== undefined

export const takeProductsJob: Job = {
  name: 'concessions.take-products',
  schedule: '*/30 * * * *',
  run: async (app) => {
    if (!takesProducts(app)) return
    const reason = await takeProducts(app)
    if (reason) throw new Error(reason)
  },
}

/** At the start, products that are due are not waited for. */
export async function takeAtStart(app: App): Promise<void> {
  if (takesProducts(app) && (await isTakingDue(app.db, new Date(app.clock.now().getTime() - EVERY_MS))))
    await app.jobs.send(takeProductsJob, {})
}

/** Longer than any transaction lasts. */
const LEFT_ALONE_MS = 2 * 60_000

/** What was sold of merchandise before its point of sale reported it; it goes on wherever it was left. */
export const countMerchandiseJob: Job = {
  name: 'concessions.count-merchandise',
  schedule: '*/5 * * * *',
  run: async ({ db, clock, closing }) => {
    const now = clock.now()
    const knownBefore = new Date(now.getTime() - LEFT_ALONE_MS)
    while (!closing.aborted && (await db.transaction((tx) => countSomePast(tx, knownBefore, now))));
  },
}
