import type { Page } from '@playwright/test'

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
