import { expect, test as base, type Page } from '@playwright/test'
import { today } from './day.ts'
import { copyOfDemo } from './demo.ts'
import { recordMessages } from './messages.ts'
import { startServer, type Addresses, type RunningServer } from './server.ts'
import { THRESHOLD } from './helpers.ts'

export { expect } from '@playwright/test'
export { openScreen } from './helpers.ts'
export { settled } from './looks.ts'

type Settings = Record<string, string>
type Servers = { of: (file: string, settings: Settings, addresses: Addresses) => Promise<RunningServer> }

/**
 * Every file of tours begins with the demo chain as it is loaded; the tours of one file share its server, one after the
 * other, unless midnight passes between them. Addresses are relative to it: `page.goto('/movies')`. A file that needs
 * settings of its own extends `settings`; one with vendors on this machine extends `addresses`.
 */
export const test = base.extend<
  { server: RunningServer; settings: Settings; addresses: Addresses },
  { servers: Servers }
>({
  servers: [
    async ({}, use, { workerIndex }) => {
      let running: { file: string; day: string; server: RunningServer; forget: () => Promise<void> } | undefined
      const stop = async () => {
        await running?.server.kill()
        await running?.forget()
        running = undefined
      }
      await use({
        of: async (file, settings, addresses) => {
          const day = today()
          if (running?.file === file && running.day === day) return running.server
          await stop()
          const { dataDir, settings: own, forget } = await copyOfDemo(`worker-${workerIndex}`)
          running = { file, day, forget, server: await startServer(dataDir, { ...own, ...settings }, { addresses }) }
          return running.server
        },
      })
      await stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  settings: async ({}, use) => use({}),
  addresses: async ({}, use) => use(undefined),

  server: [
    async ({ servers, settings, addresses }, use, info) => {
      const server = await servers.of(info.file, settings, addresses)
      await use(server)
      if (info.status !== info.expectedStatus)
        await info.attach('server log', { body: server.log(), contentType: 'text/plain' })
    },
    { timeout: 120_000 },
  ],

  baseURL: async ({ server }, use) => use(server.address),

  context: async ({ context }, use) => {
    await recordMessages(context)
    await use(context)
  },
})

/** The demo's accounts: what each may do is in the session's rules. */
export type Who = 'superadmin' | 'admin' | 'editor' | 'lekki' | 'jabi' | 'lagos' | 'finance'

const PASSWORD = 'marquee-demo'
const emailOf = (who: Who) => `${who}@marquee.example`

/** What the application keeps of a session, by server and person: tours sign in once a file, not once each. */
const sessions = new Map<string, string>()

/**
 * Signs in; the first screen is the tour's to open. The session is that of the file's tours before, unless one of them has
 * ended it.
 */
export async function signIn(page: Page, who: Who = 'superadmin') {
  // An empty page of the server's address, to ask it from, and to put the session where the application keeps it. With an
  // icon, because a browser may ask for /favicon.ico otherwise, and note a 404 in the console.
  await page.route(THRESHOLD, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
  )
  await page.goto(THRESHOLD)
  await page.unroute(THRESHOLD)
  const key = `${who} at ${page.url()}`
  const session = await page.evaluate(
    async ([email, password, before]) => {
      const ask = (path: string, jwt: string) => fetch(path, { headers: { authorization: `Bearer ${jwt}` } })
      const keep = (session: string) => {
        localStorage.setItem('marquee:session', session)
        return session
      }
      if (before) {
        const { ok } = await ask('/api/users', (JSON.parse(before) as { jwt: string }).jwt)
        if (ok) return keep(before)
      }
      const signedIn = await fetch('/api/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      })
      if (!signedIn.ok) throw new Error(`${email} cannot sign in: ${signedIn.status} ${await signedIn.text()}`)
      const { data } = (await signedIn.json()) as { data: { tokens: { access_token: string; refresh_token: string } } }
      const { access_token: jwt, refresh_token: refreshToken } = data.tokens
      const { data: user } = (await (await ask('/api/users', jwt)).json()) as { data: unknown }
      return keep(JSON.stringify({ signedIn: true, user, jwt, refreshToken }))
    },
    [emailOf(who), PASSWORD, sessions.get(key)],
  )
  sessions.set(key, session)
}

/** Signs out by the address, and waits until the server has ended the session: the next tour may go on with it otherwise. */
export async function signOut(page: Page) {
  const ended = page.waitForResponse('**/api/auth/logout')
  await page.goto('/sign-out')
  await ended
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
}

/** Signs in as a person does and waits for the first screen. */
export async function signInByForm(page: Page, who: Who = 'superadmin') {
  await page.goto('/')
  await page.getByLabel('Email Address').fill(emailOf(who))
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('navigation').first()).toBeVisible()
}
