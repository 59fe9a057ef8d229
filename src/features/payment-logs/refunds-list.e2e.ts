import { expect, expectNoViolations, settled, signIn, test } from '../../../e2e/fixtures.ts'
import { filterBy } from '../../../e2e/helpers.ts'

test('the list of refunds says what waits, and what was paid back how', { tag: '@both' }, async ({ page }) => {
  await signIn(page)
  await page.goto('/dashboard/payment-logs')
  await page.getByRole('button', { name: 'Refunds', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Refunds', level: 1 })).toBeVisible()
  await expect(page.getByLabel('Sums of the listed refunds')).toContainText(/Paid₦.*Refunded₦.*Net₦.*Pending₦/)
  await settled(page)
  await expectNoViolations(page)

  await filterBy(page, 'Status', 'Pending', 'Failed')
  await expect(page).toHaveURL(/state=asked%2Cfailed/)
  await filterBy(page, 'Provider', 'Recorded by another program')
  await expect(page).toHaveURL(/provider=reported/)
  await settled(page)
  await filterBy(page, 'Kind', 'Tickets')
  await expect(page).toHaveURL(/kind=ticket/)
  await settled(page)
  await expectNoViolations(page)
})
