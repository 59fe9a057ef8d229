import { expect, signIn, test } from '../../../e2e/fixtures.ts'
import { choose, dialog, openRow } from '../../../e2e/helpers.ts'
import { expectMessage } from '../../../e2e/messages.ts'

test('Mismatches: the worklist, an owner, a comment, and the rules by which they are settled', async ({
  page,
  server,
}) => {
  await server.prints(/demo chain's payments are charged/)
  await signIn(page)
  await page.goto('/dashboard/payment-logs/reconciliation')
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
  const resolving = dialog(page, 'Resolve the mismatch')
  await expect(resolving).toContainText('₦')
  await resolving.getByLabel('Note').fill('The bank has it')
  await resolving.getByRole('button', { name: 'Resolve' }).click()
  await expectMessage(page, 'Mismatch resolved')
  await expect(list.getByRole('row').nth(1)).toContainText('Resolved')
  await openRow(list.getByRole('row').nth(1))
  await one.getByRole('link', { name: /^[A-Z]+-/ }).click()
  await expect(page.getByRole('heading', { name: /^Payment / })).toBeVisible()
})

test('Fees of the payment provider: what it keeps is set, and refused where it cannot be @both', async ({ page }) => {
  await signIn(page)
  await page.goto('/dashboard/payment-logs/reconciliation')
  await page.getByRole('button', { name: 'Fees' }).click()
  const form = dialog(page, 'Fees of the payment provider')
  const abroad = form.getByRole('group', { name: 'Foreign cards' })
  const fields = ['Percent of the charge', 'Fixed amount', 'Maximum fee'] as const
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
  for (const name of fields) await form.getByLabel(name).first().fill('')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Enter the fee of Nigerian cards as well')).toBeVisible()
  for (const name of fields) await abroad.getByLabel(name).fill('')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Fees are not compared from now on')).toBeVisible()
})
