import { expect, test, type Page } from '@playwright/test'
import { copyOfDemo } from './demo.ts'
import { signIn } from './fixtures.ts'
import { startServer, type RunningServer } from './server.ts'

const MOVIES = '/dashboard/movies'
const buildOf = (page: Page) => page.locator('meta[name="marquee-build"]').getAttribute('content')
const stores = (page: Page) => page.evaluate(() => caches.keys())
/** What the worker keeps, by address. */
const cached = (page: Page) =>
  page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return all.flat().map(({ url }) => new URL(url).pathname)
  })
/** Asks for it again and again, as what a worker does ends at any moment. */
const often = <T>(ask: () => Promise<T>) => expect.poll(ask, { intervals: [100] })
const isThere = (page: Page) => expect(page.locator('main table tbody a').first()).toBeVisible()

test('the application is kept on the device, opens without the server, and gives way to another build as one', async ({
  browser,
}, { repeatEachIndex }) => {
  const copy = await copyOfDemo(`service-worker-${repeatEachIndex}`)
  let server: RunningServer | undefined
  let port = '0'
  const start = async (settings: Record<string, string>) => {
    await server?.stop()
    server = await startServer(copy.dataDir, { ...copy.settings, PORT: port, ...settings })
    port = new URL(server.address).port
    return server.address
  }
  const baseURL = await start({})
  const context = await browser.newContext({ baseURL, serviceWorkers: 'allow' })
  const page = await context.newPage()
  try {
    await signIn(page)
    await page.goto(MOVIES)
    await isThere(page)
    const first = (await buildOf(page))!
    await often(() => cached(page)).toContainEqual(expect.stringContaining('/assets/app-'))

    const fetched: boolean[] = []
    page.on('response', (response) => {
      if (response.url().includes('/assets/')) fetched.push(response.fromServiceWorker())
    })
    await page.reload()
    await isThere(page)
    expect(fetched.length).toBeGreaterThan(5)
    expect(fetched).not.toContain(false)
    expect((await cached(page)).filter((file) => file !== '/' && !file.startsWith('/assets/'))).toEqual([])

    const left = await context.newPage()
    await left.addInitScript(() => {
      const sent: unknown[] = []
      const { postMessage } = ServiceWorker.prototype
      ServiceWorker.prototype.postMessage = function (...message: [unknown]) {
        sent.push(message)
        postMessage.apply(this, message)
      }
      Object.assign(window, { sent })
    })
    await left.goto(MOVIES)
    await isThere(left)
    // It was loaded through the worker: a message while that gives way to another would keep it.
    await left.waitForFunction(() => performance.now() > 5000)
    expect(await left.evaluate(() => (window as unknown as { sent: unknown[] }).sent)).toEqual([])
    await server!.stop()
    await page.goto(MOVIES)
    await expect(page.getByText('You’re offline. Your changes are kept')).toBeVisible()

    await start({ CHAIN_NAME: 'Another Chain' })
    await page.goto(MOVIES)
    await isThere(page)
    const second = (await buildOf(page))!
    expect(second).not.toBe(first)
    await often(() => stores(page)).toEqual([`marquee ${second}`])

    // A page of the old build hears of the new one with its next answer, and leaves for it with its next screen.
    const open = (name: string) =>
      left.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
    await open('Membership Tiers')
    await expect(left.getByRole('row', { name: 'Squad' })).toBeVisible()
    await open('Movies')
    await often(() => buildOf(left)).toBe(second)
    await isThere(left)

    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
    expect((await cached(page)).filter((file) => file !== '/' && !file.startsWith('/assets/'))).toEqual([])

    await start({ SERVICE_WORKER: 'off' })
    await page.goto('/')
    await often(() => stores(page)).toEqual([])
    const registrations = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
    await often(registrations).toBe(0)

    // A page of before asks for its worker late, which brings the ended one back for as long as this page is open.
    await left.evaluate(async () => {
      const registration = await navigator.serviceWorker.register('/sw.js')
      await navigator.serviceWorker.ready
      registration.active?.postMessage([])
    })
    await often(registrations).toBe(0)
  } finally {
    await context.close()
    await server?.stop()
    await copy.forget()
  }
})
