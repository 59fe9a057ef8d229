import { readFile } from 'node:fs/promises'
import { expect, openScreen, signIn, test } from '../../../../e2e/fixtures.ts'
import { dialog, row } from '../../../../e2e/helpers.ts'
import type { Page } from '@playwright/test'

const drop = (page: Page, name: string, text: string) =>
  page.getByLabel('File', { exact: true }).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

const box = (page: Page, n: number) => page.getByRole('checkbox', { name: `Select row ${n}`, exact: true })

test('Bulk Actions: rows are done by the keyboard; what is refused says why; it is undone from the list of them; what is filled in is checked', async ({
  page,
  server,
}) => {
  await signIn(page)
  await openScreen(page, '/dashboard/movies?status=not-approved')
  await box(page, 1).press('Space')
  await box(page, 4).press('Shift+Space')
  await page.getByRole('button', { name: 'Approve', exact: true }).click()

  const confirmation = dialog(page, /^Approve \d movies?$/)
  await expect(confirmation.getByRole('listitem').filter({ hasText: /^Save the movie first/ })).toBeVisible()
  await expect(confirmation.getByRole('table', { name: 'Rejected rows' })).toContainText('Save the movie first')
  await expect(confirmation.getByRole('table', { name: 'Preview of the first changed rows' })).toContainText(
    'A Tribe Called Judah',
  )
  await confirmation.getByRole('button', { name: 'Download rejected rows' }).click()
  await confirmation.getByRole('button', { name: /^Approve \d movies?$/ }).click()
  await expect(confirmation.getByText('Done', { exact: true })).toBeVisible()

  await confirmation.getByRole('button', { name: 'Close' }).last().click()

  await openScreen(page, '/dashboard/bulk-actions')
  await row(page, /^Approve \d movies?/)
    .getByRole('button')
    .first()
    .click()
  await confirmation.getByRole('button', { name: 'Undo' }).click()
  const undoing = dialog(page, /^Undo: approve \d movies?$/)
  await undoing.getByRole('button', { name: /^Undo: approve/ }).click()
  await expect(undoing.getByText('Done', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await openScreen(page, '/dashboard/movies?status=not-approved')
  await expect(row(page, 'A Tribe Called Judah')).toContainText('Not approved')

  await test.step('what is filled in is checked', async () => {
    await openScreen(page, '/dashboard/users')
    await box(page, 1).press('Space')
    await page.getByRole('button', { name: 'Award points' }).press('Enter')
    const awarding = dialog(page, 'Award points to 1 customer')
    await awarding.getByRole('button', { name: 'Check' }).click()
    await expect(awarding.getByText('Enter 1 to 1,000,000 points')).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('mismatches are those of the day that is looked at', async () => {
    await server.prints(/demo chain's payments are charged/)
    await openScreen(page, '/dashboard/daily-finance/mismatches')
    // A day whose payments all match has nothing to select.
    const day = await page
      .getByRole('table')
      .getByText(/^\d\d\/\d\d\/\d{4}$/)
      .first()
      .innerText()
    await openScreen(page, `/dashboard/daily-finance/${day.split('/').toReversed().join('-')}/reconciliation`)
    await box(page, 1).press('Space')
    await page.getByRole('button', { name: 'Resolve', exact: true }).first().press('Enter')
    await expect(dialog(page, 'Resolve 1 mismatch').getByRole('button', { name: 'Check' })).toBeVisible()
  })
})

test('Imports: a file is read, a column corrected, checked, imported and undone; prices of an export are there already', async ({
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
  await expect(importing.getByText('3 lines in the file: 2 read, 1 with the headings')).toBeVisible()
  await importing.getByLabel('Separator').selectOption('Comma ,')
  await expect(importing.getByLabel('Import Influencer;Shown;Note as')).toBeVisible()
  await importing.getByLabel('Separator').selectOption('Semicolon ;')
  await expect(importing.getByText('Choose the column for Movie')).toBeVisible()
  await importing.getByLabel('Import Shown as').selectOption('Movie')
  const first = importing.getByRole('table', { name: 'Preview of the first lines' })
  await expect(first.getByRole('row').nth(1)).toContainText('Will be added')
  await expect(first.getByRole('row').nth(2)).toContainText('Movie not found: Nowhere')
  await importing.getByRole('button', { name: 'Check 2 lines' }).click()

  const checked = dialog(page, 'Import 1 referral link')
  await expect(checked.getByText('Will be added')).toBeVisible()
  await expect(checked.getByText('Movie not found: 1 line, for example Nowhere')).toBeVisible()
  await expect(row(checked.getByRole('table', { name: 'Rejected rows' }), 'Nowhere').getByRole('cell')).toHaveText([
    '3',
    'Ken',
    'Movie not found: Nowhere',
  ])
  const file = page.waitForEvent('download')
  await checked.getByRole('button', { name: 'Download rejected lines' }).click()
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

  await test.step('prices of an export are there already', async () => {
    const { promise: wasRequested, resolve: answer } = Promise.withResolvers<void>()
    await page.route(/\/api\/cinema(\?|$)/, async (route) => {
      await wasRequested
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
    await expect(checked.getByText('Already exists')).toBeVisible()
    const start = checked.getByRole('button', { name: 'Import 0 products' })
    await expect(start).toHaveAttribute('aria-disabled', 'true')
    await checked.getByRole('button', { name: 'Back' }).click()
    await expect(importing).toBeVisible()
  })
})
