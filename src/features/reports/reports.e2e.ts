import { expect, expectNoViolations, settled, signIn, test } from '../../../e2e/fixtures.ts'
import { choose, dialog, row } from '../../../e2e/helpers.ts'
import { expectMessage } from '../../../e2e/messages.ts'
import type { Page } from '@playwright/test'

const menu = (page: Page) => page.getByRole('button', { name: 'Choose the file format' })

async function sendAsReport(page: Page) {
  await menu(page).first().click()
  await page.getByRole('menuitem', { name: 'Send as a report…' }).click()
  return dialog(page, 'Send as a report')
}

test('Reports: a list comes by mail every week', { tag: '@both' }, async ({ page }) => {
  await signIn(page)
  await page.goto('/dashboard/movies')
  await settled(page)
  const making = await sendAsReport(page)
  await expect(making.getByLabel('Name')).toHaveValue('All Movies')
  await making.getByLabel('Name').fill('Ọmọ Ghetto on Mondays')
  await choose(making, 'When', 'Every week')
  await expect(making.getByText('Monday')).toBeVisible()
  await choose(making, 'File', 'Excel (.xlsx)')
  await making.getByLabel('Addresses outside').fill('no address')
  await making.getByRole('button', { name: 'Create report' }).click()
  await expect(making).toContainText('no is not an email address')
  await making.getByLabel('Addresses outside').fill('partner@studio.example')
  await expectNoViolations(page)
  await making.getByRole('button', { name: 'Create report' }).click()
  await expectMessage(page, 'Report saved')
  await expect(making).toHaveCount(0)

  await page.goto('/dashboard/reports')
  await expect(row(page, 'Tickets of the day')).toContainText('After each day is closed')
  const made = row(page, 'Ọmọ Ghetto on Mondays')
  await expect(made).toContainText('Every Monday at 08:00')
  await expectNoViolations(page)
  await made.getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Ọmọ Ghetto on Mondays' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send now' })).toBeVisible()
  await expectNoViolations(page)
})
