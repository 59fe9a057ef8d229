import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { chromium, type Browser, type BrowserContextOptions } from '@playwright/test'
import { demo } from '#features/demo/contract.ts'
import { findBrowser, flags } from '../../e2e/browser.ts'
import { build, startServer } from '../../e2e/server.ts'
import { median } from '../median.ts'
import { fact, line, type Line, type Part } from '../report.ts'
import { measureMoving, NAVIGATIONS } from './moving.ts'
import { screens } from './screens.ts'
import { visit, type Load } from './visit.ts'

const RUNS = 3
/** What the demo chain has traded is loaded meanwhile, which keeps a processor busy. */
const LOADED_MS = 300_000
const SIGN_IN = { email: 'superadmin@marquee.example', password: 'marquee-demo' }

type Stored = BrowserContextOptions['storageState']
type Screen = { name: string; path: string; shown: string }

/** The built application with the demo chain in a slowed-down Chromium. */
export async function measureWeb(): Promise<Part> {
  build('web')
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'marquee-bench-'))
  console.log('Loading the demo chain …')
  const server = await startServer(dataDir)
  const { executablePath, env, from } = await findBrowser()
  const browser = await chromium.launch({ executablePath, env, args: flags })
  try {
    const lines = await measureScreens(browser, server.address)
    const title = `The web application in Chromium ${browser.version()} (${from}): 4x CPU slowdown, 1.6 Mbit/s, 150 ms`
    return { name: 'web', title, ...lines }
  } finally {
    await browser.close()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measureScreens(browser: Browser, address: string) {
  const open = (screen: Screen, stored?: Stored, runs = 1) => opened(browser, address, screen, stored, runs)
  const { stored, movieId } = await session(browser, address)
  const signIn = await open(screens.signIn, undefined, RUNS)
  const lines: Line[] = [
    line('sign-in.code', 'sign-in: script and style', kB(signIn.code)),
    ...painting('sign-in', line('sign-in.lcp', 'sign-in: largest paint', signIn.lcp / 1000, signIn.largest), signIn),
  ]
  const list = await open(screens.list, stored, RUNS)
  const form = { ...screens.form, path: screens.form.path + movieId }
  const later: (readonly [Screen, Load])[] = [[screens.list, list]]
  for (const screen of [screens.soon, form, screens.audit]) later.push([screen, await open(screen, stored)])
  for (const [{ name }, { code }] of later)
    lines.push(
      line(
        'screen.code',
        `${name}: script and style beyond`,
        kB(new Map([...code].filter(([url]) => !signIn.code.has(url)))),
      ),
    )
  lines.push(...painting('movies', line('list.lcp', 'movies: largest paint', list.lcp / 1000, list.largest), list))
  lines.push(...(await moving(browser, address, stored)))
  const loads = [[screens.signIn, signIn] as const, ...later]
  return { lines, received: Object.fromEntries(loads.map(([{ name }, load]) => [name, load.received])) }
}

const painting = (name: string, lcp: Line, { fcp, blocking, requests }: Load): Line[] => [
  lcp,
  fact(`${name}: first paint`, fcp / 1000, 's'),
  fact(`${name}: blocking time`, blocking, 'ms'),
  fact(`${name}: requests`, requests, ''),
]

const kB = (code: Map<string, number>) => [...code.values()].reduce((sum, bytes) => sum + bytes, 0) / 1000

/** Opens a screen in a fresh browser some times; the run with the median largest paint stands for all. */
async function opened(browser: Browser, address: string, screen: Screen, stored: Stored, runs: number): Promise<Load> {
  const loads: Load[] = []
  for (let n = 0; n < runs; n++) {
    const { page, load, close } = await visit(browser, stored)
    await page.goto(`${address}${screen.path}`, { waitUntil: 'commit' })
    await page.locator(screen.shown).first().waitFor()
    loads.push(await load())
    await close()
  }
  const middle = median(loads.map(({ lcp }) => lcp))
  return loads.find(({ lcp }) => lcp === middle)!
}

/** Signs in as a person does, and waits until all is loaded; what the browser then keeps, and a movie that the list shows. */
async function session(browser: Browser, address: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(address)
  await page.getByLabel('Email Address').fill(SIGN_IN.email)
  await page.getByLabel('Password', { exact: true }).fill(SIGN_IN.password)
  const loaded = page.waitForResponse(
    async (answer) => answer.url().endsWith(demo.progress.path) && (await answer.json()).data.percent === null,
    { timeout: LOADED_MS },
  )
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await loaded
  await page.goto(`${address}${screens.list.path}`)
  const to = await page.locator(screens.list.shown).first().getAttribute('href')
  const stored = await context.storageState()
  await context.close()
  return { stored, movieId: to!.split('/').at(-1)! }
}

async function moving(browser: Browser, address: string, stored: Stored): Promise<Line[]> {
  const { page, cdp, load, close } = await visit(browser, stored)
  await page.goto(`${address}${screens.list.path}`, { waitUntil: 'commit' })
  await page.locator(screens.list.shown).first().waitFor()
  await load()
  const { first, again, before, settled, after } = await measureMoving({ cdp })
  await close()
  const once = (ms: number) => `${ms.toFixed(0)} ms the first time`
  return [
    fact('list to form', again.form, 'ms', once(first.form)),
    fact('form to list', again.back, 'ms', once(first.back)),
    fact('heap of the list', before.heap, 'MB'),
    fact(
      `heap after ${NAVIGATIONS} navigations`,
      after.heap,
      'MB',
      `${settled.heap.toFixed(1)} MB when each screen had been seen`,
    ),
    fact('elements of the list', before.elements, ''),
    fact(
      `elements after ${NAVIGATIONS} navigations`,
      after.elements,
      '',
      `nodes held: ${before.nodes}, then ${settled.nodes}, then ${after.nodes}`,
    ),
  ]
}
