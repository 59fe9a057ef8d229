import path from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from '@playwright/test'

/** A laptop of some years on a slow mobile network. */
const CPU_SLOWDOWN = 4
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const FULL = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
const IDLE_MS = 1500
/** After a press: longer than a request takes to be answered. */
const STILL_MS = 500
const SETTLED_MS = 60_000
/** What is longer than this blocks; the rest of a task does not. */
const TASK_MS = 50

type Stored = BrowserContextOptions['storageState']
type Received = { url: string; kind: string; bytes: number; at: number; encoding: string }
/** Times in ms since the navigation. `code` is script and style, by address; `needed` of it what came before the largest paint. */
export type Load = {
  /** Of the page's process, slowed down as it is: what it worked, in ms. */
  busy: number
  fcp: number
  lcp: number
  largest: string
  blocking: number
  requests: number
  code: Map<string, number>
  needed: Map<string, number>
  received: Received[]
}
export type Visit = {
  page: Page
  cdp: CDPSession
  load: () => Promise<Load>
  /** Waits until what a press has asked for is there. */
  still: () => Promise<void>
  /** It is slow from the beginning. */
  slow: (isSlow: boolean) => Promise<void>
  close: () => Promise<void>
}

/** A browser that was never here, with a stored session if one is given. A first visit has no worker. */
async function newContext(browser: Browser, stored: Stored, serviceWorkers: 'allow' | 'block') {
  const context = await browser.newContext({
    serviceWorkers,
    viewport: { width: 1440, height: 900 },
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    ...(stored && { storageState: stored }),
  })
  await context.addInitScript({ path: path.join(import.meta.dirname, 'observe.js') })
  return context
}

/** A first visit, slowed down. */
export const visit = async (browser: Browser, stored?: Stored): Promise<Visit> =>
  visitIn(await newContext(browser, stored, 'block'), 'context')

/** Visits of a browser that has opened a screen before, whose files its worker keeps since. @param shown is there with the screen */
export async function returning(browser: Browser, stored: Stored, address: string, visible: string) {
  const context = await newContext(browser, stored, 'allow')
  const page = await context.newPage()
  await page.goto(address)
  await page.locator(visible).first().waitFor()
  const cdp = await context.newCDPSession(page)
  const isStored = () => inPage<boolean>(cdp, 'marqueeBench.isStored()')
  while (!(await isStored())) await new Promise((resolve) => setTimeout(resolve, 200))
  // Compiled code is kept when it was run from the store once.
  await page.reload()
  await page.locator(visible).first().waitFor()
  await page.close()
  return { open: () => visitIn(context, 'page'), close: () => context.close() }
}

/** @param closes what goes with the visit: its page alone where the browser comes again */
async function visitIn(context: BrowserContext, closes: 'context' | 'page'): Promise<Visit> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  if (closes === 'page') await slowDownWorkers(context)
  await cdp.send('Network.enable')
  // What it worked, not what it waited for a processor.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const slow = async (isSlow: boolean) => {
    await cdp.send('Network.emulateNetworkConditions', isSlow ? NETWORK : FULL)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: isSlow ? CPU_SLOWDOWN : 1 })
  }
  await slow(true)
  const network = follow(cdp)
  const load = async (): Promise<Load> => {
    await network.idle(IDLE_MS)
    const { fcp, lcp, largest, tasks } = await inPage<Seen>(cdp, 'marqueeBench.seen()')
    const blocking = tasks
      .filter(([start]) => start >= fcp)
      .reduce((sum, [, duration]) => sum + Math.max(0, duration - TASK_MS), 0)
    const isCode = ({ kind }: Received) => kind === 'Script' || kind === 'Stylesheet'
    const sizes = (files: Received[]) => new Map(files.map(({ url, bytes }) => [new URL(url).pathname, bytes]))
    const files = network.received.filter(isCode)
    const [code, needed] = [sizes(files), sizes(files.filter(({ at }) => at <= lcp))]
    const { metrics } = await cdp.send('Performance.getMetrics')
    const busy = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
    return { busy, fcp, lcp, largest, blocking, requests: network.sent(), code, needed, received: network.received }
  }
  const still = () => network.still(STILL_MS)
  return { page, cdp, load, still, slow, close: () => (closes === 'page' ? page : context).close() }
}

/** What a worker asks for goes through the slow network as well. */
async function slowDownWorkers(context: BrowserContext) {
  const cdp = await context.browser()!.newBrowserCDPSession()
  const { targetInfos } = await cdp.send('Target.getTargets')
  for (const { targetId } of targetInfos.filter(({ type }) => type === 'service_worker')) {
    const { sessionId } = await cdp.send('Target.attachToTarget', { targetId, flatten: false })
    const commands = [
      { id: 1, method: 'Network.enable' },
      { id: 2, method: 'Network.emulateNetworkConditions', params: NETWORK },
    ]
    for (const command of commands)
      await cdp.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify(command) })
  }
}

type Seen = { fcp: number; lcp: number; largest: string; tasks: [start: number, duration: number][] }

/** Evaluates without Playwright's help, which the page's policy would refuse. @throws Error with the page's message */
export async function inPage<T>(cdp: CDPSession, expression: string): Promise<T> {
  const { result, exceptionDetails: failed } = await cdp.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
  })
  if (failed) throw new Error(failed.exception?.description ?? failed.text)
  return result.value as T
}

/** Counts what is asked for and what arrives: the bytes of bodies as they travel. */
function follow(cdp: CDPSession) {
  const received: Received[] = []
  const open = new Map<string, Received>()
  let sent = 0
  let first = 0
  let last = performance.now()
  const isOwn = (url: string) => url.startsWith('http')
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type, timestamp }) => {
    if (!isOwn(request.url)) return
    first ||= timestamp
    sent++
    open.set(requestId, { url: request.url, kind: type ?? 'Other', bytes: 0, at: 0, encoding: '' })
    last = performance.now()
  })
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    const one = open.get(requestId)
    if (one) one.encoding = response.headers['content-encoding'] ?? ''
    // It stays open as long as the page.
    if (response.mimeType === 'text/event-stream') open.delete(requestId)
  })
  cdp.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const one = open.get(requestId)
    if (one) one.bytes += encodedDataLength
  })
  const end = ({ requestId, timestamp }: { requestId: string; timestamp: number }) => {
    const one = open.get(requestId)
    if (one) received.push({ ...one, at: Math.round((timestamp - first) * 1000) })
    open.delete(requestId)
    last = performance.now()
  }
  cdp.on('Network.loadingFinished', end)
  cdp.on('Network.loadingFailed', end)
  return {
    received,
    sent: () => sent,
    /** Waits until nothing has begun or ended for a while. */
    async still(idleMs: number) {
      while (performance.now() - last < idleMs) await new Promise((resolve) => setTimeout(resolve, 50))
    },
    /** Waits until nothing has been asked for or on its way for a while. */
    async idle(idleMs: number) {
      const until = performance.now() + SETTLED_MS
      while (open.size || performance.now() - last < idleMs) {
        if (performance.now() > until)
          throw new Error(`Still loading: ${[...open.values()].map(({ url }) => url).join(', ')}`)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
  }
}
