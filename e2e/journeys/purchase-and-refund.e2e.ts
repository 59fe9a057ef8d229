/** What one purchase leaves behind in every part of the office, until it is paid back. */
import type { APIRequestContext, Page } from '@playwright/test'
import {
  FLUTTERWAVE_HASH,
  flutterwavePeer,
  webhookOf,
  type FlutterwavePeer,
} from '../../src/server/test/flutterwave-peer.ts'
import { acceptedSender, asSuperadmin } from '../api.ts'
import { expect, openScreen, signIn, test as base } from '../fixtures.ts'
import { expectMessage } from '../messages.ts'
import { dialog, row } from '../helpers.ts'

/** A chain that is paid through Flutterwave, on this machine. */
const test = base.extend<object, { flutterwave: FlutterwavePeer }>({
  flutterwave: [
    async ({}, use) => {
      const outside = await flutterwavePeer()
      await use(outside)
      await outside.close()
    },
    { scope: 'worker' },
  ],
  settings: async ({ flutterwave: { settings } }, use) =>
    use({
      FLUTTERWAVE_SECRET_KEY: settings.secretKey,
      FLUTTERWAVE_WEBHOOK_HASH: settings.webhookHash,
    }),
  addresses: async ({ flutterwave: { settings } }, use) => use({ flutterwave: settings.url }),
})

const REFERENCE = 'JOURNEY-20991'
const ORDER = 'order-1'
const EMAIL = 'adaeze@journey.example'
const TICKETS = { kind: 'ticket', quantity: 2, amount: 9000, product: 'Standard' }
const COMBO = { kind: 'concession', quantity: 1, amount: 4500, product: 'Movie Night Combo' }
const PAID = TICKETS.amount + COMBO.amount

/** The web shop tells that somebody registered, and what she bought. */
async function ingestFromShop(request: APIRequestContext) {
  const send = await acceptedSender(await asSuperadmin(request), { record_types: ['customers', 'purchases'] })
  const at = new Date().toISOString()
  const customer = { id: 'ada', first_name: 'Adaeze', last_name: 'Journey', email: EMAIL, registered_at: at }
  const purchase = {
    id: ORDER,
    at,
    channel: 'web',
    customer_id: 'ada',
    payment_reference: REFERENCE,
    lines: [TICKETS, COMBO],
  }
  await send('customers', customer)
  await send('purchases', purchase)
}

/** The provider tells that it was paid. */
async function sendWebhook(request: APIRequestContext, flutterwave: FlutterwavePeer) {
  const charge = flutterwave.add({
    tx_ref: REFERENCE,
    amount: PAID,
    customer: { email: EMAIL },
    created_at: new Date().toISOString(),
  })
  const answer = await request.post('/api/flutterwave/webhook', {
    headers: { 'verif-hash': FLUTTERWAVE_HASH },
    data: webhookOf(charge),
  })
  expect(answer.status()).toBe(200)
}

/** Figures of the dashboard as numbers. */
async function figures(page: Page) {
  await openScreen(page, '/dashboard/analytics')
  const cards = page.getByRole('group', { name: /^(Tickets sold|Total revenue)$/ })
  await expect(cards).toContainText([/\d/, /\d/])
  const [tickets, revenue] = (await cards.allTextContents()).map((text) =>
    Number(/₦?([\d,]+(?:\.\d+)?)/.exec(text)![1]!.replaceAll(',', '')),
  )
  return { tickets: tickets!, revenue: revenue! }
}

test('a customer buys a combo and two tickets: the logs, her profile and the figures have it, and follow its refund', async ({
  page,
  request,
  flutterwave,
}) => {
  await signIn(page)
  const before = await figures(page)
  await ingestFromShop(request)
  await sendWebhook(request, flutterwave)

  await test.step('the ticket log', async () => {
    await openScreen(page, `/dashboard/purchased-tickets?search=${REFERENCE}`)
    const ticket = row(page.getByRole('table', { name: 'Tickets' }), REFERENCE)
    await expect(ticket).toContainText([/Adaeze Journey.*adaeze@journey\.example/])
  })

  await test.step('her profile', async () => {
    await openScreen(page, `/dashboard/users/unsubscribers?search_query=${encodeURIComponent(EMAIL)}`)
    await page.getByRole('table').getByRole('link', { name: 'Adaeze Journey' }).click()
    for (const bought of [TICKETS.product, COMBO.product])
      await expect(row(page, bought).filter({ hasText: REFERENCE })).toBeVisible()
  })

  await test.step('the dashboard', async () => {
    await expect.poll(() => figures(page)).toEqual({ tickets: before.tickets + 2, revenue: before.revenue + PAID })
  })

  await test.step('the payment log, and the refund of all of it', async () => {
    await openScreen(page, `/dashboard/payment-logs?search=${REFERENCE}`)
    await page.getByRole('table', { name: 'Payment logs' }).getByRole('link', { name: ORDER, exact: true }).click()
    await expect(page.getByText(COMBO.product)).toBeVisible()
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    const asking = dialog(page, `Refund payment ${ORDER}`)
    await asking.getByLabel('Reason').fill('The show was cancelled')
    await asking.getByRole('button', { name: 'Refund ₦13,500' }).click()
    await expectMessage(page, '₦13,500 refunded')
    await expect(page.getByRole('button', { name: 'Refund', exact: true })).toHaveAttribute('aria-disabled', 'true')
    expect(flutterwave.refunds.map(({ amount_refunded }) => amount_refunded)).toEqual([PAID])
  })

  await test.step('the figures follow, and the logs say it', async () => {
    await expect.poll(() => figures(page)).toEqual(before)
    await openScreen(page, `/dashboard/purchased-tickets?search=${REFERENCE}`)
    await expect(row(page.getByRole('table', { name: 'Tickets' }), REFERENCE)).toContainText('Refunded')
  })
})
