import http from 'node:http'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import { customers } from '#features/customers/customers/contract.ts'
import { feed } from '#features/operations/feed/contract.ts'
import { notifications, type Notification } from '#features/marketing/notifications/contract.ts'
import type { Chance } from '../../fuzz/chance.ts'
import { batch } from '../grown/late-purchases.ts'
import type { Sizes } from '../grown/sizes.ts'
import { addressOf, type Browser } from './browser.ts'
import type { Tally } from './tally.ts'

/** 20 Mbit/s, as much at a time as a browser takes. */
const BYTES_A_MS = 2500
/** Between two of the same. */
const PAUSE_MS = 5000
/** Nothing comes for so long. */
const STALLED_MS = 30_000
const LOOKS_EVERY_MS = 2000
const FEED_EVERY_MS = 1000
const NEWLINE = 10

/** What goes on beside the staff's work until `signal` says that it is over. */
export type LoadContext = { server: string; tally: Tally; signal: AbortSignal }

/** The file of all users, again and again; of the first its rows are counted. */
export async function readFiles(
  { server, tally, signal }: LoadContext,
  browser: Browser,
): Promise<{ files: number; rows: number; bytes: number }> {
  const read = { files: 0, rows: 0, bytes: 0 }
  while (!signal.aborted) {
    // Who takes a file has just confirmed who they are.
    await browser.signIn()
    const since = performance.now()
    try {
      const file = await opened(`${server}/api${addressOf({ call: customers.allCsv })}`, {
        ...browser.headers(),
        'accept-encoding': 'gzip, deflate, br',
      })
      tally.took('the file of all users, first byte', performance.now() - since)
      const counting = read.files === 0 ? countingRows(file.headers['content-encoding']) : undefined
      read.bytes = await paced(file, signal, counting?.write)
      if (signal.aborted) return read
      if (!file.complete) throw new Error('It ends before its end')
      tally.took('the file of all users', performance.now() - since)
      if (counting) read.rows = await counting.rows()
      read.files++
    } catch (error) {
      tally.failed('the file of all users', (error as Error).message)
    }
    await sleep(PAUSE_MS)
  }
  return read
}

/** @throws when it is refused; what is read of it fails when nothing more comes for a while */
const opened = (address: string, headers: Record<string, string>) =>
  new Promise<http.IncomingMessage>((resolve, reject) => {
    const request = http.get(address, { headers }, (response) => {
      if (response.statusCode === 200) return resolve(response)
      request.destroy()
      reject(new Error(`It is answered with ${response.statusCode}`))
    })
    request.on('error', reject).setTimeout(STALLED_MS, () => request.destroy(new Error('Nothing more comes of it')))
  })

/** Reads as fast as the line is. @returns the bytes as they travel */
async function paced(file: http.IncomingMessage, signal: AbortSignal, look = (_chunk: Buffer) => {}): Promise<number> {
  const since = performance.now()
  let bytes = 0
  for await (const chunk of file as AsyncIterable<Buffer>) {
    if (signal.aborted) break
    look(chunk)
    bytes += chunk.length
    const early = bytes / BYTES_A_MS - (performance.now() - since)
    if (early > 1) await sleep(early)
  }
  return bytes
}

/** Of a packed file; without its head. */
function countingRows(encoding: string | undefined) {
  const unpacked = encoding === 'br' ? createBrotliDecompress() : createGunzip()
  let rows = -1
  unpacked.on('data', (chunk: Buffer) => {
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) rows++
  })
  return {
    write: (chunk: Buffer) => void unpacked.write(chunk),
    rows: async () => {
      unpacked.end()
      await finished(unpacked)
      return rows
    },
  }
}

/** A notification to all devices, and the next when the last of them has had it. */
export async function sendPushes(
  { tally, signal }: LoadContext,
  browser: Browser,
  chance: Chance,
): Promise<{ pushes: number; devices: number }> {
  const sent = { pushes: 0, devices: 0 }
  while (!signal.aborted) {
    const since = performance.now()
    const body = new FormData()
    for (const [name, value] of Object.entries({
      title: 'Load',
      body: 'Half price tonight',
      audience: 'ALL-USERS',
      code: chance.chars(8),
    }))
      body.set(name, value)
    let push = await browser.ask<Notification>({ as: 'send a push', call: notifications.send, body })
    while (push && push.state !== 'sent' && !signal.aborted) {
      await sleep(LOOKS_EVERY_MS)
      const { id } = push
      push = await browser.ask<Notification>({ as: 'how far a push is', call: notifications.fetch, params: { id } })
    }
    if (signal.aborted) return sent
    if (!push || push.totalReceived !== push.devices) tally.failed('a push to all devices', JSON.stringify(push))
    else {
      tally.took('a push to all devices', performance.now() - since)
      sent.pushes++
      sent.devices = push.devices
    }
    await sleep(PAUSE_MS)
  }
  return sent
}

/** Tells so many lines a second, in one batch; while one is not answered the next waits. @returns how many were taken */
export async function sendToFeed(
  { server, tally, signal }: LoadContext,
  key: string,
  name: string,
  aSecond: number,
  sizes: Sizes,
): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const run = `${name}-${Date.now().toString(36)}`
  let sent = 0
  while (!signal.aborted) {
    const since = performance.now()
    const { status, text } = await post(
      agent,
      `${server}/api${addressOf({ call: feed.ingest, params: { record_type: 'purchases' } })}`,
      key,
      batch(run, sent, aSecond, sizes),
    )
    const took = performance.now() - since
    if (status === 200 && (JSON.parse(text) as { data: { accepted: number } }).data.accepted === aSecond) {
      sent += aSecond
      tally.took('a batch of the feed', took)
    } else tally.failed('a batch of the feed', `${status} ${text.slice(0, 300)}`)
    await sleep(Math.max(0, FEED_EVERY_MS - took))
  }
  agent.destroy()
  return sent
}

const post = (agent: http.Agent, address: string, key: string, body: string) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' }
    http
      .request(address, { agent, method: 'POST', headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('error', reject).on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => resolve({ status: response.statusCode!, text: Buffer.concat(chunks).toString() }))
      })
      .on('error', reject)
      .end(body)
  })
