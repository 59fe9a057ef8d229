import { expect, signIn, test } from '../../../../e2e/fixtures.ts'
import { DESK, PHONE } from '../../../../e2e/sizes.ts'
import { expectMessage } from '../../../../e2e/messages.ts'

// Clauses: core 7, 40-43, 123, 199; operations 175-176, 266-267, 324, 326, 475, 482
test('a forgotten password is reset by an email, which the demo shows as a mail program does', async ({
  page,
  context,
}) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL(/\/reset-password-request$/)
  await expect(page.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', '/')
  const email = page.getByLabel(/email/i)
  await expect(email).toHaveAttribute('type', 'email')
  await email.fill('admin@marquee.example')
  await page.getByRole('button', { name: 'Send Link' }).click()
  await expectMessage(page, 'Email sent!')
  // Emails to other people are shown to superadmins alone.
  await expect(page.getByRole('link', { name: /outbox/i })).toHaveAttribute('href', '/outbox')
  await signIn(page)
  await page.goto('/outbox')
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'View as email: Reset your Marquee Cinemas password' }).first().click()
  const mail = await opened
  await expect(mail.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  for (const size of [PHONE, DESK]) {
    await mail.setViewportSize(size)
    expect(await mail.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }

  const link = await mail.getByRole('link', { name: 'Choose a new password' }).getAttribute('href')
  await page.evaluate(() => localStorage.clear())
  await page.goto(new URL(link!).pathname)
  const confirm = page.getByRole('button', { name: /confirm password/i }).last()
  await page.getByLabel('New Password').fill('harmattan at noon')
  await page.getByLabel('Confirm Password', { exact: true }).fill('another one')
  await confirm.click()
  await expect(page.getByText("Passwords don't match").first()).toBeVisible()
  await page.getByLabel('Confirm Password', { exact: true }).fill('harmattan at noon')
  await confirm.click()
  await expectMessage(page, 'Password has been reset successfully')
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
})
