import { expect, openScreen, signIn, test } from '../../../../e2e/fixtures.ts'
import { dialog, row, toast } from '../../../../e2e/helpers.ts'
import { expectMessage, recordMessages } from '../../../../e2e/messages.ts'

const company = 'Benue Cement'

test('what needs a second person is sent to one, who approves or refuses it; it may be withdrawn; a superadmin sets the rules', async ({
  page,
  browser,
}) => {
  await signIn(page, 'admin')
  const context = await browser.newContext({ ...test.info().project.use })
  await recordMessages(context)
  const other = await context.newPage()
  await signIn(other)

  await openScreen(page, '/dashboard/bulk-vouchers')
  await page.getByRole('button', { name: 'Create vouchers' }).click()
  const creating = dialog(page, 'Create vouchers')
  await creating.getByLabel('Company name').fill(company)
  await creating.getByLabel('Quantity').fill('10000')
  await creating.getByLabel('Approved by').fill('Ngozi Eze')
  await creating.getByLabel('Payment Confirmed').check()
  await creating.getByRole('button', { name: 'Create', exact: true }).click()

  const asking = dialog(page, 'A second person must approve this')
  await expect(asking.getByText(`Create 10,000 vouchers for ${company}`)).toBeVisible()
  await asking.getByRole('button', { name: 'Cancel' }).click()
  // What was typed is there.
  await expect(creating.getByLabel('Company name')).toHaveValue(company)
  await creating.getByRole('button', { name: 'Create', exact: true }).click()
  await asking.getByLabel('Reason').fill('The invoice is paid')
  await asking.getByRole('button', { name: 'Send for approval' }).click()
  await expectMessage(page, 'Sent for approval')

  await openScreen(page, '/dashboard/approvals?tab=own')
  await row(page, company).getByRole('link').first().click()
  await expect(page.getByText('The invoice is paid')).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Withdraw|Approve|Refuse)$/ })).toHaveText(['Withdraw'])

  await openScreen(other, '/dashboard/approvals')
  await row(other, company).getByRole('link').first().click()
  await expect(other.getByRole('row', { name: /^Vouchers/ })).toContainText('10,000')
  await other.getByRole('button', { name: 'Approve' }).click()
  await dialog(other, 'Approve it?').getByRole('button', { name: 'Approve' }).click()
  await expectMessage(other, 'Approved and done')

  await openScreen(page, '/dashboard/approvals')
  await expect(page.getByRole('link', { name: /^Approvals \d+ waiting for you$/ })).toBeVisible()
  await expect(row(page, 'Atlantic Telecoms')).toBeHidden()
  await row(page, 'Zenith Harbour Bank').getByRole('link').first().click()
  await page.getByRole('button', { name: 'Refuse' }).click()
  const refusing = dialog(page, 'Refuse it?')
  await refusing.getByLabel('Reason').fill('They have enough of them')
  await refusing.getByRole('button', { name: 'Refuse' }).click()
  await expect(page.getByText('They have enough of them')).toBeVisible()

  await openScreen(page, '/dashboard/approvals?tab=own')
  await row(page, 'Atlantic Telecoms').getByRole('link').first().click()
  await other.goto(page.url())
  await other.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await dialog(page, 'Withdraw it?').getByRole('button', { name: 'Withdraw' }).click()
  await expectMessage(page, 'Withdrawn')
  // Who still sees it is shown what became of it, and told until they leave.
  await dialog(other, 'Approve it?').getByRole('button', { name: 'Approve' }).click()
  await expect(other.getByText('Withdrawn', { exact: true })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Refuse' })).toHaveCount(0)
  await expect(toast(other, /has withdrawn this proposal already/)).toBeVisible()

  await openScreen(other, '/dashboard/approvals/rules')
  await other.getByRole('button', { name: 'Change the rule of Refunds' }).click()
  const changing = dialog(other, 'Approval rule: Refunds')
  await changing.getByLabel('Needs a second person').check()
  await changing.getByLabel('From how much on').fill('5,000,000')
  await changing.getByLabel('Lapses after (hours)').fill('48')
  await changing.getByRole('button', { name: 'Save' }).click()
  await expect(row(other, 'Refunds')).toHaveText(/₦5,000,000 or more.*2 days/)
  await context.close()
})
