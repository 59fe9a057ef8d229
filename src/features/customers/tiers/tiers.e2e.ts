import { asSignedIn } from '../../../../e2e/api.ts'
import { expect, openScreen, signIn, test } from '../../../../e2e/fixtures.ts'
import { choose, dialog, row } from '../../../../e2e/helpers.ts'

// Clauses: operations 35, 37
test('Membership Tiers: a tier has its place and moves; another price and a delete say whom they concern', async ({
  page,
}) => {
  await signIn(page)
  const { post } = await asSignedIn(page)
  const family = { product_name: 'Family', product_price: 12_500.5, tickets: 6, concession_discount: 12 }
  await post('/subscriptions', { ...family, is_multi_user: true, place: 2 })
  await openScreen(page, '/dashboard/tiers')
  const table = page.getByRole('table', { name: 'Membership tiers' })
  const names = () =>
    table.getByRole('row').evaluateAll((all) => all.map((one) => one.textContent!).filter((text) => /₦/.test(text)))
  await expect(table.locator('th').filter({ hasText: 'Subscription' })).toHaveText([
    'Subscription Name',
    'Subscription Fee',
    'Subscription ID',
  ])
  await expect(row(table, 'Family').getByRole('cell')).toHaveText([
    'FamilyMulti user',
    '₦12,500.50',
    /^\d+$/,
    '6',
    '12%',
    '0',
    'EditDelete',
  ])
  await expect.poll(async () => (await names()).findIndex((text) => text.startsWith('Family'))).toBe(1)
  await page.getByRole('button', { name: 'Move Family up' }).click()
  await expect.poll(async () => (await names()).findIndex((text) => text.startsWith('Family'))).toBe(0)
  await expect(page.getByRole('button', { name: 'Move Family up' })).toHaveAttribute('aria-disabled', 'true')

  await page.getByRole('button', { name: 'Edit Family' }).click()
  const editing = dialog(page, 'Edit Family')
  await expect(editing.getByText('Running subscriptions keep their fee and tickets')).toBeVisible()
  await editing.getByLabel('Subscription Fee').fill('13000')
  await editing.getByRole('checkbox', { name: 'Multi User Plan' }).uncheck()
  await choose(editing, 'Place in the list', /^After Solo$/)
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(row(table, 'Family')).toHaveText(/^Family₦13,000/)
  await expect.poll(async () => (await names()).findIndex((text) => text.startsWith('Family'))).toBe(1)

  await page.getByRole('button', { name: 'Delete Family' }).click()
  await expect(dialog(page, 'Delete Family?').getByText('It has no subscribers')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Delete Duo' }).click()
  await expect(dialog(page, 'Delete Duo?')).toContainText(
    /[1-9]\d* subscribers keep it until the end of the paid period/,
  )
})
