import { randomUUID } from 'node:crypto'
import { paymentLogs, type PaymentDetail } from '#features/payments/payment-logs/contract.ts'
import { tickets } from '#features/sales/tickets/contract.ts'
import { referenceOf } from '../../seeding.ts'
import { pageOf, palette, PAGE, rowsOf, TERMS, type Action, type Desk, type Role } from '../desk.ts'

/** A payment's reference, or somebody's name. */
const wordOf = ({ chance, ground }: Desk) =>
  chance.happens(0.5) ? referenceOf(chance.int(1, ground.sizes.purchases)) : chance.pick(TERMS)

const listTickets: Action = (desk) =>
  desk.browser.look({
    as: 'ticket log, a page',
    call: tickets.breakdown,
    query: { page: pageOf(desk), perPage: PAGE },
    isRight: rowsOf('tickets'),
  })

const searchTickets: Action = (desk) =>
  desk.browser.look({
    as: 'ticket log, a search',
    call: tickets.breakdown,
    query: {
      page: 1,
      perPage: PAGE,
      search: wordOf(desk),
    },
    isRight: (data: { tickets: unknown }) => Array.isArray(data.tickets),
  })

const openPurchase: Action = ({ browser, chance, ground }) =>
  browser.look({
    as: 'a purchase',
    call: tickets.purchase,
    params: { id: chance.int(1, ground.sizes.purchases) },
  })

const listPayments: Action = (desk) =>
  desk.browser.look({
    as: 'payment log, a page',
    call: paymentLogs.list,
    query: { page: pageOf(desk), perPage: PAGE, userType: desk.chance.pick(['ALL', 'CUSTOMER', 'GUEST']) },
    isRight: rowsOf('payment_logs'),
  })

const searchPayments: Action = (desk) =>
  desk.browser.look({
    as: 'payment log, a search',
    call: paymentLogs.list,
    query: {
      page: 1,
      perPage: PAGE,
      search: wordOf(desk),
    },
    isRight: (data: { payment_logs: unknown }) => Array.isArray(data.payment_logs),
  })

const refund: Action = async ({ browser, ground }) => {
  const id = ground.refundable.pop()
  if (id === undefined) return
  const params = { id }
  const payment = await browser.ask<PaymentDetail>({ as: 'a payment', call: paymentLogs.detail, params })
  if (!payment || payment.refusal !== null) return
  await browser.look({
    as: 'refund a payment',
    call: paymentLogs.refund,
    params,
    body: { kind: 'full', amount: payment.amountLeft, reason: 'The show was cancelled' },
    headers: { 'idempotency-key': randomUUID() },
    isRight: ({ refunds }: PaymentDetail) => refunds.at(-1)?.state === 'succeeded',
  })
}

export const accounts: Role = {
  name: 'Load: accounts',
  permissions: ['tickets:read', 'payment-logs:read', 'refunds:write', 'customers:read'],
  actions: [
    [4, listTickets],
    [3, searchTickets],
    [3, openPurchase],
    [4, listPayments],
    [3, searchPayments],
    [2, refund],
    [1, palette],
  ],
}
