import { readFile, stat } from 'node:fs/promises'
import type { Page, Request } from '@playwright/test'
import budgets from '../../../../bench/budgets.json' with { type: 'json' }
import { expect, signIn, signOut, test } from '../../../../e2e/fixtures.ts'
import { expectMessage } from '../../../../e2e/messages.ts'
import { dialog, goTo } from '../../../../e2e/helpers.ts'
import { ON_PHONE } from '../../../../e2e/sizes.ts'

const email = (page: Page) => page.getByLabel('Email Address')
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign In', exact: true })

/** Types who one is into the form that stands there. */
async function signInHere(page: Page, who: string, secret = 'marquee-demo') {
  await email(page).fill(`${who}@marquee.example`)
  await password(page).fill(secret)
  await signInButton(page).click()
}
const firstScreen = (page: Page) => expect(page.getByRole('heading', { name: 'Analytics', exact: true })).toBeVisible()

/** Script and style that a page fetches from now on, each file once. @returns how much of it travelled, in kB */
function codeOf(page: Page): () => Promise<number> {
  const code = new Map<string, Request>()
  page.on('requestfinished', (request) => {
    if (['script', 'stylesheet'].includes(request.resourceType()) && !code.has(request.url()))
      code.set(request.url(), request)
  })
  return async () => {
    const sizes = await Promise.all([...code.values()].map((request) => request.sizes()))
    return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0) / 1000
  }
}

// Clauses: core 3-4, 36-38, 101, 122, 191, 199, 217; operations 1, 5, 484
test('sign-in says what is wrong, and leads to what was asked for while signed out', async ({ page }) => {
  const code = codeOf(page)
  await page.goto('/')
  await expect(page).toHaveTitle(/Sign in/i)
  await expect(page.getByText(/^© \d{4} /)).toBeVisible()
  await expect(signInButton(page)).toBeDisabled()
  await expect(page.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute('href', '/reset-password-request')
  // What signing in takes is fetched while one types.
  const { atMost, unit } = budgets['sign-in.code']
  const kB = await code()
  expect(kB, unit).toBeGreaterThan(atMost / 2)
  expect(kB, unit).toBeLessThanOrEqual(atMost)
  await email(page).fill('nope')
  await password(page).fill('x')
  await expect(page.getByText('invalid email')).toBeVisible()
  await password(page).fill('')
  await password(page).blur()
  await expect(page.getByText('empty pasword')).toBeVisible()

  await email(page).fill('superadmin@marquee.example')
  await password(page).fill('not the password')
  await expect(signInButton(page)).toHaveCSS('background-color', 'rgb(124, 92, 240)')
  await signInButton(page).click()
  await expectMessage(page, 'invalid password')
  await expect(email(page)).toHaveValue('superadmin@marquee.example')

  await page.goto('/dashboard/movies/coming-soon?search=a')
  await expect(page).toHaveURL(/\/$/)
  // A profile that is refused is asked for once more.
  let profiles = 0
  await page.route('**/api/users', (route) =>
    ++profiles === 1
      ? route.fulfill({ status: 403, json: { status: 403, message: 'Permission denied' } })
      : route.fallback(),
  )
  await signInHere(page, 'superadmin')
  await expect(page).toHaveURL(/\/dashboard\/movies\/coming-soon\?search=a$/)
  expect(profiles).toBeGreaterThanOrEqual(2)
  await page.unroute('**/api/users')
  await page.goto('/dashboard/movies/no-such-screen')
  await expect(page).toHaveURL(/\/dashboard\/movies$/)
})

// ASVS: 1.2.3, 1.3.2, 3.4.3, 14.2.3
test('no page breaks its own content security policy, or takes more code than its budget or than it names', async ({
  page,
}) => {
  const complaints: string[] = []
  page.on(
    'console',
    (message) => message.type() === 'error' && complaints.push(`${message.text()} ${message.location().url}`),
  )
  page.on('pageerror', (error) => complaints.push(error.message))
  const { atMost, unit } = budgets['screen.code']
  const { screens } = JSON.parse(await readFile('dist/web/screens.json', 'utf8')) as {
    screens: { path: string; files: string[] }[]
  }
  const sizeOf = async (file: string) => {
    const [packed, plain] = [`dist/web${file}.br`, `dist/web${file}`].map((path) => stat(path).catch(() => undefined))
    return ((await packed) ?? (await plain))!.size
  }
  const sizes = await Promise.all(
    screens.map(async ({ path, files }) => {
      const bytes = await Promise.all(files.map(sizeOf))
      return { path, kB: bytes.reduce((sum, size) => sum + size, 0) / 1000 }
    }),
  )
  expect(sizes.length).toBeGreaterThan(50)
  expect(
    sizes.filter(({ kB }) => kB > atMost),
    unit,
  ).toEqual([])

  await test.step('what travels is no more', async () => {
    const code = codeOf(page)
    await page.goto('/')
    await expect(signInButton(page)).toBeVisible()
    await page.waitForLoadState('networkidle')
    const before = await code()
    await signIn(page)
    await page.goto('/dashboard/promotions/add')
    await expect(page.locator('main form').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    const kB = (await code()) - before
    expect(kB, unit).toBeGreaterThan(atMost / 2)
    expect(kB, unit).toBeLessThanOrEqual(atMost)
  })

  await test.step('what a film shows of elsewhere breaks no policy', async () => {
    await page.goto('/dashboard/movies')
    await page.getByRole('table').getByRole('link').first().click()
    await page.getByRole('button', { name: 'View Reviews' }).click()
    await expect(dialog(page, 'Reviews').getByRole('listitem').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Movie DB Update' }).click()
    await expect(dialog(page, 'Movies in DB')).toBeVisible()
    expect(complaints).toEqual([])
  })

  await test.step('a screen is shown without anything that its page does not name', async () => {
    let named = ''
    // What the page does not name stays on its way.
    await page.route('**/assets/*', async (route) => {
      if (named.includes(new URL(route.request().url()).pathname)) await route.continue()
    })
    for (const [path, title] of [
      ['movies', 'table tbody a'],
      ['analytics', '[aria-label="Overall metrics"]'],
    ]) {
      named = await (await page.request.get(`/dashboard/${path}`)).text()
      // The first paint waits for what sets the theme.
      expect(named).toMatch(/<script [^>]*blocking="render"[^>]* src="\/assets\/start-/)
      expect(named).toMatch(/<link rel="preload" as="font" [^>]*href="\/assets\/inter-text-/)
      await page.goto(`/dashboard/${path}`, { waitUntil: 'commit' })
      await expect(page.locator(`main ${title}`).first()).toBeVisible()
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})

// ASVS: 7.3.1
// Clauses: core 39, 97, 103, 188-189, 192, 200
test('after 30 idle minutes the session ends, and the same person goes on; many refused requests cost one refresh', async ({
  page,
  context,
}) => {
  await page.clock.install()
  await signIn(page)
  await page.goto('/dashboard/movies')
  await page.getByRole('table').getByRole('link').first().click()
  const title = page.getByLabel('Title', { exact: true })
  await title.fill('Half typed')
  await page.clock.runFor(29 * 60_000 + 5_000)
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Stay signed in' })).toBeVisible()
  await page.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(page.getByRole('button', { name: 'Stay signed in' })).toBeHidden()

  // A movement keeps the session as well, each time with three seconds to read that it did.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
  const greeting = page.getByText('Good to see you. You stay signed in.')
  for (let times = 1; times <= 2; times++) {
    await page.clock.runFor(29 * 60_000 + 5_000)
    await expect(dialog(page, 'Are you still there?')).toBeVisible()
    await page.mouse.move(5 * times, 5)
    await page.clock.runFor(2_000)
    await expect(greeting).toBeVisible()
    await page.clock.runFor(2_000)
    await expect(greeting).toBeHidden()
  }
  await page.clock.resume()

  await page.clock.runFor(31 * 60_000)
  const again = dialog(page, 'Sign in')
  // It leaves what was typed where it is.
  await expect(again.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute('target', '_blank')
  await again.getByLabel('Password', { exact: true }).fill('marquee-demo')
  await again.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(again).toBeHidden()
  await expect(title).toHaveValue('Half typed')

  await test.step('a question that stands when the session ends is not asked of who comes next', async () => {
    await page.goto('/dashboard/tiers')
    const confirmation = dialog(page, 'Delete Solo?')
    await page.getByRole('button', { name: 'Delete Solo', exact: true }).click()
    await expect(confirmation).toBeVisible()
    const other = await context.newPage()
    await signOut(other)
    await other.close()
    await signInHere(page, 'superadmin')
    await firstScreen(page)
    await expect(confirmation).toBeHidden()
  })

  await test.step('for a token that has run out another is asked for, once; without it the way leads to the sign-in', async () => {
    const spoil = (change: Record<string, string>) =>
      page.evaluate((spoilt) => {
        const stored = JSON.parse(localStorage.getItem('marquee:session')!) as object
        localStorage.setItem('marquee:session', JSON.stringify({ ...stored, ...spoilt }))
      }, change)
    let refreshes = 0
    page.on('request', (request) => request.url().endsWith('/auth/refresh-login') && refreshes++)
    await spoil({ jwt: 'expired' })
    await page.goto('/dashboard/movies')
    await expect(page.getByRole('table').getByRole('link').first()).toBeVisible()
    expect(refreshes).toBe(1)
    await spoil({ jwt: 'expired', refreshToken: 'gone' })
    await page.reload()
    await expect(signInButton(page)).toBeVisible()
  })
})

// Clauses: core 24, 26
test('the sidebar folds and stays so; the palette goes to screens by the keyboard alone, also what is typed early', async ({
  page,
}) => {
  await signIn(page)
  const nav = page.getByRole('navigation', { name: 'Main' })
  const here = nav.getByRole('link', { name: 'Audit log' })
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto('/dashboard/audit-log')
  await expect(here).toHaveAttribute('aria-current', 'page')
  const isOnTop = () =>
    here.evaluate((link) => {
      const { x, y, width, height } = link.getBoundingClientRect()
      return link.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })
  await expect.poll(isOnTop).toBe(true)

  await nav.getByRole('button', { name: 'Sales' }).click()
  await page.reload()
  await expect(nav.getByRole('button', { name: 'Sales' })).toHaveAttribute('aria-expanded', 'false')
  await expect(nav.getByRole('link', { name: 'Merchandise' })).toHaveCount(0)
  await nav.getByRole('button', { name: 'System' }).click()
  await expect(here).toBeVisible()
  await expect(nav.getByRole('link', { name: 'Feed keys' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Collapse the sidebar' }).click()
  await page.getByRole('button', { name: 'Expand the sidebar' }).click()
  await expect(page.getByRole('button', { name: 'Log out' })).toBeInViewport({ ratio: 1 })

  const { promise: isTyped, resolve: typed } = Promise.withResolvers<void>()
  await page.route('**/assets/Palette-*.js', async (route) => {
    await isTyped
    await route.continue()
  })
  // It may be fetched ahead.
  const request = page.waitForRequest('**/assets/Palette-*.js')
  await page.goto('/dashboard/movies')
  const beneath = page.getByRole('searchbox', { name: 'Search by title or ID' })
  await beneath.focus()
  await page.keyboard.press('ControlOrMeta+k')
  await request
  await page.keyboard.type('no')
  await page.keyboard.press('Escape')
  await expect(beneath).toBeFocused()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('Ọ̀ṣun come')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('ing')
  typed()
  const palette = page.getByRole('combobox', { name: 'Search or jump to' })
  await page.keyboard.type(' soon')
  await expect(palette).toHaveValue('Ọ̀ṣun coming soon')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('coming soon')
  await expect(page.getByRole('option', { name: /Coming Soon/, selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Coming Soon' })).toBeVisible()
  await page.goBack()
  await expect(beneath).toHaveValue('')
  const button = page.getByRole('button', { name: 'Search or jump to' })
  await button.click()
  await expect(palette).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()

  // What stands open when it is called lies beneath it: a click goes to the palette.
  await page.getByRole('button', { name: /^Start and end date: / }).click()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('coming')
  await page.getByRole('option', { name: /Coming Soon/ }).click()
  await expect(page).toHaveURL(/\/movies\/coming-soon/)
})

test.describe('on a phone', () => {
  test.use(ON_PHONE)

  // ASVS: 7.4.4
  // Clauses: core 24-25, 102, 217
  test('the shell: sub-entries in their section only, themes, a lost network, and the way out', async ({
    page,
    context,
  }) => {
    await signIn(page)
    const nav = page.getByRole('navigation', { name: 'Main' })
    await goTo(page, 'Audit log')
    await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible()
    await expect(nav.getByRole('link', { name: 'Coming Soon' })).toHaveCount(0)

    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await page.getByRole('button', { name: 'Adaeze Okafor: account and theme' }).click()
    await page.getByText('Light', { exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
    await page.keyboard.press('Escape')
    await goTo(page, 'Movies')
    await expect(page.getByRole('table').getByRole('link').first()).toBeVisible()

    await context.setOffline(true)
    await page.getByRole('searchbox', { name: 'Search by title or ID' }).fill('boys')
    await expect(page.getByText(/problem with your internet connection|offline|no connection/i).first()).toBeVisible()
    await context.setOffline(false)

    const out = page.getByRole('button', { name: 'Log out' })
    if (!(await out.isVisible())) await page.getByRole('button', { name: 'Open the menu' }).click()
    const place = (await out.boundingBox())!
    expect(place.y + place.height).toBeGreaterThan(page.viewportSize()!.height * 0.9)
    await out.click()
    await expect(signInButton(page)).toBeVisible()
    await page.goto('/dashboard/movies')
    await expect(signInButton(page)).toBeVisible()
  })
})
