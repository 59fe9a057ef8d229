import { expect, signIn, test } from '../../../e2e/fixtures.ts'
import { costlyStep } from '../../../e2e/helpers.ts'

// Long enough that the call which was confirmed goes through on a starved machine.
test.use({ settings: { STEP_UP_MINUTES: '0.25' } })

test('a costly step asks who is there, with what was typed kept', async ({ page }) => {
  await signIn(page)
  const making = await costlyStep(page)
  await making.getByRole('button', { name: 'Create role' }).click()

  const asks = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await asks.getByLabel('Password', { exact: true }).fill('not this')
  await page.keyboard.press('Enter')
  await expect(asks.getByText('invalid password')).toBeVisible()
  await asks.getByLabel('Password', { exact: true }).fill('marquee-demo')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('table').getByText('Night shift')).toBeVisible()
})
