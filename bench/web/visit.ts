import path from 'node:path'
import type { Browser, BrowserContextOptions, CDPSession, Page } from '@playwright/test'

/** A laptop of some years on a slow mobile network. */
const CPU_SLOWDOWN = 4
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const QUIET_MS = 1500
const SETTLED_MS = 60_000
/** What is longer than this blocks; the rest of a task does not. */
const TASK_MS = 50

type Received = { url: string; kind: string; bytes: number; at: number; encoding: string }
/** Times in ms since the navigation. `code` is script and style, by address. */
export type Load = {
  fcp: number
  lcp: number
  largest: string
  blocking: number
  requests: number
  code: Map<string, number>
  received: Received[]
}
export type Visit = { page: Page; cdp: CDPSession; load: () => Promise<Load>; close: () => Promise<void> }

/** A browser that was never here, slowed down, with a stored session if one is given. */
export async function visit(browser: Browser, stored?: BrowserContextOptions['storageState']): Promise<Visit> {
  const context = await browser.newContext({
    // A first visit has none.
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    ...(stored && { storageState: stored }),
  })
  await context.addInitScript({ path: path.join(import.meta.dirname, 'observe.js') })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', NETWORK)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  const network = follow(cdp)
  const load = async (): Promise<Load> => {
    await network.quiet()
    const { fcp, lcp, largest, tasks } = await inPage<Seen>(cdp, 'marqueeBench.seen()')
    const blocking = tasks
      .filter(([start]) => start >= fcp)
      .reduce((sum, [, duration]) => sum + Math.max(0, duration - TASK_MS), 0)
    const isCode = ({ kind }: Received) => kind === 'Script' || kind === 'Stylesheet'
    const code = new Map(network.received.filter(isCode).map(({ url, bytes }) => [new URL(url).pathname, bytes]))
    return { fcp, lcp, largest, blocking, requests: network.sent(), code, received: network.received }
  }
  return { page, cdp, load, close: () => context.close() }
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
    /** Waits until nothing has been asked for or on its way for a while. */
    async quiet() {
      const until = performance.now() + SETTLED_MS
      while (open.size || performance.now() - last < QUIET_MS) {
        if (performance.now() > until)
          throw new Error(`Still loading: ${[...open.values()].map(({ url }) => url).join(', ')}`)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
  }
}
