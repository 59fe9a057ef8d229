import type { Actor } from '#server/audit/store.ts'
import type { App } from '#server/app.ts'
import { IntegrationError } from '#server/integrations/error.ts'
import { askAfter } from './jobs.ts'
import type { Refund } from './refunds.ts'
import { settle, type RefundVerdict } from './settle.ts'

const SOON_MS = 30_000

/**
 * Submits a stored refund to the provider once, outside a transaction. If the answer is lost or the server crashes, the
 * refund stays requested, and the provider is asked by reference until it reports an outcome.
 */
export async function submitRefund(app: App, refund: Refund, by: Actor): Promise<void> {
  const verdict = await submit(app, refund)
  if (verdict) await settle(app, refund.id, verdict, by)
  if (!verdict || verdict.state === 'pending')
    await askAfter(app, refund.id, new Date(app.clock.now().getTime() + SOON_MS))
}

async function submit(app: App, refund: Refund): Promise<RefundVerdict | undefined> {
  try {
    return await app.payments.refund(refund.chargeId, refund.kobo, refund.reference)
  } catch (error) {
    if (!(error instanceof IntegrationError)) throw error
    if (error.isUndone || error.isOfOneRequest) return { state: 'failed', message: error.message }
    app.log.warn({ refund: refund.id, reason: error.message }, 'the answer to a refund was lost')
  }
}
