import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { check } from '#features/operations/rollups/server/check.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { feed } from '../contract.ts'
import { releaseBlockedReason } from '../rules.ts'
import { retryUnknown } from './retry.ts'
import { newKey, rollupsOf, sender, type Send } from './test/sender.ts'
import { updatePriceBaselines } from './price-baselines.ts'

/** Current time of the tests: 2026-11-21T09:00Z. The schedule is synced since 19 November. */
let server: TestServer
let send: Send
let source: string
let keyId: number
let sources = 0
beforeAll(async () => {
  server = await testServer()
  await server.db.execute(sql`insert into states (name) values ('Lagos')`)
  await server.db.execute(sql`insert into cinemas (id, state_id, name) select '0001', id, 'Marquee Lekki' from states`)
  await server.db.execute(sql`insert into movies (id, name) values ('HO1', 'Jaws (2D)')`)
  await server.db.execute(sql`
    insert into sync_runs (kind, started_at, finished_at) values ('full', '2026-11-19T00:00Z', '2026-11-19T00:10Z')`)
})
afterAll(() => server.close())
beforeEach(async () => {
  source = `held-${++sources}`
  const { secret, key } = await newKey(server, { name: source, source })
  keyId = key.id
  send = sender(server, secret)
})

const AT = '2026-11-20T18:30:00+01:00'
const sale = (id: string, more: object = {}) => ({
  id,
  at: AT,
  cinema_id: '0001',
  lines: [{ kind: 'ticket', quantity: 2, amount: 7000, movie_id: 'HO1' }],
  ...more,
})
const outcome = async (recordType: 'purchases' | 'refunds', line: object) => {
  const { data } = await send(recordType, [line])
  return data.lines[0] ?? { state: 'accepted' }
}
const listed = async () => (await server.call(feed.records, { query: { source } })).body.data.lines
const stored = async () =>
  (
    await server.db.execute<{ id: string; kobo: number }>(sql`
      select external_id as id, kobo from purchases where source = ${source} order by external_id`)
  ).rows
const one = async () => (await listed())[0]!
const decide = (what: 'release' | 'reopen', { id, version }: { id: number; version: number }) =>
  server.call(feed[what], {
    params: { id },
    body: { version, ...(what === 'release' && { note: 'The shop says so' }) },
  })

describe('quarantine of unlikely purchases', () => {
  test.each([
    [{ cinema_id: '9999' }, 'cinema_id 9999 is not in the point of sale', 'Cinema ID 9999 is not in the point of sale'],
    [
      { lines: [{ kind: 'ticket', amount: 1, movie_id: 'HO9' }] },
      'lines.0.movie_id HO9 is not in the point of sale',
      'Line 1, movie ID HO9 is not in the point of sale',
    ],
    [
      { lines: [{ kind: 'ticket', quantity: 100_000, amount: 1 }] },
      'lines.0.quantity 100,000 is above the usual maximum of 500 tickets',
      'Line 1, quantity 100,000 is above the usual maximum of 500 tickets',
    ],
    [
      { lines: [{ kind: 'concession', quantity: 2, amount: 3_000_000 }] },
      'lines.0.amount ₦3,000,000 for 2 is above the usual maximum of ₦1,000,000 each',
      'Line 1, amount ₦3,000,000 for 2 is above the usual maximum of ₦1,000,000 each',
    ],
    [
      { phone: '+234 803 222 33490' },
      'phone is not a phone number, such as 0803 123 4567, or + and the country code',
      'Phone is not a phone number, such as 0803 123 4567, or + and the country code',
    ],
    [{ email: 'ada@x..example' }, 'email is not an email address', 'Email is not an email address'],
    [
      { currency: 'usd' },
      'currency is USD, and Marquee accepts naira (NGN) only',
      'Currency is USD, and Marquee accepts naira (NGN) only',
    ],
    [{ at: '2090-01-01T00:00:00Z' }, 'at is more than a day ahead', 'Time is more than a day ahead'],
  ])('quarantines %j', async (more, reason, described) => {
    expect(await outcome('purchases', sale('s', more))).toEqual({ line: 1, id: 's', state: 'quarantined', reason })
    expect(await stored()).toEqual([])
    expect(await listed()).toMatchObject([
      { external_id: 's', state: 'quarantined', reason: described, key: source, times: 1 },
    ])
    // Sent again, the record is quarantined as the same record. Once fixed, it is included.
    expect(await outcome('purchases', sale('s', more))).toMatchObject({ state: 'quarantined' })
    expect(await listed()).toMatchObject([{ times: 2 }])
    expect(await outcome('purchases', sale('s'))).toEqual({ state: 'accepted' })
    expect([await listed(), await stored()]).toEqual([[], [{ id: 's', kobo: 700_000 }]])
  })

  test('accepts removed cinemas and movies in sales from before the schedule was synced', async () => {
    const old = sale('s', {
      at: '2019-05-01T12:00:00Z',
      cinema_id: '7777',
      lines: [{ kind: 'ticket', amount: 1, movie_id: 'OLD' }],
      phone: 'ring the office',
    })
    expect(await outcome('purchases', old)).toEqual({ state: 'accepted' })
  })

  test('includes a sale with a wrong phone number as sent once staff release it', async () => {
    await send('purchases', [sale('s', { phone: 'extension 12' })])
    expect((await decide('release', await one())).status).toBe(200)
    expect(await stored()).toEqual([{ id: 's', kobo: 700_000 }])
    expect(await outcome('purchases', sale('s', { phone: 'extension 12' }))).toMatchObject({ state: 'duplicate' })
  })

  test('uses limits of the cinema once it has enough history', async () => {
    const many = Array.from({ length: 200 }, (_, n) =>
      sale(`n${n}`, { channel: 'web', lines: [{ kind: 'ticket', quantity: 6, amount: 6000 }] }),
    )
    expect((await send('purchases', many)).data.accepted).toBe(200)
    await updatePriceBaselines.run(server.app, undefined as never)
    const of = (channel: string, quantity: number, amount: number) =>
      outcome(
        'purchases',
        sale(`${channel} ${quantity} ${amount}`, { channel, lines: [{ kind: 'ticket', quantity, amount }] }),
      )
    expect(await of('web', 60, 60_000)).toEqual({ state: 'accepted' })
    expect(await of('web', 61, 61_000)).toMatchObject({
      reason: 'lines.0.quantity 61 is above the usual maximum of 60 tickets',
    })
    expect(await of('web', 1, 50_000)).toEqual({ state: 'accepted' })
    expect(await of('web', 1, 50_001)).toMatchObject({ state: 'quarantined' })
    expect(await of('mobile', 500, 1)).toEqual({ state: 'accepted' })
  })
})

describe('decisions of staff', () => {
  test('includes a released record and treats it as a duplicate afterwards', async () => {
    const line = sale('s', { lines: [{ kind: 'ticket', quantity: 900, amount: 900_000 }] })
    await send('purchases', [line])
    const { status, body } = await decide('release', await one())
    expect([status, body]).toMatchObject([200, { message: 'Record released', data: { state: 'accepted', line: null } }])
    expect([await listed(), await stored()]).toEqual([[], [{ id: 's', kobo: 90_000_000 }]])
    expect(await outcome('purchases', line)).toMatchObject({ state: 'duplicate' })
    expect(await check(server.app.database, server.app.env.zone)).toEqual([])
  })

  test('blocks the release of a record in another currency, with that currency in the error', async () => {
    await send('purchases', [sale('s', { currency: 'usd' })])
    const line = await one()
    expect(line).toMatchObject({ amount: 7000, currency: 'USD' })
    const { status, problem } = await decide('release', line)
    expect([status, problem.message]).toEqual([409, releaseBlockedReason(line)])
    await send('purchases', [sale('t', { cinema_id: '9999' })])
    const other = (await listed()).find(({ external_id: id }) => id === 't')!
    expect([other.currency, releaseBlockedReason(other)]).toEqual(['NGN', undefined])
  })

  test('rejects the release of a record that cannot be right', async () => {
    await send('purchases', [sale('s')])
    await send('refunds', [{ id: 'r', purchase_id: 's', at: AT, lines: [{ kind: 'ticket', quantity: 3, amount: 1 }] }])
    const before = [await listed(), await rollupsOf(server.db)]
    const { status, text } = await decide('release', await one())
    expect([status, JSON.parse(text).message]).toEqual([
      409,
      "Line 1, quantity is more than what is left of the purchase's tickets, 2",
    ])
    expect([await listed(), await rollupsOf(server.db)]).toEqual(before)
  })

  test('includes a corrected record, or quarantines it for its next problem', async () => {
    const line = sale('s', {
      cinema_id: '9999',
      name: 'Ngozi Okafor',
      lines: [{ kind: 'ticket', quantity: 900, amount: 5 }],
    })
    await send('purchases', [line])
    const correct = async (change: object) => {
      const { id, version } = await one()
      return server.call(feed.correct, { params: { id }, body: { line: { ...line, ...change }, version } })
    }
    expect((await correct({ id: 'other' })).status).toBe(422)
    const bad = await correct({ lines: [{ kind: 'ticket', amount: -1 }] })
    expect([bad.status, JSON.parse(bad.text).errors]).toEqual([
      422,
      [{ field: 'line.lines.0.amount', message: 'Line 1, amount must not be negative' }],
    ])
    expect((await correct({ cinema_id: '0001' })).body).toMatchObject({
      message: 'Saved, but still quarantined: Line 1, quantity 900 is above the usual maximum of 500 tickets',
      data: { state: 'quarantined' },
    })
    expect(await listed()).toMatchObject([{ rule: 'unusual' }])
    const { id } = await one()
    expect((await server.call(feed.line, { params: { id } })).body.data.line).toMatchObject({
      cinema_id: '0001',
      name: 'Ngozi Okafor',
    })
    const lines = [{ kind: 'ticket', quantity: 9, amount: 5 }]
    expect((await correct({ cinema_id: '0001', lines })).body.data).toMatchObject({ state: 'accepted', line: null })
    expect(await stored()).toEqual([{ id: 's', kobo: 500 }])
    const { rows } = await server.db.execute(sql`
      select before, after from audit_log where entity = 'feed line' and entity_id = ${String(id)}`)
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain('Ngozi')
  })

  test('rejects a record with the reason when it is sent again unchanged', async () => {
    const line = sale('s', { cinema_id: '9999' })
    await send('purchases', [line])
    const { id, version } = await one()
    const { body } = await server.call(feed.reject, { params: { id }, body: { note: 'A test of the shop', version } })
    expect(body.data).toMatchObject({ state: 'rejected', note: 'A test of the shop' })
    expect(await outcome('purchases', line)).toMatchObject({
      state: 'rejected',
      reason: 'was rejected by staff: A test of the shop',
    })
    expect((await decide('release', await one())).status).toBe(409)
    expect((await decide('reopen', await one())).body.data).toMatchObject({ state: 'quarantined', note: '' })
    expect(await outcome('purchases', line)).toMatchObject({ state: 'quarantined' })
    await server.call(feed.reject, { params: { id }, body: { note: 'Again' } })
    // Other content under the same id is validated by itself.
    expect(await outcome('purchases', sale('s', { cinema_id: '8888' }))).toMatchObject({ state: 'quarantined' })
    expect(await listed()).toMatchObject([{ state: 'quarantined', note: '' }])
  })

  test('rejects a decision on a record that was sent again', async () => {
    await send('purchases', [sale('s', { cinema_id: '9999' })])
    const seen = await one()
    await send('purchases', [sale('s', { cinema_id: '8888' })])
    expect((await decide('release', seen)).status).toBe(409)
  })

  test('requires a superadmin', async () => {
    await send('purchases', [sale('s', { cinema_id: '9999' })])
    const { id } = await one()
    const calls = [
      server.call(feed.records, { as: 'admin' }),
      server.call(feed.counts, { as: 'admin' }),
      server.call(feed.line, { params: { id }, as: 'admin' }),
      server.call(feed.release, { params: { id }, body: {}, as: 'admin' }),
      server.call(feed.correct, { params: { id }, body: { line: {} }, as: 'admin' }),
      server.call(feed.reject, { params: { id }, body: { note: 'x' }, as: 'admin' }),
      server.call(feed.reopen, { params: { id }, body: {}, as: 'admin' }),
    ]
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 403))
  })
})

test('includes records quarantined for a movie once the point of sale has the movie', async () => {
  await send('purchases', [
    sale('s', { lines: [{ kind: 'ticket', amount: 100, movie_id: 'NEW' }] }),
    sale('t', { cinema_id: '9999' }),
  ])
  await send('refunds', [{ id: 'r', purchase_id: 's', at: AT, lines: [{ kind: 'ticket', amount: 100 }] }])
  await server.db.execute(sql`insert into movies (id, name) values ('NEW', 'New one')`)
  await retryUnknown.run(server.app, undefined as never)
  expect(await stored()).toEqual([{ id: 's', kobo: 10_000 }])
  expect(await listed()).toMatchObject([{ external_id: 't' }])
  expect(await check(server.app.database, server.app.env.zone)).toEqual([])
})

test('continues the retry when staff reject records during it', async () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f']
  await send('purchases', [...ids.map((id) => sale(id, { cinema_id: 'LATE' })), sale('z', { cinema_id: 'LATE' })])
  await server.db.execute(sql`
    insert into cinemas (id, state_id, name) select 'LATE', id, 'Marquee Ikeja' from states limit 1`)
  const lines = (await listed()).filter(({ external_id }) => external_id !== 'z')
  const [, ...rejected] = await Promise.all([
    retryUnknown.run(server.app, undefined as never),
    ...lines
      .toReversed()
      .map(({ id, version }) =>
        server.call(feed.reject, { params: { id }, body: { note: 'Sent by mistake', version } }),
      ),
  ])
  const counted = (await stored()).map(({ id }) => id)
  const kinds = Object.groupBy(rejected, ({ status }) => status)
  expect(counted).toContain('z')
  expect([...counted, ...(await listed()).map(({ external_id }) => external_id)].toSorted()).toEqual([...ids, 'z'])
  expect((kinds[200]?.length ?? 0) + (kinds[404]?.length ?? 0)).toBe(ids.length)
})

describe('options of a batch', () => {
  const sendTo = async (query: string, lines: object[]) => {
    const { secret } = await newKey(server, { name: `${source} tries`, source })
    const answer = await server.inject({
      method: 'POST',
      url: `/api/feed/purchases?${query}`,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      payload: JSON.stringify(lines),
    })
    return answer.json().data
  }

  test('returns results without saving for dry_run', async () => {
    const lines = [sale('a'), sale('b', { cinema_id: '9999' }), sale('c', { id: '' })]
    const dryRun = await sendTo('dry_run=true', lines)
    expect(dryRun).toMatchObject({ accepted: 1, quarantined: 1, rejected: 1 })
    expect([await stored(), await listed()]).toEqual([[], []])
    expect((await server.call(feed.counts)).body.data.counts.filter((row) => row.source === source)).toEqual([])
    expect((await send('purchases', lines)).data).toEqual(dryRun)
  })

  test('rejects a record with an unknown field for strict', async () => {
    const data = await sendTo('strict=1', [sale('a', { chanel: 'web' }), sale('b')])
    expect(data).toEqual({
      accepted: 1,
      duplicate: 0,
      pending: 0,
      quarantined: 0,
      rejected: 1,
      lines: [{ line: 1, id: 'a', state: 'rejected', reason: 'chanel is not a field of purchases' }],
    })
  })
})

describe('repeated ids in a batch', () => {
  const other = sale('s', { lines: [{ kind: 'ticket', quantity: 2, amount: 8000, movie_id: 'HO1' }] })
  const states = async (...lines: object[]) => {
    const { data } = await send('purchases', lines)
    const others = new Map(data.lines.map(({ line, state }) => [line, state]))
    return lines.map((_, index) => others.get(index + 1) ?? 'accepted')
  }

  test('processes records that differ in order, and the last result wins', async () => {
    expect(await states(sale('s'), other, sale('s'))).toEqual(['accepted', 'quarantined', 'duplicate'])
    expect(await listed()).toEqual([])
    expect(await states(other, sale('s'))).toEqual(['quarantined', 'duplicate'])
    expect(await listed()).toEqual([])
    expect(await states(sale('s'), other)).toEqual(['duplicate', 'quarantined'])
    expect(await listed()).toMatchObject([
      {
        external_id: 's',
        rule: 'differs',
        amount: 8000,
        // Senders get an instant, staff a time in the chain's zone.
        reason: expect.stringMatching(
          /^Differs from the record stored under this ID: ₦[\d,]+ at \d\d\/\d\d\/2026 \d\d:\d\d$/,
        ),
      },
    ])
    expect(await stored()).toEqual([{ id: 's', kobo: 700_000 }])
  })

  test('includes a fixed record after failed ones with the same id', async () => {
    const wrong = [sale('s', { cinema_id: '9999' }), sale('s', { currency: 'USD' })]
    expect(await states(...wrong, sale('s'), sale('s'))).toEqual([
      'quarantined',
      'quarantined',
      'accepted',
      'duplicate',
    ])
    expect([await listed(), await stored()]).toEqual([[], [{ id: 's', kobo: 700_000 }]])
  })

  test('rejects more than 50 different records of one id, so that a batch ends in time', async () => {
    const many = Array.from({ length: 52 }, (_, n) =>
      sale('s', { lines: [{ kind: 'ticket', quantity: 2, amount: 7000 + n, movie_id: 'HO1' }] }),
    )
    const found = await states(...many)
    expect([found[0], ...new Set(found.slice(1, 50)), ...found.slice(50)]).toEqual([
      'accepted',
      'quarantined',
      'rejected',
      'rejected',
    ])
    expect(await stored()).toEqual([{ id: 's', kobo: 700_000 }])
  })

  test('makes a refund wait for its last purchase, whatever the result of earlier versions', async () => {
    const back = (purchase_id: string) => ({ id: 'r', purchase_id, at: AT, lines: [{ kind: 'ticket', amount: 1 }] })
    await send('purchases', [sale('s')])
    const { data } = await send('refunds', [back('s'), back('later'), back('s')])
    expect(data).toMatchObject({
      accepted: 1,
      lines: [
        { line: 2, state: 'pending' },
        { line: 3, state: 'duplicate' },
      ],
    })
    expect(await listed()).toEqual([])
  })
})

test('counts the results of each key as they were returned', async () => {
  const answers = [
    await send('purchases', [sale('a'), sale('a'), sale('b', { cinema_id: '9999' }), sale('')]),
    await send('purchases', [sale('a'), sale('d', { at: '2026-11-20T20:00:00+01:00' })]),
    await send('refunds', [{ id: 'r', purchase_id: 'later', at: AT, lines: [{ kind: 'ticket', amount: 1 }] }]),
    await send('visits', [{ id: 'v', at: AT }, { id: 'w' }]),
  ]
  const sum = (of: 'accepted' | 'duplicate' | 'pending' | 'quarantined' | 'rejected', ...which: number[]) =>
    which.reduce((total, n) => total + answers[n]!.data[of], 0)
  const counted = (await server.call(feed.counts)).body.data.counts.filter((row) => row.key_id === keyId)
  const row = (recordType: string, newest_at: string | null, ...which: number[]) => ({
    key_id: keyId,
    key: source,
    source,
    record_type: recordType,
    is_revoked: false,
    accepted: sum('accepted', ...which),
    duplicate: sum('duplicate', ...which),
    pending: sum('pending', ...which),
    quarantined: sum('quarantined', ...which),
    rejected: sum('rejected', ...which),
    newest_at,
    last_at: TEST_NOW,
  })
  expect(counted).toEqual([
    row('purchases', '2026-11-20T19:00:00.000Z', 0, 1),
    row('refunds', null, 2),
    row('visits', '2026-11-20T17:30:00.000Z', 3),
  ])
})
