import { cpSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test as base, type Page } from '@playwright/test'
import { today } from './day.ts'
import { snapshot } from './demo.ts'
import { expectGoodOnPhone } from './looks.ts'
import { recordMessages } from './messages.ts'
import { SHORT_LIVED, startServer, type RunningServer } from './server.ts'
import { THRESHOLD } from './helpers.ts'

export { expect } from '@playwright/test'
export { expectGoodOnPhone, expectNoViolations, settled } from './looks.ts'

type Settings = Record<string, string>
type Servers = { of: (file: string, settings: Settings) => Promise<RunningServer> }

/**
 * Every file of tours has a server of its own, which begins with the demo chain as it is loaded; the tours of one file
 * share it, one after the other, unless midnight passes between them. Addresses are relative to it:
 * `page.goto('/movies')`. A file that needs settings of its own extends `settings`. A tour that has passed at the size
 * of a desk ends with a look at its last screen at the size of a phone.
 */
export const test = base.extend<{ server: RunningServer; settings: Settings; endsOnPhone: void }, { servers: Servers }>(
  {
    servers: [
      async ({}, use, { workerIndex, project }) => {
        const dataDir = path.join(process.env.MARQUEE_TOURS!, `${project.name}-${workerIndex}`)
        let running: { file: string; day: string; server: RunningServer } | undefined
        const stop = async () => {
          await running?.server.stop()
          running = undefined
          rmSync(dataDir, { recursive: true, force: true })
        }
        await use({
          of: async (file, settings) => {
            const day = today()
            if (running?.file === file && running.day === day) return running.server
            await stop()
            cpSync(await snapshot(day), dataDir, { recursive: true })
            running = { file, day, server: await startServer(dataDir, settings, SHORT_LIVED) }
            return running.server
          },
        })
        await stop()
      },
      { scope: 'worker', timeout: 120_000 },
    ],

    settings: async ({}, use) => use({}),

    server: [
      async ({ servers, settings }, use, info) => {
        const server = await servers.of(info.file, settings)
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

    endsOnPhone: [
      async ({ page }, use, info) => {
        await use()
        if (info.project.name === 'desktop' && info.status === 'passed' && !page.isClosed())
          await expectGoodOnPhone(page)
      },
      { auto: true },
    ],
  },
)

/** The demo's accounts: what each may do is in the session's rules. */
export type Who = 'superadmin' | 'admin' | 'editor' | 'lekki' | 'jabi' | 'lagos' | 'finance'

const PASSWORD = 'marquee-demo'
const emailOf = (who: Who) => `${who}@marquee.example`

/** Signs in with a new session, which no other tour can end; the first screen is the tour's to open. */
export async function signIn(page: Page, who: Who = 'superadmin') {
  // An empty page of the server's address, to ask it from, and to put the session where the application keeps it.
  await page.route(THRESHOLD, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto(THRESHOLD)
  await page.unroute(THRESHOLD)
  await page.evaluate(
    async ([email, password]) => {
      const ask = async (path: string, init: RequestInit) => {
        const response = await fetch(path, init)
        const body = await response.text()
        if (!response.ok) throw new Error(`${email} cannot sign in: ${path} answers ${response.status} ${body}`)
        return (JSON.parse(body) as { data: unknown }).data
      }
      const { tokens } = (await ask('/api/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      })) as { tokens: { access_token: string; refresh_token: string } }
      const jwt = tokens.access_token
      const user = await ask('/api/users', { headers: { authorization: `Bearer ${jwt}` } })
      const kept = { signedIn: true, user, jwt, refreshToken: tokens.refresh_token }
      localStorage.setItem('marquee:session', JSON.stringify(kept))
    },
    [emailOf(who), PASSWORD],
  )
}

/** Signs in as a person does and waits for the first screen. */
export async function signInByForm(page: Page, who: Who = 'superadmin') {
  await page.goto('/')
  await page.getByLabel('Email Address').fill(emailOf(who))
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('navigation').first()).toBeVisible()
}
