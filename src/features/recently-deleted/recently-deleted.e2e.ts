import { expect, openScreen, signIn, test } from '../../../e2e/fixtures.ts'
import { expectMessage } from '../../../e2e/messages.ts'
import { dialog, row } from '../../../e2e/helpers.ts'

test('what was deleted is restored, by kind', async ({ page }) => {
  await signIn(page)
  await openScreen(page, '/dashboard/promotions')
  await page.getByRole('button', { name: 'Delete Family bucket' }).click()
  await dialog(page, 'Delete Promotion ad').getByRole('button', { name: 'Delete' }).click()
  await expectMessage(page, 'Promotion deleted')

  await openScreen(page, '/dashboard/recently-deleted?kind=category')
  await expect(page.getByText('None of this kind')).toBeVisible()
  await openScreen(page, '/dashboard/recently-deleted')
  const gone = row(page, 'Family bucket')
  await expect(gone.getByText('Promotion', { exact: true })).toBeVisible()
  await gone.getByRole('button', { name: 'Restore Family bucket' }).click()
  await expectMessage(page, /^Promotion restored/)
  await expect(gone).toBeHidden()
  await openScreen(page, '/dashboard/promotions')
  await expect(row(page, 'Family bucket')).toBeVisible()
})
