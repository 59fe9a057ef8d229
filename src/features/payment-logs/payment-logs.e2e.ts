import type { APIRequestContext, Page } from '@playwright/test'
import { acceptedSender, asSuperadmin, type Api } from '../../../e2e/api.ts'
import { expect, signIn, test } from '../../../e2e/fixtures.ts'
import { expectMessage } from '../../../e2e/messages.ts'
import { dialog, goTo, row } from '../../../e2e/helpers.ts'

type Listed = {
  id: number
  bookingId: string
  reference: string
  data: { id: string | null; meta: { amountPaid: number; amountRefunded: number } }
}

const paymentsOf = async (get: Api['get'], query: string): Promise<Listed[]> =>
  (await get<{ payment_logs: Listed[] }>(`/flutterwave/payment-logs?${query}`)).payment_logs

/** A purchase of the demo that is not refunded and was charged as it should: each sixtieth and the two after are not. */
async function paidByGuest(request: APIRequestContext): Promise<Listed> {
  const { get } = await asSuperadmin(request)
  for (let page = 1; ; page++) {
    const rows = await paymentsOf(get, `userType=GUEST&perPage=50&page=${page}`)
    expect(rows.length, 'no guest has paid what the tour needs').toBeGreaterThan(0)
    const found = rows.find(
      ({ id, reference, data: { id: own, meta } }) =>
        own === null && reference.startsWith('FLW') && id % 60 > 2 && meta.amountPaid > 10 && meta.amountRefunded === 0,
    )
    if (found) return found
  }
}

/** A dialog with something typed is not closed unasked. */
async function expectStaysOnEscape(page: Page) {
  await page.keyboard.press('Escape')
  await dialog(page, 'Close without saving?').getByRole('button', { name: 'Keep editing' }).click()
}

// Clauses: operations 97-99, 490, 521
test('Payment Logs: filter, search, one payment, a refund in part and of the rest', async ({
  page,
  request,
  server,
}) => {
  await server.prints(/demo chain's payments are charged/)
  const payment = await paidByGuest(request)
  await signIn(page)
  await goTo(page, 'Payment Logs')
  const list = page.getByRole('table', { name: 'Payment logs' })
  await expect(list.getByRole('row')).toHaveCount(11)
  await page.getByText('Guest', { exact: true }).first().click()
  await expect(page).toHaveURL(/userType=GUEST/)
  const typed = Date.now()
  await page.getByRole('searchbox', { name: 'Booking, reference, email or name' }).fill(payment.reference)
  await expect(page).toHaveURL(/search=/)
  expect(Date.now() - typed).toBeGreaterThanOrEqual(2000)
  await expect(list.getByRole('link', { name: payment.bookingId, exact: true })).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('payment-logs.csv')

  await list.getByRole('link', { name: payment.bookingId, exact: true }).click()
  await expect(page.getByRole('heading', { name: `Payment ${payment.bookingId}` })).toBeVisible()
  await expect(page.getByText('Sale recorded by demo')).toBeVisible()

  const refund = page.getByRole('button', { name: 'Refund', exact: true })
  await refund.click()
  const asking = dialog(page, `Refund payment ${payment.bookingId}`)
  await asking.getByLabel('Custom amount').check()
  await asking.getByRole('button', { name: 'Refund', exact: true }).click()
  for (const message of ['Enter a reason', 'Enter an amount above ₦0'])
    await expect(asking.getByText(message)).toBeVisible()
  await asking.getByRole('textbox', { name: 'Amount' }).fill('4.5')
  await asking.getByLabel('Reason').fill('A seat was broken')
  await asking.getByRole('button', { name: 'Refund ₦4.50' }).click()
  await expectMessage(page, '₦4.50 refunded')
  await expect(page.getByText('Partly refunded')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Refunds' }).getByText('A seat was broken')).toBeVisible()

  await refund.click()
  await asking.getByLabel('Selected items').check()
  await expect(asking.getByRole('textbox', { name: /^Quantity of/ }).first()).toBeVisible()
  await asking.getByLabel(/^Full refund/).check()
  await asking.getByLabel('Reason').fill('The show was cancelled')
  await asking.getByRole('button', { name: /^Refund ₦/ }).click()
  await expectMessage(page, /^₦[\d,.]+ refunded$/)
  await expect(refund).toHaveAttribute('aria-disabled', 'true')
})

test('a refund of what the provider charged less for: the dialog learns the amount, and it is refunded', async ({
  page,
  request,
  server,
}) => {
  await server.prints(/demo chain's payments are charged/)
  const { get } = await asSuperadmin(request)
  const pages = await Promise.all([2, 3, 4, 5].map((page) => paymentsOf(get, `perPage=100&page=${page}`)))
  // Of sixty payments of the demo one is charged a tenth less.
  const payment = pages
    .flat()
    .find(
      ({ id, reference, data: { id: own, meta } }) =>
        id % 60 === 1 &&
        reference.startsWith('FLW') &&
        own === null &&
        meta.amountPaid > 10 &&
        meta.amountRefunded === 0,
    )!
  await signIn(page)
  await page.goto(`/dashboard/payment-logs/${payment.id}`)
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const asking = dialog(page, `Refund payment ${payment.bookingId}`)
  await asking.getByLabel('Reason').fill('The show was cancelled')
  const button = asking.getByRole('button', { name: /^Refund ₦/ })
  const before = await button.textContent()
  await button.click()
  await expect(asking.getByRole('alert').filter({ hasText: /^The refund amounts to ₦/ })).toBeVisible()
  await expect(button).not.toHaveText(before!)
  await button.click()
  await expectMessage(page, /^₦[\d,.]+ refunded$/)
  await expect(page.getByText('Amount differs.')).toBeVisible()
})

test('a payment leads to its tickets, and they lead back', async ({ page, request }) => {
  const payment = await paidByGuest(request)
  await signIn(page)
  await page.goto(`/dashboard/payment-logs/${payment.id}`)
  await page.getByRole('link', { name: payment.bookingId, exact: true }).click()
  const drawer = dialog(page, 'Purchase')
  await drawer.getByRole('link', { name: payment.reference, exact: true }).click()
  await expect(page.getByRole('heading', { name: `Payment ${payment.bookingId}` })).toBeVisible()
})

test('which seats were paid for, and whether the tickets were used: on the payment, in its refund and in the purchase @both', async ({
  page,
  request,
}) => {
  const send = await acceptedSender(await asSuperadmin(request), { streams: ['purchases', 'redemptions'] })
  const at = new Date(Date.now() - 3_600_000).toISOString()
  await send('purchases', {
    id: 'tour-seats',
    at,
    payment_reference: 'TOUR-SEATS',
    lines: [{ kind: 'ticket', quantity: 2, amount: 7000, seats: ['F7', 'F8'] }],
  })
  await signIn(page)
  await page.goto('/dashboard/payment-logs?search=TOUR-SEATS')
  await page.getByRole('link', { name: 'tour-seats', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Payment tour-seats' })).toBeVisible()
  await expect(page.getByText('Seats F7, F8')).toBeVisible()
  await expect(page.getByText('No redemption reported')).toBeVisible()

  await send('redemptions', { at, purchase_id: 'tour-seats', cinema_id: '0001' })
  await page.reload()
  await expect(page.getByText(/^1 of 2 tickets, last at /)).toBeVisible()
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const asking = dialog(page, 'Refund payment tour-seats')
  await expect(asking.getByText(/^Redeemed\. 1 of 2 tickets, last at /)).toBeVisible()
  await asking.getByLabel('Selected items').check()
  await expect(asking.getByText(/2 of 2 left · ₦7,000 · Seats F7, F8/)).toBeVisible()
  await asking.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('link', { name: 'tour-seats', exact: true }).click()
  const purchase = dialog(page, 'Purchase')
  await expect(purchase.getByText('Seats F7, F8')).toBeVisible()
  await expect(purchase.getByText(/^1 of 2 tickets, last at /)).toBeVisible()
})

test('Reconciliation: a day is compared, a mismatch is resolved with a note and reopened', async ({
  page,
  request,
  server,
}) => {
  await server.prints(/demo chain's payments are charged/)
  const send = await acceptedSender(await asSuperadmin(request), { streams: ['purchases'] })
  const at = new Date(Date.now() - 86_400_000).toISOString()
  await send('purchases', { at, payment_reference: 'TOUR-UNKNOWN', lines: [{ kind: 'ticket', amount: 3500 }] })

  await signIn(page)
  await goTo(page, 'Payment Logs')
  await page.getByRole('button', { name: 'Reconciliation' }).click()
  await expect(page.getByRole('heading', { name: 'Reconciliation' })).toBeVisible()
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await expect(page.getByRole('heading', { name: /^Reconciliation of/ })).toBeVisible()
  const mismatch = row(page.getByRole('table', { name: 'Mismatches' }), 'TOUR-UNKNOWN')
  await expect(mismatch.getByText('Not at the provider')).toBeVisible()

  await mismatch.getByRole('button', { name: 'Resolve TOUR-UNKNOWN' }).click()
  const resolving = dialog(page, 'Resolve the mismatch')
  await resolving.getByRole('button', { name: 'Resolve' }).click()
  await expect(resolving.getByText('Enter a note')).toBeVisible()
  await resolving.getByLabel('Note').fill('Paid at the till')
  await expectStaysOnEscape(page)
  await resolving.getByRole('button', { name: 'Resolve' }).click()
  await expectMessage(page, 'Mismatch resolved')
  await expect(mismatch.getByText('Resolved', { exact: true })).toBeVisible()
  await mismatch.getByRole('button', { name: 'Reopen TOUR-UNKNOWN' }).click()
  await dialog(page, 'Reopen the mismatch').getByRole('button', { name: 'Reopen' }).click()
  await expectMessage(page, 'Mismatch reopened')
  await expect(mismatch.getByText('Open', { exact: true })).toBeVisible()
})

// Clauses: operations 459
test('a list that cannot be read says so, and is read again', async ({ page }) => {
  await signIn(page)
  const list = (url: URL) => url.pathname === '/api/flutterwave/payment-logs'
  await page.route(list, (route) => route.fulfill({ status: 503, json: { status: 503, message: 'Not today' } }))
  await page.goto('/dashboard/payment-logs')
  await expect(page.getByRole('alert').filter({ hasText: 'Not today' })).toBeVisible()
  await page.unroute(list)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('table', { name: 'Payment logs' }).getByRole('link').first()).toBeVisible()
})

test('a refund that fails at the provider is told, and nothing is lost of what was typed', async ({
  page,
  request,
  server,
}) => {
  await server.prints(/demo chain's payments are charged/)
  const payment = await paidByGuest(request)
  await signIn(page)
  await page.goto(`/dashboard/payment-logs/${payment.id}`)
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const asking = dialog(page, `Refund payment ${payment.bookingId}`)
  await asking.getByLabel('Reason').fill('Rain')
  await page.route('**/api/flutterwave/payment-logs/*/refunds', (route) =>
    route.fulfill({ status: 409, body: '{"status":409,"message":"Nothing of this payment is left to refund"}' }),
  )
  await asking.getByRole('button', { name: /^Refund ₦/ }).click()
  await expectMessage(page, 'Nothing of this payment is left to refund')
  await expect(asking.getByLabel('Reason')).toHaveValue('Rain')
  await expectStaysOnEscape(page)
  await expect(asking.getByLabel('Reason')).toHaveValue('Rain')
})
