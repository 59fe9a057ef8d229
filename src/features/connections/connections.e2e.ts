import { expect, signIn, test } from '../../../e2e/fixtures.ts'
import { expectMessage } from '../../../e2e/messages.ts'
import { dialog, goTo } from '../../../e2e/helpers.ts'

test('Connections: what is embedded, what works, a test of each, the schedule taken now', async ({ page }) => {
  await signIn(page)
  await goTo(page, 'Connections')
  await expect(page.getByRole('heading', { name: 'Connections' })).toBeVisible()
  const card = (name: string) => page.getByRole('region', { name })
  const names = [
    'Point of sale',
    'Movie database',
    'Object storage',
    'Mail',
    'Payments',
    'Push notifications',
    'Short links',
  ]
  for (const name of names) await expect(card(name).getByText('Demo', { exact: true })).toBeVisible()

  await card('Movie database').getByRole('button', { name: 'Test movie database' }).click()
  await expect(card('Movie database').getByText(/^Answers with a catalogue of \d+ films \(\d+ ms\)$/)).toBeVisible()
  await expect(card('Movie database').getByText('Works')).toBeVisible()

  // The demo's schedule is taken in a moment: the list is held back, so that the progress can be seen.
  let letGo = () => {}
  const seen = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/api/connections', async (route) => {
    await seen
    await route.continue()
  })
  await card('Point of sale').getByRole('button', { name: 'Sync now' }).click()
  await expectMessage(page, 'The schedule is being taken from the point of sale')
  await expect(card('Point of sale').getByText(/^\d+ of \d+ parts$/)).toBeVisible()
  // At its beginning the bar has no width yet.
  await expect(card('Point of sale').getByRole('progressbar', { name: 'Schedule sync' })).toBeAttached()
  letGo()
  await expect(card('Point of sale').getByText(/^As of /)).toBeVisible({ timeout: 60_000 })
})

test('a letter that bounces is seen in the queue, with its reason, and sent again', async ({ page, request }) => {
  await request.post('/api/auth/forgot-password', { data: { email: 'bounces@bounce.example' } })
  await signIn(page)
  await page.goto('/dashboard/connections')
  const mail = page.getByRole('region', { name: 'Mail' })
  await expect(mail.getByText('Keeps letters in the outbox instead of sending them')).toBeVisible()
  await expect(mail.getByText('Empty')).toBeVisible()
  await mail.getByRole('button', { name: /could not be sent/ }).click()
  const letters = dialog(page, 'Letters that could not be sent')
  await expect(letters.getByText('bounces@bounce.example', { exact: true })).toBeVisible()
  await letters.getByRole('button', { name: 'Send again to bounces@bounce.example' }).click()
  await expectMessage(page, 'The letter is on its way again')
})

test('Connections is for superadmins', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/dashboard/connections')
  await expect(page.getByText('Permission denied')).toBeVisible()
})
