import { expect, signIn, test } from '../../../e2e/fixtures.ts'
import { DESK, PHONE } from '../../../e2e/sizes.ts'
import { expectMessage } from '../../../e2e/messages.ts'

test('the demo shows a mail as a mail program does, and its button leads on', async ({ page, context }) => {
  await page.goto('/reset-password-request')
  await page.getByLabel(/email/i).fill('admin@marquee.example')
  await page.getByRole('button', { name: 'Send Link' }).click()
  await expectMessage(page, 'Email sent!')
  await signIn(page)
  await page.goto('/outbox')
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'View as mail: Reset your Marquee Cinemas password' }).first().click()
  const mail = await opened
  await expect(mail.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  for (const size of [DESK, PHONE]) {
    await mail.setViewportSize(size)
    expect(await mail.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }
  // Nothing runs in the page itself, the checker neither: it looks at a copy.
  const copy = await context.newPage()
  await copy.setContent(await mail.content())
  for (const colorScheme of ['light', 'dark'] as const) {
    await copy.emulateMedia({ colorScheme })
  }
  await mail.getByRole('link', { name: 'Choose a new password' }).click()
  await expect(mail.getByLabel('New Password')).toBeVisible()
})
