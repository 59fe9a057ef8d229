import { readFile, stat } from 'node:fs/promises'
import type { Page, Request } from '@playwright/test'
import budgets from '../../../bench/budgets.json' with { type: 'json' }
import { expect, signIn as enter, signInByForm as signIn, test } from '../../../e2e/fixtures.ts'
import { expectMessage } from '../../../e2e/messages.ts'
import { dialog, goTo } from '../../../e2e/helpers.ts'

const email = (page: Page) => page.getByLabel('Email Address')
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign In', exact: true })

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

// Clauses: core 36, 38-39, 101, 122, 191, 199, 217; operations 484
test(
  'sign-in waits for two valid fields, says what is wrong with them, and leads to the first area',
  { tag: '@both' },
  async ({ page }) => {
    const code = codeOf(page)
    await page.goto('/')
    await expect(page).toHaveTitle(/Sign in/i)
    await expect(page.getByText(/^© \d{4} /)).toBeVisible()
    await expect(signInButton(page)).toBeDisabled()
    // What signing in takes is fetched while one types.
    const { atMost, unit } = budgets['sign-in.code']
    const kB = await code()
    expect(kB, unit).toBeGreaterThan(atMost / 2)
    expect(kB, unit).toBeLessThanOrEqual(atMost)
    await email(page).fill('nope')
    await password(page).fill('x')
    await expect(page.getByText('invalid email')).toBeVisible()
    await expect(signInButton(page)).toBeDisabled()
    await password(page).fill('')
    await password(page).blur()
    await expect(page.getByText('empty pasword')).toBeVisible()

    await email(page).fill('superadmin@marquee.example')
    await password(page).fill('not the password')
    await expect(signInButton(page)).toHaveCSS('background-color', 'rgb(124, 92, 240)')
    await signInButton(page).click()
    await expectMessage(page, 'invalid password')
    await expect(email(page)).toHaveValue('superadmin@marquee.example')
    await password(page).fill('marquee-demo')
    // A profile that is refused is asked for once more.
    let profiles = 0
    await page.route('**/api/users', (route) =>
      ++profiles === 1
        ? route.fulfill({ status: 403, json: { status: 403, message: 'Permission denied' } })
        : route.fallback(),
    )
    await signInButton(page).click()
    await expect(page.getByRole('heading', { name: 'Analytics', exact: true })).toBeVisible()
    expect(profiles).toBeGreaterThanOrEqual(2)
  },
)

test('a screen fetches no more code than its budget beyond the sign-in', async ({ page: unused, browser, server }) => {
  // Each screen has a browser of its own, in which nothing is kept.
  await unused.close()
  const { atMost, unit } = budgets['screen.code']
  /** Opens a screen in a browser that has nothing but the sign-in. @returns the address of the first record in its list */
  const open = async (path: string) => {
    const context = await browser.newContext({ baseURL: server.address })
    const page = await context.newPage()
    const code = codeOf(page)
    await page.goto('/')
    await expect(signInButton(page)).toBeVisible()
    await page.waitForLoadState('networkidle')
    const before = await code()
    await enter(page)
    await page.goto(path)
    await expect(page.locator('main table tbody td, main form').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    const kB = (await code()) - before
    expect(kB, `${path}, ${unit}`).toBeGreaterThan(atMost / 2)
    expect(kB, `${path}, ${unit}`).toBeLessThanOrEqual(atMost)
    const to = await page
      .locator('main table a')
      .first()
      .getAttribute('href', { timeout: 1000 })
      .catch(() => null)
    await context.close()
    return to
  }
  await open((await open('/dashboard/movies'))!)
  for (const screen of ['event-cinema/create', 'promotions/add', 'audit-log', 'account?tab=sessions'])
    await open(`/dashboard/${screen}`)
})

test('no screen is made of more code than its budget beyond the sign-in', async ({ page }) => {
  await page.close()
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
})

test('a page names all that its screen is made of: it is shown without anything else', async ({ page }) => {
  let named = ''
  // What the page does not name stays on its way.
  await page.route('**/assets/*', async (route) => {
    if (named.includes(new URL(route.request().url()).pathname)) await route.continue()
  })
  await enter(page)
  for (const [path, shown] of [
    ['movies', 'table tbody a'],
    ['users', 'table tbody a'],
    ['analytics', '[aria-label="Overall metrics"]'],
  ]) {
    named = await (await page.request.get(`/dashboard/${path}`)).text()
    // The first paint waits for what sets the theme.
    expect(named).toMatch(/<script [^>]*blocking="render"[^>]* src="\/assets\/start-/)
    expect(named).toMatch(/<link rel="preload" as="font" [^>]*href="\/assets\/inter-text-/)
    await page.goto(`/dashboard/${path}`, { waitUntil: 'commit' })
    await expect(page.locator(`main ${shown}`).first()).toBeVisible()
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

// Clauses: core 1, 121, 139, 190
test('an editor has no permissions here', async ({ page }) => {
  await page.goto('/')
  await email(page).fill('editor@marquee.example')
  await password(page).fill('marquee-demo')
  await signInButton(page).click()
  await expectMessage(page, 'No permissions')
  await page.reload()
  await expect(signInButton(page)).toBeVisible()
})

// Clauses: core 2-6; operations 1, 5
test('addresses: private ones lead a stranger to sign-in, public ones lead a signed-in person on, unknown ones to their section', async ({
  page,
}) => {
  // A link that was opened signed out is what the sign-in leads to, once.
  await page.goto('/dashboard/movies/coming-soon?search=a')
  await expect(signInButton(page)).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  await email(page).fill('superadmin@marquee.example')
  await password(page).fill('marquee-demo')
  await signInButton(page).click()
  await expect(page.getByRole('heading', { name: 'Coming Soon' })).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard\/movies\/coming-soon\?search=a$/)
  await page.goto('/reset-password-request')
  await expect(page.getByRole('heading', { name: 'Analytics', exact: true })).toBeVisible()
  await page.goto('/dashboard/movies/no-such-screen')
  await expect(page).toHaveURL(/\/dashboard\/movies$/)
  await page.goto('/dashboard/analytics/no-such-screen')
  await expect(page).toHaveURL(/\/dashboard\/analytics$/)
  await page.goto('/nowhere')
  await expect(page).toHaveURL(/\/dashboard\/analytics$/)
  await expect(page.getByRole('heading', { name: 'Analytics', exact: true })).toBeVisible()
})

// Clauses: core 7, 37, 40-43, 123, 199; operations 175-176, 266-267, 324, 326, 475, 482
test('a forgotten password is reset through the mailed link, which the demo shows', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL(/\/reset-password-request$/)
  await expect(page.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', '/')
  await expect(page.getByLabel(/email/i)).toHaveAttribute('type', 'email')
  await page.getByLabel(/email/i).fill('admin@marquee.example')
  await page.getByRole('button', { name: 'Send Link' }).click()
  await expectMessage(page, 'Email sent!')
  // Letters to other people are shown to superadmins alone.
  await page.getByRole('link', { name: /outbox/i }).click()
  await email(page).fill('superadmin@marquee.example')
  await password(page).fill('marquee-demo')
  await signInButton(page).click()
  await expect(page.getByRole('heading', { name: 'Outbox' })).toBeVisible()
  const link = page.getByRole('link', { name: /\/reset-password\// }).first()
  await expect
    .poll(async () => {
      await page.reload()
      return link.count()
    })
    .toBeGreaterThan(0)

  await page.goto(new URL((await link.getAttribute('href'))!).pathname)
  await page.getByLabel('New Password').fill('harmattan at noon')
  await page.getByLabel('Confirm Password', { exact: true }).fill('another one')
  await page
    .getByRole('button', { name: /confirm password/i })
    .last()
    .click()
  await expect(page.getByText("Passwords don't match").first()).toBeVisible()
  await page.getByLabel('Confirm Password', { exact: true }).fill('harmattan at noon')
  await page
    .getByRole('button', { name: /confirm password/i })
    .last()
    .click()
  await expectMessage(page, 'Password has been reset successfully')
  await expect(page.getByRole('heading', { name: 'Analytics', exact: true })).toBeVisible()
  await page.goto('/sign-out')

  await email(page).fill('admin@marquee.example')
  await password(page).fill('harmattan at noon')
  await signInButton(page).click()
  await expect(page.getByRole('heading', { name: 'Analytics', exact: true })).toBeVisible()
})

// Clauses: core 97, 188-189, 192
test('many refused requests cost one refresh, and the page goes on; without one the way leads to sign-in', async ({
  page,
}) => {
  await signIn(page)
  await goTo(page, 'Movies')
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible()
  let refreshes = 0
  page.on('request', (request) => request.url().endsWith('/auth/refresh-login') && refreshes++)
  const spoil = (change: Record<string, string>) =>
    page.evaluate((spoilt) => {
      const stored = JSON.parse(localStorage.getItem('marquee:session')!) as object
      localStorage.setItem('marquee:session', JSON.stringify({ ...stored, ...spoilt }))
    }, change)
  await spoil({ jwt: 'expired' })
  await page.reload()
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible()
  expect(refreshes).toBe(1)

  await spoil({ jwt: 'expired', refreshToken: 'gone' })
  await page.reload()
  await expect(signInButton(page)).toBeVisible()
})

test('a question that stands when the session ends is not asked of who comes next', async ({ page, context }) => {
  await signIn(page)
  await page.goto('/dashboard/tiers')
  const asked = dialog(page, 'Delete Solo?')
  await page.getByRole('button', { name: 'Delete Solo', exact: true }).click()
  await expect(asked).toBeVisible()
  const other = await context.newPage()
  await other.goto('/sign-out')
  await expect(signInButton(other)).toBeVisible()
  await email(page).fill('superadmin@marquee.example')
  await password(page).fill('marquee-demo')
  await signInButton(page).click()
  await expect(page.getByRole('heading', { name: 'Analytics', exact: true })).toBeVisible()
  await expect(asked).toBeHidden()
})

// Clauses: core 97, 103, 200
test(
  'after 30 idle minutes the session ends; the same person goes on where they were, with everything typed',
  { tag: '@both' },
  async ({ page }) => {
    await page.clock.install()
    await signIn(page)
    await goTo(page, 'Movies')
    await page.getByRole('table').getByRole('link').first().click()
    const title = page.getByLabel('Title', { exact: true })
    await title.fill('Half typed')
    await page.clock.runFor(29 * 60_000 + 5_000)
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Stay signed in' })).toBeVisible()
    await page.getByRole('button', { name: 'Stay signed in' }).click()
    await expect(page.getByRole('button', { name: 'Stay signed in' })).toBeHidden()

    // A movement keeps the session as well, each time with three seconds to read that it did.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
    const kept = page.getByText('Good to see you. You stay signed in.')
    for (let times = 1; times <= 2; times++) {
      await page.clock.runFor(29 * 60_000 + 5_000)
      await expect(dialog(page, 'Are you still there?')).toBeVisible()
      await page.mouse.move(5 * times, 5)
      await page.clock.runFor(2_000)
      await expect(kept).toBeVisible()
      await page.clock.runFor(2_000)
      await expect(kept).toBeHidden()
    }
    await page.clock.resume()

    await page.clock.runFor(31 * 60_000)
    const again = dialog(page, 'Sign in')
    await expect(again).toBeVisible()
    const opening = page.waitForEvent('popup')
    await again.getByRole('link', { name: 'Forgot password?' }).click()
    const popup = await opening
    await expect(popup.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
    await popup.close()
    await again.getByLabel('Password', { exact: true }).fill('marquee-demo')
    await again.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(again).toBeHidden()
    await expect(title).toHaveValue('Half typed')
  },
)

test('what is typed before the palette is here goes to it, and to nothing beneath', async ({ page }) => {
  await signIn(page)
  await goTo(page, 'Movies')
  const beneath = page.getByRole('searchbox', { name: 'Search by title or ID' })
  await beneath.focus()
  const { promise: isTyped, resolve: typed } = Promise.withResolvers<void>()
  await page.route('**/assets/Palette-*.js', async (route) => {
    await isTyped
    await route.continue()
  })
  const asked = page.waitForRequest('**/assets/Palette-*.js')
  await page.keyboard.press('ControlOrMeta+k')
  await asked
  await page.keyboard.type('no')
  await page.keyboard.press('Escape')
  await expect(beneath).toBeFocused()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('Ọ̀ṣun come')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('ing')
  typed()
  const palette = page.getByRole('combobox', { name: 'Search or jump to' })
  await expect(palette).toHaveValue('Ọ̀ṣun coming')
  await page.keyboard.type(' soon')
  await expect(palette).toHaveValue('Ọ̀ṣun coming soon')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('coming soon')
  await expect(palette).toHaveValue('coming soon')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Coming Soon' })).toBeVisible()
  await page.goBack()
  await expect(beneath).toHaveValue('')
  const button = page.getByRole('button', { name: 'Search or jump to' })
  await button.click()
  await expect(palette).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
})

test('the palette goes to screens and finds records by the keyboard alone', async ({ page }) => {
  await signIn(page)
  await goTo(page, 'Movies')
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused()
  await page.keyboard.type('coming')
  await expect(page.getByRole('option', { name: /Coming Soon/, selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Coming Soon' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused()
  await page.keyboard.type('king of boys')
  await expect(page.getByRole('option', { name: /King of Boys/i, selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /King of Boys/i })).toBeVisible()

  // What stands open when it is called lies beneath it: a click goes to the palette.
  await goTo(page, 'Movies')
  await page.getByRole('button', { name: /^Start and end date: / }).click()
  await expect(page.getByRole('dialog', { name: 'Start and end date' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('coming')
  await page.getByRole('option', { name: /Coming Soon/ }).click()
  await expect(page.getByRole('heading', { name: 'Coming Soon' })).toBeVisible()
})

test('the sidebar: groups fold and stay so, where one is stays in sight, and the first screen is one that may be seen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await signIn(page)
  const nav = page.getByRole('navigation', { name: 'Main' })
  await page.goto('/dashboard/audit-log')
  const here = nav.getByRole('link', { name: 'Audit Log' })
  await expect(here).toHaveAttribute('aria-current', 'page')
  const isOnTop = () =>
    here.evaluate((link) => {
      const { x, y, width, height } = link.getBoundingClientRect()
      return link.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })
  await expect.poll(isOnTop).toBe(true)

  await nav.getByRole('button', { name: 'Sales' }).click()
  await expect(nav.getByRole('link', { name: 'Merchandise' })).toHaveCount(0)
  await page.reload()
  await expect(nav.getByRole('button', { name: 'Sales' })).toHaveAttribute('aria-expanded', 'false')
  await expect(nav.getByRole('link', { name: 'Merchandise' })).toHaveCount(0)
  await nav.getByRole('button', { name: 'System' }).click()
  await expect(here).toBeVisible()
  await expect(nav.getByRole('link', { name: 'Feed Keys' })).toHaveCount(0)

  // The role of the person is read again with the profile: this one sees the movies alone.
  await page.route('**/api/users', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    await route.fulfill({
      json: { ...body, data: { ...body.data, userType: 'Admin', permissions: ['movies:read'] } },
    })
  })
  await page.goto('/sign-out')
  await email(page).fill('superadmin@marquee.example')
  await password(page).fill('marquee-demo')
  await signInButton(page).click()
  await expect(page.getByRole('heading', { name: 'All Movies' })).toBeVisible()
})

// Clauses: core 24-26, 102, 217
test(
  'the shell: sub-entries in their section only, themes, a lost network, and the way out',
  { tag: '@both' },
  async ({ page, context }) => {
    await signIn(page)
    await goTo(page, 'Audit Log')
    await expect(page.getByRole('heading', { name: 'Audit Log' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Coming Soon' })).toHaveCount(
      0,
    )

    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    const collapse = page.getByRole('button', { name: 'Collapse the sidebar' })
    if (await collapse.isVisible()) {
      await collapse.click()
      await page.getByRole('button', { name: 'Expand the sidebar' }).click()
    }
    await page.getByRole('button', { name: 'Adaeze Okafor: account and theme' }).click()
    await page.getByText('Light', { exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
    await page.keyboard.press('Escape')
    await goTo(page, 'Movies')
    await expect(page.getByRole('heading', { name: 'All Movies' })).toBeVisible()
    await expect(page.getByRole('table').getByRole('link').first()).toBeVisible()

    await context.setOffline(true)
    await page.getByRole('searchbox', { name: 'Search by title or ID' }).fill('boys')
    await expect(page.getByText(/problem with your internet connection|offline|no connection/i).first()).toBeVisible()
    await context.setOffline(false)

    await goTo(page, 'Movies')
    const out = page.getByRole('button', { name: 'Log out' })
    if (!(await out.isVisible())) await page.getByRole('button', { name: 'Open the menu' }).click()
    await expect(out).toBeVisible()
    const place = (await out.boundingBox())!
    expect(place.y + place.height).toBeGreaterThan(page.viewportSize()!.height * 0.9)
    await out.click()
    await expect(signInButton(page)).toBeVisible()
    await page.goto('/dashboard/movies')
    await expect(signInButton(page)).toBeVisible()
  },
)

test('no page breaks its own content security policy', async ({ page }) => {
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await signIn(page)
  await goTo(page, 'Movies')
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByRole('button', { name: 'View Reviews' }).click()
  await expect(dialog(page, 'Reviews').getByRole('listitem').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Movie DB Update' }).click()
  await expect(dialog(page, 'Movies in DB')).toBeVisible()
  expect(complaints).toEqual([])
})
