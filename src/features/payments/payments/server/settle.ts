import type { AuditSummary } from '#server/audit/summary.ts'
import { showNaira, toNaira } from '#contract/money.ts'
import { addLine, type Actor, type AuditLine } from '#server/audit/store.ts'
import { sellTerm } from '#features/sales/trade/server/public.ts'
import type { App } from '#server/app.ts'
import { cinemasOfRecord } from '#server/http/scope.ts'
import type { Declined, ProviderCharge } from '#server/integrations/payments/port.ts'
import { PURCHASE_TYPES } from '../rules.ts'
import { cardRow } from './cards.ts'
import { changePayment, customerFor, lockPayment, type Payment } from './charges.ts'
import { addLog } from './logs.ts'

type Verdict = { state: 'needs_customer' | 'succeeded' | 'failed'; message: string }

/** Actor of outcomes without a waiting person. */
export const SYSTEM: Actor = { id: null, name: 'Marquee' }

/**
 * Settles a charge once; repeated and late reports change nothing. A success sells the term in the same transaction.
 * The first to learn the outcome settles: the charging process, the webhook or the job.
 */
export async function settle(app: App, charged: Payment, answer: ProviderCharge | Declined, by: Actor): Promise<void> {
  const verdict = verdictOn(charged, answer)
  if (!verdict) return
  await app.db.transaction(async (tx) => {
    const now = app.clock.now()
    // Customers are locked before their charges everywhere, which avoids deadlocks.
    const customer = (await customerFor(tx, charged.customerId, true))!
    const before = await lockPayment(tx, charged.id)
    if (!isNews(before, verdict)) return
    const after = await changePayment(tx, charged.id, {
      ...verdict,
      settledAt: verdict.state === 'needs_customer' ? null : now,
      ...('id' in answer && { providerId: answer.id, confirmUrl: answer.confirmUrl }),
    })
    if (verdict.state === 'succeeded')
      await sellTerm(tx, app.env, { ...saleOf(after), customerId: customer.id, at: now })
    await addLog(tx, {
      at: now,
      provider: after.provider,
      reference: after.reference,
      intentId: after.id,
      customerId: customer.id,
      email: (await cardRow(tx, customer.id))?.email ?? '',
      kobo: after.kobo,
      purchaseType: PURCHASE_TYPES.renewal,
      status: verdict.state,
      providerId: after.providerId,
      message: after.message,
    })
    const line: AuditLine = {
      entity: 'customer',
      id: customer.id,
      summary: `${OUTCOMES[verdict.state]}: ${after.plan}, ${showNaira(toNaira(after.kobo))}`,
      before: { renewal: before.state },
      after: { renewal: after.state },
    }
    const cinemaIds = await cinemasOfRecord(app, tx, line)
    await addLine(tx, by, 'payments.settle', line, { requestId: null, now, cinemaIds })
  })
}

const OUTCOMES: Record<Verdict['state'], AuditSummary> = {
  succeeded: 'Renewed a subscription',
  failed: 'Failed to renew a subscription',
  needs_customer: 'Requested confirmation of a renewal from the customer',
}

/** Returns the outcome that a provider answer means for a charge. Undefined: none yet. */
function verdictOn({ kobo }: Payment, answer: ProviderCharge | Declined): Verdict | undefined {
  const { state, message } = answer
  if (state === 'pending') return
  if (state === 'declined' || state === 'failed') return { state: 'failed', message }
  if (state === 'needs_customer') return { state, message }
  // Because nothing is sold below its price, staff must check the charge.
  if (answer.currency !== 'NGN' || answer.kobo < kobo)
    return {
      state: 'failed',
      message: `the payment provider charged ${answer.currency} ${toNaira(answer.kobo)} instead of NGN ${toNaira(kobo)}. Resolve it there.`,
    }
  return { state: 'succeeded', message }
}

/** Returns whether an outcome changes the payment. A late success replaces a failure; nothing replaces a success. */
const isNews = (before: Payment, verdict: Verdict): boolean => {
  if (before.state === 'succeeded' || before.state === verdict.state) return false
  return before.state !== 'failed' || verdict.state === 'succeeded'
}

const saleOf = ({ plan, monthlyKobo, tickets, months, kobo, reference }: Payment) => ({
  plan,
  monthlyKobo,
  tickets,
  months,
  kobo,
  reference,
})
