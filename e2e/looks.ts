/** What holds of every screen: nobody is shut out, and it fits a phone. */
import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { DESK, PHONE } from './sizes.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Nothing is on its way: until then what was there before stays, paler. */
export const settled = (page: Page) => expect(page.locator('[aria-busy=true]')).toHaveCount(0)

/** What depends on colours: of two themes of one page, the rest is looked at in one. */
const COLOURS = ['color-contrast', 'link-in-text-block']

export type Look = { size: typeof DESK; scheme: 'dark' | 'light' }

/** Both sizes in both themes. The last is as a tour begins. */
export const EVERY_LOOK: Look[] = [PHONE, DESK].flatMap((size) => [
  { size, scheme: 'light' as const },
  { size, scheme: 'dark' as const },
])
/** Each size and each theme once. */
export const TWO_LOOKS: Look[] = [
  { size: PHONE, scheme: 'light' },
  { size: DESK, scheme: 'dark' },
]

/**
 * The screen as it is now, in each of these looks: axe finds nothing, and nothing scrolls sideways.
 * @param part a selector of what axe looks at, where the rest of the page has been looked at before
 */
export async function expectGoodLooks(page: Page, looks: readonly Look[], part?: string) {
  for (const [n, { size, scheme }] of looks.entries()) {
    await page.setViewportSize(size)
    const isKnown = looks.slice(0, n).some((look) => look.size === size)
    const runOnly: RunOptions['runOnly'] = isKnown ? { type: 'rule', values: COLOURS } : { type: 'tag', values: RULES }
    // Once for each page that is loaded: reading axe costs as much as running it. The product has no frames.
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
    expect(await page.evaluate(look, { scheme, runOnly, part })).toEqual({ pending: [], tooWide: [], found: [] })
  }
}

/** In the page, in one go, so that no other screen begins in between. */
async function look({
  scheme,
  runOnly,
  part,
}: {
  scheme: string
  runOnly: RunOptions['runOnly']
  part?: string | undefined
}) {
  const { axe: loaded } = window as unknown as { axe: typeof axe }
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  /** What is left of it after so many seconds. */
  const wait = async (left: () => string[], seconds: number) => {
    for (const until = Date.now() + seconds * 1000; left().length > 0 && Date.now() < until;) await frame()
    return left()
  }
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
  // What is another thing on a phone has become it: the browser has drawn.
  await frame()
  await frame()
  // From its top: what lies half under the header is hard to hit, and that is no fault.
  scrollTo(0, 0)
  // What waits for newer rows is paler meanwhile, and a dialog gets its name just after it has opened.
  const waiting = '[aria-busy=true], [data-fetching], [role=dialog]:not([aria-labelledby], [aria-label])'
  const pending = await wait(
    () => [...document.querySelectorAll(waiting)].map(({ outerHTML }) => outerHTML.slice(0, 200)),
    30,
  )
  // Neither the page nor an open dialog is wider than its place: what is too wide scrolls inside a frame of its own. A
  // message that is coming or going is beside the page for a moment.
  const tooWide = await wait(
    () =>
      [document.documentElement, ...document.querySelectorAll('[role=dialog]')]
        .filter((one) => one.scrollWidth > one.clientWidth)
        .map(({ localName, scrollWidth, clientWidth }) => `${localName}: ${scrollWidth} > ${clientWidth}`),
    3,
  )
  // What fades or turns has done so; what waits goes on.
  const passing = document
    .getAnimations()
    .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
  await Promise.allSettled(passing.map(({ finished }) => finished))
  for (let looks = 1; ; looks++) {
    // Between two screens there is none for a moment. One that waits for its part of the application is still there, and
    // hidden.
    const visibleHeading = () => [...document.querySelectorAll('h1')].find((heading) => heading.checkVisibility())
    let heading: Element | undefined
    for (let frames = 600; frames > 0 && !(heading = visibleHeading()); frames--) await frame()
    const { violations } = await loaded.run(part ?? document, { runOnly, resultTypes: ['violations'] })
    // The screen went while it was looked at: the next one is what is looked at.
    if (heading && !heading.checkVisibility() && looks < 10) continue
    const found = violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary}`),
    )
    return { pending, tooWide, found }
  }
}
