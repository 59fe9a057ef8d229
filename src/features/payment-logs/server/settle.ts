import { showNaira, toNaira } from '#contract/money.ts'
import { addLine, type Actor } from '#server/audit/store.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import { cinemasOfRecord } from '#server/http/reach.ts'
import type { ProviderRefund } from '#server/integrations/payments/port.ts'
import { paymentNamed } from '../rules.ts'
import { letGo } from './own-refunds.ts'
import { postRefund } from './post-refund.ts'
import { changeRefund, holdRefund } from './refunds.ts'

/** What is reported about a refund: by the provider, or that it certainly did nothing. */
export type RefundVerdict = Pick<ProviderRefund, 'state'> & { id?: string; message?: string }

/** Who settles what nobody waits for. */
export const NOBODY: Actor = { id: null, name: 'Marquee' }

/**
 * Notes what became of a refund, once; with a success the figures follow, and what was refunded for, in one transaction
 * with it.
 */
export async function settle(app: App, id: number, told: RefundVerdict, by: Actor): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { refund: before, ...held } = await holdRefund(tx, id)
    if (before.state !== 'asked') return
    const providerId = told.id ?? before.providerId
    if (told.state === 'pending') return void (await changeRefund(tx, id, { providerId }))
    const now = app.clock.now()
    const message = told.message ?? (told.state === 'failed' ? REFUSED : '')
    const after = await changeRefund(tx, id, { state: told.state, settledAt: now, providerId, message })
    if (after.state === 'succeeded') await postRefund(tx, { refund: after, ...held }, app.env.dayZone)
    else await letGo(tx, after)
    await app.followRefund(tx, app, after, by)
    const line = {
      entity: 'payment',
      id: after.paymentId,
      summary: `${after.state === 'succeeded' ? 'Refunded' : 'Could not refund'} ${showNaira(toNaira(after.kobo))} of payment ${held.reference}`,
      about: [paymentNamed(held.reference)],
      before: { refund: before.state },
      after: { refund: after.state, reference: after.reference },
    }
    const cinemaIds = await cinemasOfRecord(app, tx, line)
    await addLine(tx, by, 'payment-logs.settle', line, { requestId: null, now, cinemaIds })
  })
}

/** Has the figures follow a refund that staff give back at the counter, in the transaction that stores it. */
export async function settleAtCounter(tx: Db, id: number, zone: string, now: Date): Promise<void> {
  const held = await holdRefund(tx, id)
  const refund = await changeRefund(tx, id, { state: 'succeeded', settledAt: now })
  await postRefund(tx, { ...held, refund }, zone)
}

const REFUSED = 'the payment provider says that it failed'
