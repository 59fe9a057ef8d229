import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { notifications } from '../contract.ts'
import { messages, unsent, type Audience } from '../rules.ts'
import { sendPushes } from './jobs.ts'
import { claimDeliveries, claimDue, inSending, listMore, reportOutcomes } from './sending.ts'
import { addDevices, clear, emailOf, GOOD, made, sendForm, deliveredBy } from './test/pushing.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ env: { SHOP_URL: 'https://shop.example', PUBLIC_URL: 'https://office.chain.example' } })
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set(TEST_NOW)
  await server.runJobs()
  await server.db.execute(sql`delete from kids_club_members`)
  await clear(server)
})

const now = () => server.app.clock.now()
const pass = (seconds: number) => server.clock.set(new Date(now().getTime() + seconds * 1000).toISOString())
const run = () => sendPushes.run(server.app, {})
const one = async (id: number) => (await server.call(notifications.fetch, { params: { id } })).body.data
const cancel = (id: number, version?: number) =>
  server.call(notifications.cancel, { params: { id }, body: { version } })
const devices = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ token: `t${String(n).padStart(4, '0')}` }))
const testTo = (email: string, more: object = {}) =>
  sendForm(server, notifications.send, { fields: { ...GOOD, audience: 'TEST-USER', email, ...more } })

describe('before it begins', () => {
  beforeEach(() => addDevices(server, [{ token: 'a', of: 'ada' }, { token: 'b' }]))

  // Clauses: operations 244
  test('it waits half a minute, and says how long still', async () => {
    const { id, beginsIn } = await made(server)
    expect(beginsIn).toBe(30)
    pass(29)
    await run()
    expect(await one(id)).toMatchObject({ state: 'scheduled', beginsIn: 1 })
    expect(await deliveredBy(server)).toEqual([])
    pass(1)
    await run()
    expect(await one(id)).toMatchObject({ state: 'sent', totalReceived: 2, beginsIn: null })
  })

  test('it is called off, and nobody gets it', async () => {
    const { id, version } = await made(server)
    pass(20)
    const { status, body } = await cancel(id, version)
    expect([status, body.message, body.data.state]).toEqual([200, messages.cancelled, 'cancelled'])
    pass(20)
    await run()
    expect(await deliveredBy(server)).toEqual([])
  })

  test('while its form is open it does not begin, and two minutes after that it does', async () => {
    const { id } = await made(server)
    const lock = () => server.call(notifications.lock, { params: { id } })
    pass(29)
    expect((await lock()).body.data).toMatchObject({ state: 'scheduled', beginsIn: 120 })
    pass(90)
    await run()
    expect((await lock()).body.data.beginsIn).toBe(120)
    pass(119)
    await run()
    expect(await deliveredBy(server)).toEqual([])
    pass(1)
    await run()
    expect(await one(id)).toMatchObject({ state: 'sent', totalReceived: 2, waitsUntil: null })
    expect((await lock()).status).toBe(409)
    expect((await server.call(notifications.lock, { params: { id }, as: 'powerless' })).status).toBe(403)
  })

  test('changed meanwhile, it goes out as it is then, at its own time', async () => {
    const { id } = await made(server)
    await server.call(notifications.lock, { params: { id } })
    const fields = { ...GOOD, title: 'Half price today' }
    await sendForm(server, notifications.change, { fields, params: { id } })
    pass(30)
    await run()
    expect(await deliveredBy(server)).toEqual(['a: Half price today', 'b: Half price today'])
  })

  test('a test does not wait', async () => {
    expect((await testTo(emailOf('ada'))).data.beginsIn).toBe(0)
    await run()
    expect(await deliveredBy(server)).toEqual(['a: Half price tonight'])
  })

  test('one that has its time waits for that alone', async () => {
    const at = { is_scheduled: 'true', schedule_date: '2026-11-21', schedule_time: '18:30' }
    expect((await made(server, at)).beginsIn).toBeNull()
  })
})

describe('while it is sent it is stopped:', () => {
  const begun = async (count: number) => {
    await addDevices(server, devices(count))
    const { id, version } = await made(server)
    pass(30)
    expect(await claimDue(server.db, now())).toBe(true)
    const [sending] = await inSending(server.db, now())
    await listMore(server.db, sending!, 'Africa/Lagos', 500, now())
    const turns = await claimDeliveries(server.db, sending!, CLAIM, { now: now(), until: until(), most: 200 })
    expect(turns).toHaveLength(200)
    return { id, version, sending: sending!, turns }
  }
  const CLAIM = '00000000-0000-4000-8000-000000000001'
  const until = () => new Date(now().getTime() + 120_000)
  const outcome = (turn: { id: string; token: string | null }, state: 'accepted' | 'open') => ({
    id: turn.id,
    token: turn.token,
    state,
    reason: null,
    due_at: state === 'open' ? now().toISOString() : null,
  })

  test('what is on its way still arrives, the rest stays unsent and is counted, listed or not', async () => {
    const { id, version, sending, turns } = await begun(1250)
    const { status, body } = await cancel(id, version)
    expect([status, body.message]).toEqual([200, messages.stopped])
    expect(body.data).toMatchObject({ state: 'stopped', devices: 1250, finishedAt: now().toISOString() })
    expect(unsent(body.data)).toBe(1250)

    const outcomes = turns.map((turn, n) => outcome(turn, n < 190 ? 'accepted' : 'open'))
    await reportOutcomes(server.db, sending, CLAIM, outcomes, { now: now(), notBefore: undefined })
    pass(300)
    await run()
    const after = await one(id)
    expect(after).toMatchObject({ state: 'stopped', devices: 1250, totalReceived: 190, failed: 0 })
    expect(unsent(after)).toBe(1060)
    expect(await deliveredBy(server)).toEqual([])
  })

  test('a server that is just at it begins no more', async () => {
    const { id, version, sending } = await begun(450)
    await cancel(id, version)
    const more = await claimDeliveries(server.db, sending, CLAIM, { now: now(), until: until(), most: 200 })
    expect(more).toEqual([])
    await listMore(server.db, sending, 'Africa/Lagos', 500, now())
    expect(await one(id)).toMatchObject({ state: 'stopped', devices: 450 })
  })

  test('what a server left when it died is not taken up again', async () => {
    const { id, version } = await begun(450)
    await cancel(id, version)
    pass(3600 + 121)
    await run()
    expect(await one(id)).toMatchObject({ state: 'stopped', totalReceived: 0, failed: 0 })
    expect(await deliveredBy(server)).toEqual([])
  })

  test('once, and not when it is over', async () => {
    const { id } = await begun(200)
    expect((await cancel(id, 7)).status).toBe(409)
    await cancel(id)
    expect(await cancel(id)).toMatchObject({ status: 409, body: { message: 'This notification was stopped' } })
    await server.db.execute(sql`truncate push_deliveries, push_devices`)
    const over = await made(server)
    pass(30)
    await run()
    expect(await cancel(over.id)).toMatchObject({
      status: 409,
      body: { message: 'This notification was already sent' },
    })
  })
})

describe('a child without consent', () => {
  const join = (name: string, consent: string | null) =>
    server.db.execute(sql`
      insert into kids_club_members (customer_id, joined_at, guardian_name, consent_on, consent_source)
      select id, timestamptz '2026-11-01', 'Ronke Ojo', ${consent}::date, case when ${consent}::date is null then null else 'Form' end
      from customers where external_id = ${name}`)
  beforeEach(async () => {
    await addDevices(server, [
      { token: 'ada', of: 'ada', isSubscribed: true },
      { token: 'kid', of: 'kid', isSubscribed: true },
      { token: 'kid-2', of: 'kid' },
      { token: 'kemi', of: 'kemi', isSubscribed: true },
      { token: 'nobody' },
    ])
    await join('kid', null)
    await join('kemi', '2026-11-02')
  })

  test.each<[Audience, string[], number]>([
    ['ALL-USERS', ['ada', 'kemi', 'nobody'], 2],
    ['SUBSCRIBED-USERS', ['ada', 'kemi'], 2],
    ['UNSUBSCRIBED-USERS', ['nobody'], 0],
  ])('is left out of %s, and counted', async (audience, tokens, excluded) => {
    const counted = (await server.call(notifications.audience, { query: { audience } })).body.data
    expect(counted).toMatchObject({
      devices: tokens.length,
      customers: tokens.filter((one) => one !== 'nobody').length,
      excludedDevices: excluded,
    })
    const { id } = await made(server, { audience })
    pass(30)
    await run()
    expect(await deliveredBy(server)).toEqual(tokens.map((token) => `${token}: Half price tonight`))
    expect(await one(id)).toMatchObject({
      state: 'sent',
      devices: tokens.length,
      totalReceived: tokens.length,
      excluded,
    })
  })

  test('gets no test either', async () => {
    const query = { audience: 'TEST-USER' as const, email: emailOf('kid') }
    expect((await server.call(notifications.audience, { query })).body.data).toMatchObject({
      devices: 0,
      customers: 0,
      excludedDevices: 2,
    })
    expect((await testTo(emailOf('kid'))).status).toBe(422)
  })

  test('is counted of one that is stopped, too', async () => {
    const { id } = await made(server)
    pass(30)
    await claimDue(server.db, now())
    expect((await cancel(id)).body.data).toMatchObject({ state: 'stopped', devices: 3, excluded: 2 })
  })
})

test('a test to an address without a device is refused, unless it is for later', async () => {
  await addDevices(server, [{ token: 'a', of: 'ada' }])
  const refused = await testTo('nobody@mail.example')
  expect([refused.status, refused.problem.errors]).toEqual([422, [{ field: 'email', message: messages.noDevice }]])
  const later = { is_scheduled: 'true', schedule_date: '2026-11-21', schedule_time: '18:30' }
  expect((await testTo('nobody@mail.example', later)).status).toBe(200)
})

test('what its purchases brought is told in naira, refunds taken off', async () => {
  const { id, code } = await made(server)
  expect((await one(id)).revenueGenerated).toBe(0)
  await server.db.execute(
    sql`insert into referral_sums (code, tickets, kobo, purchases) values (upper(${code}), 3, 1150050, 2)`,
  )
  expect(await one(id)).toMatchObject({ purchases: 2, revenueGenerated: 11_500.5 })
})
