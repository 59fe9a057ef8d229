/**
 * Opens every screen of the product: as the demo chain fills it, empty or failed, and with each of its dialogs, on a phone in
 * light and at a desk in dark. Axe finds nothing, nothing scrolls sideways, and the console has no error. Nothing is
 * written: what a button sends is refused. By night each screen is seen empty and failed, and in both sizes in both themes.
 */
import { globSync } from 'node:fs'
import path from 'node:path'
import type { Page, Route } from '@playwright/test'
import { isThorough } from '#server/test/thorough.ts'
import type { ScreenAt } from '#web/screens.ts'
import { findBrowser, flags } from './browser.ts'
import { expect, openScreen, settled, signIn, test } from './fixtures.ts'
import { EVERY_LOOK, expectGoodLooks, TWO_LOOKS } from './looks.ts'
import { root } from './server.ts'

/** Few, so that the workers have done with them at the same time. */
const SCREENS_AT_A_TIME = 4

/** What is another thing when a screen is empty or fails: the frame around it stays. */
const SCREEN = 'main, [role=alert], [role=status]'

/** What the kits show of a screen that is empty or fails: on a phone in light, at a desk in dark, from screen to screen. */
const looksFor = (nth: number) => [TWO_LOOKS[nth % 2]!]
/** By day every other screen is seen empty, and those between them failed. */
const half = (some: ScreenAt[], which: 0 | 1) => some.filter((_, nth) => isThorough || nth % 2 === which)

const files = globSync('src/features/*/*/web/screens.ts', { cwd: root }).sort()
const screens = (
  await Promise.all(
    files.map(async (file) => ((await import(path.join(root, file))) as { screens: readonly ScreenAt[] }).screens),
  )
).flat()

/** Where a record's address is found that no list at the address above its own links to; of one that is changed, the id. */
const FOUND: Record<string, { list: string; id: RegExp }> = {
  'notifications/edit/$id': { list: 'notifications?state=scheduled', id: /notifications\/(\d+)$/ },
}

/** What opens a dialog: a button, or the menu of the first row and what is chosen there. */
type Opener = string | RegExp | { menu: string }

const DIALOGS: Record<string, readonly Opener[]> = {
  account: ['Edit'],
  admin: ['ADD Admin'],
  'admin-roles': ['New role', /^Edit /],
  'approvals/rules': [/^Edit the rule for /],
  categories: ['Add category', /^Edit /, /^Delete /],
  concessions: ['Import', /^Edit /],
  'concessions/combo-deals': [/^Edit /, /^Delete /],
  'cube-booking-logs': ['CUBE BOOKING'],
  'cube-booking-logs/cubes': ['Add cube', /^Edit /, /^Delete /],
  users: ['Create User', 'Import'],
  'users/$id': ['EDIT PROFILE', 'Add note', 'Cancel subscription', 'Clear Token'],
  'users/$id/data': ['Erase…'],
  'users/guests/$id': ['Add note'],
  'users/guests/$id/data': ['Erase…'],
  'daily-finance': ['Fees', 'Accounts'],
  'daily-finance/mismatches': ['Resolve by rule'],
  'event-cinema': ['Import', /^Delete /],
  'feed-keys': ['New key', /^Edit /, /^Revoke /],
  'incoming-data/corrections': ['Void or correct a record'],
  'kids-klub': ['Add member', { menu: 'Edit guardian and consent' }],
  'margin/costs': ['Import'],
  'movies/edit-entry/$id': ['Add cast', 'Movie DB Update'],
  notifications: [/^Cancel /],
  'notifications/send': ['New audience'],
  'notifications/audiences': [/^Edit /, /^Delete /],
  'notifications/edit/$id': ['Change time', 'Send now'],
  points: [{ menu: 'Add point' }, { menu: 'Redeem' }, { menu: 'Change Tier' }, { menu: 'View History' }],
  'possible-duplicates/$id/$other': ['Merge'],
  promotions: [/^Delete /],
  'hero-banners': ['ADD BANNER', /^Edit /, /^Delete /],
  'referral-links': ['New link', 'Import', /^Edit the link /, /^Delete the link /],
  reports: [/^Edit /, /^Delete /],
  'reports/$id': ['Send now'],
  'service-tokens': ['New token'],
  tiers: ['New tier', /^Edit /, /^Delete /],
  'bulk-vouchers': ['Create vouchers'],
  'bulk-vouchers/$id': ['Void all unused'],
}

const known = new Set(screens.map((screen) => screen.path))
const unknown = Object.keys({ ...DIALOGS, ...FOUND }).filter((at) => !known.has(at))
if (unknown.length) throw new Error(`There are no such screens: ${unknown.join(', ')}`)

test.describe.configure({ mode: 'parallel' })
// Axe is long enough at work to gain from optimised code.
test.use({ launchOptions: async ({}, use) => use({ ...(await findBrowser()), args: flags }) })

for (let at = 0; at < screens.length; at += SCREENS_AT_A_TIME) {
  const some = screens.slice(at, at + SCREENS_AT_A_TIME)
  test(`Every screen looks good: ${some.map(({ title }) => title).join(', ')}`, async ({ page }) => {
    const errors = errorsOf(page)
    await withoutTransitions(page)
    await page.route('**/api/**', refuseWrites)
    await signIn(page)
    const addresses = new Map<ScreenAt, string>()
    /** Loads the application at the first screen, and goes on to the others. */
    const each = async (state: string, those: ScreenAt[], visit: (screen: ScreenAt, nth: number) => Promise<void>) => {
      await page.goto('about:blank')
      for (const [nth, screen] of those.entries())
        await test.step(`${screen.path}, ${state}`, async () => {
          if (!addresses.has(screen)) addresses.set(screen, await addressOf(page, screen))
          await openScreen(page, addresses.get(screen)!)
          await visit(screen, nth)
        })
    }
    await each('as it is', some, async (screen) => {
      await expectGoodLooks(page, isThorough ? EVERY_LOOK : TWO_LOOKS)
      for (const opener of DIALOGS[screen.path] ?? []) await lookAtDialog(page, opener)
    })
    await page.route('**/api/**', empty)
    await each('empty', half(some, 0), (_, nth) => expectGoodLooks(page, looksFor(nth), SCREEN))
    expect(errors(), 'in the console').toEqual([])
    await page.unroute('**/api/**', empty)
    await page.route('**/api/**', fail)
    await each('failed', half(some, 1), (_, nth) => expectGoodLooks(page, looksFor(nth + 1), SCREEN))
    expect(errors().filter((error) => !/status of 500/.test(error))).toEqual([])
  })
}

test('Pages that need no session look good', async ({ page }) => {
  const errors = errorsOf(page)
  await withoutTransitions(page)
  for (const address of ['/', '/reset-password-request', '/reset-password/none?name=Ada', '/accept-invitation/none']) {
    await openScreen(page, address)
    await expectGoodLooks(page, EVERY_LOOK)
  }
  expect(errors().filter((error) => !/status of 4\d\d/.test(error))).toEqual([])
})

/** @returns what the console has said since it was asked last */
function errorsOf(page: Page) {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    // The browser notes each refused call, of which those of writes are the crawl's own.
    if (message.type() === 'error' && !/status of 409/.test(message.text())) errors.push(message.text())
  })
  return () => errors.splice(0)
}

const withoutTransitions = (page: Page) =>
  page.addInitScript(() => {
    const still = new CSSStyleSheet()
    still.replaceSync('*, *::before, *::after { transition: none !important }')
    document.adoptedStyleSheets = [still]
  })

const refuseWrites = (route: Route) => {
  const isRead = route.request().method() === 'GET' || new URL(route.request().url()).pathname === '/api/auth/login'
  return isRead ? route.fallback() : route.fulfill({ status: 409, json: { status: 409, message: 'Not now' } })
}

/** Of a screen of a record, the first that a list links to. */
async function addressOf(page: Page, { path: at }: ScreenAt): Promise<string> {
  const [, above, id, below = ''] = /^(.*?)\/(\$.*?)(\/[a-z]+)?$/.exec(at) ?? []
  if (!above || !id) return `/dashboard/${at}`
  const found = FOUND[at] ?? {
    list: above,
    id: new RegExp(`^/dashboard/${above}/(${id.replaceAll(/\$\w+/g, '[^/]+')})$`),
  }
  const list = `/dashboard/${found.list}`
  if (!page.url().endsWith(list)) await openScreen(page, list)
  const links = page.locator('main a[href]')
  const isOther = (pathname: string) => screens.some((screen) => pathname === `/dashboard/${screen.path}`)
  const first = async () => {
    const all = await links.evaluateAll((each) => each.map((link) => (link as HTMLAnchorElement).pathname))
    return all.find((pathname) => found.id.test(pathname) && !isOther(pathname))
  }
  await expect.poll(first, { message: `a link to ${at}` }).toBeTruthy()
  return `/dashboard/${above}/${found.id.exec((await first())!)![1]}${below}`
}

/** Opens it, looks at it, and closes it. */
async function lookAtDialog(page: Page, opener: Opener) {
  const main = page.locator('main')
  if (typeof opener === 'object' && 'menu' in opener) {
    await main
      .getByRole('button', { name: /^Actions for / })
      .first()
      .click()
    await page.getByRole('menuitem', { name: opener.menu, exact: true }).click()
  } else await main.getByRole('button', { name: opener, exact: true }).filter({ visible: true }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expectGoodLooks(page, TWO_LOOKS, '[role=dialog]')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await settled(page)
}

/** Who is signed in stays so, and what tells of changes never ends. */
const isCached = (route: Route) => {
  const { pathname } = new URL(route.request().url())
  return route.request().method() !== 'GET' || pathname === '/api/users' || pathname.endsWith('/live')
}

const fail = (route: Route) =>
  isCached(route)
    ? route.fallback()
    : route.fulfill({ status: 500, json: { status: 500, message: 'Something went wrong. Try again' } })

async function empty(route: Route) {
  if (isCached(route)) return route.fallback()
  const response = await route.fetch()
  if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response })
  await route.fulfill({ response, json: emptied(await response.json()) })
}

/** The same answer of a chain in which there is nothing yet. */
function emptied(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return []
  if (typeof value === 'number' && /total|count/i.test(name)) return 0
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, emptied(inner, key)]))
}
