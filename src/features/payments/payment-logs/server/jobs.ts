import { sql } from 'drizzle-orm'
import type { App } from '#server/app.ts'
import { IntegrationError } from '#server/integrations/error.ts'
import { askAgainAt } from '#features/payments/payments/server/public.ts'
import { workOnDue } from '#server/jobs/due.ts'
import type { Job } from '#server/jobs/jobs.ts'
import { postRefund } from './post-refund.ts'
import { changeRefund, lockRefund, refundsToBook, type Refund } from './refunds.ts'
import { SYSTEM, settle } from './settle.ts'
import { paymentRefunds } from './tables.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** Lease, longer than a request takes. */
const LEASE_MS = MINUTE
/** Age at which a refund unknown to the provider never reached it. */
const UNKNOWN_MS = HOUR
/** Maximum number of refunds posted late in one run. */
const MOST_BOOKED = 50

/**
 * Asks the provider for outcomes of open refunds, and posts refunds whose purchases were reported since.
 * Runs every minute, at every start and when a refund is due.
 */
export const askRefunds: Job = {
  name: 'payment-logs.ask',
  schedule: '* * * * *',
  // Because the next minute's run retries.
  retries: 0,
  run: async (app) => {
    for (const id of await refundsToBook(app.db, MOST_BOOKED)) await bookLate(app, id)
    const where = sql`state = 'requested' and provider = ${app.payments.kind}`
    await workOnDue(app, { table: paymentRefunds, where, leaseMs: LEASE_MS }, (refund, now) => ask(app, refund, now))
  },
}

const bookLate = (app: App, id: number) =>
  app.db.transaction(async (tx) => {
    const locked = await lockRefund(tx, id)
    if (!locked.refund.bookedAt) await postRefund(tx, locked, app.env.dayZone)
  })

async function ask(app: App, refund: Refund, now: Date): Promise<void> {
  const { id, chargeId, reference, createdAt, providerId, attempts } = refund
  try {
    const verdict = await app.payments.findRefund({ chargeId, reference, at: createdAt })
    if (verdict) await settle(app, id, verdict, SYSTEM)
    else if (!providerId && now.getTime() - createdAt.getTime() >= UNKNOWN_MS)
      return await settle(app, id, { state: 'failed', message: NEVER_CAME }, SYSTEM)
    if (verdict && verdict.state !== 'pending') return
  } catch (error) {
    if (!(error instanceof IntegrationError)) throw error
    app.log.warn({ refund: id, reason: error.message }, 'the outcome of a refund is not known yet')
  }
  await askAfter(app, id, askAgainAt(attempts, now))
}

const NEVER_CAME = 'the payment provider never received it'

/** Schedules the next request for the outcome of a refund at an exact time, not at the next minute. */
export async function askAfter(app: App, id: number, at: Date): Promise<void> {
  await changeRefund(app.db, id, { dueAt: at })
  await app.jobs.send(askRefunds, {}, { startAfter: at })
}
