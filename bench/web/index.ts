import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { chromium, type Browser, type BrowserContextOptions } from '@playwright/test'
import { demo } from '#features/operations/demo/contract.ts'
import { findBrowser, flags } from '../../e2e/browser.ts'
import { build, startServer } from '../../e2e/server.ts'
import { median } from '../median.ts'
import { fact, line, towards, type Line, type Part } from '../report.ts'
import { measureMoving, NAVIGATIONS } from './moving.ts'
import { measurePresses } from './pressing.ts'
import { clicks, screens } from './screens.ts'
import { inPage, returning, visit, type Load, type Visit } from './visit.ts'

const RUNS = 3
/** What the demo chain has traded is loaded meanwhile, which keeps a processor busy. */
const LOADED_MS = 300_000
const SIGN_IN = { email: 'superadmin@marquee.example', password: 'marquee-demo' }

type Stored = BrowserContextOptions['storageState']
type Screen = { name: string; path: string; visible: string }

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
  const open = (screen: Screen, as?: Stored, runs = 1) => opened(() => visit(browser, as), address, screen, runs)
  const { stored, movieId } = await session(browser, address)
  const signIn = await open(screens.signIn, undefined, RUNS)
  const list = await open(screens.list, stored, RUNS)
  const users = await open(screens.users, stored, RUNS)
  const dashboard = await open(screens.dashboard, stored, RUNS)
  const form = { ...screens.form, path: screens.form.path + movieId }
  const later: (readonly [Screen, Load])[] = [
    [screens.list, list],
    [screens.users, users],
    [screens.dashboard, dashboard],
  ]
  for (const screen of [screens.soon, form, screens.audit]) later.push([screen, await open(screen, stored)])
  const beyond = (code: Map<string, number>) => kB(new Map([...code].filter(([url]) => !signIn.code.has(url))))
  const lines: Line[] = [
    line('sign-in.code', 'sign-in: script and style', kB(signIn.code)),
    ...later.map(([{ name }, { code, needed }]) => {
      const after = `${(beyond(code) - beyond(needed)).toFixed(1)} kB come after it`
      return line('screen.code', `${name}: script and style beyond, before its largest paint`, beyond(needed), after)
    }),
    ...painting('sign-in', 'sign-in.lcp', 1.1, signIn),
    ...painting('movies', 'list.lcp', 1.7, list),
    ...painting('users', 'users.lcp', 1.7, users),
    ...painting('dashboard', 'dashboard.lcp', 1.9, dashboard),
    ...(await again(browser, address, stored)),
    ...(await moving(browser, address, stored)),
    ...(await pressing(browser, address, stored)),
  ]
  const loads = [[screens.signIn, signIn] as const, ...later]
  return { lines, received: Object.fromEntries(loads.map(([{ name }, load]) => [name, load.received])) }
}

const painting = (name: string, key: string, goal: number, { lcp, largest, fcp, blocking, busy, requests }: Load) => [
  towards(key, goal, `${name}: largest paint`, lcp / 1000, 's', largest),
  fact(`${name}: first paint`, fcp / 1000, 's'),
  fact(`${name}: blocking time`, blocking, 'ms'),
  fact(`${name}: work of the page's process`, busy, 'ms'),
  fact(`${name}: requests`, requests, ''),
]

const kB = (code: Map<string, number>) => [...code.values()].reduce((sum, bytes) => sum + bytes, 0) / 1000

/** Opens a screen some times; the run with the median largest paint stands for all. */
async function opened(come: () => Promise<Visit>, address: string, screen: Screen, runs: number): Promise<Load> {
  const loads: Load[] = []
  for (let n = 0; n < runs; n++) {
    const { page, load, close } = await come()
    await page.goto(`${address}${screen.path}`, { waitUntil: 'commit' })
    // Looking into the page before it is there would cost it time.
    loads.push(await load())
    await page.locator(screen.visible).first().waitFor()
    await close()
  }
  const middle = median(loads.map(({ lcp }) => lcp))
  return loads.find(({ lcp }) => lcp === middle)!
}

/** Each of the four screens, opened once more by somebody whose browser keeps the application. */
async function again(browser: Browser, address: string, stored: Stored): Promise<Line[]> {
  const lines: Line[] = []
  for (const screen of [screens.signIn, screens.list, screens.users, screens.dashboard]) {
    const as = screen === screens.signIn ? undefined : stored
    const { open, close } = await returning(browser, as, `${address}${screen.path}`, screen.visible)
    const { lcp, busy } = await opened(open, address, screen, RUNS)
    await close()
    const detail = `${busy.toFixed(0)} ms of work`
    lines.push(towards('again.lcp', 0.6, `${screen.name}: largest paint on the second visit`, lcp / 1000, 's', detail))
  }
  return lines
}

/** Presses at a quarter of the speed, and turning a page that was near before it was asked for. */
async function pressing(browser: Browser, address: string, stored: Stored): Promise<Line[]> {
  const { page, cdp, still, load, close } = await visit(browser, stored)
  await page.goto(`${address}${screens.list.path}`, { waitUntil: 'commit' })
  await page.locator(screens.list.visible).first().waitFor()
  await load()
  await page.getByRole('button', { name: 'Next page' }).hover()
  await still()
  const next = await inPage<number>(
    cdp,
    `marqueeBench.change(${JSON.stringify(clicks.next)}, ${JSON.stringify(screens.list.visible)})`,
  )
  await page.goBack()
  await still()
  const { count, most, slowest } = await measurePresses({ page, cdp, still })
  await close()
  const describe = slowest.map(({ ms, what }) => `${ms} ms ${what}`).join(', ')
  return [
    towards('press.p98', 100, `a press until the next paint, 98 of 100 of ${count}`, most.ms, 'ms', describe),
    fact('to the next page of the list', next, 'ms'),
  ]
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
  const to = await page.locator(screens.list.visible).first().getAttribute('href')
  const stored = await context.storageState()
  await context.close()
  return { stored, movieId: to!.split('/').at(-1)! }
}

async function moving(browser: Browser, address: string, stored: Stored): Promise<Line[]> {
  const { page, cdp, load, slow, close } = await visit(browser, stored)
  await page.goto(`${address}${screens.list.path}`, { waitUntil: 'commit' })
  await page.locator(screens.list.visible).first().waitFor()
  await load()
  const { first, again, fast, before, settled, after } = await measureMoving({ cdp, slow })
  await close()
  const once = (ms: number) => `${ms.toFixed(0)} ms the first time`
  return [
    fact('list to form', again.form, 'ms', once(first.form)),
    fact('form to list', again.back, 'ms', once(first.back)),
    towards('moving.form', 60, 'list to form at full speed', fast.form, 'ms', 'no slowdown, no delay'),
    towards('moving.back', 40, 'form to list at full speed', fast.back, 'ms', 'no slowdown, no delay'),
    fact('heap of the list', before.heap, 'MB'),
    towards(
      'moving.heap',
      1,
      `heap that ${NAVIGATIONS} navigations add`,
      after.heap - settled.heap,
      'MB',
      `${settled.heap.toFixed(1)} MB when each screen had been seen, then ${after.heap.toFixed(1)} MB`,
    ),
    fact(
      `elements after ${NAVIGATIONS} navigations`,
      after.elements,
      '',
      `${before.elements} before; nodes held: ${before.nodes}, then ${settled.nodes}, then ${after.nodes}`,
    ),
  ]
}
