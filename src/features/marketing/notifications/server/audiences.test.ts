import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { roles } from '#server/auth/tables.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { audiences } from '../audience-contract.ts'
import { emptyCondition, messages, NO_LIMITS, type Condition, type Field } from '../audience-rules.ts'
import { notifications } from '../contract.ts'
import { messages as ofNotifications } from '../rules.ts'
import { meetsAll } from './conditions.ts'
import { sendPushes } from './jobs.ts'
import { keepLifts } from './lift.ts'
import { claimDue } from './sending.ts'
import { addDevices, clear, emailOf, GOOD, made, sendForm, deliveredBy } from './test/pushing.ts'

const ZONE = 'Africa/Lagos'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ env: { PUSH_UNDO_SECONDS: '0', SHOP_URL: 'https://shop.example' } })
  await server.db.execute(sql`
    with state as (insert into states (name) values ('Lagos'), ('Oyo') returning id, name)
    insert into cinemas (id, state_id, name)
    select x.id, s.id, x.name from state s
      join (values ('0001', 'Lekki', 'Lagos'), ('0002', 'Ibadan', 'Oyo')) x(id, name, state) on x.state = s.name`)
  await server.db.execute(sql`
    insert into movies (id, name, title, genres, pos_genre) values
      ('M1', 'HAUNTED', 'Haunted', '{Horror,Drama}', 'Comedy'), ('M2', 'LAUGH', '', '{}', 'Comedy, Family')`)
  await server.db.execute(sql`
    with plan as (insert into plans (name, kobo, tickets, created_at) values ('Supporter', 1, 1, now()) returning id)
    insert into plan_names (name, plan_id) select x.name, id from plan, (values ('supporter'), ('fan')) x(name)`)
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set(TEST_NOW)
  await server.runJobs()
  await server.db.execute(sql`delete from settings where key = 'notifications:limits'`)
  await server.db.execute(
    sql`truncate purchases, payments, payment_days, payment_cinema_days, ticket_log, buyers, customer_cinemas, loyalty_members, kids_club_members, push_notifications, audiences cascade`,
  )
  await clear(server)
})

const now = () => server.app.clock.now()
const limit = (body: object) => server.call(audiences.setLimits, { body: { ...NO_LIMITS, ...body } })
const one = (field: Field, more: Partial<Condition> = {}): Condition => ({ ...emptyCondition(field), ...more })
const daysAgo = (days: number) => new Date(now().getTime() - days * 86_400_000).toISOString()

type Bought = { cinema?: string; movie?: string; days: number; naira?: number; refunded?: number; showDays?: number }
/** A purchase of a customer, with two tickets where it is for a movie. */
async function buy(who: string, { cinema, movie, days, naira = 1000, refunded = 0, showDays = days }: Bought) {
  const { rows } = await server.db.execute<{ id: number }>(sql`
    insert into purchases (source, external_id, at, day, channel, cinema_id, customer_id, kobo)
    select 'test', gen_random_uuid()::text, ${daysAgo(days)}::timestamptz,
      (${daysAgo(days)}::timestamptz at time zone ${ZONE})::date, 'web', ${cinema ?? null}, id, ${naira * 100}
    from customers where external_id = ${who} returning id`)
  const { id } = rows[0]!
  const showDay = sql`(${daysAgo(showDays)}::timestamptz at time zone ${ZONE})::date`
  await server.db.execute(sql`
    insert into purchase_lines (purchase_id, n, kind, quantity, kobo, movie_id, show_day)
    values (${id}, 1, ${movie ? 'ticket' : 'concession'}, 2, ${naira * 100}, ${movie ?? null}, ${movie ? showDay : null})`)
  if (!refunded) return
  await server.db.execute(sql`
    with refund as (
      insert into refunds (source, external_id, purchase_id, at, day, kobo)
      values ('test', gen_random_uuid()::text, ${id}, now(), current_date, ${(naira * 100 * refunded) / 2}) returning id
    )
    insert into refund_lines (refund_id, n, kind, quantity, kobo, show_day)
    select id, 1, ${movie ? 'ticket' : 'concession'}, ${refunded}, ${(naira * 100 * refunded) / 2}, ${movie ? showDay : null}
    from refund`)
}

/** Who meets conditions, however they are looked for. */
async function who(...conditions: Condition[]): Promise<string> {
  const found = async (isGathered: boolean) => {
    const { rows } = await server.db.execute<{ name: string }>(sql`
      select c.first_name as name from customers c
      where ${meetsAll(conditions, { at: now(), zone: ZONE, isGathered })} order by 1`)
    return rows.map(({ name }) => name).join(' ')
  }
  const [gathered, each] = [await found(true), await found(false)]
  expect(gathered).toBe(each)
  return each
}

describe('a condition finds', () => {
  beforeEach(() =>
    addDevices(server, [
      { token: 'a', of: 'ada', isSubscribed: true },
      { token: 'b', of: 'bayo' },
      { token: 'c', of: 'chi' },
    ]),
  )

  test('who bought at a cinema, lately, and who did not', async () => {
    await buy('ada', { cinema: '0001', days: 10 })
    await buy('bayo', { cinema: '0002', days: 10 })
    await buy('chi', { cinema: '0001', days: 100 })
    expect(await who(one('bought', { any: ['0001'] }))).toBe('ada')
    expect(await who(one('bought', { any: ['0001'], days: null }))).toBe('ada chi')
    expect(await who(one('bought', { any: ['0001', '0002'] }))).toBe('ada bayo')
    expect(await who(one('bought'))).toBe('ada bayo')
    expect(await who(one('bought', { not: true }))).toBe('chi')
    expect(await who(one('bought', { days: 10 }))).toBe('ada bayo')
    expect(await who(one('bought', { days: 9 }))).toBe('')
  })

  test('who saw a genre or a movie: tickets that were given back, and shows to come, do not count', async () => {
    await buy('ada', { movie: 'M1', days: 3 })
    await buy('bayo', { movie: 'M1', days: 3, refunded: 2 })
    await buy('chi', { movie: 'M1', days: 3, refunded: 1 })
    await buy('bayo', { movie: 'M2', days: 3, showDays: -4 })
    expect(await who(one('genre', { any: ['Horror'] }))).toBe('ada chi')
    expect(await who(one('movie', { any: ['M1'], days: null }))).toBe('ada chi')
    expect(await who(one('movie', { any: ['M1'], days: null, not: true }))).toBe('bayo')
    expect(await who(one('genre', { any: ['Family'] }))).toBe('')
    server.clock.set(new Date(now().getTime() + 5 * 86_400_000).toISOString())
    expect(await who(one('genre', { any: ['Family'] }))).toBe('bayo')
    // Where staff said of which genres it is, the point of sale is not asked.
    expect(await who(one('genre', { any: ['Comedy'] }))).toBe('bayo')
    expect(await who(one('genre', { any: ['Horror'], days: 4 }))).toBe('')
  })

  test('who spent how much, refunds taken off, and who spent nothing', async () => {
    await buy('ada', { days: 2, naira: 5000 })
    await buy('ada', { days: 200, naira: 5000 })
    await buy('bayo', { days: 2, naira: 9000, refunded: 1 })
    expect(await who(one('spend', { from: 5000 }))).toBe('ada')
    expect(await who(one('spend', { from: 10_000, days: null }))).toBe('ada')
    expect(await who(one('spend', { from: 4500, to: 4500 }))).toBe('bayo')
    expect(await who(one('spend', { to: 4999 }))).toBe('bayo chi')
    expect(await who(one('spend', { from: 0, to: 0 }))).toBe('chi')
    expect(await who(one('spend', { from: 0 }))).toBe('ada bayo chi')
  })

  test('who bought last how long ago', async () => {
    await buy('ada', { days: 60 })
    await buy('ada', { days: 10 })
    await buy('bayo', { days: 60 })
    expect(await who(one('last_purchase', { from: 45 }))).toBe('bayo')
    expect(await who(one('last_purchase', { from: 45, to: 90 }))).toBe('bayo')
    expect(await who(one('last_purchase', { from: 45, to: 50 }))).toBe('')
    expect(await who(one('last_purchase', { to: 10 }))).toBe('ada')
  })

  test('by the subscription, its plan under any name, the tier, the cinema, the app and since when', async () => {
    await server.db.execute(sql`
      insert into subscription_periods (customer_id, starts_at, ends_at, starts_on, ends_on, renewed_on, is_new, plan, kobo, tickets)
      select id, timestamptz '2026-01-01', timestamptz '2026-02-01', date '2026-01-01', date '2026-02-01', 'infinity',
        true, 'Fan', 1, 1 from customers where external_id = 'bayo'`)
    await server.db.execute(sql`
      insert into loyalty_members (customer_id, tier) select id, 2 from customers where external_id = 'bayo'`)
    await server.db.execute(sql`
      update customers set default_cinema_id = '0001', registered_at = ${daysAgo(5)}::timestamptz where external_id = 'chi'`)
    await server.db.execute(sql`update push_devices set platform = 'ios' where token = 'b'`)
    await server.db.execute(sql`
      update push_devices set removed_at = now(), removal_reason = 'reported' where token = 'c'`)
    const { rows } = await server.db.execute<{ id: number }>(sql`select id from states where name = 'Lagos'`)
    expect(await who(one('subscription', { any: ['active'] }))).toBe('ada')
    expect(await who(one('subscription', { any: ['ended'] }))).toBe('bayo')
    expect(await who(one('subscription', { any: ['never', 'active'] }))).toBe('ada chi')
    expect(await who(one('plan', { any: ['Supporter'] }))).toBe('ada')
    expect(await who(one('plan', { any: ['Supporter'], not: true }))).toBe('bayo chi')
    expect(await who(one('tier', { any: ['2'] }))).toBe('bayo')
    expect(await who(one('tier', { any: ['0', '1'] }))).toBe('ada chi')
    expect(await who(one('home', { any: [String(rows[0]!.id)] }))).toBe('chi')
    expect(await who(one('app'))).toBe('ada bayo')
    expect(await who(one('app', { any: ['ios'] }))).toBe('bayo')
    expect(await who(one('app', { not: true }))).toBe('chi')
    expect(await who(one('joined', { to: 5 }))).toBe('chi')
    expect(await who(one('joined', { from: 6 }))).toBe('ada bayo')
    expect(await who(one('app'), one('tier', { any: ['0'] }))).toBe('ada')
  })
})

const save = (name: string, conditions: Partial<Condition>[], as: 'admin' | 'powerless' = 'admin') =>
  server.call(audiences.create, { body: { name, conditions: conditions as Condition[] }, as })
const saved = async (name: string, ...conditions: Condition[]) => (await save(name, conditions)).body.data

describe('a saved audience', () => {
  test('is named, changed, deleted and restored, and says itself in a sentence', async () => {
    const { status, body } = await save('Lekki', [one('bought', { any: ['0001'] }), one('movie', { any: ['M1'] })])
    expect([status, body.message]).toEqual([200, messages.added])
    expect(body.data).toMatchObject({
      name: 'Lekki',
      description: 'Customers who bought at Lekki in the last 90 days and saw Haunted in the last 90 days',
      names: { 'cinema:0001': 'Lekki', 'movie:M1': 'Haunted' },
      version: 1,
    })
    const { id } = body.data
    expect((await save('LEKKI', [one('app')])).problem.errors).toEqual([
      { field: 'name', message: messages.nameExists },
    ])
    const change = (version: number) =>
      server.call(audiences.change, { params: { id }, body: { name: 'Lekki 2', conditions: [one('app')], version } })
    expect((await change(1)).body.data).toMatchObject({ description: 'Customers who have the app', version: 2 })
    expect((await change(1)).status).toBe(409)
    expect((await server.call(audiences.remove, { params: { id } })).status).toBe(200)
    expect((await server.call(audiences.list, {})).body.data).toEqual([])
    expect((await change(3)).status).toBe(404)
    expect((await server.call(audiences.restore, { params: { id } })).status).toBe(200)
    expect((await server.call(audiences.restore, { params: { id } })).status).toBe(409)
    const { rows } = await server.db.execute(sql`
      select summary, after->>'conditions' as conditions from audit_log where entity = 'audience' and action = 'audiences.change'`)
    expect(rows).toEqual([{ summary: 'Edited the audience Lekki 2', conditions: 'Customers who have the app' }])
  })

  test.each([
    [{ name: ' ', conditions: [one('app')] }, 'name', messages.noName],
    [{ name: 'A', conditions: [] }, 'conditions', messages.noConditions],
    [{ name: 'A', conditions: [one('genre')] }, 'conditions.0', messages.noAny],
    [{ name: 'A', conditions: [one('app'), one('spend')] }, 'conditions.1', messages.noRange],
    [{ name: 'A', conditions: [one('bought', { any: ['9999'] })] }, 'conditions', 'Cinema 9999 not found'],
    [{ name: 'A', conditions: [one('movie', { any: ['X'] })] }, 'conditions', 'Movie X not found'],
    [{ name: 'A', conditions: [one('plan', { any: ['Gone'] })] }, 'conditions', 'Plan Gone not found'],
    [{ name: 'A', conditions: [one('home', { any: ['x'] })] }, 'conditions', 'State x not found'],
  ])('%j is refused', async (body, field, message) => {
    const { status, problem } = await server.call(audiences.create, { body })
    expect([status, problem.errors]).toEqual([422, [{ field, message }]])
  })

  test('counts its people and devices, and who is left out, without naming anybody', async () => {
    await addDevices(server, [
      { token: 'a1', of: 'ada' },
      { token: 'a2', of: 'ada' },
      { token: 'k', of: 'kid' },
      { token: 'c', of: 'chi' },
    ])
    await server.db.execute(
      sql`update push_devices set removed_at = now(), removal_reason = 'reported' where token = 'c'`,
    )
    await server.db.execute(sql`
      insert into kids_club_members (customer_id, joined_at) select id, now() from customers where external_id = 'kid'`)
    const answer = await server.call(audiences.count, { body: { conditions: [one('joined', { from: 0 })] } })
    expect(answer.body.data).toEqual({
      devices: 2,
      customers: 1,
      excludedDevices: 1,
      people: 3,
      excluded: [
        { reason: 'app', customers: 1, devices: 0 },
        { reason: 'consent', customers: 1, devices: 1 },
      ],
      per_week: null,
    })
    expect((await server.call(audiences.count, { body: { conditions: [one('app')] }, as: 'powerless' })).status).toBe(
      403,
    )
  })

  test('is a file of its people for whoever may export users, and for nobody else', async () => {
    await addDevices(server, [
      { token: 'a', of: 'ada' },
      { token: 'b', of: 'bayo' },
    ])
    await buy('ada', { days: 1 })
    const { id } = await saved('Buyers', one('bought'))
    const file = (as: 'superadmin' | 'powerless') => server.call(audiences.peopleCsv, { params: { id }, as })
    const found = await file('superadmin')
    const [heading, ...lines] = found.text.trimEnd().split('\r\n')
    expect(heading).toBe('\ufeffName,Email,Phone,Date created,User ID')
    expect(lines).toEqual([expect.stringMatching(/^ada,ada@mail\.example,,01\/01\/2026,\d+$/)])
    const { rows } = await server.db.execute(sql`select summary from audit_log order by id desc limit 1`)
    expect(rows).toEqual([{ summary: 'Exported 1 customer of the audience Buyers' }])
    const allow = (permissions: string[]) =>
      server.db.update(roles).set({ permissions }).where(eq(roles.name, 'Powerless'))
    await allow(['notifications:read', 'notifications:write'])
    expect((await file('powerless')).status).toBe(403)
    await allow(['customers:export'])
    expect((await file('powerless')).status).toBe(200)
    await allow([])
  })
})

const audienceOf = (id: number) => ({ audience: 'SAVED-AUDIENCE', audience_id: String(id) })
const send = (fields: Record<string, string>) =>
  sendForm(server, notifications.send, { fields: { ...GOOD, ...fields } })
const fetched = async (id: number) => (await server.call(notifications.fetch, { params: { id } })).body.data

describe('a notification to a saved audience', () => {
  test('goes to who is in it when it is sent, by the conditions it was saved with', async () => {
    await addDevices(server, [{ token: 'a', of: 'ada' }, { token: 'b', of: 'bayo' }, { token: 'nobody' }])
    await buy('ada', { days: 1 })
    const { id: audience } = await saved('Buyers', one('bought'))
    const later = { is_scheduled: 'true', schedule_date: '2026-11-21', schedule_time: '18:30' }
    const { id } = await made(server, { ...audienceOf(audience), ...later })
    expect(await fetched(id)).toMatchObject({
      audience: 'SAVED-AUDIENCE',
      audience_id: audience,
      audience_name: 'Buyers',
      audience_description: 'Customers who bought in the last 90 days',
    })
    const everybody = { name: 'Buyers', conditions: [one('joined', { from: 0 })] }
    await server.call(audiences.change, { params: { id: audience }, body: everybody })
    await server.call(audiences.remove, { params: { id: audience } })
    await buy('bayo', { days: 1 })
    server.clock.set('2026-11-21T17:30:00.000Z')
    await server.runJobs()
    expect(await deliveredBy(server)).toEqual(['a: Half price tonight', 'b: Half price tonight'])
    expect(await fetched(id)).toMatchObject({ state: 'sent', devices: 2, totalReceived: 2 })
  })

  test('is refused without one, and with one that was deleted', async () => {
    const { id } = await saved('Gone', one('app'))
    await server.call(audiences.remove, { params: { id } })
    for (const audience_id of ['', 'x', '999999', String(id)])
      expect((await send({ audience: 'SAVED-AUDIENCE', audience_id })).problem.errors).toEqual([
        { field: 'audience_id', message: ofNotifications.noAudience },
      ])
    const query = { audience: 'SAVED-AUDIENCE' as const, audience_id: id }
    expect((await server.call(notifications.audience, { query })).status).toBe(422)
  })

  test('that is asked for again is the same one', async () => {
    const { id } = await saved('Everybody', one('joined', { from: 0 }))
    const fields = { ...audienceOf(id), control_percent: '10', code: 'SAMEAGAN' }
    const first = await send(fields)
    expect((await send(fields)).data.id).toBe(first.data.id)
    expect((await send({ ...fields, control_percent: '5' })).status).toBe(409)
    expect((await send({ ...fields, audience: 'ALL-USERS' })).status).toBe(409)
  })
})

describe('limits', () => {
  test('are set and audited; what makes no sense is refused', async () => {
    expect((await server.call(audiences.limits, {})).body.data).toEqual(NO_LIMITS)
    expect((await limit({ per_week: 3, quiet_from: '21:00', quiet_to: '08:00' })).status).toBe(200)
    expect((await server.call(audiences.limits, {})).body.data).toEqual({
      per_week: 3,
      quiet_from: '21:00',
      quiet_to: '08:00',
    })
    expect((await limit({ per_week: 0 })).problem.errors).toEqual([{ field: 'per_week', message: messages.badPerWeek }])
    expect((await limit({ quiet_from: '21:00' })).problem.errors).toEqual([
      { field: 'quiet_to', message: messages.badQuietHours },
    ])
    expect((await limit({ quiet_from: '21:00', quiet_to: '21:00' })).problem.errors).toEqual([
      { field: 'quiet_to', message: messages.sameQuietHours },
    ])
  })

  test('nobody gets more than so many in seven days, on however many devices; tests do not count', async () => {
    await limit({ per_week: 2 })
    await addDevices(server, [{ token: 'a1', of: 'ada' }, { token: 'a2', of: 'ada' }, { token: 'nobody' }])
    const counted = async () =>
      (await server.call(notifications.audience, { query: { audience: 'ALL-USERS' } })).body.data
    await made(server, { audience: 'TEST-USER', email: emailOf('ada') })
    await made(server)
    await server.runJobs()
    await addDevices(server, [{ token: 'b', of: 'bayo' }])
    expect(await counted()).toMatchObject({ devices: 4, excluded: [] })
    await made(server)
    await server.runJobs()
    expect(await counted()).toMatchObject({
      devices: 1,
      customers: 1,
      excluded: [{ reason: 'week', customers: 1, devices: 3 }],
      per_week: 2,
    })
    const third = await made(server)
    await server.runJobs()
    expect(await fetched(third.id)).toMatchObject({ state: 'sent', devices: 1, rateLimited: 3, totalReceived: 1 })
    expect((await deliveredBy(server)).filter((delivered) => delivered.startsWith('a1'))).toHaveLength(3)
    server.clock.set(new Date(now().getTime() + 7 * 86_400_000).toISOString())
    expect(await counted()).toMatchObject({ devices: 4, excluded: [] })
  })

  test('what was stopped before it arrived does not count', async () => {
    await limit({ per_week: 1 })
    await addDevices(server, [{ token: 'a', of: 'ada' }])
    const { id } = await made(server)
    await server.runJobs()
    await server.db.execute(sql`
      update push_deliveries set state = 'open', due_at = now() where notification_id = ${id}`)
    await server.db.execute(sql`update push_notifications set state = 'stopped' where id = ${id}`)
    const { body } = await server.call(notifications.audience, { query: { audience: 'ALL-USERS' } })
    expect(body.data.devices).toBe(1)
  })

  test('none begins in quiet hours, except a test', async () => {
    await limit({ quiet_from: '09:00', quiet_to: '11:00' })
    await addDevices(server, [{ token: 'a', of: 'ada' }])
    const reason = 'Choose a time outside quiet hours, 09:00 to 11:00'
    const atOnce = await send({})
    expect([atOnce.status, atOnce.problem.message]).toEqual([409, reason])
    const at = (schedule_time: string) => send({ is_scheduled: 'true', schedule_date: '2026-11-21', schedule_time })
    expect((await at('10:59')).problem.errors).toEqual([{ field: 'schedule_time', message: reason }])
    expect((await at('11:00')).status).toBe(200)
    expect((await send({ audience: 'TEST-USER', email: emailOf('ada') })).status).toBe(200)
  })
})

describe('quiet hours that began since', () => {
  // The clock of Lagos is an hour ahead.
  const at = (clock: string) => server.clock.set(`2026-11-21T${clock}:00Z`)
  beforeEach(() =>
    addDevices(server, [
      { token: 'a', of: 'ada' },
      { token: 'b', of: 'bayo' },
    ]),
  )

  test('keep what was scheduled before them waiting until they end; a test goes out', async () => {
    const { id } = await made(server, { is_scheduled: 'true', schedule_date: '2026-11-21', schedule_time: '21:30' })
    await limit({ quiet_from: '21:00', quiet_to: '08:00' })
    at('20:30')
    await server.runJobs()
    await sendPushes.run(server.app, {})
    expect(await fetched(id)).toMatchObject({ state: 'scheduled', waitsUntil: '2026-11-22T07:00:00.000Z' })
    await made(server, { audience: 'TEST-USER', email: emailOf('ada') })
    await sendPushes.run(server.app, {})
    expect(await deliveredBy(server)).toEqual(['a: Half price tonight'])
    server.clock.set('2026-11-22T06:59:59Z')
    await sendPushes.run(server.app, {})
    expect(await fetched(id)).toMatchObject({ state: 'scheduled' })
    server.clock.set('2026-11-22T07:00:00Z')
    await sendPushes.run(server.app, {})
    expect(await fetched(id)).toMatchObject({ state: 'sent', totalReceived: 2, waitsUntil: null })
  })

  test('interrupt one that is being sent', async () => {
    const { id } = await made(server)
    server.clock.set(new Date(now().getTime() + 30_000).toISOString())
    expect(await claimDue(server.db, now())).toBe(true)
    await limit({ quiet_from: '09:00', quiet_to: '11:00' })
    await sendPushes.run(server.app, {})
    expect(await fetched(id)).toMatchObject({ state: 'sending', waitsUntil: '2026-11-21T10:00:00.000Z' })
    expect(await deliveredBy(server)).toEqual([])
    at('10:00')
    await sendPushes.run(server.app, {})
    expect(await fetched(id)).toMatchObject({ state: 'sent', totalReceived: 2 })
  })
})

describe('a holdout', () => {
  const CROWD = 400
  const crowd = () =>
    addDevices(
      server,
      Array.from({ length: CROWD }, (_, n) => ({ token: `t${n}`, of: `c${n}` })),
    )

  test('is the share that was counted, chosen by the code, and gets nothing', async () => {
    await crowd()
    const code = 'HELDAT34'
    const query = { audience: 'ALL-USERS' as const, control_percent: 20, code }
    const counted = (await server.call(notifications.audience, { query })).body.data
    const control = counted.excluded.find(({ reason }) => reason === 'control')!.customers
    expect(control).toBeGreaterThan(CROWD * 0.12)
    expect(control).toBeLessThan(CROWD * 0.28)
    const { id } = await made(server, { control_percent: '20', code })
    await server.runJobs()
    expect(await fetched(id)).toMatchObject({
      state: 'sent',
      devices: CROWD - control,
      controlGroup: control,
      totalReceived: CROWD - control,
    })
    expect(await deliveredBy(server)).toHaveLength(CROWD - control)
    const other = { ...query, code: 'HELDAT35' }
    const again = (await server.call(notifications.audience, { query: other })).body.data
    expect(again.devices).not.toBe(0)
  })

  test('holds a person back on all devices, and a test from nobody', async () => {
    await addDevices(
      server,
      Array.from({ length: 60 }, (_, n) => ({ token: `t${n}`, of: `c${n % 30}` })),
    )
    await made(server, { control_percent: '50' })
    await server.runJobs()
    const { rows } = await server.db.execute(sql`
      select d.customer_id from push_deliveries v join push_devices d on d.id = v.device_id
      group by 1 having count(distinct v.state) > 1`)
    expect(rows).toEqual([])
    await made(server, { audience: 'TEST-USER', email: emailOf('c0'), control_percent: '50' })
    await server.runJobs()
    expect(
      (await deliveredBy(server)).filter((delivered) => /^t(0|30):/.test(delivered)).length,
    ).toBeGreaterThanOrEqual(2)
  })

  test('is compared with those who got it: all they bought in the days after', async () => {
    await crowd()
    await buy('c0', { days: 1 })
    const { id } = await made(server, { control_percent: '50' })
    const lift = async () => (await server.call(notifications.lift, { params: { id } })).body.data
    expect(await lift()).toBeNull()
    await server.runJobs()
    expect(await lift()).toMatchObject({
      verdict: 'few',
      isOver: false,
      reached: { buyers: 0 },
      control: { buyers: 0 },
    })
    const { rows } = await server.db.execute<{ name: string; state: string }>(sql`
      select c.external_id as name, v.state from push_deliveries v
        join push_devices d on d.id = v.device_id join customers c on c.id = d.customer_id order by 1`)
    const of = (state: string) => rows.filter((row) => row.state === state).map(({ name }) => name)
    server.clock.set(new Date(now().getTime() + 3 * 86_400_000).toISOString())
    for (const name of of('accepted').slice(0, 60)) await buy(name, { days: 1, naira: 4000 })
    for (const name of of('control').slice(0, 20)) await buy(name, { days: 1, naira: 4000 })
    const reached = of('accepted').length
    const found = (await lift())!
    expect(found).toMatchObject({
      verdict: 'more',
      reached: { people: reached, buyers: 60, spent: Math.round((60 * 400_000) / reached) / 100 },
      control: { people: CROWD - reached, buyers: 20 },
    })
    expect(found.low).toBeGreaterThan(0)

    server.clock.set(new Date(now().getTime() + 5 * 86_400_000).toISOString())
    for (const name of of('control')) await buy(name, { days: 0.5, naira: 90_000 })
    await keepLifts.run(server.app, {})
    await keepLifts.run(server.app, {})
    await server.db.execute(sql`delete from push_deliveries`)
    expect(await lift()).toEqual({ ...found, isOver: true })
  })

  test.each(['51', '-1', 'x', '1.5'])('of %s percent is refused', async (controlPercent) => {
    expect((await send({ control_percent: controlPercent })).problem.errors).toEqual([
      { field: 'control_percent', message: ofNotifications.badControlPercent },
    ])
  })
})
