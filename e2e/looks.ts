/** What holds of every screen: nobody is shut out, and it fits a phone. */
import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { PHONE } from './sizes.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Nothing is on its way: until then what was there before stays, paler. */
export const settled = (page: Page) => expect(page.locator('[aria-busy=true]')).toHaveCount(0)

/** The screen as it is now: axe finds nothing, and a dialog that is open would fit a phone. */
export async function expectNoViolations(page: Page) {
  await expectAxeFindsNothing(page)
  const size = page.viewportSize()!
  if (size.width === PHONE.width || !(await page.locator('[role=dialog]').count())) return
  await page.setViewportSize(PHONE)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize(size)
}

async function expectAxeFindsNothing(page: Page) {
  // What waits for newer rows is paler meanwhile.
  await expect(page.locator('[data-fetching]')).toHaveCount(0)
  // A dialog gets its name just after it has opened.
  await expect(page.locator('[role=dialog]:not([aria-labelledby], [aria-label])')).toHaveCount(0)
  // Once for each page that is loaded: reading axe costs as much as running it. The product has no frames.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const found = await page.evaluate(async (tags) => {
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
        runOnly: { type: 'tag', values: tags },
        resultTypes: ['violations'],
      })
      // The screen went while it was looked at: the next one is what is looked at.
      if (heading && !heading.checkVisibility() && looks < 10) continue
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary}`),
      )
    }
  }, RULES)
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

/** The screen as it is now, at the width of a phone. */
export async function expectGoodOnPhone(page: Page) {
  await page.setViewportSize(PHONE)
  // What is another thing on a phone has become it: the browser has drawn, and has nothing left to do. Chromium may
  // never say that it is idle while nothing on the page moves: a second of it is enough.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve, { timeout: 1_000 }))),
  )
  // From its top: what lies half under the header is hard to hit, and that is no fault.
  await page.evaluate(() => scrollTo(0, 0))
  // A tour may end on its way to another screen, whose part of the application is still being fetched.
  await expect(page.locator('h1')).not.toHaveCount(0)
  await settled(page)
  await expectNoSidewaysScroll(page)
  await expectNoViolations(page)
}
