import { expect, signIn, test } from './fixtures.ts'

test('a list whose code comes while the button is down opens all the same', async ({ page }) => {
  await signIn(page)
  const fetched = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await page.route(/\/assets\/Select-.*\.js$/, async (route) => {
    fetched.resolve()
    await held.promise
    await route.continue()
  })
  await page.goto('/dashboard/notifications/send')
  const audience = page.getByRole('combobox', { name: 'Audience' })
  await audience.hover()
  await page.mouse.down()
  await fetched.promise
  held.resolve()
  const option = page.getByRole('option', { name: 'All users' })
  await expect(option).toBeVisible()
  await page.mouse.up()
  await option.click()
  await expect(audience).toHaveValue('All users')
})
