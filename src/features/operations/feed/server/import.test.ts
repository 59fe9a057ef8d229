import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { barOf, progress } from '../../../../../scripts/import-progress.ts'
import { countsOf, newKey } from './test/sender.ts'

const program = path.resolve('scripts/import.ts')
let server: TestServer
let secret: string
let folder: string
beforeAll(async () => {
  server = await testServer()
  secret = (await newKey(server)).secret
  folder = await mkdtemp(path.join(tmpdir(), 'marquee import '))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const file = (name: string, text?: string) => {
  const at = path.join(folder, name)
  if (text !== undefined) writeFileSync(at, text)
  return at
}
/** Runs the import program as npm would. */
async function imported(sent: string[], { key = secret, url = server.app.origin } = {}) {
  const child = spawn(process.execPath, [program, ...sent, ...(url ? ['--url', url] : [])], {
    env: { PATH: process.env.PATH, INIT_CWD: folder, MARQUEE_FEED_KEY: key },
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (data: Buffer) => (out += data))
  child.stderr.on('data', (data: Buffer) => (err += data))
  const [code] = (await once(child, 'close')) as [number]
  return { code, out, err }
}
const visits = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) =>
    JSON.stringify({ id: `v${from + n}`, at: '2026-11-20T10:00:00Z', channel: 'web' }),
  )

describe('NDJSON file', () => {
  test('is sent in batches and is all duplicates when sent again', async () => {
    file('visits.ndjson', `\uFEFF${visits(0, 25).join('\r\n')}\r\n\r\n`)
    const first = await imported(['visits', 'visits.ndjson', '--batch', '10'])
    expect(first).toEqual({
      code: 0,
      out: '25 records: 25 accepted, 0 duplicate, 0 pending, 0 quarantined, 0 rejected\n',
      err: '',
    })
    const again = await imported(['visits', 'visits.ndjson'])
    expect(again.out).toBe('25 records: 0 accepted, 25 duplicate, 0 pending, 0 quarantined, 0 rejected\n')
    expect(existsSync(file('visits.ndjson.refused.ndjson'))).toBe(false)
  })

  test('writes rejected records with the reason to a file and removes it after they are fixed', async () => {
    file('mixed.ndjson', [...visits(100, 3), '{"id":"x","at":"today"}', '{"id":', ...visits(103, 2)].join('\n'))
    const first = await imported(['visits', 'mixed.ndjson', '--batch', '2'])
    expect([first.code, first.out]).toEqual([
      1,
      `7 records: 5 accepted, 0 duplicate, 0 pending, 0 quarantined, 2 rejected\nRejected records with their reasons: ${file('mixed.ndjson.refused.ndjson')}\n`,
    ])
    const refused = readFileSync(file('mixed.ndjson.refused.ndjson'), 'utf8').trim().split('\n')
    expect(refused.map((line) => JSON.parse(line))).toEqual([
      { id: 'x', at: 'today', refused: 'at must be a time with its zone, such as 2026-11-21T18:30:00+01:00' },
      { line: '{"id":', refused: 'is not JSON' },
    ])
    file('mixed.ndjson', visits(100, 6).join('\n'))
    expect((await imported(['visits', 'mixed.ndjson'])).out).toContain(
      '1 accepted, 5 duplicate, 0 pending, 0 quarantined, 0 rejected',
    )
    expect(existsSync(file('mixed.ndjson.refused.ndjson'))).toBe(false)
  })
})

test('lists unknown fields at the end', async () => {
  const typed = (id: number, more: object) => JSON.stringify({ id: `typo-${id}`, at: '2026-11-20T10:00:00Z', ...more })
  file('typo.ndjson', [typed(1, { chanel: 'web' }), typed(2, {}), typed(3, { chanel: 'web', n: 3 })].join('\n'))
  const { code, out } = await imported(['visits', 'typo.ndjson', '--batch', '1'])
  expect([code, out]).toEqual([
    0,
    '3 records: 3 accepted, 0 duplicate, 0 pending, 0 quarantined, 0 rejected\nIgnored fields that visits do not have: chanel, n\n',
  ])
})

describe('CSV file', () => {
  test('accepts the example of the document, with its lists', async () => {
    const [, example] = /^```csv purchases\n([\s\S]*?)^```$/m.exec(readFileSync('docs/feed.md', 'utf8'))!
    file('purchases.csv', example)
    const before = await countsOf(server.db)
    expect((await imported(['purchases', 'purchases.csv'])).out).toContain('2 records: 2 accepted')
    const { purchases, purchase_lines: lines } = await countsOf(server.db)
    expect([purchases! - before.purchases!, lines! - before.purchase_lines!]).toEqual([2, 3])
    const { rows } = await server.db.execute(
      sql`select seats from purchase_lines where seats is not null order by seats`,
    )
    expect(rows.map(({ seats }) => seats)).toEqual([['C1', 'C2', 'C3'], ['F7']])
  })

  test('writes rejected rows to a file that is accepted after they are fixed', async () => {
    file(
      'scans.csv',
      '\uFEFFid,at,tickets,by_subscription\n1,2026-11-20T10:00:00Z,2,TRUE\n2,2026-11-20T10:00:00Z,many,false\n3,2026-11-20T10:00:00Z\n"4,5",2026-11-20T10:00:00Z,1,perhaps\n',
    )
    const first = await imported(['redemptions', 'scans.csv'])
    expect([first.code, first.out.split('\n')[0]]).toEqual([
      1,
      '4 records: 1 accepted, 0 duplicate, 0 pending, 0 quarantined, 3 rejected',
    ])
    const refused = readFileSync(file('scans.csv.refused.csv'), 'utf8')
    expect(refused).toBe(
      'id,at,tickets,by_subscription,refused\n' +
        '2,2026-11-20T10:00:00Z,many,false,tickets must be a whole number\n' +
        '3,2026-11-20T10:00:00Z,,,"has 2 cells, not 4"\n' +
        '"4,5",2026-11-20T10:00:00Z,1,perhaps,by_subscription must be true or false\n',
    )
    file(
      'scans.csv.refused.csv',
      'id,at,tickets,by_subscription,refused\n2,2026-11-20T10:00:00Z,3,false,tickets must be a whole number\n',
    )
    expect((await imported(['redemptions', 'scans.csv.refused.csv'])).out).toContain('1 records: 1 accepted')
  })

  test('stops before the first row when a column is not a field', async () => {
    file('wrong.csv', 'id,at,chanel\n1,2026-11-20T10:00:00Z,web\n')
    expect(await imported(['visits', 'wrong.csv'])).toMatchObject({
      code: 2,
      err: 'visits has no field chanel. Fields: id, at, channel, count.\n',
    })
  })

  test('reports semicolons as separators', async () => {
    file('semicolons.csv', 'id;at\n1;2026-11-20T10:00:00Z\n')
    expect(await imported(['visits', 'semicolons.csv'])).toMatchObject({
      code: 2,
      err: 'The columns of semicolons.csv are separated by semicolons. Save the file with commas.\n',
    })
  })

  test('reports the line of an unclosed quote', async () => {
    file('quote.csv', 'id,at\n1,"2026-11-20T10:00:00Z\n')
    const { code, err } = await imported(['visits', 'quote.csv'])
    expect([code, err]).toEqual([2, expect.stringMatching(/cannot be read as CSV: .* at line 2/)])
  })
})

describe('import errors', () => {
  test.each([
    [[], /^npm run import -- STREAM FILE/],
    [['weather', 'visits.ndjson'], /^Record type weather not found. Use one of customers,/],
    [['visits', 'visits.txt'], /^The name of visits.txt must end in .csv or .ndjson/],
    [['visits', 'nowhere.csv'], /^File nowhere.csv not found/],
    [['visits', 'one.ndjson', '--batch', '9999'], /^--batch must be a whole number from 1 to 5000/],
    [['visits', 'one.ndjson', '--speed', '9'], /--speed/],
  ])('stops for %j', async (sent, output) => {
    file('one.ndjson', visits(1000, 1).join())
    expect(await imported(sent)).toMatchObject({ code: 2, out: '', err: expect.stringMatching(output) })
  })

  test('prints the usage for --help', async () => {
    expect(await imported(['--help'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^npm run import -- STREAM FILE/),
      err: '',
    })
  })

  test('stops without a key, with an invalid key and without a server', async () => {
    file('one.ndjson', visits(1000, 1).join())
    const sent = ['visits', 'one.ndjson']
    expect((await imported(sent, { key: '' })).err).toBe('Set MARQUEE_FEED_KEY to the secret of a feed key.\n')
    const again = ' Run the same command again: no record is imported twice.\n'
    expect((await imported(sent, { key: 'mqf_wrong' })).err).toBe(`This feed key is not valid or was revoked.${again}`)
    expect((await imported(sent, { url: 'http://127.0.0.1:1' })).err).toBe(
      `No server responds at http://127.0.0.1:1.${again}`,
    )
  })
})

test('sends only the unanswered batch again', async () => {
  const bodies: string[] = []
  const flaky = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk))
    request.on('end', () => {
      const lines = bodies.push(body) && body.split('\n').length
      if (bodies.length === 2) return request.socket.destroy()
      if (bodies.length === 3) return response.writeHead(503).end('{"message":"Away"}')
      response.end(
        JSON.stringify({ data: { accepted: lines, duplicate: 0, pending: 0, quarantined: 0, rejected: 0, lines: [] } }),
      )
    })
  })
  await once(flaky.listen(0, '127.0.0.1'), 'listening')
  const { port } = flaky.address() as AddressInfo
  file('flaky.ndjson', visits(2000, 3).join('\n'))
  const { code, out } = await imported(['visits', 'flaky.ndjson', '--batch', '1'], { url: `http://127.0.0.1:${port}` })
  expect([code, out]).toEqual([0, '3 records: 3 accepted, 0 duplicate, 0 pending, 0 quarantined, 0 rejected\n'])
  const [one, two, three] = visits(2000, 3)
  expect(bodies).toEqual([one, two, two, two, three])
  flaky.close()
})

test('shows the progress bar only on a terminal', () => {
  const counts = { accepted: 1200, duplicate: 0, pending: 0, quarantined: 0, rejected: 3 }
  expect(barOf(0.5, counts, 2)).toBe(`${'█'.repeat(15)}${'░'.repeat(15)}  50%  1,203 records, 602 a second, 3 rejected`)
  const drawn: string[] = []
  for (const isTTY of [false, true]) {
    const bar = progress({ isTTY, write: (text: string) => Boolean(drawn.push(text)) })
    bar.at(1, counts)
    bar.end()
    expect(drawn.length).toBe(isTTY ? 2 : 0)
  }
})
