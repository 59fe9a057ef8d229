import type { Page } from '@playwright/test'
import { expect, openScreen, settled, test } from '../fixtures.ts'

/**
 * Counts what a hand presses on the page from now on, over every screen that it leads to: clicks and taps, each once.
 * What is typed does not count; an option of a list that the system draws counts as two (open it, choose).
 */
export async function countClicks(page: Page): Promise<{ readonly clicks: number; chose: () => void }> {
  let clicks = 0
  await page.exposeFunction('pressed', () => void clicks++)
  // Behind the window, where the driver stops a press that would have hit something else; it makes it once more.
  const listen = () =>
    document.addEventListener(
      'pointerdown',
      (event) => event.isTrusted && (window as { pressed?: () => void }).pressed?.(),
      true,
    )
  await page.addInitScript(listen)
  await page.evaluate(listen)
  return {
    get clicks() {
      return clicks
    },
    chose: () => void (clicks += 2),
  }
}

/**
 * Does tasks one after the other, each in so many clicks from where it begins, or from the screen that is open. What is
 * chosen of a list that the system draws is told to `chose`.
 */
export async function tasks(page: Page) {
  const hand = await countClicks(page)
  return (
    title: string,
    clicks: number,
    start: string | undefined,
    work: (chose: () => void) => Promise<unknown>,
  ): Promise<void> =>
    test.step(title, async () => {
      if (start) {
        await openScreen(page, start)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await settled(page)
      }
      const before = hand.clicks
      await work(hand.chose)
      expect(hand.clicks - before).toBe(clicks)
    })
}
