import { today } from '../../../../e2e/day.ts'
import { expect, openScreen, signIn, test } from '../../../../e2e/fixtures.ts'
import { dialog, row } from '../../../../e2e/helpers.ts'

test("Day's close: a day is bridged, its tills counted, closed and reopened with a reason; accounts of the journal are set", async ({
  page,
  server,
}) => {
  await server.prints(/demo chain's payments are charged/)
  await signIn(page)
  // What was never compared is not shown as nothing, and is not closed.
  await openScreen(page, `/dashboard/day-close/${today(-60)}`)
  await expect(row(page.getByRole('table', { name: 'Bridge' }), /^Expected charges/)).toContainText('₦')
  await expect(page.getByText('Not at the provider')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Close day' })).toBeDisabled()
  await openScreen(page, '/dashboard/day-close')
  const list = page.getByRole('table', { name: 'Business days' })
  // Yesterday may not be paid out yet.
  await list.getByRole('row').nth(3).getByRole('link').click()
  const bridge = page.getByRole('table', { name: 'Bridge' })
  await expect(row(bridge, /^Revenue/)).toContainText('₦')
  await expect(row(bridge, /^Difference/)).toContainText('₦0')
  await expect(page.getByRole('table', { name: 'Tills' }).getByRole('row').nth(1)).toBeVisible()

  await page
    .getByRole('button', { name: /^Count the tills of/ })
    .first()
    .click()
  await dialog(page, /^Tills of/)
    .getByLabel('Cash counted')
    .fill('1000')
  await dialog(page, /^Tills of/)
    .getByRole('button', { name: 'Save' })
    .click()
  await expect(page.getByText('₦1,000 (').first()).toBeVisible()

  await page.getByRole('button', { name: 'Close day' }).click()
  await dialog(page, /^Close /)
    .getByLabel('Note')
    .fill('Checked with the bank')
  await dialog(page, /^Close /)
    .getByRole('button', { name: 'Close day' })
    .click()
  await expect(page.getByText(/^Closed .*: Checked with the bank$/)).toBeVisible()
  await expect(row(bridge, /^Line/)).toContainText('As closed')

  await page.getByRole('button', { name: 'Reopen' }).click()
  await dialog(page, /^Reopen /)
    .getByLabel('Reason')
    .fill('A till was offline')
  await dialog(page, /^Reopen /)
    .getByRole('button', { name: 'Reopen' })
    .click()
  await expect(page.getByText(/^Reopened .*: A till was offline$/)).toBeVisible()

  await openScreen(page, '/dashboard/day-close')
  const form = dialog(page, 'Accounts of the journal')
  const open = () => page.getByRole('button', { name: 'Accounts' }).click()
  await open()
  const code = form.getByRole('textbox').first()
  await code.fill('4711')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await open()
  await expect(code).toHaveValue('4711')
})
