import { readFile } from 'node:fs/promises'
import { expect, signIn, test } from '../../../e2e/fixtures.ts'
import { filterBy, goTo, openRow, row } from '../../../e2e/helpers.ts'

// Clauses: operations 55-56, 62-66, 501
test('Food & beverages: found by type and flavour, sorted, paged by 5, exported', async ({ page }, info) => {
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
  await expect(page).toHaveURL(/perPage=5/)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(row(list, 'Zobo')).toBeVisible()
  const height = async () => (await row(list, 'Zobo').boundingBox())!.height
  const before = await height()
  await page.getByRole('switch', { name: 'Dense rows of Food and beverages' }).press(' ')
  await expect.poll(height).toBeLessThan(before)
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Dense rows of Food and beverages' })).toBeChecked()

  if (info.project.name === 'desktop') {
    await list.getByRole('button', { name: 'Price' }).click()
    await expect(list.getByRole('row').nth(1)).toContainText('Chapman')
    await list.getByRole('button', { name: 'Price' }).click()
    await expect(list.getByRole('row').nth(1)).toContainText('Coke 50 cl')
  }

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('food-and-beverages.csv')
  const csv = await readFile(await download.path(), 'utf8')
  expect(csv.replace('\uFEFF', '').split('\r\n')[0]).toBe('Name,Type,Flavour,Size,HPOK,Date added,Price')
  expect(csv).not.toContain('Coffee')

  await page.goto('/dashboard/fandb?search=fanta&end_date=2015-01-02')
  await expect(page.getByText('No results')).toBeVisible()
  await page.getByRole('button', { name: 'Date added: … – 02/01/2015' }).click()
  await page.getByRole('button', { name: 'Any date', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Date added: Any date' })).toBeVisible()
  await expect(row(list, 'Fanta 50 cl')).toBeVisible()
})

// Clauses: operations 57-58
test('a food or beverage: its price per cinema, and the way back', async ({ page }) => {
  await signIn(page)
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

  await page.goto('/dashboard/fandb/999999')
  await expect(page.getByText('There is no such food or beverage')).toBeVisible()
})

// Clauses: operations 333-335
test('without edible:read and product:read the screens say Permission denied', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('Email Address').fill('somto.okonkwo@marquee.example')
  await page.getByLabel('Password', { exact: true }).fill('marquee-demo')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('navigation').first()).toBeVisible()
  for (const path of ['fandb', 'fandb/1', 'merchandise', 'merchandise/1']) {
    await page.goto(`/dashboard/${path}`)
    await expect(page.getByRole('heading', { name: 'Permission denied' })).toBeVisible()
  }
})
