import type { APIRequestContext, Page } from '@playwright/test'
import { acceptedSender, asSignedIn, asSuperadmin, type Api } from '../../../e2e/api.ts'
import { expect, settled, signIn, test } from '../../../e2e/fixtures.ts'
import { choose, dialog, filterBy, goTo, openRow, row } from '../../../e2e/helpers.ts'
import { expectMessage } from '../../../e2e/messages.ts'

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

// Clauses: operations 97-99, 459, 490, 521
test('the payment log is searched after a pause and answers a question of money: how much, when, how it was paid', async ({
  page,
  request,
}) => {
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
  await settled(page)
  const found = row(list, payment.bookingId)
  await expect(found).toContainText(`₦${payment.data.meta.amountPaid.toLocaleString('en-NG')}`)
  await expect(found).toContainText('Guest')
  await expect(found).toContainText('Paid')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('payment-logs.csv')

  const read = (url: URL) => url.pathname === '/api/flutterwave/payment-logs'
  await page.route(read, (route) => route.fulfill({ status: 503, json: { status: 503, message: 'Not today' } }))
  await page.goto('/dashboard/payment-logs')
  await expect(page.getByRole('alert').filter({ hasText: 'Not today' })).toBeVisible()
  await page.unroute(read)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(list.getByRole('link').first()).toBeVisible()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Amount' }).click()
  const amount = dialog(page, 'Amount')
  await expect(amount.getByLabel('From', { exact: true })).toBeFocused()
  await amount.getByLabel('From', { exact: true }).fill('much')
  await amount.getByRole('button', { name: 'Apply' }).click()
  await expect(amount.getByRole('alert')).toHaveText('Type amounts, such as 5,000 or 12,500.50')
  await expect(amount.getByLabel('From', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect(amount.getByLabel('To', { exact: true })).not.toHaveAttribute('aria-invalid', 'true')
  await amount.getByLabel('From', { exact: true }).fill('5,000')
  await amount.getByLabel('To', { exact: true }).fill('50')
  await amount.getByLabel('To', { exact: true }).press('Enter')
  await expect(amount.getByRole('alert')).toHaveText('The end is before the start')
  await settled(page)
  await amount.getByLabel('To', { exact: true }).fill('₦50,000')
  await amount.getByRole('button', { name: 'Apply' }).click()
  await expect(amount).toHaveCount(0)
  await expect(page).toHaveURL(/amount=5000..50000/)
  await expect(page.getByRole('button', { name: 'Amount ₦5,000 – ₦50,000' })).toBeVisible()

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Date' }).click()
  await dialog(page, 'Date').getByRole('button', { name: 'Last 30 days' }).click()
  const sums = page.getByLabel('Sums of the listed payments')
  await expect(sums).toContainText(/Paid₦[\d,]+(\.\d\d)?Refunded₦[\d,]+(\.\d\d)?Net₦/)
  await expect(page).toHaveURL(/date=today-29..today/)
  const date = page.getByRole('button', { name: 'Date Last 30 days' })
  await settled(page)
  await expect(row(list, '₦').first()).toBeVisible()

  await filterBy(page, 'Method', 'Card', 'Bank transfer')
  await expect(page).toHaveURL(/method=card%2Ctransfer/)
  await expect(page.getByRole('table', { name: 'Sums by method' }).getByRole('row').nth(1)).toContainText(/\d+₦[\d,]+/)
  await settled(page)
  await expect(row(list, '₦').first()).toBeVisible()
  await page.getByRole('button', { name: 'Remove the filter Method' }).click()
  await expect(page).not.toHaveURL(/method=/)
  await settled(page)
  // A chip opens what it was chosen by.
  await date.click()
  await dialog(page, 'Date').getByLabel('From', { exact: true }).fill('01/01/2020')
  await dialog(page, 'Date').getByLabel('To', { exact: true }).fill('02/01/2020')
  await dialog(page, 'Date').getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('button', { name: 'Date 01/01/2020 – 02/01/2020' })).toBeVisible()
  await expect(page.getByText('No results')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(page).toHaveURL(/payment-logs$/)

  // A filter that nothing is chosen of goes when it is left.
  const add = page.getByRole('button', { name: 'Filter', exact: true })
  for (const [name, role] of [
    ['Status', 'menu'],
    ['Amount', 'dialog'],
  ] as const) {
    await add.click()
    await page.getByRole('menuitem', { name }).click()
    await expect(page.getByRole(role)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: `Remove the filter ${name}` })).toHaveCount(0)
    await expect(add).toBeFocused()
  }
})

test('a payment is refunded: in part, of what the provider charged less for, and not lost when it fails', async ({
  page,
  request,
  server,
}) => {
  await server.prints(/demo chain's payments are charged/)
  const payment = await paidByGuest(request)
  await signIn(page)
  await page.goto(`/dashboard/payment-logs/${payment.id}`)
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
  const refunds = '**/api/flutterwave/payment-logs/*/refunds'
  await page.route(refunds, (route) =>
    route.fulfill({ status: 409, json: { status: 409, message: 'Nothing of this payment is left to refund' } }),
  )
  await asking.getByRole('button', { name: 'Refund ₦4.50' }).click()
  await expectMessage(page, 'Nothing of this payment is left to refund')
  await page.unroute(refunds)
  await expectStaysOnEscape(page)
  await expect(asking.getByLabel('Reason')).toHaveValue('A seat was broken')
  await asking.getByRole('button', { name: 'Refund ₦4.50' }).click()
  await expectMessage(page, '₦4.50 refunded')
  const paid = payment.data.meta.amountPaid
  const naira = (amount: number) =>
    `₦${amount.toLocaleString('en-NG', { minimumFractionDigits: Number.isInteger(amount) ? 0 : 2 })}`
  const figure = (name: string) =>
    page
      .locator('dl > div')
      .filter({ hasText: new RegExp(`^${name}₦`) })
      .locator('dd')
  await expect(figure('Paid')).toHaveText(naira(paid))
  await expect(figure('Refunded')).toHaveText('₦4.50')
  await expect(figure('Pending refund')).toHaveText('₦0')
  await expect(figure('Refundable')).toHaveText(naira(paid - 4.5))
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

  const { get } = await asSuperadmin(request)
  const pages = await Promise.all([2, 3, 4, 5].map((page) => paymentsOf(get, `perPage=100&page=${page}`)))
  // Of sixty payments of the demo one is charged a tenth less.
  const other = pages
    .flat()
    .find(
      ({ id, reference, data: { id: own, meta } }) =>
        id % 60 === 1 &&
        reference.startsWith('FLW') &&
        own === null &&
        meta.amountPaid > 10 &&
        meta.amountRefunded === 0,
    )!
  await page.goto(`/dashboard/payment-logs/${other.id}`)
  await refund.click()
  const learning = dialog(page, `Refund payment ${other.bookingId}`)
  await learning.getByLabel('Reason').fill('The show was cancelled')
  const button = learning.getByRole('button', { name: /^Refund ₦/ })
  const before = await button.textContent()
  await button.click()
  await expect(learning.getByRole('alert').filter({ hasText: /^The refund amounts to ₦/ })).toBeVisible()
  await expect(button).not.toHaveText(before!)
  await button.click()
  await expectMessage(page, /^₦[\d,.]+ refunded$/)
  await expect(page.getByText('Amount differs.')).toBeVisible()
})

test('a payment shows its seats and whether its tickets were used, and leads to its purchase and back; so does a refund at a counter', async ({
  page,
}) => {
  await signIn(page)
  const streams = ['purchases', 'redemptions', 'refunds']
  const send = await acceptedSender(await asSignedIn(page), { streams })
  const at = new Date(Date.now() - 3_600_000).toISOString()
  await send('purchases', {
    id: 'tour-seats',
    at,
    payment_reference: 'TOUR-SEATS',
    lines: [{ kind: 'ticket', quantity: 2, amount: 7000, seats: ['F7', 'F8'] }],
  })
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
  await purchase.getByRole('link', { name: 'TOUR-SEATS', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Payment tour-seats' })).toBeVisible()

  const id = 'counter-1'
  const counter = [{ kind: 'concession', product: 'Popcorn, large', amount: 2250 }]
  await send('purchases', { id, at, channel: 'not_specified', payment_method: 'cash', lines: counter })
  const lines = [{ kind: 'concession', amount: 2250 }]
  await send('refunds', { id: `${id}-r`, purchase_id: id, at, reason: 'Cold', lines })
  await page.goto('/dashboard/payment-logs')
  await page.getByRole('button', { name: 'Refunds', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Refunds', level: 1 })).toBeVisible()
  await filterBy(page, 'Status', 'Pending', 'Failed')
  await expect(page).toHaveURL(/state=asked%2Cfailed/)
  await filterBy(page, 'Provider', 'Recorded by another program')
  await expect(page).toHaveURL(/provider=reported/)
  await filterBy(page, 'Kind', 'Tickets')
  await expect(page).toHaveURL(/kind=ticket/)
  await page.goto(`/dashboard/payment-logs/refunds?search=${id}`)
  const listed = row(page, id)
  for (const shown of ['₦2,250', 'Cash', 'Refunded', 'Cold', 'Recorded by tour'])
    await expect(listed).toContainText(shown)
  const sums = page.getByLabel('Sums of the listed refunds')
  await expect(sums).toContainText(/Paid₦2,250.*Refunded₦2,250.*Net₦0.*Pending₦0/)
  await settled(page)
  await openRow(listed)
  await expect(purchase.getByText('Popcorn, large')).toBeVisible()
})

test('Reconciliation: a day is compared, mismatches are resolved, reopened, owned and talked about, and fees are set', async ({
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

  await page.goto('/dashboard/payment-logs/reconciliation')
  await page.getByRole('button', { name: 'Fees' }).click()
  const form = dialog(page, 'Fees of the payment provider')
  const abroad = form.getByRole('group', { name: 'Foreign cards' })
  await expect(form.getByLabel('Percent of the charge').first()).toHaveValue('1.4%')
  await expect(abroad.getByLabel('Percent of the charge')).toHaveValue('3.8%')
  await form.getByLabel('Fixed amount').first().fill('100')
  await form.getByLabel('Maximum fee').first().fill('50')
  await abroad.getByLabel('Percent of the charge').fill('4')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('The maximum is below the fixed amount')).toBeVisible()
  await form.getByLabel('Maximum fee').first().fill('2500')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Fees saved. Days that are compared from now on are compared with them')).toBeVisible()
  await expect(form).toBeHidden()

  await page.getByRole('button', { name: 'Fees' }).click()
  await expect(form.getByLabel('Maximum fee').first()).toHaveValue('₦2,500')
  await expect(abroad.getByLabel('Percent of the charge')).toHaveValue('4%')
  for (const name of ['Percent of the charge', 'Fixed amount', 'Maximum fee'])
    await form.getByLabel(name).first().fill('')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Enter the fee of Nigerian cards as well')).toBeVisible()
  for (const name of ['Percent of the charge', 'Fixed amount', 'Maximum fee']) await abroad.getByLabel(name).fill('')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Fees are not compared from now on')).toBeVisible()

  await page.getByRole('link', { name: 'Mismatches' }).click()
  await expect(page.getByRole('heading', { name: 'Mismatches' })).toBeVisible()
  await page.getByText('All', { exact: true }).first().click()
  await expect(page).toHaveURL(/state=all/)
  await page.getByRole('button', { name: 'Settle by rule' }).click()
  await expect(dialog(page, 'Settle by rule').getByText('Provider test charge')).toBeVisible()
  await page.keyboard.press('Escape')

  const list = page.getByRole('table', { name: 'Mismatches' })
  await openRow(list.getByRole('row').nth(1))
  const one = dialog(page, /^Mismatch of/)
  await choose(one, 'Owner', 'Adaeze Okafor')
  await one.getByLabel('Comment', { exact: true }).fill('Asked the bank')
  await one.getByRole('button', { name: 'Add comment' }).click()
  await expect(one.getByRole('list', { name: 'Comments' })).toContainText('Asked the bank')

  await one.getByRole('button', { name: 'Resolve' }).click()
  const settling = dialog(page, 'Resolve the mismatch')
  await expect(settling).toContainText('₦')
  await settling.getByLabel('Note').fill('The bank has it')
  await settling.getByRole('button', { name: 'Resolve' }).click()
  await expectMessage(page, 'Mismatch resolved')
  await expect(list.getByRole('row').nth(1)).toContainText('Resolved')
  await openRow(list.getByRole('row').nth(1))
  await one.getByRole('link', { name: /^[A-Z]+-/ }).click()
  await expect(page.getByRole('heading', { name: /^Payment / })).toBeVisible()
})
