import { expect, signIn, test } from '../../../e2e/fixtures.ts'
import { goTo } from '../../../e2e/helpers.ts'

// Clauses: core 30
test('Churn: who left in a range of days and why, what it costs, and the file', async ({ page }) => {
  await signIn(page)
  await goTo(page, 'Churn')
  const list = page.getByRole('table', { name: 'Churn' })
  await expect(list.getByRole('row').nth(1)).toContainText(/\d\d\/\d\d\/\d{4}/)
  await expect(list.getByRole('row').nth(1)).toContainText('₦')
  for (const figure of ['Churn rate', 'Lost recurring revenue', 'Subscriptions lost'])
    await expect(page.getByRole('group', { name: figure })).toContainText(/\d/)

  await page.getByRole('button', { name: /^Start and end date/ }).click()
  await page.getByRole('button', { name: 'Last 3 months' }).click()
  await expect(page).toHaveURL(/start_date=/)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  expect((await downloading).suggestedFilename()).toBe('churn.csv')

  const name = await list.getByRole('row').nth(1).getByRole('link').innerText()
  await list.getByRole('row').nth(1).getByRole('link').click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await page.goto('/dashboard/churn?start_date=2015-01-01&end_date=2015-01-02')
  await expect(page.getByText('Nobody left in these days')).toBeVisible()
})
