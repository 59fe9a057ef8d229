import { expect, openScreen, signIn, test } from '../../../e2e/fixtures.ts'
import { openRow, row } from '../../../e2e/helpers.ts'

// Clauses: operations 55-59, 61-65, 501
test('Food & beverages, in dense rows that stay so, and merchandise are found; each has its price per cinema and what was bought', async ({
  page,
}) => {
  await signIn(page)
  await openScreen(page, '/dashboard/fandb')
  const list = page.getByRole('table', { name: 'Food and beverages' })
  const rows = list.getByRole('row')
  await expect(row(list, 'Caramel popcorn')).toContainText(/₦[\d,]+ – ₦[\d,]+/)
  await expect(rows).toHaveCount(11)
  await page.getByLabel('Rows per page of Food and beverages').selectOption('5')
  await expect(rows).toHaveCount(6)
  await list.getByRole('button', { name: 'Price' }).click()
  await expect(rows.nth(1)).toContainText('Family combo')
  const height = async () => (await rows.nth(1).boundingBox())!.height
  const before = await height()
  const dense = page.getByRole('switch', { name: 'Dense rows of Food and beverages' })
  await dense.press(' ')
  await expect.poll(height).toBeLessThan(before)

  await openScreen(page, '/dashboard/fandb?type=Drinks&flavour=Sweet')
  await expect(dense).toBeChecked()
  await expect(rows.filter({ hasText: /DrinksSweet/ })).toHaveCount(5)
  await openScreen(page, '/dashboard/fandb?type=Food&search=popcorn')
  await openRow(row(list, 'Caramel popcorn'))
  await expect(page).toHaveURL(/\/dashboard\/fandb\/\d+$/)
  await expect(page.getByRole('heading', { name: 'Caramel popcorn', level: 1 })).toBeVisible()
  const prices = page.getByRole('table', { name: 'Price per cinema' })
  await expect(row(prices, 'Lekki')).toContainText('₦')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/dashboard\/fandb\?type=Food&search=popcorn$/)

  await openScreen(page, '/dashboard/merchandise')
  const pieces = page.getByRole('table', { name: 'Merchandise' })
  await expect(row(pieces, 'Ankara tote bag')).toBeVisible()
  const perPage = page.getByLabel('Rows per page of Merchandise')
  await expect(perPage).toHaveValue('10')
  await expect(perPage.locator('option')).toHaveText(['5', '10', '25'])
  await page.getByRole('searchbox').fill('key ring')
  await expect(pieces.getByRole('row')).toHaveCount(2)
  await openRow(row(pieces, 'Cinema key ring'))
  await expect(page).toHaveURL(/\/dashboard\/merchandise\/\d+$/)
  await expect(row(prices, 'Lekki')).toContainText('₦')
  const history = page.getByRole('table', { name: 'Purchase history' })
  await expect(row(history, 'Cinema key ring').first()).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d/)
  await openScreen(page, `${new URL(page.url()).pathname}?end_date=2015-01-01`)
  await expect(page.getByText('Nobody bought it in these days')).toBeVisible()
})
