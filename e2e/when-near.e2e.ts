import type { Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'

/** The code of lists is kept back until it is let through. */
async function holdLists(page: Page) {
  const fetched = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await page.route(/\/assets\/Select-.*\.js$/, async (route) => {
    fetched.resolve()
    await held.promise
    await route.continue()
  })
  return { fetched: fetched.promise, letThrough: held.resolve }
}

test('a list whose code comes while the button is down opens all the same', async ({ page }) => {
  await signIn(page)
  const lists = await holdLists(page)
  await page.goto('/dashboard/notifications/send')
  const audience = page.getByRole('combobox', { name: 'Audience' })
  await audience.hover()
  await page.mouse.down()
  await lists.fetched
  lists.letThrough()
  const option = page.getByRole('option', { name: 'All users' })
  await expect(option).toBeVisible()
  await page.mouse.up()
  await option.click()
  await expect(audience).toHaveValue('All users')
})

test('a list whose code comes in the moment before the press opens all the same', async ({ page }) => {
  await signIn(page)
  const lists = await holdLists(page)
  await page.goto('/dashboard/notifications/send')
  const audience = page.getByRole('combobox', { name: 'Audience' })
  await audience.hover()
  await lists.fetched
  // A page that is busy finds both waiting for it: the code, and then the press.
  await page.evaluate(() => {
    setTimeout(() => {
      for (const until = performance.now() + 1000; performance.now() < until;);
    }, 50)
  })
  const came = page.waitForResponse(/\/assets\/Select-.*\.js$/)
  lists.letThrough()
  await came
  await page.mouse.down()
  await page.mouse.up()
  const option = page.getByRole('option', { name: 'All users' })
  await option.click()
  await expect(audience).toHaveValue('All users')
})
