import { actorOf } from '#server/http/principal.ts'
import { noteChange } from '#features/customers/customers/server/public.ts'
import { showNaira, toNaira } from '#contract/money.ts'
import { handle } from '#server/http/handle.ts'
import { conflict, notFound, unauthorized } from '#server/http/problem.ts'
import { IntegrationError } from '#server/integrations/error.ts'
import { noteUnread } from '#server/integrations/unread.ts'
import { payments } from '../contract.ts'
import { messages } from '../rules.ts'
import { forgetCard } from './cards.ts'
import { charge } from './charging.ts'
import {
  addPayment,
  customerFor,
  isOpenAlready,
  latestPayment,
  paymentByReference,
  paymentOfRequest,
  type ChargedCustomer,
} from './charges.ts'
import { noteShopCharge } from './logs.ts'
import { newRenewal, offerOf, renewalFor, toWire } from './renewal.ts'
import { SYSTEM, settle } from './settle.ts'
import { keepWebhook, noteOutcome } from './webhooks.ts'

export const handlers = handle(payments, {
  renew: async ({ params: { id }, app, db, me, now, request, write }) => {
    const requestKey = keyOf(request.headers)
    const { payment, card } = await opened(() =>
      write(async ({ db: tx, record }) => {
        const customer = listed(id, await customerFor(tx, id, true))
        // A repeated click whose response was lost: the card was charged, or is being charged.
        const before = requestKey && (await paymentOfRequest(tx, customer.id, requestKey))
        if (before) {
          await record({ entity: 'customer', id: customer.id, summary: 'Repeated the request for a renewal' })
          return { payment: before, card: undefined }
        }
        const possible = await renewalFor(app, tx, customer, now)
        if (typeof possible === 'string') throw conflict(possible)
        const made = await addPayment(tx, newRenewal(customer, possible, { name: me.name, requestKey, now }))
        await record({
          entity: 'customer',
          id: customer.id,
          summary: `Requested a renewal: ${made.plan}, ${showNaira(toNaira(made.kobo))}`,
          after: { reference: made.reference, plan: made.plan, months: made.months, naira: toNaira(made.kobo) },
        })
        return { payment: made, card: possible.card }
      }),
    )
    if (card) await charge(app, payment, card, actorOf(me))
    return toWire((await paymentByReference(db, payment.reference))!)
  },

  renewal: async ({ params: { id }, app, db, now }) => {
    const customer = listed(id, await customerFor(db, id))
    const latest = await latestPayment(db, customer.id)
    const possible = await renewalFor(app, db, customer, now)
    return {
      renewal: latest ? toWire(latest) : null,
      ...(typeof possible === 'string'
        ? { offer: null, refusal: possible }
        : { offer: offerOf(possible), refusal: null }),
    }
  },

  forgetCard: async ({ params: { id }, db, record, now }) => {
    const customer = listed(id, await customerFor(db, id, true))
    if (!(await forgetCard(db, customer.id))) throw conflict(messages.noCardToDelete)
    await record({ entity: 'customer', id: customer.id, summary: "Deleted the customer's stored card" })
    await noteChange(db, customer.id, 'card forgotten', now)
  },

  webhook: async ({ app, body, now, request, write }) => {
    // Avoids storing requests without the secret, which could fill the disk.
    if (!app.payments.isGenuine(request.headers)) throw unauthorized(messages.badWebhook)
    const webhookId = await write(({ db }) => keepWebhook(db, app.payments.kind, body, now))
    const became = (outcome: string) => noteOutcome(app.db, webhookId, outcome)
    const reference = app.payments.referenceOf(body)
    if (reference === null) return void (await became('Not about a charge'))
    if (typeof reference !== 'string') {
      await noteUnread(app.db, 'payments', 'webhooks', { records: [], unread: [reference], isPart: true }, now)
      await became('No reference')
      return
    }
    const found = await app.payments.find(reference).catch(async (error: unknown) => {
      await became(
        `Payment ${reference} could not be checked${error instanceof IntegrationError ? `: ${error.message}` : ''}`,
      )
      throw error
    })
    await became(`Payment ${reference} checked: ${found ? found.state : 'unknown to the provider'}`)
    if (!found) return
    const payment = await paymentByReference(app.db, found.reference)
    if (payment) await settle(app, payment, found, SYSTEM)
    else await write(({ db }) => noteShopCharge(db, app.payments.kind, found, now))
  },
})

/** Returns a listed customer. @throws 404 also for a customer merged into another */
function listed(id: number, customer: ChargedCustomer | undefined): ChargedCustomer {
  if (!customer?.isListed || customer.id !== id) throw notFound('customer')
  return customer
}

const keyOf = (headers: Record<string, string | string[] | undefined>) => {
  const key = headers['idempotency-key']
  return typeof key === 'string' && key.length <= 200 ? key : undefined
}

/** Turns a unique violation of two parallel renewals into a 409. */
async function opened<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    throw isOpenAlready(error) ? conflict(messages.underWay) : error
  }
}
