import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { connectFeed, FeedError, type Options, type Retry } from '../../../../../clients/feed/index.js'
import { feed as calls } from '../contract.ts'
import { BATCH_BYTES, BATCH_LINES } from '../rules.ts'
import { countsOf, newKey } from './test/sender.ts'

let server: TestServer
let secret: string
let folder: string
beforeAll(async () => {
  server = await testServer()
  secret = (await newKey(server)).secret
  folder = await mkdtemp(path.join(tmpdir(), 'marquee client '))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const AT = '2026-11-20T10:00:00Z'
const visits = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `v${from + n}`, at: AT }))
const connected = (more: Partial<Options> = {}) => connectFeed({ url: `${server.app.origin}/`, key: secret, ...more })
const all = async <T>(lines: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = []
  for await (const line of lines) found.push(line)
  return found
}

describe('feed client with a real server', () => {
  test('returns a result for each record in order, across batches', async () => {
    const feed = connected({ batchLines: 4 })
    const lines = [...visits(0, 9), { id: 'v3', at: AT, count: 2 }, { id: 'bad', at: 'today' }, ...visits(9, 2)]
    const answer = await all(feed.sendAll('visits', lines))
    expect(answer.map(({ line }) => line)).toEqual(lines)
    expect(answer.filter(({ state }) => state !== 'accepted')).toEqual([
      { line: lines[9], id: 'v3', state: 'duplicate', note: expect.stringMatching(/^Differs from/) },
      { line: lines[10], id: 'bad', state: 'rejected', reason: expect.stringMatching(/^at must be a time/) },
    ])
    expect(feed.counts()).toEqual({ visits: { accepted: 11, duplicate: 1, pending: 0, quarantined: 0, rejected: 1 } })
  })

  test('returns pending and quarantined records', async () => {
    const feed = connected()
    const lines = [{ kind: 'ticket' as const, amount: 3500 }]
    const sale = { id: 'sale-1', at: AT, lines }
    expect(await feed.send('refunds', { id: 'back-1', purchase_id: 'sale-1', at: AT, lines })).toMatchObject({
      state: 'pending',
    })
    expect(await feed.send('purchases', { ...sale, currency: 'USD' })).toMatchObject({
      state: 'quarantined',
      reason: 'currency is USD, and Marquee accepts naira (NGN) only',
    })
    expect(await feed.send('purchases', sale)).toEqual({ id: 'sale-1', state: 'accepted' })
  })

  test('sends concurrent records in one batch per record type', async () => {
    const before = await sent()
    const feed = connected()
    await Promise.all(visits(100, 20).map((line) => feed.send('visits', line)))
    expect((await sent()) - before).toBe(20)
    expect(feed.counts().visits?.accepted).toBe(20)
  })

  test('changes nothing on a dry run and rejects unknown fields when strict', async () => {
    const typed = [{ id: 'v200', at: AT, chanel: 'web' }]
    const before = await countsOf(server.db)
    expect(await all(connected({ dryRun: true }).sendAll('visits', typed))).toMatchObject([{ state: 'accepted' }])
    expect(await all(connected({ strict: true }).sendAll('visits', typed))).toMatchObject([
      { state: 'rejected', reason: 'chanel is not a field of visits' },
    ])
    expect(await countsOf(server.db)).toEqual(before)
    const feed = connected()
    await all(feed.sendAll('visits', typed))
    expect(feed.passedOver('visits')).toEqual(['chanel'])
  })

  test('fails immediately when the key is invalid', async () => {
    const feed = connected({ key: 'mqf_wrong' })
    const answer = visits(300, 3).map((line) => feed.send('visits', line))
    for (const one of answer)
      await expect(one).rejects.toMatchObject({
        name: 'FeedError',
        status: 401,
        recordType: 'visits',
        message: 'This feed key is not valid or was revoked',
      })
  })

  async function sent() {
    const { body } = await server.call(calls.counts)
    return body.data.counts.reduce((sum, { accepted }) => sum + accepted, 0)
  }
})

describe('feed client with a failing server', () => {
  type Handle = (n: number, body: string, response: ServerResponse, request: IncomingMessage) => unknown
  const received = (body: string) => {
    const accepted = body.split('\n').length
    return JSON.stringify({ data: { accepted, duplicate: 0, pending: 0, quarantined: 0, rejected: 0, lines: [] } })
  }
  async function failing(handle: Handle, more: Partial<Options> = {}) {
    const bodies: string[] = []
    const retries: Retry[] = []
    const made = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk))
      request.on('end', () => handle(bodies.push(body), body, response, request))
    })
    await once(made.listen(0, '127.0.0.1'), 'listening')
    const { port } = made.address() as AddressInfo
    const onRetry = (retry: Retry) => retries.push(retry)
    const feed = connectFeed({ url: `http://127.0.0.1:${port}`, key: 'k', batchLines: 2, onRetry, ...more })
    return { feed, bodies, retries, close: () => made.close() }
  }
  const idsOf = (bodies: readonly string[]) =>
    bodies.map((body) =>
      body
        .split('\n')
        .map((line) => (JSON.parse(line) as { id: string }).id)
        .join(' '),
    )

  test('repeats a failed batch after the requested delay, before the next batch', async () => {
    const { feed, bodies, retries, close } = await failing((n, body, response, request) => {
      if (n === 1) return request.socket.destroy()
      // Closes the connection in the middle of the response.
      if (n === 2) {
        response.writeHead(200, { 'content-length': '1000' }).write('{"data":')
        return setTimeout(() => request.socket.destroy(), 50)
      }
      if (n === 3) return response.end('<html>')
      if (n === 4) return response.writeHead(503, { 'retry-after': '0' }).end('{"message":"Away"}')
      if (n === 5) return response.writeHead(429, { 'retry-after': new Date(Date.now() - 1000).toUTCString() }).end()
      return response.end(received(body))
    })
    const answer = await all(feed.sendAll('visits', visits(0, 5)))
    expect(answer.map(({ id }) => id)).toEqual(['v0', 'v1', 'v2', 'v3', 'v4'])
    expect(idsOf(bodies)).toEqual([...Array.from({ length: 6 }, () => 'v0 v1'), 'v2 v3', 'v4'])
    expect(retries.map(({ reason }) => reason)).toEqual([
      'No answer: UND_ERR_SOCKET',
      'No answer: UND_ERR_SOCKET',
      'The answer is not that of a feed',
      'Away',
      'It answered 429',
    ])
    expect(retries.map(({ seconds }) => seconds <= 0.5)).toEqual([true, false, false, true, true])
    close()
  })

  test('splits a batch that is too large and rejects a record that alone is too large', async () => {
    const { feed, bodies, close } = await failing(
      (_, body, response) =>
        body.length > 90 ? response.writeHead(413).end('{"message":"Too large"}') : response.end(received(body)),
      { batchLines: 4 },
    )
    const lines = [...visits(0, 3), { id: 'v3', at: AT, channel: 'x'.repeat(90) as 'web' }, ...visits(4, 3)]
    const answer = await all(feed.sendAll('visits', lines))
    expect(answer.map(({ id, state, reason }) => [id, state, reason])).toEqual(
      lines.map(({ id }) => (id === 'v3' ? [id, 'rejected', 'Too large'] : [id, 'accepted', undefined])),
    )
    expect(idsOf(bodies).slice(0, 4)).toEqual(['v0 v1 v2 v3', 'v0 v1', 'v2 v3', 'v2'])
    close()
  })

  test('stops retrying after the timeout or when aborted', async () => {
    const unavailable: Handle = (_, __, response) => response.writeHead(503).end('{"message":"Away"}')
    const one = await failing(unavailable, { retryTimeout: 1 })
    const answer = visits(0, 5).map((line) => one.feed.send('visits', line))
    const outcomes = await Promise.allSettled(answer)
    expect(outcomes.map(({ status }) => status)).toEqual(answer.map(() => 'rejected'))
    await expect(answer[4]).rejects.toThrow(FeedError)
    await expect(answer[4]).rejects.toMatchObject({ status: 503, message: 'Away' })
    one.close()

    const stop = new AbortController()
    const other = await failing(unavailable, { signal: stop.signal })
    const pending = other.feed.send('visits', visits(0, 1)[0]!)
    setTimeout(() => stop.abort(new Error('Closing')), 200)
    await expect(pending).rejects.toThrow(/abort|Closing/)
    other.close()
  })

  test('never exceeds the limits of a batch', async () => {
    const { feed, bodies, close } = await failing((_, body, response) => response.end(received(body)), {
      batchLines: 1_000_000,
    })
    const text = 'x'.repeat(3000)
    const errors = Array.from({ length: BATCH_LINES + 1 }, (_, n) => ({
      id: `e${n}`,
      at: AT,
      message: 'x',
      stack: text,
    }))
    expect(await all(feed.sendAll('errors', errors))).toHaveLength(errors.length)
    expect(Math.max(...bodies.map((body) => body.length))).toBeLessThan(BATCH_BYTES)
    expect(Math.max(...bodies.map((body) => body.split('\n').length))).toBeLessThanOrEqual(BATCH_LINES)
    expect(bodies.length).toBeGreaterThan(2)
    close()
  })
})

describe('example program', () => {
  const at = (name: string, text: string) => {
    const file = path.join(folder, name)
    writeFileSync(file, text)
    return file
  }
  /** Runs the README's command with another file and server. */
  async function run(file: string, ...more: string[]) {
    const [, line] = /^MARQUEE_FEED_KEY=mqf_… node (\S+) sales\.csv https:\S+$/m
      .exec(readFileSync('clients/feed/README.md', 'utf8'))!
      .map(String)
    const child = spawn(process.execPath, [line!, file, server.app.origin, ...more], {
      env: { PATH: process.env.PATH, MARQUEE_FEED_KEY: secret },
    })
    let printed = ''
    for (const recordType of [child.stdout, child.stderr]) recordType.on('data', (data: Buffer) => (printed += data))
    const [code] = (await once(child, 'close')) as [number]
    return { code, printed }
  }

  test('sends the sales of a CSV file, with rows of one id as one sale', async () => {
    const file = at(
      'sales.csv',
      '\uFEFFid,at,channel,cinema_id,kind,quantity,amount,product\r\n' +
        `till-1,${AT},not_specified,,ticket,2,7000,\r\n` +
        `till-1,${AT},not_specified,,concession,,1500.50,"Popcorn, ""large"""\r\n` +
        `till-2,${AT},not_specified,,ticket,1,many,\r\n`,
    )
    const before = await countsOf(server.db)
    const dry = await run(file, '--dry-run')
    expect(await countsOf(server.db)).toEqual(before)
    const real = await run(file)
    expect(real).toEqual(dry)
    expect(real.code).toBe(0)
    expect(real.printed).toContain('till-2: rejected, lines.0.amount must be a number of naira\n')
    expect(real.printed).toContain('accepted: 1,')
    const after = await countsOf(server.db)
    expect(after.purchases! - before.purchases!).toBe(1)
    expect(after.purchase_lines! - before.purchase_lines!).toBe(2)
    const { rows } = await server.db.execute<{ product: string }>(
      `select product from purchase_lines where kind = 'concession' order by purchase_id desc limit 1`,
    )
    expect(rows[0]!.product).toBe('Popcorn, "large"')
  })

  test('sends the sales of a JSON file', async () => {
    const sales = [{ id: 'shop-9', at: AT, channel: 'web', lines: [{ kind: 'ticket', amount: 3500 }] }]
    const { code, printed } = await run(at('sales.json', JSON.stringify(sales)))
    expect([code, printed.includes('accepted: 1,')]).toEqual([0, true])
    expect((await run(at('sales.json', JSON.stringify(sales)))).printed).toContain('shop-9: duplicate\n')
  })
})
