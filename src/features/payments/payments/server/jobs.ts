import { sql } from 'drizzle-orm'
import type { App } from '#server/app.ts'
import { IntegrationError } from '#server/integrations/error.ts'
import { workOnDue } from '#server/jobs/due.ts'
import type { Job } from '#server/jobs/jobs.ts'
import { changePayment, type Payment } from './charges.ts'
import { askAgainAt } from './pauses.ts'
import { SYSTEM, settle } from './settle.ts'
import { paymentIntents } from './tables.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** Lease, longer than a request takes. */
const LEASE_MS = MINUTE
/** Age at which a charge unknown to the provider never reached it. */
const UNKNOWN_MS = HOUR
/** Time that a customer has to confirm. */
const CONFIRM_MS = 24 * HOUR

/**
 * Asks the provider for outcomes of open charges: lost answers, pending confirmations and charges of crashed servers.
 * Runs every minute, at every start and when a charge is due.
 */
export const askPayments: Job = {
  name: 'payments.ask',
  schedule: '* * * * *',
  // Because the next minute's run retries.
  retries: 0,
  run: async (app) => {
    const where = sql`state in ('initiated', 'needs_customer') and provider = ${app.payments.kind}`
    await workOnDue(app, { table: paymentIntents, where, leaseMs: LEASE_MS }, (payment, now) => ask(app, payment, now))
  },
}

async function ask(app: App, payment: Payment, now: Date): Promise<void> {
  const age = now.getTime() - payment.createdAt.getTime()
  try {
    const found = await app.payments.find(payment.reference)
    if (found?.state === 'succeeded' || found?.state === 'failed') return await settle(app, payment, found, SYSTEM)
    if (!found && age >= UNKNOWN_MS) return await settle(app, payment, gaveUp(NEVER_CAME), SYSTEM)
    if (found?.state === 'needs_customer') {
      if (age >= CONFIRM_MS) return await settle(app, payment, gaveUp(NOT_CONFIRMED), SYSTEM)
      await settle(app, payment, found, SYSTEM)
    }
  } catch (error) {
    if (!(error instanceof IntegrationError)) throw error
    app.log.warn({ payment: payment.id, reason: error.message }, 'the outcome of a charge is not known yet')
  }
  await askAgain(app, payment, now)
}

const gaveUp = (message: string) => ({ state: 'declined', message }) as const
const NEVER_CAME = 'the payment provider never received it'
const NOT_CONFIRMED = 'the customer did not confirm within a day'

async function askAgain(app: App, { id, attempts }: Payment, now: Date) {
  await askAfter(app, id, askAgainAt(attempts, now))
}

/** Schedules the next request for the outcome of a charge at an exact time, not at the next minute. */
export async function askAfter(app: App, id: number, at: Date): Promise<void> {
  await changePayment(app.db, id, { dueAt: at })
  await app.jobs.send(askPayments, {}, { startAfter: at })
}
