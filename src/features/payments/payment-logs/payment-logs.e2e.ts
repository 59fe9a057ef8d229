import type { APIRequestContext } from '@playwright/test'
import { acceptedSender, asSignedIn, asSuperadmin, type Api } from '../../../../e2e/api.ts'
import { expect, openScreen, signIn, test } from '../../../../e2e/fixtures.ts'
import { dialog, openRow, row } from '../../../../e2e/helpers.ts'
import { expectMessage } from '../../../../e2e/messages.ts'

type Listed = {
  id: number
  bookingId: string
  reference: string
  data: { id: string | null; meta: { amountPaid: number; amountRefunded: number } }
}

const paymentsOf = async (get: Api['get'], query: string): Promise<Listed[]> =>
  (await get<{ payment_logs: Listed[] }>(`/flutterwave/payment-logs?${query}`)).payment_logs

/** Finds the first matching demo purchase without a refund. */
async function paid(request: APIRequestContext, query: string, isIt: (id: number) => boolean): Promise<Listed> {
  const { get } = await asSuperadmin(request)
  for (let page = 1; ; page++) {
    const rows = await paymentsOf(get, `${query}&perPage=100&page=${page}`)
    if (!rows.length) throw new Error('no payment matches the tour')
    const found = rows.find(
      ({ id, reference, data: { id: own, meta } }) =>
        isIt(id) && own === null && reference.startsWith('FLW') && meta.amountPaid > 10 && meta.amountRefunded === 0,
    )
    if (found) return found
  }
}

/** Finds a correctly charged payment. Every sixtieth and the next two are not. */
const paidByGuest = (request: APIRequestContext) => paid(request, 'userType=GUEST', (id) => id % 60 > 2)

const naira = (amount: number) =>
  `₦${amount.toLocaleString('en-NG', { minimumFractionDigits: Number.isInteger(amount) ? 0 : 2 })}`

// Clauses: operations 97-99, 459, 490, 521
test('Payment logs: searched after a pause; a payment shows its seats and redeemed tickets and links to its purchase; so does a refund at a counter', async ({
  page,
}) => {
  await page.clock.install()
  await signIn(page)
  const send = await acceptedSender(await asSignedIn(page), { record_types: ['purchases', 'redemptions', 'refunds'] })
  const at = new Date(Date.now() - 3_600_000).toISOString()
  const lines = [{ kind: 'ticket', quantity: 2, amount: 7000, seats: ['F7', 'F8'] }]
  await send('purchases', { id: 'tour-seats', at, payment_reference: 'TOUR-SEATS', lines })
  await send('redemptions', { at, purchase_id: 'tour-seats', cinema_id: '0001' })
  const counter = [{ kind: 'concession', product: 'Popcorn, large', amount: 2250 }]
  const id = 'counter-1'
  await send('purchases', { id, at, channel: 'not_specified', payment_method: 'cash', lines: counter })
  const cold = [{ kind: 'concession', amount: 2250 }]
  await send('refunds', { id: `${id}-r`, purchase_id: id, at, reason: 'Cold', lines: cold })

  const list = page.getByRole('table', { name: 'Payment logs' })
  const read = (url: URL) => url.pathname === '/api/flutterwave/payment-logs'
  await page.route(read, (route) => route.fulfill({ status: 503, json: { status: 503, message: 'Not today' } }))
  await openScreen(page, '/dashboard/payment-logs')
  await expect(page.getByRole('alert').filter({ hasText: 'Not today' })).toBeVisible()
  await page.unroute(read)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(list.getByRole('row')).toHaveCount(11)
  await page.getByText('Guest', { exact: true }).first().click()
  await expect(page).toHaveURL(/userType=GUEST/)

  // The search waits for two seconds.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
  await page.getByRole('searchbox', { name: 'Booking, reference, email or name' }).fill('TOUR-SEATS')
  await page.clock.runFor(1999)
  await expect(page).not.toHaveURL(/search=/)
  await page.clock.resume()
  await expect(page).toHaveURL(/search=/)
  const pattern = ['Guest', 'Paid', '₦7,000'].map((word) => `(?=.*${word})`)
  await expect(row(list, 'tour-seats')).toHaveText(new RegExp(pattern.join('')))
  await expect(page.getByLabel('Totals of the listed payments')).toContainText(/Paid₦7,000Refunded₦0Net₦7,000/)
  await expect(page.getByRole('table', { name: 'Totals by method' }).getByRole('row').nth(1)).toContainText(
    'Not known 1₦7,000',
  )

  await list.getByRole('link', { name: 'tour-seats', exact: true }).click()
  await expect(page.getByText('Seats F7, F8')).toBeVisible()
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
  await purchase.getByRole('link', { name: 'TOUR-SEATS', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Payment tour-seats' })).toBeVisible()

  await openScreen(page, `/dashboard/payment-logs/refunds?search=${id}`)
  const listed = row(page.getByRole('main'), id)
  const refundPattern = ['₦2,250', 'Cash', 'Refunded', 'Cold', 'Reported by tour'].map((word) => `(?=.*${word})`)
  await expect(listed).toHaveText(new RegExp(refundPattern.join('')))
  const sums = page.getByLabel('Totals of the listed refunds')
  await expect(sums).toContainText(/Paid₦2,250.*Refunded₦2,250.*Net₦0.*Pending₦0/)
  await openRow(listed)
  await expect(page.getByRole('heading', { name: `Payment ${id}` })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Items' })).toContainText('Popcorn, large')
})

test('Refund: in part, after a failure, and with the amount that the provider charged', async ({
  page,
  request,
  server,
}) => {
  await server.prints(/demo chain's payments are charged/)
  const payment = await paidByGuest(request)
  await signIn(page)
  await openScreen(page, `/dashboard/payment-logs/${payment.id}`)
  await expect(page.getByText('Sale reported by demo')).toBeVisible()

  const refund = page.getByRole('button', { name: 'Refund', exact: true })
  await refund.click()
  const asking = dialog(page, `Refund payment ${payment.bookingId}`)
  await asking.getByLabel('Custom amount').check()
  await asking.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(asking.getByText(/^(Enter a reason|Enter an amount above ₦0)$/)).toHaveCount(2)
  await asking.getByRole('textbox', { name: 'Amount' }).fill('4.5')
  await asking.getByLabel('Reason').fill('A seat was broken')
  const refunds = '**/api/flutterwave/payment-logs/*/refunds'
  await page.route(refunds, (route) =>
    route.fulfill({ status: 409, json: { status: 409, message: 'This payment has nothing left to refund' } }),
  )
  await asking.getByRole('button', { name: 'Refund ₦4.50' }).click()
  await expectMessage(page, 'This payment has nothing left to refund')
  await page.unroute(refunds)
  await asking.getByRole('button', { name: 'Refund ₦4.50' }).click()
  await expectMessage(page, '₦4.50 refunded')
  const { amountPaid } = payment.data.meta
  await expect(page.locator('dl > div').filter({ hasText: /^(Paid|Refunded|Pending refund|Refundable)₦/ })).toHaveText([
    `Paid${naira(amountPaid)}`,
    'Refunded₦4.50',
    'Pending refund₦0',
    `Refundable${naira(amountPaid - 4.5)}`,
  ])
  await expect(page.getByText('Partly refunded')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Refunds' }).getByText('A seat was broken')).toBeVisible()

  // One in sixty demo payments is charged a tenth less.
  const other = await paid(request, 'userType=ALL', (id) => id % 60 === 1)
  await page.goto(`/dashboard/payment-logs/${other.id}`)
  await refund.click()
  const learning = dialog(page, `Refund payment ${other.bookingId}`)
  await learning.getByLabel('Reason').fill('The show was cancelled')
  const button = learning.getByRole('button', { name: /^Refund ₦/ })
  const before = await button.textContent()
  await button.click()
  await expect(learning.getByRole('alert').filter({ hasText: /^The refund amount is ₦/ })).toBeVisible()
  await expect(button).not.toHaveText(before!)
  await button.click()
  await expectMessage(page, /^₦[\d,.]+ refunded$/)
  await expect(page.getByText('Different amount.')).toBeVisible()
})
