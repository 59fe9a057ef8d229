import { expect, signInByForm, test as base } from '../../../e2e/fixtures.ts'
import { costlyStep } from '../../../e2e/helpers.ts'
import { addDevice } from '../../../e2e/passkeys.ts'

const test = base.extend({
  // Browsers keep passkeys for names, not for numbers.
  baseURL: async ({ server }, use) => use(server.address.replace('127.0.0.1', 'localhost')),
})
// Long enough for a first passkey on a busy machine.
test.use({ settings: { SECOND_FACTOR_FROM: '2026-01-01', STEP_UP_MINUTES: '1' } })

test('who needs a second factor and has none is led to where it is set up; then confirms who they are with it', async ({
  page,
}) => {
  await addDevice(page)
  await signInByForm(page)
  await expect(page).toHaveURL(/account\?tab=security/)
  // The screen itself: until its code is here the sign-in may stand, with a heading of its own that goes.
  await expect(page.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible()
  await expect(page.getByText('Set up a second factor first')).toBeVisible()
  await page.goto('/dashboard/movies')
  await expect(page).toHaveURL(/account\?tab=security/)

  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByRole('list', { name: 'Passkeys' })).toBeVisible()
  await expect(page.getByText('Set up a second factor first')).toBeHidden()
  const making = await costlyStep(page)
  await making.getByRole('combobox', { name: 'Second factor' }).click()
  await page.getByRole('option', { name: 'Required from …' }).click()
  await making.getByLabel('Required from', { exact: true }).fill('31/01/2027')
  await making.getByRole('button', { name: 'Create role' }).click()

  const asks = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(asks.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
  await asks.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('table').getByText('Night shift')).toBeVisible()
})
