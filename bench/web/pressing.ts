import type { Page } from '@playwright/test'
import { inPage, type Visit } from './visit.ts'

const ROUNDS = 3
/** The share of presses that is to be answered in time. */
const SHARE = 0.98

/** A press and how long it was until the next paint, in ms; those that took less than 16 ms are not told of. */
type Press = { ms: number; what: string }

/** What somebody does at a list, in a form, on the dashboard and with the keyboard: by the names of things, as one sees them. */
const walk: ((page: Page) => Promise<unknown>)[] = [
  (page) => page.getByRole('button', { name: 'Filter', exact: true }).click(),
  (page) => page.keyboard.press('Escape'),
  (page) => page.getByRole('button', { name: 'Choose columns' }).click(),
  (page) => page.getByRole('menuitemcheckbox', { name: 'Genre' }).click(),
  (page) => page.getByRole('menuitemcheckbox', { name: 'Genre' }).click(),
  (page) => page.keyboard.press('Escape'),
  (page) => page.getByRole('button', { name: 'Rosetta Title' }).click(),
  (page) => page.getByRole('button', { name: 'Rosetta Title' }).click(),
  (page) => page.getByRole('button', { name: 'Rosetta Title' }).click(),
  (page) => page.getByLabel('Search by title or ID').pressSequentially('the'),
  (page) => page.getByRole('button', { name: 'Clear the search' }).click(),
  (page) => page.getByRole('button', { name: 'Next page' }).click(),
  (page) => page.getByRole('button', { name: 'Previous page' }).click(),
  (page) => page.getByRole('table', { name: 'Movies' }).getByRole('link').first().click(),
  (page) => page.locator('main form input[type=text]').first().pressSequentially('ab'),
  (page) => page.locator('main form input[type=text]').first().press('Backspace'),
  (page) => page.locator('main form input[type=text]').first().press('Backspace'),
  (page) => page.getByRole('button', { name: 'Back', exact: true }).click(),
  (page) => page.keyboard.press('Control+k'),
  (page) => page.keyboard.type('lag'),
  (page) => page.keyboard.press('Escape'),
  (page) => page.getByRole('button', { name: /account and theme/ }).click(),
  (page) => page.keyboard.press('Escape'),
  (page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users', exact: true }).click(),
  (page) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard', exact: true }).click(),
  (page) => page.getByRole('link', { name: 'Subscriptions', exact: true }).click(),
  (page) => page.getByRole('link', { name: 'Sales', exact: true }).click(),
  (page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Movies', exact: true }).click(),
]

/** Walks from the opened list some times, the first to have everything there. @returns what 98 of 100 presses took at most */
export async function measurePresses({ page, cdp, still }: Pick<Visit, 'page' | 'cdp' | 'still'>) {
  const once = async () => {
    for (const step of walk) {
      await step(page)
      await still()
    }
  }
  await once()
  await inPage(cdp, 'marqueeBench.forgetPresses()')
  for (let n = 0; n < ROUNDS; n++) await once()
  const presses = (await inPage<Press[]>(cdp, 'marqueeBench.presses()')).toSorted((one, other) => one.ms - other.ms)
  return { count: presses.length, most: presses[Math.ceil(presses.length * SHARE) - 1]!, slowest: presses.slice(-5) }
}
