import type { Page } from '@playwright/test'
import { expect, openScreen, signIn, test } from './fixtures.ts'

const SELECT = /\/assets\/Select-.*\.js$/

/** A field that the pointer is over, whose list's code is on its way until it is let through. */
async function pointAtField(page: Page) {
  await signIn(page)
  const fetched = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route(SELECT, async (route) => {
    fetched.resolve()
    await released.promise
    await route.continue()
  })
  await openScreen(page, '/dashboard/notifications/send')
  const audience = page.getByRole('combobox', { name: 'Audience' })
  await audience.hover()
  return {
    audience,
    option: page.getByRole('option', { name: 'All users' }),
    fetched: fetched.promise,
    letThrough: released.resolve,
  }
}

test('a list whose code comes while the button is down, or in the moment before the press, opens all the same', async ({
  page,
}) => {
  const { audience, option, fetched, letThrough } = await pointAtField(page)
  await page.mouse.down()
  await fetched
  letThrough()
  await expect(option).toBeVisible()
  await page.mouse.up()
  await option.click()
  await expect(audience).toHaveValue('All users')
  await page.unroute(SELECT)

  const second = await pointAtField(page)
  await second.fetched
  // A page that is busy finds both waiting for it: the code, and then the press.
  await page.evaluate(() => {
    setTimeout(() => {
      for (const until = performance.now() + 1000; performance.now() < until;);
    }, 50)
  })
  const came = page.waitForResponse(SELECT)
  second.letThrough()
  await came
  await page.mouse.down()
  await page.mouse.up()
  await second.option.click()
  await expect(second.audience).toHaveValue('All users')
})
