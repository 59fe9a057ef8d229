import { asSignedIn } from '../../../../e2e/api.ts'
import { expect, openScreen, settled, signIn, test } from '../../../../e2e/fixtures.ts'
import { choose, dialog, row } from '../../../../e2e/helpers.ts'
import { expectMessage } from '../../../../e2e/messages.ts'
import type { Page } from '@playwright/test'

const menu = (page: Page) => page.getByRole('button', { name: 'Choose the file format' })

async function sendAsReport(page: Page) {
  await menu(page).first().click()
  await page.getByRole('menuitem', { name: 'Send as a report…' }).click()
  return dialog(page, 'Send as a report')
}

test('Reports: a list comes by mail every week and is sent at once; whoever has the link of the email gets the file', async ({
  page,
  browser,
}) => {
  await signIn(page)
  await openScreen(page, '/dashboard/movies')
  const making = await sendAsReport(page)
  await making.getByLabel('Name').fill('Ọmọ Ghetto on Mondays')
  await choose(making, 'When', 'Every week')
  await choose(making, 'File', 'Excel (.xlsx)')
  await making.getByLabel('External addresses').fill('partner@studio.example')
  await making.getByRole('button', { name: 'Create report' }).click()
  await expectMessage(page, 'Report saved')

  await openScreen(page, '/dashboard/reports')
  await expect(row(page, 'Tickets of the day')).toContainText('After each day is closed')
  const made = row(page, 'Ọmọ Ghetto on Mondays')
  await expect(made).toContainText('Every Monday at 08:00')
  await made.getByRole('link').click()
  await page.getByRole('button', { name: 'Send now' }).click()
  await dialog(page, /Send Ọmọ Ghetto/)
    .getByRole('button', { name: 'Send now' })
    .click()
  await expect(row(page, 'Sent manually')).toContainText('partner@studio.example')
  await expect(row(page, 'Sent manually').getByText('Sent', { exact: true })).toHaveCount(2, { timeout: 60_000 })
  const { get } = await asSignedIn(page)
  const [link] = /\/shared-report\/[\w-]+/.exec(JSON.stringify(await get('/outbox')))!
  const outside = await browser.newPage()
  await outside.goto(link)
  const downloading = outside.waitForEvent('download')
  await outside.getByRole('button', { name: 'Download Excel' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/\.xlsx$/)
  await expect(outside.getByRole('status')).toContainText('Downloaded')
  await outside.goto('/shared-report/changed')
  await expect(outside.getByRole('heading', { name: 'This link cannot be used' })).toBeVisible()
  await outside.close()
})

test('Reports: figures by the keyboard alone', async ({ page }) => {
  await signIn(page)
  await openScreen(page, '/dashboard/analytics')
  await settled(page)
  await menu(page).first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'CSV (.csv)' })).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  const making = dialog(page, 'Send as a report')
  await expect(making.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Sales by keyboard')
  await making.getByLabel('Name').press('Enter')
  await expectMessage(page, 'Report saved')
  await openScreen(page, '/dashboard/reports')
  await row(page, 'Sales by keyboard').getByRole('link').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Period: ')).toBeVisible()
})
