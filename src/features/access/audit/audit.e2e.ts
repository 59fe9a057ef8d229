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
  await expect(row(page, /A wrong password for/)).toBeVisible()
  const add = page.getByRole('button', { name: 'Filter', exact: true })
  await add.click()
  await page.getByRole('menu').waitFor()
  // Also the first time, when the menu is fetched.
  await page.keyboard.press('Escape')
  await expect(add).toBeFocused()
  await filterBy(page, 'Action', 'Refused')
  await expect(page).toHaveURL(/actionKind=refused/)
  await expect(row(page, /Okafor signed in/)).toHaveCount(0)
  await expect(row(page, /A wrong password for/)).toBeVisible()

  await ask(page, '?area=categories')
  const line = row(page, 'Added the category Poetry night')
  await line.getByRole('button', { name: /See what changed/ }).click()
  const changed = dialog(page, /Added the category/)
  await expect(changed.getByText('Name', { exact: true })).toBeVisible()
  await expect(changed.getByText('Poetry night', { exact: true })).toBeVisible()
  await changed.getByRole('radio', { name: 'The record then' }).press('Space')
  await expect(changed.getByText(/The log knows 1 field of it/)).toBeVisible()
  await page.keyboard.press('Escape')

  await line.getByRole('button', { name: /Show only lines of category/ }).click()
  await expect(page).toHaveURL(/entity=category/)
  await expect(line).toBeVisible()

  await ask(page, '?actionKind=signed-in')
  await row(page, /Okafor signed in/)
    .first()
    .getByRole('link', { name: /^admin \d+/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Who Can Do What' })).toBeVisible()
})
