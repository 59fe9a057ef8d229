import { expect, signIn, test } from '../../../e2e/fixtures.ts'
import { filterBy, goTo, openRow, row } from '../../../e2e/helpers.ts'

// Clauses: operations 55-66, 501
test('Food & beverages, in dense rows that stay so, and merchandise are found; each has its price per cinema and what was bought', async ({
  page,
}) => {
  await signIn(page)
  await goTo(page, 'Food & beverages')
  const list = page.getByRole('table', { name: 'Food and beverages' })
  await expect(row(list, 'Caramel popcorn')).toContainText(/₦[\d,]+ – ₦[\d,]+/)
  await expect(list.getByRole('row')).toHaveCount(11)

  await filterBy(page, 'Type', 'Drinks')
  await expect(row(list, 'Coffee')).toBeVisible()
  await expect(row(list, 'Caramel popcorn')).toHaveCount(0)
  await filterBy(page, 'Flavour', 'Sweet')
  await expect(row(list, 'Coffee')).toHaveCount(0)
  await expect(row(list, 'Zobo')).toBeVisible()

  await page.getByLabel('Rows per page of Food and beverages').selectOption('5')
  await expect(list.getByRole('row')).toHaveCount(6)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(row(list, 'Zobo')).toBeVisible()
  const height = async () => (await row(list, 'Zobo').boundingBox())!.height
  const before = await height()
  await page.getByRole('switch', { name: 'Dense rows of Food and beverages' }).press(' ')
  await expect.poll(height).toBeLessThan(before)
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Dense rows of Food and beverages' })).toBeChecked()
  await list.getByRole('button', { name: 'Price' }).click()
  await expect(list.getByRole('row').nth(1)).toContainText('Chapman')
  const fileOfThese = async () => {
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    return (await downloading).suggestedFilename()
  }
  expect(await fileOfThese()).toBe('food-and-beverages.csv')

  await page.goto('/dashboard/fandb?type=Food&search=popcorn')
  await openRow(row(page, 'Caramel popcorn'))
  await expect(page).toHaveURL(/\/dashboard\/fandb\/\d+$/)
  await expect(page.getByRole('heading', { name: 'Caramel popcorn', level: 1 })).toBeVisible()
  const prices = page.getByRole('table', { name: 'Price per cinema' })
  await expect(row(prices, 'Lekki')).toContainText('₦')
  await page.getByLabel('Rows per page of Price per cinema').selectOption('5')
  await expect(prices.getByRole('row')).toHaveCount(6)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/dashboard\/fandb\?type=Food&search=popcorn$/)

  await goTo(page, 'Merchandise')
  const pieces = page.getByRole('table', { name: 'Merchandise' })
  await expect(row(pieces, 'Ankara tote bag')).toBeVisible()
  const perPage = page.getByLabel('Rows per page of Merchandise')
  await expect(perPage).toHaveValue('10')
  await expect(perPage.locator('option')).toHaveText(['5', '10', '25'])
  await page.getByRole('searchbox').fill('key ring')
  await expect(pieces.getByRole('row')).toHaveCount(2)
  expect(await fileOfThese()).toBe('merchandise.csv')

  await openRow(row(page, 'Cinema key ring'))
  await expect(page).toHaveURL(/\/dashboard\/merchandise\/\d+$/)
  await expect(page.getByRole('heading', { name: 'Cinema key ring', level: 1 })).toBeVisible()
  await expect(row(page.getByRole('table', { name: 'Price per cinema' }), 'Lekki')).toContainText('₦')
  const history = page.getByRole('table', { name: 'Purchase history' })
  await expect(row(history, 'Cinema key ring').first()).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d/)
  expect(await fileOfThese()).toBe('merchandise-purchases.csv')
  await page.getByLabel('Rows per page of Purchase history').selectOption('5')
  await expect(history.getByRole('row')).toHaveCount(6)
  await page.goto(`${new URL(page.url()).pathname}?end_date=2015-01-01`)
  await expect(page.getByText('Nobody bought it in these days')).toBeVisible()
})
