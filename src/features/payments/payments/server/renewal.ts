import { randomUUID } from 'node:crypto'
import { toNaira } from '#contract/money.ts'
import { planOfName, type PlanRow } from '#features/customers/tiers/server/public.ts'
import { paidUntil, termAfter } from '#features/sales/trade/server/public.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import type { Renewal, RenewalOffer } from '../contract.ts'
import { messages, MONTHS_AHEAD, monthsOf, PAUSE_MINUTES, STATE_LABELS } from '../rules.ts'
import { cardRow, isExpired, cardView, type CardRow } from './cards.ts'
import {
  lastPlanName,
  lastSuccess,
  openPayment,
  type ChargedCustomer,
  type NewPayment,
  type Payment,
} from './charges.ts'

const MINUTE = 60_000
/** Lease, longer than a charge can take. Until it ends, only the charging process asks for the outcome. */
const LEASE_MS = 1.5 * MINUTE

/** Renewal that can be charged now. */
export type Possible = { card: CardRow; plan: PlanRow; months: number; kobo: number; startsAt: Date; endsAt: Date }

/** Returns the renewal that is possible for a customer now, or the message why none is. */
export async function renewalFor(app: App, db: Db, customer: ChargedCustomer, now: Date): Promise<Possible | string> {
  if (await openPayment(db, customer.id)) return messages.underWay
  const renewed = await lastSuccess(db, customer.id)
  if (renewed && now.getTime() - renewed.getTime() < PAUSE_MINUTES * MINUTE) return messages.justRenewed
  const name = await lastPlanName(db, customer.id)
  if (name === undefined) return messages.noPlan
  const plan = await planOfName(db, name)
  if (!plan || plan.retiredAt) return messages.planRetired
  if (plan.kobo === 0) return messages.free
  const card = await cardRow(db, customer.id)
  // A token is valid only at the provider that issued it.
  if (!card || card.provider !== app.payments.kind) return messages.noCard
  if (isExpired(card, now)) return messages.cardExpired
  const { zone } = app.env
  const paid = await paidUntil(db, customer.id, now)
  if (paid && paid > termAfter(undefined, now, MONTHS_AHEAD, zone).endsAt) return messages.paidAhead
  const months = monthsOf(customer.billingCycle)
  return { card, plan, months, kobo: plan.kobo * months, ...termAfter(paid, now, months, zone) }
}

/** Returns the payment that is stored before the card is charged. */
export const newRenewal = (
  customer: ChargedCustomer,
  { card, plan, months, kobo }: Possible,
  by: { name: string; requestKey: string | undefined; now: Date },
): NewPayment => ({
  reference: `mq-${randomUUID()}`,
  provider: card.provider,
  customerId: customer.id,
  purpose: 'renewal',
  planId: plan.id,
  plan: plan.name,
  monthlyKobo: plan.kobo,
  tickets: plan.tickets,
  months,
  kobo,
  createdAt: by.now,
  createdBy: by.name,
  requestKey: by.requestKey ?? null,
  dueAt: new Date(by.now.getTime() + LEASE_MS),
})

export const offerOf = ({ card, plan, months, kobo, startsAt, endsAt }: Possible): RenewalOffer => ({
  subscriptionName: plan.name,
  numberOfMonths: months,
  amount: toNaira(kobo),
  card: cardView(card),
  startsAt: startsAt.toISOString(),
  expiresAt: endsAt.toISOString(),
})

export const toWire = (payment: Payment): Renewal => ({
  id: payment.id,
  reference: payment.reference,
  state: payment.state,
  stateText: stateTextOf(payment),
  confirmUrl: payment.state === 'needs_customer' ? payment.confirmUrl : null,
  subscriptionName: payment.plan,
  numberOfMonths: payment.months,
  amount: toNaira(payment.kobo),
  createdAt: payment.createdAt.toISOString(),
  createdBy: payment.createdBy,
  settledAt: payment.settledAt?.toISOString() ?? null,
})

/** Describes the state, with the provider's message after a failure. */
const stateTextOf = ({ state, message }: Payment): string =>
  state === 'failed' && message ? `${STATE_LABELS.failed}: ${message}` : STATE_LABELS[state]
