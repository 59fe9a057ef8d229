import { asSignedIn, asSuperadmin } from '../../../e2e/api.ts'
import { expect, signIn, test } from '../../../e2e/fixtures.ts'
import { DESK, PHONE } from '../../../e2e/sizes.ts'
import { expectMessage } from '../../../e2e/messages.ts'
import { dialog, goTo, row } from '../../../e2e/helpers.ts'

// Clauses: operations 52-54, 246, 290-292, 466-468, 522
test('vouchers are created once paid, shown, redeemed, replaced and withdrawn; a create that fails loses nothing', async ({
  page,
  request,
}) => {
  await signIn(page)
  await goTo(page, 'Bulk vouchers')
  await expect(row(page, 'Zenith Harbour Bank')).toBeVisible()

  await page.getByRole('button', { name: 'Create vouchers' }).click()
  const creating = dialog(page, 'Create vouchers')
  const create = creating.getByRole('button', { name: 'Create', exact: true })
  await expect(create).toHaveAttribute('aria-disabled', 'true')
  await creating.getByLabel('Payment Confirmed').check()
  await create.click()
  for (const message of ['Title cannot be empty.', 'Quantity must be a number.', 'Approved by cannot be empty.'])
    await expect(creating.getByText(message)).toBeVisible()
  // On a phone it has the whole screen, and what saves it is in sight.
  await page.setViewportSize(PHONE)
  await expect.poll(() => creating.boundingBox()).toEqual({ x: 0, y: 0, ...PHONE })
  await expect(create).toBeInViewport({ ratio: 1 })
  await page.setViewportSize(DESK)
  await creating.getByLabel('Company name').fill('Harmattan Airways')
  await creating.getByLabel('Quantity').fill('4')
  await creating.getByLabel('Approved by').fill('Ngozi Eze')
  // Day first, as it is shown.
  const lastDay = `13/12/${new Date().getFullYear() + 1}`
  await creating.getByLabel('Expiry date (optional)', { exact: true }).fill(lastDay)
  await creating.getByLabel('Comment').fill('For the crew')
  await expect(creating.getByLabel('Expiry date (optional)', { exact: true })).toHaveValue(lastDay)
  await page.clock.install()
  const answers: [number, string][] = [
    [500, ''],
    [409, '{"status":409,"message":"Not today"}'],
  ]
  await page.route('**/api/generate-subscription-vouchers', (route) => {
    const answer = answers.shift()
    return answer ? route.fulfill({ status: answer[0], body: answer[1] }) : route.abort()
  })
  for (const words of ['An error occured, please try again', 'Not today', 'Network Error, please try again']) {
    await create.click()
    await expectMessage(page, words)
    await expect(creating.getByText(words)).toBeVisible()
  }
  await expect(creating.getByLabel('Company name')).toHaveValue('Harmattan Airways')
  // The message goes after six seconds; what failed stands in the dialog all the same.
  const message = page.getByRole('button', { name: 'Dismiss' })
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 100)
  await page.clock.runFor(4000)
  await expect(message).not.toHaveCount(0)
  await page.clock.runFor(3000)
  await expect(message).toHaveCount(0)
  await page.clock.resume()
  await expect(creating.getByText('Network Error, please try again')).toBeVisible()
  await page.unroute('**/api/generate-subscription-vouchers')
  await create.click()
  await expectMessage(page, 'Vouchers created')

  await expect(page.getByRole('heading', { name: 'Harmattan Airways' })).toBeVisible()
  const list = page.getByRole('table', { name: 'Vouchers' })
  await expect(list.getByRole('row', { name: /Unused/ })).toHaveCount(4)
  await expect(page.getByRole('table', { name: 'Price per cinema' }).getByText('₦5,000').first()).toBeVisible()
  const wholePage = list.getByRole('checkbox', { name: 'Select the rows of this page' })
  const one = list.getByRole('checkbox', { name: /^Select row/ }).first()
  await wholePage.press('Space')
  await expect(page.getByText('4 selected')).toBeVisible()
  await one.uncheck()
  await expect(wholePage).toBeChecked({ indeterminate: true })
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(wholePage).not.toBeChecked()
  await one.check()
  await page.getByRole('button', { name: 'Show codes' }).click()
  const code = await list.getByText(/^\w{6}-\w{6}-\w{6}$/).innerText()

  const key = { name: 'Tour shop', source: 'tour-shop', streams: ['vouchers'] }
  const { secret } = await (await asSuperadmin(request)).post<{ secret: string }>('/feed-keys', key)
  const redeem = () =>
    request.post('/api/vouchers/redeem', {
      headers: { authorization: `Bearer ${secret}` },
      data: { code, reference: 'TOUR-1' },
    })
  expect([(await redeem()).status(), (await (await redeem()).json()).data.repeated]).toEqual([200, true])
  const withdraw = page.getByRole('main').getByRole('button', { name: 'Withdraw', exact: true })
  await withdraw.click()
  const withdrawing = dialog(page, /^Withdraw \d vouchers?$/)
  await expect(withdrawing.getByRole('table', { name: 'Refused rows' })).toContainText(
    `The voucher …${code.slice(-4)} was redeemed already; nothing was changed`,
  )
  await expect(withdrawing.getByRole('button', { name: /^Withdraw/ })).toHaveAttribute('aria-disabled', 'true')
  await withdrawing.getByRole('button', { name: 'Cancel' }).click()
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
  await expectMessage(page, 'Voucher updated')

  await row(list, 'Captain Bello').getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Replace', exact: true }).click()
  const replacing = dialog(page, /^Replace the voucher/)
  await expect(replacing).toBeVisible()
  await replacing.getByLabel('New expiry date (optional)', { exact: true }).fill(lastDay)
  await replacing.getByLabel('New expiry date (optional)', { exact: true }).blur()
  await replacing.getByRole('button', { name: 'Cancel' }).click()
  await dialog(page, 'Close without saving?').getByRole('button', { name: 'Keep editing' }).click()
  await replacing.getByRole('button', { name: 'Replace' }).click()
  await expectMessage(page, 'Vouchers replaced')
  await expect(row(list, 'Captain Bello')).toHaveCount(2)
  await expect(row(list, /replaced by …/)).toHaveCount(1)

  await page.getByRole('button', { name: 'Withdraw all unused' }).click()
  await dialog(page, 'Withdraw 3 vouchers?').getByRole('button', { name: 'Withdraw' }).click()
  await expectMessage(page, 'Vouchers withdrawn')
  await expect(list.getByRole('row', { name: /Unused/ })).toHaveCount(0)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^vouchers-\d+-\d{4}-\d\d-\d\d\.csv$/)
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
  await page.goto(`/dashboard/bulk-vouchers/${made.id}`)
  await expect(page.getByRole('progressbar', { name: 'Codes of Benue Cement' })).toBeVisible()
  const whenMade = ['Withdraw all unused', 'Download CSV'].map((name) => page.getByRole('button', { name }))
  for (const button of whenMade) await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('progressbar', { name: 'Codes of Benue Cement' })).toBeHidden({ timeout: 40_000 })
  for (const button of whenMade) await expect(button).toBeEnabled()
  await expect(page.getByText('6,000', { exact: true })).toBeVisible()
  // The list has them all, too.
  await expect(page.getByText('1–15 of 6,000')).toBeVisible()

  await signIn(page, 'admin')
  await page.goto('/dashboard/bulk-vouchers')
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
