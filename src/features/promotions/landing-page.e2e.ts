import type { Page } from '@playwright/test'
import { expect, openScreen, signIn, test } from '../../../e2e/fixtures.ts'
import { expectMessage } from '../../../e2e/messages.ts'

const published = async (page: Page, what: 'hero-banners' | 'promotions') => {
  const { data } = await (await page.request.get(`/api/public/${what}`)).json()
  return (what === 'promotions' ? data.promotions : data.banners) as { title: string; isVisibleOnHomepage?: boolean }[]
}
const titlesOf = async (page: Page, what: 'hero-banners' | 'promotions') =>
  (await published(page, what)).filter((one) => one.isVisibleOnHomepage !== false).map(({ title }) => title)
const rowsOf = (page: Page, label: string) => page.getByRole('list', { name: label }).getByRole('listitem')

test('the order of the landing page is dragged and moved by keyboard, and it is seen as it will be', async ({
  page,
}) => {
  await signIn(page)
  await openScreen(page, '/dashboard/hero-banners')
  await page.getByRole('link', { name: 'Order and preview' }).click()
  await expect(page.getByRole('heading', { name: 'Promotions: 3 of 3 places taken' })).toBeVisible()

  const [first, second, third] = await titlesOf(page, 'promotions')
  const down = page.getByRole('button', { name: `Move ${first} down` })
  await down.press('Enter')
  await expectMessage(page, 'Order changed')
  await expect(rowsOf(page, 'Order of promotions').nth(1)).toContainText(first!)
  await expect(down).toBeFocused()
  expect(await titlesOf(page, 'promotions')).toEqual([second, first, third])
  const preview = page.getByTestId('landing-preview')
  await expect(preview.getByRole('group', { name: 'Promotions' })).toContainText(second!)
  const up = page.getByRole('button', { name: `Move ${second} up` })
  await expect(up).toHaveAttribute('aria-disabled', 'true')

  const banners = await titlesOf(page, 'hero-banners')
  const rows = rowsOf(page, 'Order of hero banners')
  const later = banners[3]!
  // Both ends of the way are in sight: a page that scrolls under the mouse takes another row.
  await page.evaluate(() => scrollTo(0, 0))
  await rows.filter({ hasText: later }).dragTo(rows.first(), { targetPosition: { x: 200, y: 4 } })
  await expect(rows.first()).toContainText(later)
  expect(await titlesOf(page, 'hero-banners')).toEqual([later, ...banners.filter((title) => title !== later)])
  await expect(preview.getByRole('group', { name: 'Hero banners' })).toContainText(later)

  const hero = preview.getByRole('group', { name: 'Hero banners' })
  const shown = banners.length
  await hero.getByRole('button', { name: 'Next banner' }).click()
  await expect(hero.getByText(`2 of ${shown}`)).toBeVisible()

  // In a week one more banner begins.
  const change = page
    .getByRole('region', { name: 'Coming up' })
    .getByRole('button', { name: /starts Hero banner/ })
    .first()
  await change.click()
  await expect(page).toHaveURL(/at=20/)
  await expect(page.getByRole('heading', { name: `Hero banners: ${shown + 1} shown` })).toBeVisible()
  await expect(change).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('radiogroup', { name: 'Preview as' }).getByText('Mobile').click()
  await expect(preview).toHaveAttribute('data-where', 'mobile')

  await page.getByLabel('Preview date').fill('01/01/2099')
  await page.keyboard.press('Tab')
  await expect(page.getByText('As it will be on 01/01/2099')).toBeVisible()
  await expect(preview.getByText('Free')).toHaveCount(1)
  await page.getByRole('button', { name: 'Now', exact: true }).click()
  await expect(preview.getByText('Free')).toHaveCount(0)

  const [top] = await titlesOf(page, 'promotions')
  await page.getByRole('button', { name: `Take off ${top}` }).click()
  await expectMessage(page, 'Taken off the landing page')
  await expect(page.getByRole('heading', { name: 'Promotions: 2 of 3 places taken' })).toBeVisible()
  await expect(preview.getByText('Free')).toHaveCount(1)
})
