import { expect, signIn, test } from '../../../e2e/fixtures.ts'
import { dialog, filterBy, goTo, row } from '../../../e2e/helpers.ts'

test('Audit Log: a wrong password is in it; it is filtered by act, person and record, and leads to the record', async ({
  page,
  request,
}) => {
  const email = 'admin@marquee.example'
  expect((await request.post('/api/auth/login', { data: { email, password: 'wrong' } })).status()).toBe(401)
  await signIn(page)
  await goTo(page, 'Categories')
  await page.getByRole('button', { name: 'Add category' }).click()
  const adding = dialog(page, 'Add category')
  await adding.getByRole('textbox').fill('Poetry night')
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(row(page, 'Poetry night')).toBeVisible()

  await goTo(page, 'Audit Log')
  await expect(row(page, /A wrong password for/)).toBeVisible()
  const add = page.getByRole('button', { name: 'Filter', exact: true })
  await add.click()
  await expect(page.getByRole('menu')).toBeVisible()
  // Also the first time, when the menu is fetched.
  await page.keyboard.press('Escape')
  await expect(add).toBeFocused()
  await filterBy(page, 'Action', 'Refused')
  await expect(page).toHaveURL(/act=refused/)
  await expect(row(page, /Okafor signed in/)).toHaveCount(0)
  await expect(row(page, /A wrong password for/)).toBeVisible()

  await page.getByRole('button', { name: 'Remove the filter Action' }).click()
  await filterBy(page, 'Area', 'Categories')
  await expect(page).toHaveURL(/area=categories/)
  const line = row(page, 'Added the category Poetry night')
  await expect(line).toBeVisible()
  await expect(row(page, /Okafor signed in/)).toHaveCount(0)
  await line.getByRole('button', { name: /See what changed/ }).click()
  const changed = dialog(page, /Added the category/)
  await expect(changed.getByText('Name', { exact: true })).toBeVisible()
  await expect(changed.getByText('Poetry night', { exact: true })).toBeVisible()
  await changed.getByRole('radio', { name: 'The record then' }).press('Space')
  await expect(changed.getByText(/The log knows 1 field of it/)).toBeVisible()
  await page.keyboard.press('Escape')

  await line.getByRole('button', { name: /Show only lines of category/ }).click()
  await expect(page).toHaveURL(/entity=category/)
  await page.getByRole('button', { name: 'Remove the filter Record' }).click()
  await expect(page).not.toHaveURL(/entity/)
  await page.getByRole('button', { name: 'Remove the filter Area' }).click()

  await filterBy(page, 'Action', 'Signed in')
  await row(page, /Okafor signed in/)
    .first()
    .getByRole('link', { name: /^admin \d+/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Who Can Do What' })).toBeVisible()
})
