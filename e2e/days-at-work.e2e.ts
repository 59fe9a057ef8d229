/** A day's work of those whose role is for some cinemas, or for a part of the office: what they see, do, and are refused. */
import type { Page } from '@playwright/test'
import { expect, expectNoViolations, signIn, test } from './fixtures.ts'
import { row } from './helpers.ts'

/** By the note below the sign-in form. */
async function signInAs(page: Page, whom: string) {
  await page.goto('/')
  await page.getByRole('button', { name: whom }).click()
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('button', { name: /account and theme$/ })).toBeVisible()
}

/** What the navigation leads to. What somebody may not see stands there and says why. */
async function offered(page: Page): Promise<string[]> {
  const menu = page.getByRole('button', { name: /open the menu/i })
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { disabled: false })
  await menu.or(links.first()).filter({ visible: true }).first().waitFor()
  const isPhone = await menu.isVisible()
  if (isPhone) await menu.click()
  await expect(links.first()).toBeVisible()
  const names = await links.allInnerTexts()
  if (isPhone) await page.keyboard.press('Escape')
  return names.map((name) => name.split('\n')[0]!)
}

async function expectRefused(page: Page, address: string, why: string) {
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Permission denied' })).toBeVisible()
  await expect(page.getByText(why)).toBeVisible()
}

test('A cinema manager at work', { tag: '@both' }, async ({ page }) => {
  await signInAs(page, 'a cinema manager')
  const names = await offered(page)
  for (const name of ['Cube bookings', 'FH+ Event', 'Tickets Log', 'Approvals']) expect(names).toContain(name)
  for (const name of ['Admin Settings', 'Bulk vouchers', 'Promotions', 'Service Tokens'])
    expect(names).not.toContain(name)

  await page.goto('/dashboard/cube-booking-logs/cubes')
  await expect(row(page, 'Onyx Cube')).toContainText('Marquee Lekki')
  await expect(row(page, 'Marquee Ikeja')).toHaveCount(0)
  await page.goto('/dashboard/event-cinema')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expectNoViolations(page)
  await page.goto('/dashboard/account')
  await expect(page.getByRole('link', { name: 'Notice settings' })).toBeVisible()

  await expectRefused(page, '/dashboard/bulk-vouchers', 'Your role does not allow you to see: Bulk vouchers')
  await expectRefused(page, '/dashboard/admin', 'Your role does not allow you to see: Admin Settings')
})

test('A finance clerk at work', { tag: '@both' }, async ({ page }) => {
  await signInAs(page, 'a finance clerk')
  const names = await offered(page)
  expect(names).toContain('Payment Logs')
  expect(names).not.toContain('Admin Settings')
  await page.goto('/dashboard/payment-logs')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expectRefused(page, '/dashboard/admin', 'Your role does not allow you to see: Admin Settings')
})

test('Everybody is on one page, also on paper', async ({ page }) => {
  await signIn(page)
  await page.goto('/dashboard/admin-roles/who?all=yes')
  const everybody = page.getByRole('table', { name: 'Everybody' })
  await expect(everybody.getByRole('row').filter({ hasText: 'Bisi Ogunbanjo' })).toContainText(
    'Cinema manager · Marquee Lekki',
  )
  await expectNoViolations(page)
  await page.emulateMedia({ media: 'print' })
  await expect(everybody).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
})
