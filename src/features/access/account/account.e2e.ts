import { expect, openScreen, signIn, test } from '../../../../e2e/fixtures.ts'
import { expectMessage } from '../../../../e2e/messages.ts'

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

test('My account: profile, picture, and a session that is ended on another device', async ({ page, request }) => {
  await signIn(page, 'admin')
  await openScreen(page, '/dashboard/categories')
  await page.getByRole('button', { name: /account and theme/ }).click()
  await page.getByRole('menuitem', { name: 'My account' }).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByLabel('First Name').fill('Ṣadé')
  await page.getByLabel('Phone Number').fill('0803 555 0199')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'Profile' })).toContainText('Ṣadé')
  await expect(page.getByRole('button', { name: /^Ṣadé .*account and theme/ })).toBeVisible()

  const avatar = page.getByRole('button', { name: /account and theme/ }).locator('img')
  await page.getByLabel('Upload a picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PICTURE })
  await expectMessage(page, 'Picture saved')
  await expect(page.getByRole('img', { name: /^Ṣadé / })).toHaveJSProperty('complete', true)
  await expect(avatar).toHaveCount(1)
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect(avatar).toHaveCount(0)

  const credentials = { email: 'admin@marquee.example', password: 'marquee-demo' }
  expect((await request.post('/api/auth/login', { data: credentials })).ok()).toBe(true)
  await openScreen(page, '/dashboard/account?tab=sessions')
  await page
    .getByRole('button', { name: /^End the session on/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: /^End the session on/ })).toHaveCount(0)

  await page.getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByRole('table', { name: 'Activity' })).toContainText('Edited their own profile')
})
