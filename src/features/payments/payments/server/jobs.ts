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
/** Longer than it takes to ask. */
const LEASE_MS = MINUTE
/** A charge that the provider does not know after so long never reached it. */
const UNKNOWN_MS = HOUR
/** So long a customer has to confirm. */
const CONFIRM_MS = 24 * HOUR

/**
 * Asks the provider what became of the charges whose outcome is not known: those whose answer was lost, those that wait for
 * the customer, and those that a server left when it died. By itself every minute, at every start, and when one is due.
 */
export const askPayments: Job = {
  name: 'payments.ask',
  schedule: '* * * * *',
  // The next minute's run is the next try.
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
    app.log.warn({ payment: payment.id, reason: error.message }, 'what became of a charge is not known yet')
  }
  await askAgain(app, payment, now)
}

const gaveUp = (message: string) => ({ state: 'declined', message }) as const
const NEVER_CAME = 'the payment provider has never had it'
const NOT_CONFIRMED = 'the customer did not confirm it within a day'

async function askAgain(app: App, { id, attempts }: Payment, now: Date) {
  await askAfter(app, id, askAgainAt(attempts, now))
}

/** The provider is asked at that time what became of a charge, and not a minute later. */
export async function askAfter(app: App, id: number, at: Date): Promise<void> {
  await changePayment(app.db, id, { dueAt: at })
  await app.jobs.send(askPayments, {}, { startAfter: at })
}
