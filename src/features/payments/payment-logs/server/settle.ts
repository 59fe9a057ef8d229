import { showNaira, toNaira } from '#contract/money.ts'
import { addLine, type Actor, type AuditLine } from '#server/audit/store.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import { cinemasOfRecord } from '#server/http/scope.ts'
import type { ProviderRefund } from '#server/integrations/payments/port.ts'
import { paymentNamed } from '../rules.ts'
import { unlinkReported } from './refund-matching.ts'
import { postRefund } from './post-refund.ts'
import { changeRefund, lockRefund } from './refunds.ts'

/** Outcome of a refund: reported by the provider, or a certain failure. */
export type RefundVerdict = Pick<ProviderRefund, 'state'> & { id?: string; message?: string }

/** Actor of outcomes without a waiting person. */
export const SYSTEM: Actor = { id: null, name: 'Marquee' }

/**
 * Settles a refund once. In the same transaction, a success is posted to the figures, and features that refund through
 * payments follow it.
 */
export async function settle(app: App, id: number, verdict: RefundVerdict, by: Actor): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { refund: before, ...locked } = await lockRefund(tx, id)
    if (before.state !== 'requested') return
    const providerId = verdict.id ?? before.providerId
    if (verdict.state === 'pending') return void (await changeRefund(tx, id, { providerId }))
    const now = app.clock.now()
    const message = verdict.message ?? (verdict.state === 'failed' ? REFUSED : '')
    const after = await changeRefund(tx, id, { state: verdict.state, settledAt: now, providerId, message })
    if (after.state === 'succeeded') await postRefund(tx, { refund: after, ...locked }, app.env.dayZone)
    else await unlinkReported(tx, after)
    await app.followRefund(tx, app, after, by)
    const line: AuditLine = {
      entity: 'payment',
      id: after.paymentId,
      summary: `${after.state === 'succeeded' ? 'Refunded' : 'Failed to refund'} ${showNaira(toNaira(after.kobo))} of payment ${locked.reference}`,
      about: [paymentNamed(locked.reference)],
      before: { refund: before.state },
      after: { refund: after.state, reference: after.reference },
    }
    const cinemaIds = await cinemasOfRecord(app, tx, line)
    await addLine(tx, by, 'payment-logs.settle', line, { requestId: null, now, cinemaIds })
  })
}

/** Settles and posts a refund at the counter, in the transaction that stores it. */
export async function settleAtCounter(tx: Db, id: number, zone: string, now: Date): Promise<void> {
  const locked = await lockRefund(tx, id)
  const refund = await changeRefund(tx, id, { state: 'succeeded', settledAt: now })
  await postRefund(tx, { ...locked, refund }, zone)
}

const REFUSED = 'the payment provider reported a failure'
