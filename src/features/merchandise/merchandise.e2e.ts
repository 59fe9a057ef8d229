import { readFile } from 'node:fs/promises'
import { expect, signIn, test } from '../../../e2e/fixtures.ts'
import { goTo, openRow, row } from '../../../e2e/helpers.ts'

// Clauses: operations 59-60, 63, 501
test('Merchandise: searched and exported', async ({ page }) => {
  await signIn(page)
  await goTo(page, 'Merchandise')
  const list = page.getByRole('table', { name: 'Merchandise' })
  await expect(row(list, 'Ankara tote bag')).toBeVisible()
  const perPage = page.getByLabel('Rows per page of Merchandise')
  await expect(perPage).toHaveValue('10')
  await expect(perPage.locator('option')).toHaveText(['5', '10', '25'])

  await page.getByRole('searchbox').fill('key ring')
  await expect(list.getByRole('row')).toHaveCount(2)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('merchandise.csv')
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatch(/^Cinema key ring,Collectible,/)
})

// Clauses: operations 61
test('a piece of merchandise: its price per cinema and its purchase history', async ({ page }) => {
  await signIn(page)
  await page.goto('/dashboard/merchandise')
  await openRow(row(page, 'Cinema key ring'))
  await expect(page).toHaveURL(/\/dashboard\/merchandise\/\d+$/)
  await expect(page.getByRole('heading', { name: 'Cinema key ring', level: 1 })).toBeVisible()
  await expect(row(page.getByRole('table', { name: 'Price per cinema' }), 'Lekki')).toContainText('₦')
  const history = page.getByRole('table', { name: 'Purchase history' })
  await expect(row(history, 'Cinema key ring').first()).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d/)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  expect((await downloading).suggestedFilename()).toBe('merchandise-purchases.csv')
  await page.getByLabel('Rows per page of Purchase history').selectOption('5')
  await expect(history.getByRole('row')).toHaveCount(6)

  await page.goto(`${new URL(page.url()).pathname}?end_date=2015-01-01`)
  await expect(page.getByText('Nobody bought it in these days')).toBeVisible()
  await page.goto('/dashboard/merchandise/999999')
  await expect(page.getByText('There is no such merchandise')).toBeVisible()
})
