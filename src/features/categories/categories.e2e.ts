import { expect, signIn, test } from '../../../e2e/fixtures.ts'
import { expectMessage } from '../../../e2e/messages.ts'
import { dialog, goTo, row, toast } from '../../../e2e/helpers.ts'

// Clauses: operations 51, 248, 289, 464, 479
test('Categories: add one, rename it, delete it and take that back', async ({ page }) => {
  await signIn(page)
  await goTo(page, 'Categories')
  await expect(row(page, 'Film festival')).toBeVisible()

  await page.getByRole('button', { name: 'Add category' }).click()
  const adding = dialog(page, 'Add category')
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(adding.getByText('Field is empty')).toBeVisible()
  await adding.getByLabel('Name').fill('film FESTIVAL')
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(adding.getByText('There is a category of this name already')).toBeVisible()
  await expectMessage(page, 'There is a category of this name already')
  await adding.getByLabel('Name').fill('Opera')
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expectMessage(page, 'Category added')
  // The error has lost its cause with the save that followed.
  await expect(page.getByRole('alert').filter({ hasText: 'There is a category of this name already' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Edit Opera' }).click()
  const editing = dialog(page, 'Edit category')
  await editing.getByLabel('Name').fill('Opera on screen')
  await editing.getByRole('button', { name: 'Save' }).click()
  await expectMessage(page, 'Category updated')

  await page.getByRole('button', { name: 'Delete Opera on screen' }).click()
  await dialog(page, 'Delete the category Opera on screen?').getByRole('button', { name: 'Delete' }).click()
  const deleted = toast(page, 'Deleted successfully')
  await expect(row(page, 'Opera on screen')).toBeHidden()
  await deleted.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Opera on screen')).toBeVisible()
})

// Clauses: operations 465
test('a save that fails without a word says that something went wrong', async ({ page }) => {
  await signIn(page)
  await page.goto('/dashboard/categories')
  await page.route('**/api/categories', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  )
  await page.getByRole('button', { name: 'Add category' }).click()
  await page.getByLabel('Name').fill('Ballet')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expectMessage(page, 'Something went wrong :I')
  await expect(page.getByLabel('Name')).toHaveValue('Ballet')
})
