import { expect, signIn, test } from '../fixtures.ts'
import { countClicks } from './clicks.ts'

test('a press that is made twice, as its button moves away from under it, counts once', async ({ page }) => {
  await signIn(page)
  const hand = await countClicks(page)
  await page.goto('/dashboard/analytics')
  const refresh = page.getByRole('button', { name: 'Refresh' }).first()
  await refresh.evaluate((button) =>
    addEventListener('mousemove', () => (button.style.transform = 'translateY(200px)'), { once: true, capture: true }),
  )
  await refresh.click()
  expect(hand.clicks).toBe(1)
})
