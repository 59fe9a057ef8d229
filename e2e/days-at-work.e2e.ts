/** A day's work of those whose role is for some cinemas, or for a part of the office: what they see, do, and are refused. */
import type { Page } from '@playwright/test'
import { today } from './day.ts'
import { expect, openScreen, test } from './fixtures.ts'
import { dialog, goTo, row } from './helpers.ts'

/** By the note below the sign-in form. */
async function signInAs(page: Page, whom: string) {
  await page.goto('/')
  await page.getByRole('button', { name: whom }).click()
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('button', { name: /account and theme$/ })).toBeVisible()
}

/** What the navigation leads to. What somebody may not see stands there and says why. */
async function offered(page: Page): Promise<string[]> {
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { disabled: false })
  await expect(links.first()).toBeVisible()
  return (await links.allInnerTexts()).map((name) => name.split('\n')[0]!)
}

const figure = (page: Page, label: string) => page.getByRole('group', { name: label, exact: true })

async function expectRefused(page: Page, address: string, reason: string) {
  await openScreen(page, address)
  await expect(page.getByRole('heading', { name: 'Permission denied' })).toBeVisible()
  await expect(page.getByText(reason)).toBeVisible()
}

test('A cinema manager and a finance clerk at work: each sees the parts of the office, and the cinema, that are theirs', async ({
  page,
  server,
}) => {
  await server.prints(/demo chain's payments are charged/)
  await signInAs(page, 'a cinema manager')
  const names = await offered(page)
  for (const name of ['Cube bookings', 'FH+ Event', 'Tickets Log', 'Approvals']) expect(names).toContain(name)
  for (const name of ['Admin Settings', 'Bulk vouchers', 'Promotions', 'Service tokens'])
    expect(names).not.toContain(name)

  // They begin with the figures of their cinema, which may be among those that are behind, too.
  await expect(page).toHaveURL(/\/dashboard\/analytics$/)
  await expect(page.getByText('Marquee Lekki', { exact: true }).first()).toBeVisible()
  await expect(figure(page, 'Tickets sold')).toContainText(/\d/)
  await expect(figure(page, 'Total users')).toHaveCount(0)
  await expect(page.getByText('You need a role for all cinemas to see them.')).toBeVisible()

  await openScreen(page, '/dashboard/payment-logs')
  await page.getByRole('table', { name: 'Payment logs' }).getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
  await expect(page.getByText('Marquee Lekki').first()).toBeVisible()
  await openScreen(page, '/dashboard/users')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await openScreen(page, '/dashboard/concessions')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByText('Marquee Ikeja')).toHaveCount(0)
  // No retry gives a permission.
  await openScreen(page, `/dashboard/daily-finance/${today(-1)}`)
  await expect(page.getByText('This affects all cinemas, and your role covers only some of them')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)

  await openScreen(page, '/dashboard/cube-booking-logs/cubes')
  await expect(row(page, 'Onyx Cube')).toContainText('Marquee Lekki')
  await expect(row(page, 'Marquee Ikeja')).toHaveCount(0)

  await openScreen(page, '/dashboard/account')
  await expect(page.getByRole('link', { name: 'Alert settings' })).toBeVisible()

  await expectRefused(page, '/dashboard/bulk-vouchers', 'You do not have permission to view Bulk vouchers')

  await page.evaluate(() => localStorage.clear())
  await signInAs(page, 'a finance clerk')
  const ofClerk = await offered(page)
  expect(ofClerk).toContain('Payment Logs')
  expect(ofClerk).not.toContain('Admin Settings')
  await openScreen(page, '/dashboard/payment-logs')
  await expect(page.getByRole('table', { name: 'Payment logs' }).getByRole('row').nth(1)).toBeVisible()
  await expectRefused(page, '/dashboard/admin', 'You do not have permission to view Admin Settings')
})

test('A regional manager at work: figures and admins of their cinemas; everybody is on one page, also on paper', async ({
  page,
}) => {
  await signInAs(page, 'a regional manager')
  const picker = page.getByRole('combobox', { name: 'Cinemas' })
  await expect(picker).toHaveValue('My cinemas')
  const sold = figure(page, 'Tickets sold')
  await expect(sold).toContainText(/\d/)
  const ofAll = (await sold.textContent())!
  await picker.click()
  await expect(page.getByRole('option', { name: 'Marquee Jabi' })).toHaveCount(0)
  await page.getByRole('option', { name: 'Marquee Lekki' }).click()
  await expect(sold).not.toHaveText(ofAll)

  await openScreen(page, '/dashboard/admin-roles/who?all=yes')
  const everybody = page.getByRole('table', { name: 'All staff' })
  await expect(everybody.getByRole('row').filter({ hasText: 'Bisi Ogunbanjo' })).toContainText(
    'Cinema manager · Marquee Lekki',
  )
  await page.emulateMedia({ media: 'print' })
  await expect(everybody).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  await goTo(page, 'Admin Settings')
  await expect(row(page, 'Bisi Ogunbanjo')).toBeVisible()
  await expect(row(page, 'Musa Danjuma')).toBeHidden()
  await page.getByRole('button', { name: 'ADD Admin' }).click()
  const adding = dialog(page, 'Add Admin')
  await adding.getByLabel('First Name').fill('Chinwe')
  await adding
    .getByRole('combobox', { name: 'Role 1' })
    .or(adding.getByRole('textbox', { name: 'Role 1' }))
    .first()
    .click()
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Cinema manager', 'Regional manager'])
  await page.getByRole('option', { name: 'Cinema manager' }).click()
  await adding
    .getByRole('combobox', { name: 'At' })
    .or(adding.getByRole('textbox', { name: 'At' }))
    .first()
    .click()
  await expect(page.getByRole('option', { name: 'All of Lagos' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Marquee Jabi' })).toHaveCount(0)
})
