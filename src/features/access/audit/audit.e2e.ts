import type { Page } from '@playwright/test'
import { asSignedIn } from '../../../../e2e/api.ts'
import { expect, openScreen, signIn, test } from '../../../../e2e/fixtures.ts'
import { dialog, filterBy, row } from '../../../../e2e/helpers.ts'

/** Asks for other lines, as a link of the log does. */
const ask = (page: Page, query: string) => page.evaluate((to) => history.pushState(null, '', to), query)

test('Audit log: a wrong password is in it; it is filtered by act, person and record, and leads to the record', async ({
  page,
  request,
}) => {
  const email = 'admin@marquee.example'
  expect((await request.post('/api/auth/login', { data: { email, password: 'wrong' } })).status()).toBe(401)
  await signIn(page)
  await (await asSignedIn(page)).post('/categories', { name: 'Poetry night' })

  await openScreen(page, '/dashboard/audit-log')
  await expect(row(page, /Failed to sign in as .*: wrong password/)).toBeVisible()
  const add = page.getByRole('button', { name: 'Filter', exact: true })
  await add.click()
  await page.getByRole('menu').waitFor()
  // Also the first time, when the menu is fetched.
  await page.keyboard.press('Escape')
  await expect(add).toBeFocused()
  await filterBy(page, 'Action', 'Denied')
  await expect(page).toHaveURL(/actionKind=refused/)
  await expect(row(page, /Signed in/)).toHaveCount(0)
  await expect(row(page, /Failed to sign in as .*: wrong password/)).toBeVisible()

  await ask(page, '?area=categories')
  const line = row(page, 'Added the category Poetry night')
  await line.getByRole('button', { name: /See what changed/ }).click()
  const changed = dialog(page, /Added the category/)
  await expect(changed.getByText('Name', { exact: true })).toBeVisible()
  await expect(changed.getByText('Poetry night', { exact: true })).toBeVisible()
  await changed.getByRole('radio', { name: 'Record at that time' }).press('Space')
  await expect(changed.getByText(/Showing 1 field/)).toBeVisible()
  await page.keyboard.press('Escape')

  await line.getByRole('button', { name: /Show only entries of category/ }).click()
  await expect(page).toHaveURL(/entity=category/)
  await expect(line).toBeVisible()

  await ask(page, '?actionKind=signed-in')
  await row(page, /Signed in.*Okafor/)
    .first()
    .getByRole('link', { name: /^admin \d+/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Staff permissions' })).toBeVisible()
})
