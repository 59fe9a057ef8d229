import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { maintenance } from '#server/jobs/maintenance.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { notifications } from '../contract.ts'
import { sendPushes } from './jobs.ts'
import { claimDeliveries, claimDue, inSending, listMore, reportOutcomes } from './sending.ts'
import { addDevices, clear, made, deliveredBy } from './test/pushing.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({
    env: { SHOP_URL: 'https://shop.example', PUBLIC_URL: 'https://office.chain.example', PUSH_UNDO_SECONDS: '0' },
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set(TEST_NOW)
  await server.runJobs()
  await clear(server)
})

const now = () => server.app.clock.now()
const pass = (seconds: number) => server.clock.set(new Date(now().getTime() + seconds * 1000).toISOString())
const run = () => sendPushes.run(server.app, {})
const one = async (id: number) => (await server.call(notifications.fetch, { params: { id } })).body.data
const deliveries = async () =>
  (
    await server.db.execute<{ token: string; state: string; attempts: number; reason: string | null }>(sql`
      select v.token, d.state, d.attempts::int, d.reason from push_deliveries d
      join push_devices v on v.id = d.device_id order by v.token`)
  ).rows
const at = (schedule_date: string, schedule_time: string) => ({ is_scheduled: 'true', schedule_date, schedule_time })
const devices = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ token: `t${String(n).padStart(4, '0')}` }))

test('every device of the audience gets it once, with what staff wrote', async () => {
  await addDevices(server, [{ token: 'a', of: 'ada', isSubscribed: true }, { token: 'b', of: 'bayo' }, { token: 'c' }])
  const all = await made(server, { title: 'To all' })
  await made(server, { title: 'To members', audience: 'SUBSCRIBED-USERS' })
  await made(server, { title: 'To others', audience: 'UNSUBSCRIBED-USERS' })
  await run()
  expect(await deliveredBy(server)).toEqual([
    'a: To all',
    'a: To members',
    'b: To all',
    'b: To others',
    'c: To all',
    'c: To others',
  ])
  expect(await one(all.id)).toMatchObject({ state: 'sent', totalReceived: 3, devices: 3, unregistered: 0, failed: 0 })
  await run()
  expect(await deliveredBy(server)).toHaveLength(6)
})

test('without an audience it is sent, to nobody', async () => {
  const { id } = await made(server)
  await run()
  expect(await one(id)).toMatchObject({ state: 'sent', totalReceived: 0, devices: 0 })
})

test('an audience of many chunks, sent by two at once', async () => {
  await addDevices(server, devices(1250))
  const { id } = await made(server)
  await Promise.all([run(), run()])
  expect(await one(id)).toMatchObject({ state: 'sent', totalReceived: 1250, devices: 1250 })
  expect(await deliveredBy(server)).toHaveLength(1250)
  expect((await deliveries()).every(({ attempts }) => attempts === 1)).toBe(true)
})

describe('a time', () => {
  test.each([
    ['before midnight', '23:30', '2026-11-21T22:29:59.000Z', '2026-11-21T22:30:00.000Z'],
    [
      'after midnight, which is still the day before elsewhere',
      '00:30',
      '2026-11-20T23:29:59.000Z',
      '2026-11-20T23:30:00.000Z',
    ],
  ])('%s is that of the chain', async (_, clock, before, then) => {
    server.clock.set('2026-11-20T20:00:00.000Z')
    await addDevices(server, [{ token: 'a' }])
    await made(server, at('2026-11-21', clock))
    server.clock.set(before)
    await run()
    expect(await deliveredBy(server)).toEqual([])
    server.clock.set(then)
    await run()
    expect(await deliveredBy(server)).toHaveLength(1)
  })

  test('that passed while no server ran is caught up within an hour', async () => {
    await addDevices(server, [{ token: 'a' }])
    const { id } = await made(server, at('2026-11-21', '11:00'))
    server.clock.set('2026-11-21T11:00:00.000Z')
    await run()
    expect(await one(id)).toMatchObject({ state: 'sent', totalReceived: 1 })
  })

  test('is missed after that', async () => {
    await addDevices(server, [{ token: 'a' }])
    const { id } = await made(server, at('2026-11-21', '11:00'))
    server.clock.set('2026-11-21T11:00:00.001Z')
    await run()
    expect([(await one(id)).state, await deliveredBy(server)]).toEqual(['missed', []])
    const again = await server.call(notifications.cancel, { params: { id }, body: {} })
    expect(again.status).toBe(409)
  })

  test('the audience is the one of that time', async () => {
    await addDevices(server, [{ token: 'a', of: 'ada', isSubscribed: true }])
    await made(server, { ...at('2026-12-01', '00:30'), audience: 'SUBSCRIBED-USERS' })
    await addDevices(server, [{ token: 'b', of: 'ada' }])
    await server.db.execute(sql`
      update subscription_periods set ends_at = '2026-12-02', ends_on = '2026-12-02'
      where customer_id = (select id from customers where external_id = 'ada')`)
    server.clock.set('2026-11-30T23:30:00.000Z')
    await run()
    expect(await deliveredBy(server)).toHaveLength(2)
  })
})

describe('what goes wrong', () => {
  test('a token that is not known is removed, and its device gets nothing more', async () => {
    await addDevices(server, [{ token: 'a' }, { token: 'unregistered-1' }])
    const first = await made(server)
    await run()
    expect(await one(first.id)).toMatchObject({ state: 'sent', totalReceived: 1, devices: 2, unregistered: 1 })
    const { rows } = await server.db.execute(sql`select removal_reason from push_devices where removed_at is not null`)
    expect(rows).toEqual([{ removal_reason: 'unregistered' }])
    const second = await made(server)
    await run()
    expect(await one(second.id)).toMatchObject({ devices: 1, unregistered: 0 })
  })

  test('a device that is removed before its turn gets nothing', async () => {
    await addDevices(server, [{ token: 'a' }, { token: 'b' }])
    const { id } = await made(server)
    await claimDue(server.db, now())
    const [sending] = await inSending(server.db, now())
    await listMore(server.db, sending!, 'Africa/Lagos', 5000, now())
    await server.db.execute(
      sql`update push_devices set removed_at = now(), removal_reason = 'reported' where token = 'a'`,
    )
    await run()
    expect(await deliveredBy(server)).toEqual(['b: Half price tonight'])
    expect(await one(id)).toMatchObject({ state: 'sent', totalReceived: 1, unregistered: 1 })
  })

  test('when the service has had too much, all wait as long as it says', async () => {
    await addDevices(server, [{ token: 'throttled-1' }])
    await addDevices(server, devices(250))
    const { id } = await made(server)
    await run()
    // The chunk that it was in has been through; the next one waits.
    expect(await one(id)).toMatchObject({ state: 'sending', totalReceived: 199, devices: 251 })
    pass(29)
    await run()
    expect((await one(id)).totalReceived).toBe(199)
    pass(1)
    await run()
    expect(await one(id)).toMatchObject({ state: 'sent', totalReceived: 251, failed: 0 })
    expect(await deliveredBy(server)).toHaveLength(251)
  })

  test('what passes is tried again with growing pauses, and has failed in the end; the others do not wait', async () => {
    await addDevices(server, [{ token: 'a' }, { token: 'timeout-1' }])
    const { id } = await made(server)
    const states: string[] = []
    for (const pause of [0, 10, 30, 60, 120, 300]) {
      pass(pause - 1)
      await run()
      pass(1)
      await run()
      states.push((await deliveries()).map(({ state, attempts }) => `${state} ${attempts}`).join())
    }
    expect(states).toEqual([
      'accepted 1,open 1',
      'accepted 1,open 2',
      'accepted 1,open 3',
      'accepted 1,open 4',
      'accepted 1,open 5',
      'accepted 1,failed 6',
    ])
    expect(await one(id)).toMatchObject({ state: 'sent', totalReceived: 1, failed: 1 })
    expect((await deliveries())[1]!.reason).toBe('The push service did not answer within 10 seconds')
  })

  test('when nothing gets through, no more are tried until the first is due again', async () => {
    await addDevices(
      server,
      Array.from({ length: 300 }, (_, n) => ({ token: `timeout-${n}` })),
    )
    await made(server)
    await run()
    const attempted = (await deliveries()).filter(({ attempts }) => attempts > 0)
    expect(attempted).toHaveLength(200)
    pass(9)
    await run()
    expect((await deliveries()).filter(({ attempts }) => attempts > 0)).toHaveLength(200)
    pass(1)
    await run()
    expect((await deliveries()).filter(({ attempts }) => attempts > 0).length).toBeGreaterThan(200)
  })

  test('one that is a test does not wait for one to many', async () => {
    await addDevices(server, [...devices(600), { token: 'zz', of: 'ada' }])
    await made(server, { title: 'To all' })
    const small = await made(server, { title: 'Test', audience: 'TEST-USER', email: 'ada@mail.example' })
    const order: string[] = []
    const { push } = server.app
    server.app.push = {
      ...push,
      send: (token, what, id) => {
        order.push(what.title)
        return push.send(token, what, id)
      },
    }
    await run()
    server.app.push = push
    expect(order.indexOf('Test')).toBeLessThan(201)
    expect((await one(small.id)).state).toBe('sent')
  })
})

describe('a server that died', () => {
  /** Claims as a server does that dies then: nobody tells what became of it. */
  const claimAndDie = async () => {
    await claimDue(server.db, now())
    const [sending] = await inSending(server.db, now())
    await listMore(server.db, sending!, 'Africa/Lagos', 5000, now())
    const claim = crypto.randomUUID()
    const until = new Date(now().getTime() + 120_000)
    const turns = await claimDeliveries(server.db, sending!, claim, { now: now(), until, most: 2 })
    return { sending: sending!, claim, turns }
  }

  test('leaves what it had claimed to the others after two minutes, with the same message id', async () => {
    await addDevices(server, devices(5))
    const { id, code } = await made(server)
    const { turns } = await claimAndDie()
    // One of the two was sent before it died.
    await server.app.push.send(turns[0]!.token!, { title: 'Half price tonight', body: '', link: '', image: '' }, code)
    await run()
    expect(await one(id)).toMatchObject({ state: 'sending', totalReceived: 3 })
    pass(119)
    await run()
    expect((await one(id)).totalReceived).toBe(3)
    pass(1)
    await run()
    expect(await one(id)).toMatchObject({ state: 'sent', totalReceived: 5 })
    expect(await deliveredBy(server)).toHaveLength(5)
  })

  test('and comes back too late has no say any more: nothing is counted twice', async () => {
    await addDevices(server, devices(2))
    const { id } = await made(server)
    const { sending, claim, turns } = await claimAndDie()
    pass(120)
    await run()
    expect(await one(id)).toMatchObject({ state: 'sent', totalReceived: 2 })
    const late = turns.map(({ id: turn, token }) => ({
      id: turn,
      token,
      state: 'failed' as const,
      reason: '',
      due_at: null,
    }))
    await reportOutcomes(server.db, sending, claim, late, { now: now(), notBefore: undefined })
    expect(await one(id)).toMatchObject({ state: 'sent', totalReceived: 2, failed: 0 })
  })

  test('in the middle: the rest is caught up within an hour, and given up after that', async () => {
    await addDevices(server, devices(5))
    const first = await made(server)
    await claimAndDie()
    pass(3600)
    await run()
    expect(await one(first.id)).toMatchObject({ state: 'sent', totalReceived: 5 })
    const second = await made(server, { title: 'Second' })
    await claimAndDie()
    pass(3601)
    await run()
    expect(await one(second.id)).toMatchObject({ state: 'sent', totalReceived: 0, failed: 5, devices: 5 })
    expect((await deliveredBy(server)).filter((delivered) => delivered.includes('Second'))).toEqual([])
  })
})

test('deliveries are forgotten after thirty whole days; what came of them stays', async () => {
  await addDevices(server, devices(3))
  const { id } = await made(server)
  await run()
  server.clock.set('2026-12-21T22:59:00.000Z')
  await maintenance.run(server.app, {})
  expect(await deliveries()).toHaveLength(3)
  server.clock.set('2026-12-21T23:00:00.000Z')
  await maintenance.run(server.app, {})
  expect(await deliveries()).toEqual([])
  expect(await one(id)).toMatchObject({ state: 'sent', totalReceived: 3, devices: 3 })
})
