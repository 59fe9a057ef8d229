import type { AuditSummary } from '#server/audit/summary.ts'
import { actorOf } from '#server/http/principal.ts'
import { OTHER_CINEMA, scopeOf, NEEDS_CHAIN_SCOPE, type Rights } from '#contract/permissions.ts'
import { counted } from '#contract/counted.ts'
import { showNaira, toKobo, toNaira } from '#contract/money.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import { exportLists } from '#server/http/csv.ts'
import { handle } from '#server/http/handle.ts'
import { conflict, notFound } from '#server/http/problem.ts'
import type { ProviderCharge } from '#server/integrations/payments/port.ts'
import { paymentLogs } from '../contract.ts'
import { COUNTER, messages, paymentNamed, type Ask } from '../rules.ts'
import { cellsIn } from './cells.ts'
import { detailOf } from './detail.ts'
import { paymentOf, nameOf, type Payment } from './payments.ts'
import { submitRefund } from './submit-refund.ts'
import { everyPayment, foundPayments, pageOfPayments, sumsOf } from './list.ts'
import { everyRefund, pageOfRefunds, refundCellsIn, sumsOfRefunds } from './refund-list.ts'
import { settleAtCounter } from './settle.ts'
import { noteCharges, openRefund, refundOfRequest, refundsOf, refusalOf } from './refunds.ts'

const FILE = 'payment-logs.csv'
const REFUNDS_FILE = 'refunds.csv'

export const handlers = handle(paymentLogs, {
  list: ({ app, db, query }) => pageOfPayments(db, { ...query, zone: app.env.dayZone }, query),
  sums: async ({ app, db, query }) => ({ sums: await sumsOf(db, { ...query, zone: app.env.dayZone }) }),
  search: ({ db, query }) => foundPayments(db, query.searchInput),

  csv: async ({ app, db, query: { columns: choice, ...filter }, write }) => {
    const rows = await everyPayment(db, { ...filter, zone: app.env.dayZone })
    const what = rows.total === undefined ? `${messages.many} payments` : counted(rows.total, 'payment')
    const totals = async () => {
      const sums = await sumsOf(db, { ...filter, zone: app.env.dayZone })
      return {
        Paid: sums?.paid ?? null,
        Refunded: sums?.refunded ?? null,
        'Charged back': sums?.chargedBack || null,
        Net: sums?.net ?? null,
      }
    }
    const file = { name: FILE, what, columns: cellsIn(app.env.zone), choice, lists: [rows] }
    return { ...(await exportLists(write, db, file)), totals }
  },

  detail: async ({ app, db, me, params }) => {
    const payment = await paymentOr404(db, params.id)
    const detail = await detailOf(app, db, payment)
    return { ...detail, refusal: detail.refusal ?? elsewhere(me, payment) }
  },

  refund: async ({ params: { id }, body, app, db, me, now, request, say, write }) => {
    const ask = askOf(body)
    const payment = await paymentOr404(db, id)
    const isAtCounter = payment.provider === COUNTER
    const about = [paymentNamed(payment.reference)]
    const requestKey = keyOf(request.headers)
    const isRepeated = requestKey !== undefined && (await refundOfRequest(db, id, requestKey)) !== undefined
    const charge = isRepeated ? undefined : await chargeOf(app, payment)
    // In a transaction of its own, so that staff see the charged amount even if the refund is rejected for it.
    if (charge)
      await write(async ({ db: tx, record }) => {
        await noteCharges(tx, app.payments.kind, [charge])
        if (charge.kobo === payment.kobo) return
        const [was, charged] = [payment.kobo, charge.kobo].map((kobo) => showNaira(toNaira(kobo)))
        const summary: AuditSummary = `Corrected the amount of payment ${payment.reference} from ${was} to ${charged}, as charged by the payment provider`
        await record({ entity: 'payment', id, summary, about })
      })
    const { refund, isNew } = await write(async ({ db: tx, record, declareAmount }) => {
      const opened = await openRefund(tx, {
        paymentId: id,
        reference: payment.reference,
        ask,
        seenKobo: toKobo(body.amount),
        reason: body.reason,
        provider: app.payments.kind,
        requestKey,
        by: me.name,
        now,
      })
      const { reference, kobo } = opened.refund
      const [amount, label] = [showNaira(toNaira(kobo)), nameOf(payment)]
      const summary: AuditSummary = !opened.isNew
        ? `Repeated the request for a refund of payment ${label}`
        : isAtCounter
          ? `Refunded ${amount} of payment ${label} at the counter`
          : `Requested a refund of ${amount} for payment ${label}`
      if (opened.isNew && isAtCounter) await settleAtCounter(tx, opened.refund.id, app.env.dayZone, now)
      await record({ entity: 'payment', id, summary, about, after: { refund: reference, naira: toNaira(kobo) } })
      declareAmount(opened.isNew ? kobo : 0, { fresh: ['refund'] })
      return opened
    })
    if (isNew && !isAtCounter) await submitRefund(app, refund, actorOf(me))
    const { state, message, kobo } = (await refundsOf(db, id)).find((one) => one.id === refund.id)!
    say(
      {
        succeeded: messages.refunded(kobo),
        requested: messages.refundRequested,
        failed: messages.refundFailed(message),
      }[state],
    )
    return detailOf(app, db, await paymentOr404(db, id))
  },

  refunds: ({ app, db, query }) => pageOfRefunds(db, { ...query, zone: app.env.dayZone }, query),
  refundSums: ({ app, db, query }) => sumsOfRefunds(db, { ...query, zone: app.env.dayZone }),

  refundsCsv: async ({ app, db, query: { columns: choice, ...filter }, write }) => {
    const rows = await everyRefund(db, { ...filter, zone: app.env.dayZone })
    const totals = async () => {
      const { paid, refunded, net, underWay } = await sumsOfRefunds(db, { ...filter, zone: app.env.dayZone })
      return { Paid: paid, Refunded: refunded, Net: net, Pending: underWay }
    }
    const what = counted(rows.total!, 'refund')
    const file = { name: REFUNDS_FILE, what, columns: refundCellsIn(app.env.zone), choice, lists: [rows] }
    return { ...(await exportLists(write, db, file)), totals }
  },
})

/** Returns why a user who can see a payment cannot refund it: their refund role covers other cinemas. */
function elsewhere(me: Rights, { cinemaId }: Payment): string | null {
  const scope = scopeOf(me, paymentLogs.refund.permission)
  if (scope === 'chain' || (cinemaId !== null && scope.includes(cinemaId))) return null
  return cinemaId === null ? NEEDS_CHAIN_SCOPE : OTHER_CINEMA
}

async function paymentOr404(db: Db, id: number): Promise<Payment> {
  const payment = await paymentOf(db, id)
  if (!payment) throw notFound('payment')
  return payment
}

/**
 * Returns the provider's charge of a payment that only another system reported. Undefined: reported by the provider, or
 * paid at a cinema.
 * @throws 409 if the payment has nothing to refund
 */
async function chargeOf(app: App, payment: Payment): Promise<ProviderCharge | undefined> {
  const reason = refusalOf(payment, app.payments.kind)
  if (reason) throw conflict(reason)
  if (payment.provider === COUNTER || payment.providerId !== null) return
  const charge = await app.payments.find(payment.reference)
  if (!charge) throw conflict(messages.unknownThere)
  if (charge.state !== 'succeeded') throw conflict(messages.notPaidThere)
  if (charge.currency !== 'NGN') throw conflict(messages.notNaira)
  return charge
}

type Body = { kind: Ask['kind']; lines?: { purchase_id: number; line: number; quantity: number }[]; amount: number }
function askOf({ kind, lines = [], amount }: Body): Ask {
  if (kind === 'full') return { kind }
  if (kind === 'amount') return { kind, kobo: toKobo(amount) }
  return { kind, lines: lines.map((line) => ({ purchaseId: line.purchase_id, n: line.line, quantity: line.quantity })) }
}

const keyOf = (headers: Record<string, string | string[] | undefined>) => {
  const key = headers['idempotency-key']
  return typeof key === 'string' && key.length <= 200 ? key : undefined
}
