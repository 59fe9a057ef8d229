import type { Page } from '@playwright/test'
import { expect, settled, signIn, test } from '../../../e2e/fixtures.ts'
import { dialog, filterBy, row } from '../../../e2e/helpers.ts'

const payments = (page: Page) => page.getByRole('table', { name: 'Payment logs' })

test(
  'the payment log answers a question of money: how much, when, and what became of it',
  { tag: '@both' },
  async ({ page }) => {
    await signIn(page)
    await page.goto('/dashboard/payment-logs')
    await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeVisible()

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
    await expect(row(payments(page), '₦').first()).toBeVisible()

    await filterBy(page, 'Method', 'Card', 'Bank transfer')
    await expect(page).toHaveURL(/method=card%2Ctransfer/)
    await expect(page.getByRole('table', { name: 'Sums by method' }).getByRole('row').nth(1)).toContainText(
      /\d+₦[\d,]+/,
    )
    await filterBy(page, 'Kind', 'Tickets')
    await expect(page).toHaveURL(/kind=ticket/)
    await settled(page)
    await expect(row(payments(page), '₦').first()).toBeVisible()
    await page.getByRole('button', { name: 'Remove the filter Kind' }).click()
    await page.getByRole('button', { name: 'Remove the filter Method' }).click()

    // A chip opens what it was chosen by, and several can be chosen.
    await filterBy(page, 'Status', 'Paid', 'Refunded')
    await expect(page).toHaveURL(/status=succeeded%2Crefunded/)
    // The sums above the list have a line for each method: it moves when they come.
    await expect(page.locator('[data-fetching]')).toHaveCount(0)
    const status = page.getByRole('button', { name: 'Status Paid, Refunded' })
    await status.click()
    await page.getByRole('menuitemcheckbox', { name: 'Paid', exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Status Refunded' })).toBeVisible()
    await expect(page).toHaveURL(/status=refunded/)
    await date.click()
    await dialog(page, 'Date').getByLabel('From', { exact: true }).fill('01/01/2020')
    await dialog(page, 'Date').getByLabel('To', { exact: true }).fill('02/01/2020')
    await dialog(page, 'Date').getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByRole('button', { name: 'Date 01/01/2020 – 02/01/2020' })).toBeVisible()

    await expect(page.getByText('No results')).toBeVisible()
    await page.getByRole('button', { name: 'Clear search and filters' }).click()
    await expect(page).toHaveURL(/payment-logs$/)
    await expect(row(payments(page), '₦').first()).toBeVisible()
  },
)

test('payments are sorted by what was paid, the most first', async ({ page, isMobile }) => {
  test.skip(isMobile, 'On a phone the order is chosen in a menu')
  await signIn(page)
  await page.goto('/dashboard/payment-logs?sort=-amount')
  await expect(page.getByRole('columnheader', { name: 'Amount Paid' })).toHaveAttribute('aria-sort', 'descending')
  await expect(row(payments(page), '₦').first()).toBeVisible()
  const shown = await row(payments(page), '₦').allTextContents()
  const amounts = shown.map((text) => Number(/₦([\d,.]+)/.exec(text)![1]!.replaceAll(',', '')))
  expect(amounts).toEqual(amounts.toSorted((one, other) => other - one))
})

test('a filter that nothing is chosen of goes when it is left', async ({ page }) => {
  await signIn(page)
  await page.goto('/dashboard/payment-logs')
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
