import type { Actor } from '#server/audit/store.ts'
import type { App } from '#server/app.ts'
import { IntegrationError } from '#server/integrations/error.ts'
import type { Declined, ProviderCharge } from '#server/integrations/payments/port.ts'
import type { Payment } from './charges.ts'
import { askAfter } from './jobs.ts'
import { settle } from './settle.ts'
import type { CardRow } from './cards.ts'

const SOON_MS = 30_000

/**
 * Charges a card once for a stored payment, outside a transaction. If the answer is lost or the server crashes, the payment
 * stays initiated, and the provider is asked by reference until it reports an outcome.
 */
export async function charge(app: App, payment: Payment, card: CardRow, by: Actor): Promise<void> {
  const answer = await submit(app, payment, card)
  if (answer) await settle(app, payment, answer, by)
  if (!answer || answer.state === 'pending' || answer.state === 'needs_customer')
    await askAfter(app, payment.id, new Date(app.clock.now().getTime() + SOON_MS))
}

async function submit(app: App, payment: Payment, card: CardRow): Promise<ProviderCharge | Declined | undefined> {
  try {
    return await app.payments.charge({
      reference: payment.reference,
      token: card.token,
      email: card.email,
      kobo: payment.kobo,
      narration: `${app.env.chainName}: ${payment.plan}`,
      returnUrl: app.origin,
    })
  } catch (error) {
    if (!(error instanceof IntegrationError)) throw error
    if (error.isUndone) return { state: 'declined', message: error.message }
    app.log.warn({ payment: payment.id, reason: error.message }, 'the answer to a charge was lost')
    return findLostCharge(app, payment)
  }
}

/** Asks the provider for a charge whose answer was just lost. Undefined is no outcome yet. */
async function findLostCharge(app: App, payment: Payment): Promise<ProviderCharge | undefined> {
  try {
    return await app.payments.find(payment.reference)
  } catch (error) {
    if (!(error instanceof IntegrationError)) throw error
    return undefined
  }
}
