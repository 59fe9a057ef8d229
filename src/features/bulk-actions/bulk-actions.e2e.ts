import { expect, openScreen, signIn, test } from '../../../e2e/fixtures.ts'
import { dialog, row } from '../../../e2e/helpers.ts'
import type { Page } from '@playwright/test'

const box = (page: Page, n: number) => page.getByRole('checkbox', { name: `Select row ${n}`, exact: true })

test('Bulk Actions: rows are done by the keyboard, or all that match; what is refused says why; each is undone, and what is filled in is checked', async ({
  page,
}) => {
  await signIn(page)
  await openScreen(page, '/dashboard/movies?status=not-approved')
  await box(page, 1).press('Space')
  await box(page, 4).press('Shift+Space')
  await page.getByRole('button', { name: 'Approve', exact: true }).click()

  const asked = dialog(page, /^Approve \d movies?$/)
  await expect(asked.getByRole('listitem').filter({ hasText: /^Save the movie first/ })).toBeVisible()
  await expect(asked.getByRole('table', { name: 'Refused rows' })).toContainText('Save the movie first')
  await expect(asked.getByRole('table', { name: 'What changes, in the first rows' })).toContainText(
    'A Tribe Called Judah',
  )
  await asked.getByRole('button', { name: 'Download the refused rows' }).click()
  await asked.getByRole('button', { name: /^Approve \d movies?$/ }).click()
  await expect(asked.getByText('Done', { exact: true })).toBeVisible()

  await asked.getByRole('button', { name: 'Undo' }).click()
  const undoing = dialog(page, /^Undo: approve \d movies?$/)
  await undoing.getByRole('button', { name: /^Undo: approve/ }).click()
  await expect(undoing.getByText('Done', { exact: true })).toBeVisible()
  await undoing.getByRole('button', { name: 'Close' }).last().click()
  await expect(row(page, 'A Tribe Called Judah')).toContainText('Not approved')

  await openScreen(page, '/dashboard/referral-links')
  const table = page.getByRole('table', { name: /referral links/i })
  await page.getByRole('checkbox', { name: 'Select the rows of this page' }).click()
  const all = page.getByRole('button', { name: /^Select all [\d,]+$/ })
  if (await all.isVisible()) await all.click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const deleting = dialog(page, /^Delete \d+ referral links$/)
  await deleting.getByRole('button', { name: /^Delete \d+ referral links$/ }).click()
  await expect(deleting.getByText('Done', { exact: true })).toBeVisible()
  await deleting.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText(/no referral links/i).first()).toBeVisible()

  await openScreen(page, '/dashboard/bulk-actions')
  await row(page, /^Delete \d+ referral links/)
    .getByRole('button')
    .first()
    .click()
  const done = dialog(page, /^Delete \d+ referral links$/)
  await done.getByRole('button', { name: 'Undo' }).click()
  await dialog(page, /^Undo: delete/)
    .getByRole('button', { name: /^Undo: delete/ })
    .click()
  await expect(dialog(page, /^Undo: delete/).getByText('Done', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await openScreen(page, '/dashboard/referral-links')
  await expect(table.getByRole('row').nth(1)).toBeVisible()

  await openScreen(page, '/dashboard/users')
  await box(page, 1).click()
  await page.getByRole('button', { name: 'Award points' }).click()
  const awarding = dialog(page, 'Award points to 1 customer')
  await awarding.getByRole('button', { name: 'Check' }).click()
  await expect(awarding.getByText('Points amount is a whole number from 1 to 1,000,000')).toBeVisible()
})
