/** What holds of every screen: nobody is shut out, and it fits a phone. */
import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { DESK, PHONE } from './sizes.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Nothing is on its way: until then what was there before stays, paler. */
export const settled = (page: Page) => expect(page.locator('[aria-busy=true]')).toHaveCount(0)

/** Both themes have one page: what does not depend on colours is looked at in dark. */
const COLOURS = ['color-contrast', 'link-in-text-block']

async function expectAxeFindsNothing(page: Page, only: RunOptions['runOnly']) {
  // What waits for newer rows is paler meanwhile.
  await expect(page.locator('[data-fetching]')).toHaveCount(0)
  // A dialog gets its name just after it has opened.
  await expect(page.locator('[role=dialog]:not([aria-labelledby], [aria-label])')).toHaveCount(0)
  // Once for each page that is loaded: reading axe costs as much as running it. The product has no frames.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const found = await page.evaluate(async (runOnly) => {
    const { axe: loaded } = window as unknown as { axe: typeof axe }
    // What fades or turns has done so; what waits goes on.
    const passing = document
      .getAnimations()
      .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(passing.map(({ finished }) => finished))
    for (let looks = 1; ; looks++) {
      // Between two screens there is none for a moment: asked in the page itself, so that none begins in between.
      // One that waits for its part of the application is still there, and hidden.
      const shown = () => [...document.querySelectorAll('h1')].find((heading) => heading.checkVisibility())
      let heading: Element | undefined
      for (let frames = 600; frames > 0 && !(heading = shown()); frames--)
        await new Promise((resolve) => requestAnimationFrame(resolve))
      const { violations } = await loaded.run(document, {
        runOnly,
        resultTypes: ['violations'],
      })
      // The screen went while it was looked at: the next one is what is looked at.
      if (heading && !heading.checkVisibility() && looks < 10) continue
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary}`),
      )
    }
  }, only)
  expect(found).toEqual([])
}

/** Neither the page nor an open dialog is wider than its place: what is too wide scrolls inside a frame of its own. */
async function expectNoSidewaysScroll(page: Page) {
  const tooWide = () =>
    page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('[role=dialog]')]
        .filter((part) => part.scrollWidth > part.clientWidth)
        .map(({ localName, scrollWidth, clientWidth }) => `${localName}: ${scrollWidth} > ${clientWidth}`),
    )
  // A message that is coming or going is beside the page for a moment.
  await expect.poll(tooWide, { timeout: 3_000 }).toEqual([])
}

export type Look = { size: typeof DESK; scheme: 'dark' | 'light' }

/** Both sizes in both themes. */
export const EVERY_LOOK: Look[] = [DESK, PHONE].flatMap((size) => [
  { size, scheme: 'dark' as const },
  { size, scheme: 'light' as const },
])
/** Each size and each theme once. */
export const TWO_LOOKS: Look[] = [
  { size: DESK, scheme: 'dark' },
  { size: PHONE, scheme: 'light' },
]

/** The screen as it is now, in each of these looks: axe finds nothing, and nothing scrolls sideways. It ends at a desk, in dark. */
export async function expectGoodLooks(page: Page, looks: readonly Look[]) {
  for (const [n, { size, scheme }] of looks.entries()) {
    await show(page, { size, scheme })
    await settled(page)
    await expectNoSidewaysScroll(page)
    const isKnown = looks.slice(0, n).some((look) => look.size === size)
    await expectAxeFindsNothing(page, isKnown ? { type: 'rule', values: COLOURS } : { type: 'tag', values: RULES })
  }
  await show(page, { size: DESK, scheme: 'dark' })
}

async function show(page: Page, { size, scheme }: Look) {
  await page.setViewportSize(size)
  await page.evaluate((to) => document.documentElement.setAttribute('data-mantine-color-scheme', to), scheme)
  // What is another thing on a phone has become it: the browser has drawn.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  // From its top: what lies half under the header is hard to hit, and that is no fault.
  await page.evaluate(() => scrollTo(0, 0))
}
