import { cpSync, rmSync } from 'node:fs'
import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test as base, type Page } from '@playwright/test'
import { today } from './day.ts'
import { snapshot } from './demo.ts'
import { startServer, type RunningServer } from './server.ts'

export { expect } from '@playwright/test'

type Settings = Record<string, string>
type Servers = { of: (file: string, settings: Settings) => Promise<RunningServer> }

/**
 * Every file of tours has a server of its own, which begins with the demo chain as it is loaded; the tours of one file
 * share it, one after the other, unless midnight passes between them. Addresses are relative to it:
 * `page.goto('/movies')`. A file that needs settings of its own extends `settings`.
 */
export const test = base.extend<{ server: RunningServer; settings: Settings }, { servers: Servers }>({
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
          running = { file, day, server: await startServer(dataDir, settings) }
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
})

/** The demo's accounts: what each may do is in the session's rules. */
export type Who = 'superadmin' | 'admin' | 'editor'

/** Signs in through the form and waits for the first screen. */
export async function signIn(page: Page, who: Who = 'superadmin') {
  await page.goto('/')
  await page.getByLabel('Email Address').fill(`${who}@marquee.example`)
  await page.getByLabel('Password', { exact: true }).fill('marquee-demo')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('navigation').first()).toBeVisible()
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Nothing is on its way: until then what was there before stays, paler. */
export const settled = (page: Page) => expect(page.locator('[aria-busy=true]')).toHaveCount(0)

/** What axe finds on the screen as it is now; nothing, that is. */
export async function expectNoViolations(page: Page) {
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze()
  const told = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary}`),
  )
  expect(told).toEqual([])
}
