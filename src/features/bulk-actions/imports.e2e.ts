import { readFile } from 'node:fs/promises'
import { expect, openScreen, signIn, test } from '../../../e2e/fixtures.ts'
import { dialog, row } from '../../../e2e/helpers.ts'
import type { Page } from '@playwright/test'

const drop = (page: Page, name: string, text: string) =>
  page.getByLabel('File', { exact: true }).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

test('Imports: a file is read, a column corrected, checked, imported and undone; Imports: prices of an export are there already; costs of products are set by a file, and undone', async ({
  page,
}) => {
  await signIn(page)
  await openScreen(page, '/dashboard/referral-links')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const importing = dialog(page, 'Import links')
  await expect(importing.getByText('Drop a file here')).toBeVisible()
  await drop(page, 'old.xls', 'a\0b')
  await expect(importing.getByRole('alert')).toHaveText('Choose a CSV or Excel (.xlsx) file')

  await drop(page, 'links.csv', 'Influencer;Shown;Note\r\nÀbẹ̀ní Òjó;Lionheart;x\r\nKen;Nowhere;\r\n'.normalize('NFD'))
  await expect(importing.getByText('Choose the column for Movie')).toBeVisible()
  await importing.getByLabel('Import Shown as').selectOption('Movie')
  const first = importing.getByRole('table', { name: 'The first lines, as they will be' })
  await expect(first.getByRole('row').nth(1)).toContainText('Will be added')
  await expect(first.getByRole('row').nth(2)).toContainText('Movie Nowhere was not found')
  await importing.getByRole('button', { name: 'Check 2 lines' }).click()

  const checked = dialog(page, 'Import 1 referral link')
  await expect(checked.getByText('Will be added')).toBeVisible()
  await expect(checked.getByText('Movie Nowhere was not found (1)')).toBeVisible()
  await expect(row(checked.getByRole('table', { name: 'Refused rows' }), 'Nowhere').getByRole('cell')).toHaveText([
    '3',
    'Ken',
    'Movie Nowhere was not found',
  ])
  const file = page.waitForEvent('download')
  await checked.getByRole('button', { name: 'Download the refused lines' }).click()
  expect((await file).suggestedFilename()).toMatch(/^refused-\d+\.csv$/)
  await checked.getByRole('button', { name: 'Import 1 referral link' }).click()
  await expect(checked.getByText('Done', { exact: true })).toBeVisible()
  await expect(row(page, 'Àbẹ̀ní Òjó')).toHaveCount(1)

  await checked.getByRole('button', { name: 'Undo' }).click()
  const undoing = dialog(page, 'Undo: import 1 referral link')
  await undoing.getByRole('button', { name: 'Undo: import 1 referral link' }).click()
  await expect(undoing.getByText('Done', { exact: true })).toBeVisible()
  await undoing.getByRole('button', { name: 'Close' }).last().click()
  await expect(row(page, 'Àbẹ̀ní Òjó')).toHaveCount(0)

  await test.step('Imports: prices of an export are there already; costs of products are set by a file, and undone', async () => {
    const { promise: isAsked, resolve: answer } = Promise.withResolvers<void>()
    await page.route(/\/api\/cinema(\?|$)/, async (route) => {
      await isAsked
      await route.continue()
    })
    await openScreen(page, '/dashboard/concessions')
    // Of which cinema is not known yet.
    await expect(page.getByRole('button', { name: 'Download CSV' })).toHaveAttribute('aria-disabled', 'true')
    answer()
    const downloaded = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const path = await (await downloaded).path()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'concessions.csv', mimeType: 'text/csv', buffer: await readFile(path) })
    const importing = dialog(page, 'Import prices')
    await expect(importing.getByLabel('Import Price at the point of sale as')).toHaveValue('')
    await importing.getByRole('button', { name: /^Check \d+ lines$/ }).click()
    const checked = dialog(page, 'Import 0 products')
    await expect(checked.getByText('Already there')).toBeVisible()
    const start = checked.getByRole('button', { name: 'Import 0 products' })
    await expect(start).toHaveAttribute('aria-disabled', 'true')
    await checked.getByRole('button', { name: 'Back' }).click()
    await expect(importing).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(importing).toHaveCount(0)

    await openScreen(page, '/dashboard/margin/costs?search=coke')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await drop(
      page,
      'costs.csv',
      'Product,Cost price,Valid from\nCoke 50 cl,₦412.50,2031-01-13\nNothing,1,2031-01-13\n',
    )
    const costs = dialog(page, 'Import costs')
    await costs.getByRole('button', { name: 'Check 2 lines' }).click()
    const ofCosts = dialog(page, 'Import 1 cost')
    await expect(ofCosts.getByText('Product Nothing was not found (1)')).toBeVisible()
    await ofCosts.getByRole('button', { name: 'Import 1 cost' }).click()
    await expect(ofCosts.getByText('Done', { exact: true })).toBeVisible()
    await expect(row(page, '₦412.50')).toHaveCount(1)
    await ofCosts.getByRole('button', { name: 'Undo' }).click()
    const undoingCosts = dialog(page, 'Undo: import 1 cost')
    await undoingCosts.getByRole('button', { name: 'Undo: import 1 cost' }).click()
    await expect(undoingCosts.getByText('Done', { exact: true })).toBeVisible()
    await undoingCosts.getByRole('button', { name: 'Close' }).last().click()
    await expect(row(page, '₦412.50')).toHaveCount(0)
  })
})
