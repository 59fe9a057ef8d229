import { asSignedIn } from '../../../../e2e/api.ts'
import { expect, openScreen, signIn, test } from '../../../../e2e/fixtures.ts'
import { expectMessage } from '../../../../e2e/messages.ts'
import { dialog, row } from '../../../../e2e/helpers.ts'

// Clauses: operations 52-54, 246, 290-292, 466-468, 522
test('vouchers are created once paid, shown, redeemed, replaced and withdrawn; a create that fails loses nothing', async ({
  page,
  request,
}) => {
  await signIn(page)
  await openScreen(page, '/dashboard/bulk-vouchers')
  await page.getByRole('button', { name: 'Create vouchers' }).click()
  const creating = dialog(page, 'Create vouchers')
  const create = creating.getByRole('button', { name: 'Create', exact: true })
  await creating.getByLabel('Payment Confirmed').check()
  await create.click()
  const missing = ['Title cannot be empty.', 'Quantity must be a number.', 'Approved by cannot be empty.']
  await expect(creating.locator('[id$=-error]')).toHaveText(missing)
  await creating.getByLabel('Company name').fill('Harmattan Airways')
  await creating.getByLabel('Quantity').fill('4')
  await creating.getByLabel('Approved by').fill('Ngozi Eze')
  // Day first, as it is shown.
  const lastDay = `13/12/${new Date().getFullYear() + 1}`
  await creating.getByLabel('Expiry date (optional)', { exact: true }).fill(lastDay)
  await creating.getByLabel('Comment').fill('For the crew')
  await page.clock.install()
  const answers = ['', '{"status":409,"message":"Not today"}']
  await page.route('**/api/generate-subscription-vouchers', (route) => {
    const body = answers.shift()
    return body === undefined ? route.abort() : route.fulfill({ status: body ? 409 : 500, body })
  })
  for (const message of ['An error occured, please try again', 'Not today', 'Network Error, please try again']) {
    await create.click()
    await expect(creating.getByText(message)).toBeVisible()
  }
  // The message goes after six seconds; what failed stands in the dialog all the same.
  const message = page.getByRole('button', { name: 'Dismiss' })
  await expectMessage(page, 'Network Error, please try again')
  await page.clock.fastForward(7000)
  await expect(message).toHaveCount(0)
  await expect(creating.getByText('Network Error, please try again')).toBeVisible()
  await page.unroute('**/api/generate-subscription-vouchers')
  await create.click()
  await expect(page.getByRole('heading', { name: 'Harmattan Airways' })).toBeVisible()
  const list = page.getByRole('table', { name: 'Vouchers' })
  await expect(list.getByRole('row', { name: /Unused/ })).toHaveCount(4)
  await expect(page.getByRole('table', { name: 'Price per cinema' }).getByText('₦5,000').first()).toBeVisible()
  await list
    .getByRole('checkbox', { name: /^Select row/ })
    .first()
    .check()
  await page.getByRole('button', { name: 'Show codes' }).click()
  const code = await list.getByText(/^\w{6}-\w{6}-\w{6}$/).innerText()

  const key = { name: 'Tour shop', source: 'tour-shop', record_types: ['vouchers'] }
  const { secret } = await (await asSignedIn(page)).post<{ secret: string }>('/feed-keys', key)
  const redeemed = await request.post('/api/vouchers/redeem', {
    headers: { authorization: `Bearer ${secret}` },
    data: { code, reference: 'TOUR-1' },
  })
  expect(redeemed.status()).toBe(200)
  await page.reload()
  await expect(list.getByRole('row', { name: /Redeemed/ }).getByText(/through Tour shop · TOUR-1/)).toBeVisible()

  await list
    .getByRole('row', { name: /Unused/ })
    .first()
    .getByRole('button', { name: /^Edit/ })
    .click()
  const editing = dialog(page, /^Voucher …/)
  await editing.getByLabel('Recipient').fill('Captain Bello')
  await editing.getByRole('button', { name: 'Save' }).click()

  await row(list, 'Captain Bello').getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Replace', exact: true }).click()
  const replacing = dialog(page, /^Replace the voucher/)
  await replacing.getByLabel('New expiry date (optional)', { exact: true }).fill(lastDay)
  await replacing.getByRole('button', { name: 'Replace' }).click()
  await expect(row(list, /replaced by …/)).toHaveCount(1)

  await page.getByRole('button', { name: 'Void all unused' }).click()
  await dialog(page, 'Void 3 vouchers?').getByRole('button', { name: 'Void' }).click()
  await expect(list.getByRole('row', { name: /Unused/ })).toHaveCount(0)
})

test('many codes are made after the answer, and their progress shows; whoever is no superadmin sees none of them', async ({
  page,
}) => {
  await signIn(page)
  const made = await (
    await asSignedIn(page)
  ).post<{ id: number }>('/generate-subscription-vouchers', {
    companyName: 'Benue Cement',
    quantity: 6000,
    approvedBy: 'Ngozi Eze',
    paymentConfirmed: true,
  })
  await openScreen(page, `/dashboard/bulk-vouchers/${made.id}`)
  await expect(page.getByRole('progressbar', { name: 'Codes of Benue Cement' })).toBeVisible()
  const whenMade = ['Void all unused', 'Download CSV'].map((name) => page.getByRole('button', { name }))
  for (const button of whenMade) await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('progressbar', { name: 'Codes of Benue Cement' })).toBeHidden({ timeout: 40_000 })
  for (const button of whenMade) await expect(button).toBeEnabled()
  await expect(page.getByText('6,000', { exact: true })).toBeVisible()
  // The list has them all, too.
  await expect(page.getByText('1–15 of 6,000')).toBeVisible()

  await signIn(page, 'admin')
  await openScreen(page, '/dashboard/bulk-vouchers')
  await page.getByRole('link', { name: 'Zenith Harbour Bank' }).click()
  const list = page.getByRole('table', { name: 'Vouchers' })
  await expect(list.getByText(/^•{6}-•{6}-••\w{4}$/).first()).toBeVisible()
  await list
    .getByRole('checkbox', { name: /^Select row/ })
    .first()
    .check()
  for (const name of ['Show codes', 'Download CSV'])
    await expect(page.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true')
})
