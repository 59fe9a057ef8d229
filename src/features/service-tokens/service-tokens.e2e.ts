import { expect, signIn, test } from '../../../e2e/fixtures.ts'
import { expectMessage } from '../../../e2e/messages.ts'
import { actOnRow, dialog, goTo, row } from '../../../e2e/helpers.ts'

test('Service Tokens: make one, call with it, revoke it @both', async ({ page, request }) => {
  await signIn(page)
  await goTo(page, 'Service Tokens')
  await expect(page.getByRole('heading', { name: 'Service Tokens' })).toBeVisible()
  const name = `Accounting ${test.info().project.name}`

  await page.getByRole('button', { name: 'New token' }).click()
  const making = dialog(page, 'New token')
  await making.getByRole('button', { name: 'Create token' }).click()
  for (const message of ['Name is empty', 'Choose a role']) await expect(making.getByText(message)).toBeVisible()
  await making.getByLabel('Name').fill(name)
  await making.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option').first().click()
  await making.getByText('30 days').click()
  await making.getByRole('button', { name: 'Create token' }).click()

  const shown = dialog(page, `The secret of ${name}`)
  await expect(shown.getByText(/curl .*\/api\/cinema/)).toBeVisible()
  const secret = await shown.getByLabel('Secret').inputValue()
  expect(secret).toMatch(/^mqt_/)
  await shown.getByRole('button', { name: 'Done' }).click()
  await dialog(page, 'Close without copying the secret?').getByRole('button', { name: 'Close anyway' }).click()
  await expect(shown).toBeHidden()

  const token = row(page, name)
  await expect(token.getByText('Active')).toBeVisible()
  const call = async (path: string) =>
    (await request.get(`/api${path}`, { headers: { authorization: `Bearer ${secret}` } })).status()
  expect([await call('/cinema'), await call('/users'), await call('/service-tokens')]).toEqual([200, 403, 403])

  await actOnRow(page, 'Revoke', name)
  await dialog(page, `Revoke ${name}?`).getByRole('button', { name: 'Revoke' }).click()
  await expectMessage(page, 'Token revoked')
  await expect(token.getByText('Revoked', { exact: true })).toBeVisible()
  expect(await call('/cinema')).toBe(401)
})
