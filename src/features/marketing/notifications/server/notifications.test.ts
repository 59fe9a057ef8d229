import sharp from 'sharp'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { feed } from '#features/operations/feed/contract.ts'
import { roles } from '#server/auth/tables.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { notifications } from '../contract.ts'
import { DECIDED, messages } from '../rules.ts'
import { addDevices, clear, emailOf, GOOD, made, sendForm } from './test/pushing.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({
    env: {
      SHOP_URL: 'https://shop.example/m/{movie_id}',
      PUBLIC_URL: 'https://office.chain.example',
      PUSH_UNDO_SECONDS: '0',
    },
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set(TEST_NOW)
  await server.runJobs()
  await clear(server)
})

const send = (fields: Record<string, string>, file?: { name: string; data: Buffer }) =>
  sendForm(server, notifications.send, { fields: { ...GOOD, ...fields }, file })
const change = (id: number, fields: Record<string, string>, file?: { name: string; data: Buffer }) =>
  sendForm(server, notifications.change, { params: { id }, fields: { ...GOOD, ...fields }, file })
const fetched = (id: number) => server.call(notifications.fetch, { params: { id } })
const listed = async (query: object = {}) => (await server.call(notifications.list, { query })).body.data
const cancel = (id: number, body: object = {}) => server.call(notifications.cancel, { params: { id }, body })

const LATER = { is_scheduled: 'true', schedule_date: '2026-11-21', schedule_time: '18:30' }
const picture = (width: number, height: number, kind: 'png' | 'jpeg' | 'gif' = 'jpeg') =>
  sharp({ create: { width, height, channels: 3, background: '#7c5cf0' } })
    .toFormat(kind)
    .toBuffer()

describe('a notification', () => {
  // Clauses: operations 197, 244, 373, 376, 469
  test('is sent now, with the message of the specification', async () => {
    const { status, data, message } = await send({
      name: 'Weekend',
      link: 'https://shop.example/weekend',
      code: 'ABCD2345',
    })
    expect([status, message]).toEqual([200, 'Sent notification'])
    expect(data).toEqual({
      id: expect.any(Number),
      title: 'Half price tonight',
      body: 'At every cinema, from eight on.',
      audience: 'ALL-USERS',
      sendAt: '2026-11-21T09:00:00.000Z',
      beginsIn: 0,
      waitsUntil: null,
      audience_id: null,
      audience_name: '',
      audience_description: '',
      control_percent: 0,
      excluded: 0,
      rateLimited: 0,
      controlGroup: 0,
      revenueGenerated: 0,
      schedule_date: '2026-11-21',
      schedule_time: '10:00',
      is_scheduled: false,
      totalReceived: 0,
      totalClicks: 0,
      purchases: 0,
      link: 'https://shop.example/weekend',
      image: '',
      email: '',
      name: 'Weekend',
      code: 'ABCD2345',
      state: 'scheduled',
      devices: 0,
      unregistered: 0,
      failed: 0,
      createdAt: TEST_NOW,
      createdBy: 'superadmin Tester',
      finishedAt: null,
      version: 1,
    })
    await server.runJobs()
    expect((await fetched(data.id)).body.data).toMatchObject({ state: 'sent', finishedAt: TEST_NOW })
  })

  // Clauses: operations 283, 374
  test('gets a code of its own when none is sent', async () => {
    expect((await made(server)).code).toMatch(/^[34679ACEFGHJKMNPRTUVWXY]{8}$/)
  })

  // Clauses: operations 244, 376, 504
  test('is scheduled in the zone of the chain, and says for when', async () => {
    const { data, message } = await send(LATER)
    expect(message).toBe('Scheduled for 21/11/2026 18:30')
    expect(data).toMatchObject({ ...LATER, is_scheduled: true, state: 'scheduled' })
    const { rows } = await server.db.execute<{ at: string }>(
      sql`select to_char(send_at at time zone 'UTC', 'HH24:MI') as at from push_notifications`,
    )
    expect(rows).toEqual([{ at: '17:30' }])
  })

  test('that is sent again with its code is the same one', async () => {
    const first = await send({ code: 'TWYCE346' })
    const again = await send({ code: 'twyce346' })
    expect([again.status, again.data.id, again.message]).toEqual([200, first.data.id, 'Sent notification'])
    expect((await listed()).totalCount).toBe(1)
  })

  test('with its image and its time too; corrected meanwhile, it answers with what was sent', async () => {
    const file = async (width: number) => ({ name: 'a.png', data: await picture(width, 400) })
    const form = { ...LATER, code: 'CARRECT3', link: 'https://shop.example/deal', name: 'Deal' }
    const first = await send(form, await file(400))
    const again = await send(form, await file(400))
    expect([again.status, again.data]).toEqual([200, first.data])
    const corrected = [
      await send({ ...form, title: 'Another' }, await file(400)),
      await send({ ...form, link: 'https://shop.example/other' }, await file(400)),
      await send({ ...form, name: '' }, await file(400)),
      await send({ ...form, audience: 'TEST-USER', email: 'ada@mail.example' }, await file(400)),
      await send({ ...form, schedule_time: '18:31' }, await file(400)),
      await send({ ...form, is_scheduled: 'false' }, await file(400)),
      await send(form, await file(500)),
      await send(form),
    ]
    for (const { status, problem } of corrected)
      expect([status, problem.message, problem.data]).toEqual([409, messages.sentBefore, first.data])
    expect((await listed()).totalCount).toBe(1)
  })

  test('does not take the code of a referral link', async () => {
    await server.db.execute(sql`insert into movies (id, name) values ('1', 'M') on conflict do nothing`)
    await server.db.execute(sql`
      insert into referral_links (name, movie_id, code, long_link, created_at, created_by)
      values ('A', '1', 'REFER346', 'https://s.example', now(), 'me')`)
    expect((await send({ code: 'refer346' })).problem.errors).toEqual([{ field: 'code', message: messages.codeExists }])
  })

  test('asked for ten times at once with one code is made once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => send({ code: 'MANY3467' })))
    const [first] = answers
    for (const { status, data } of answers) expect([status, data.id]).toEqual([200, first!.data.id])
    expect((await listed()).totalCount).toBe(1)
  })

  test('is audited', async () => {
    await send({ code: 'AUDIT346', ...LATER })
    const { rows } = await server.db.execute(
      sql`select actor, action, summary, after->>'code' as code from audit_log order by id desc limit 1`,
    )
    expect(rows).toEqual([
      {
        actor: 'superadmin Tester',
        action: 'notifications.send',
        summary: 'Scheduled the notification Half price tonight for 21/11/2026 18:30',
        code: 'AUDIT346',
      },
    ])
  })

  // Clauses: operations 279, 281-282, 284, 375
  test.each([
    [{ title: ' ' }, 'title', 'This field is empty'],
    [{ title: 'x'.repeat(101) }, 'title', 'Enter up to 100 characters'],
    [{ body: '' }, 'body', 'This field is empty'],
    [{ body: 'x'.repeat(501) }, 'body', 'Enter up to 500 characters'],
    [{ link: 'shop' }, 'link', 'Invalid url'],
    [{ link: 'javascript:alert(1)' }, 'link', 'Invalid url'],
    [{ link: '/n/x' }, 'link', 'Invalid url'],
    [{ name: 'x'.repeat(101) }, 'name', 'Enter up to 100 characters'],
    [{ audience: 'NOBODY' }, 'audience', messages.badAudience],
    [{ audience: 'TEST-USER' }, 'email', 'This field is empty'],
    [{ audience: 'TEST-USER', email: 'ada@mail' }, 'email', 'Invalid email'],
    [{ audience: 'TEST-USER', email: 'ada @mail.example' }, 'email', 'Invalid email'],
    [{ code: 'SHORT' }, 'code', messages.badCode],
    [{ is_scheduled: 'maybe' }, 'is_scheduled', 'is_scheduled is true or false'],
    [{ is_scheduled: 'true', schedule_time: '18:30' }, 'schedule_date', 'This field is empty'],
    [{ ...LATER, schedule_date: '21/11/2026' }, 'schedule_date', 'Enter a date (YYYY-MM-DD)'],
    [{ ...LATER, schedule_time: '' }, 'schedule_time', 'This field is empty'],
    [{ ...LATER, schedule_time: '24:00' }, 'schedule_time', 'Enter a time (HH:mm)'],
    [{ ...LATER, schedule_time: '09:59' }, 'schedule_time', 'Choose a time in the future'],
  ])('is refused as %j', async (fields, field, message) => {
    const answer = await send(fields)
    expect([answer.status, answer.problem.errors]).toEqual([422, [{ field, message }]])
    expect((await listed()).totalCount).toBe(0)
  })

  test('says everything that is wrong with it at once', async () => {
    const { problem } = await send({ title: '', body: '', link: 'x', audience: 'TEST-USER', email: 'x' })
    expect(problem.errors!.map(({ field }) => field)).toEqual(['title', 'body', 'link', 'email'])
  })

  // Clauses: operations 280
  test('an email counts for a test user alone', async () => {
    expect(await made(server, { email: 'no address' })).toMatchObject({ email: '' })
    await addDevices(server, [{ token: 'a', of: 'ada' }])
    expect(await made(server, { audience: 'TEST-USER', email: 'ada@mail.example' })).toMatchObject({
      email: 'ada@mail.example',
    })
  })

  test('a minute that has begun is not over', async () => {
    server.clock.set('2026-11-21T17:30:40.000Z')
    expect((await send(LATER)).status).toBe(200)
    server.clock.set('2026-11-21T17:31:00.000Z')
    expect((await send(LATER)).status).toBe(422)
  })

  // Clauses: operations 373
  test('must be a form', async () => {
    const answer = await server.call(notifications.send, { body: GOOD })
    expect([answer.status, answer.problem.message]).toEqual([400, 'Send a form (multipart/form-data)'])
  })
})

describe('an image', () => {
  // Clauses: operations 286, 505
  test.each([
    ['png', 300, 200],
    ['jpeg', 2000, 1000],
  ] as const)('%s of %i by %i is stored, and anybody can see it', async (kind, width, height) => {
    const { data } = await send({}, { name: 'it.bin', data: await picture(width, height, kind) })
    expect(data.image).toMatch(/^https:\/\/office\.chain\.example\/api\/files\/image-\w+\.jpg$/)
    const seen = await server.inject({ method: 'GET', url: new URL(data.image).pathname })
    expect([seen.statusCode, seen.headers['content-type']]).toEqual([200, 'image/jpeg'])
  })

  test('is measured as it is shown: one that lies on its side upright', async () => {
    const lying = await sharp(await picture(250, 320))
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect((await send({}, { name: 'a.jpg', data: lying })).status).toBe(200)
    const standing = await sharp(await picture(320, 250))
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect((await send({}, { name: 'a.jpg', data: standing })).problem.message).toBe(messages.imageSize)
  })

  // Clauses: operations 285-287
  test.each([
    ['too narrow', () => picture(299, 200), 'Width must be at least 300px, height at least 200px'],
    ['too low', () => picture(300, 199), 'Width must be at least 300px, height at least 200px'],
    ['a GIF', () => picture(300, 200, 'gif'), 'Image must be PNG or JPEG'],
    ['no image', async () => Buffer.from('<svg/>'), 'Image must be PNG or JPEG'],
    ['empty', async () => Buffer.alloc(0), 'Image must be PNG or JPEG'],
    [
      'too large',
      async () => Buffer.concat([await picture(300, 200), Buffer.alloc(1024 * 1024)]),
      'Image must not be bigger than 1MB',
    ],
    ['damaged', async () => (await picture(300, 200, 'png')).subarray(0, 30), 'The image is damaged'],
  ])('%s is refused', async (_, make, message) => {
    const answer = await send({}, { name: 'image.jpg', data: await make() })
    expect([answer.status, answer.problem.errors]).toEqual([422, [{ field: 'file', message }]])
  })

  test('is taken from another notification, by who may see that', async () => {
    const first = (await send({ code: 'FWRST346' }, { name: 'a.png', data: await picture(400, 300, 'png') })).data
    const other = await send({ title: 'Once more', image_of: String(first.id) })
    expect([other.status, other.data.image]).toEqual([200, first.image])
    const own = await send({ image_of: String(first.id) }, { name: 'b.png', data: await picture(500, 300, 'png') })
    expect(own.data.image).not.toBe(first.image)
    for (const image_of of ['999999', '-1', 'x', '99999999999999999999'])
      expect((await send({ image_of })).problem.errors).toEqual([
        { field: 'image_of', message: messages.noSuchNotification },
      ])
    const fields = { ...GOOD, image_of: String(first.id) }
    const asPowerless = () => sendForm(server, notifications.send, { fields, as: 'powerless' })
    await server.db
      .update(roles)
      .set({ permissions: ['notifications:write'] })
      .where(eq(roles.name, 'Powerless'))
    expect((await asPowerless()).status).toBe(422)
    await server.db
      .update(roles)
      .set({ permissions: ['notifications:write', 'notifications:read'] })
      .where(eq(roles.name, 'Powerless'))
    expect((await asPowerless()).status).toBe(200)
    await server.db.update(roles).set({ permissions: [] }).where(eq(roles.name, 'Powerless'))
  })

  // Clauses: operations 505
  test('of exactly 1MB is taken', async () => {
    const small = await picture(300, 200)
    const data = Buffer.concat([small, Buffer.alloc(1024 * 1024 - small.length)])
    expect((await send({}, { name: 'a.jpg', data })).status).toBe(200)
  })
})

describe('the history', () => {
  // Clauses: operations 372, 488
  test('has the latest first, is paged, with the true total, and has a page beyond its end', async () => {
    for (let n = 0; n < 11; n++) await made(server, { title: `Number ${n}` })
    await made(server, { ...LATER, title: 'To come' })
    const first = await listed()
    expect(first.notifications.map(({ title }) => title).slice(0, 3)).toEqual(['To come', 'Number 10', 'Number 9'])
    expect([first.notifications.length, first.totalCount]).toEqual([10, 12])
    expect((await listed({ page: 2 })).notifications).toHaveLength(2)
    expect(await listed({ page: 9 })).toEqual({ notifications: [], totalCount: 12 })
  })

  test('is searched by title, body, name and code, and filtered by state', async () => {
    await made(server, { title: 'Sallah 100%', name: 'Holiday', code: 'SALLA346' })
    await made(server, { ...LATER, body: 'Something else' })
    for (const search of ['sallah', '100%', 'holi', 'salla346'])
      expect((await listed({ search })).notifications.map(({ code }) => code)).toEqual(['SALLA346'])
    expect((await listed({ search: 'zz%' })).totalCount).toBe(0)
    await server.runJobs()
    expect((await listed({ state: 'scheduled' })).notifications.map(({ body }) => body)).toEqual(['Something else'])
    expect((await server.call(notifications.list, { query: { state: 'lost' as never } })).status).toBe(422)
  })
})

test('the history is exported, by state and days as it is filtered', async () => {
  server.clock.set(TEST_NOW)
  await send({ title: '=1+1', name: 'Weekend', code: 'CSV34679' })
  await send({ ...LATER, schedule_date: '2026-11-23', title: 'Monday' })
  const range = { start_date: '2026-11-21', end_date: '2026-11-21', search: '1+1' }
  expect((await listed(range)).totalCount).toBe(1)
  expect((await listed({ start_date: '2026-11-23', end_date: '2026-11-23' })).notifications).toMatchObject([
    { title: 'Monday' },
  ])
  const csv = await server.call(notifications.csv, { query: range })
  expect(csv.headers['content-disposition']).toBe('attachment; filename="notifications.csv"')
  expect(csv.text.trimEnd().split('\r\n')).toEqual([
    '\ufeffTitle,Body,Audience,Function,Schedule Date,Status,Devices,Accepted,Clicks,Purchases,Revenue',
    expect.stringMatching(/^'=1\+1,.*,All users,Weekend,21\/11\/2026 \d\d:\d\d,Scheduled,0,0,0,0,0$/),
  ])
  expect((await server.call(notifications.csv, { query: {}, as: 'powerless' })).status).toBe(403)
})

describe('a scheduled one', () => {
  test('is changed until it is claimed; its code stays', async () => {
    const { id, code } = await made(server, { ...LATER, code: 'STAYS346' })
    const changed = await change(id, {
      ...LATER,
      title: 'New',
      schedule_date: '2026-11-22',
      code: 'OTHER346',
      version: '1',
    })
    expect([changed.status, changed.message]).toEqual([200, 'Scheduled for 22/11/2026 18:30'])
    expect(changed.data).toMatchObject({ title: 'New', schedule_date: '2026-11-22', code, version: 2 })
    const { rows } = await server.db.execute(sql`select before, after from audit_log order by id desc limit 1`)
    expect(rows[0]).toMatchObject({ before: { title: GOOD.title }, after: { title: 'New' } })
  })

  test('is sent now instead', async () => {
    const { id } = await made(server, LATER)
    expect((await change(id, { is_scheduled: 'false' })).message).toBe('Sent notification')
    await server.runJobs()
    expect((await fetched(id)).body.data.state).toBe('sent')
  })

  test('keeps its image, gets another one, or loses it', async () => {
    const file = async (width: number) => ({ name: 'a.png', data: await picture(width, 400) })
    const { data } = await send(LATER, await file(400))
    expect((await change(data.id, LATER)).data.image).toBe(data.image)
    const other = (await change(data.id, LATER, await file(500))).data.image
    expect(other).not.toBe(data.image)
    expect((await change(data.id, { ...LATER, remove_image: 'true' })).data.image).toBe('')
    expect((await change(data.id, LATER, await file(100))).problem.message).toBe(messages.imageSize)
  })

  test('that somebody else changed answers with what it is now', async () => {
    const { id } = await made(server, LATER)
    const first = await change(id, { ...LATER, title: 'First', version: '1' })
    const late = await change(id, { ...LATER, title: 'Late', version: '1' })
    expect([late.status, late.problem.data]).toEqual([409, first.data])
    expect((await cancel(id, { version: 1 })).status).toBe(409)
    expect((await change(id, { ...LATER, title: 'Without a version' })).status).toBe(200)
  })

  test('is held to the same rules', async () => {
    const { id } = await made(server, LATER)
    const { problem } = await change(id, { ...LATER, title: '', schedule_time: 'noon' })
    expect(problem.errors).toEqual([
      { field: 'title', message: 'This field is empty' },
      { field: 'schedule_time', message: 'Enter a time (HH:mm)' },
    ])
    expect((await change(id, { ...LATER, version: 'x' })).problem.errors).toEqual([
      { field: 'version', message: 'version is a number' },
    ])
    expect((await change(id, { ...LATER, remove_image: 'yes' })).problem.errors).toEqual([
      { field: 'remove_image', message: 'remove_image is true or false' },
    ])
  })

  test('is cancelled, and is not sent then', async () => {
    const { id } = await made(server, LATER)
    const answer = await cancel(id, { version: 1 })
    expect(answer.body).toMatchObject({ message: 'Notification cancelled', data: { state: 'cancelled', version: 2 } })
    server.clock.set('2026-11-21T17:31:00.000Z')
    await server.runJobs()
    expect((await fetched(id)).body.data.state).toBe('cancelled')
    for (const again of [await cancel(id), await change(id, LATER)])
      expect('problem' in again && again.problem.message).toBe(DECIDED.cancelled)
  })

  test('that was sent is neither changed nor cancelled', async () => {
    const { id } = await made(server)
    await server.runJobs()
    const refused = [await cancel(id), await change(id, LATER)]
    expect(refused.map(({ status, problem }) => [status, problem.message])).toEqual([
      [409, DECIDED.sent],
      [409, DECIDED.sent],
    ])
  })

  test('that is not there', async () => {
    const answers = [await fetched(99_999), await cancel(99_999), await fetched('x' as never)]
    expect(answers.map(({ problem }) => problem.message)).toEqual(Array(3).fill(messages.noSuchNotification))
    expect((await change(99_999, LATER)).status).toBe(404)
  })
})

describe('the audience', () => {
  const count = async (audience: string, email?: string) =>
    (await server.call(notifications.audience, { query: { audience: audience as 'ALL-USERS', email } })).body.data

  // Clauses: operations 503
  test('is counted as it is now', async () => {
    await addDevices(server, [
      { token: 'a1', of: 'ada', isSubscribed: true },
      { token: 'a2', of: 'ada', isSubscribed: true },
      { token: 'b', of: 'bayo' },
      { token: 'nobodys' },
    ])
    expect(await count('ALL-USERS')).toMatchObject({ devices: 4, customers: 2, excludedDevices: 0 })
    expect(await count('SUBSCRIBED-USERS')).toMatchObject({ devices: 2, customers: 1, excludedDevices: 0 })
    expect(await count('UNSUBSCRIBED-USERS')).toMatchObject({ devices: 2, customers: 1, excludedDevices: 0 })
    expect(await count('TEST-USER', 'BAYO@mail.example')).toMatchObject({
      devices: 1,
      customers: 1,
      excludedDevices: 0,
    })
    expect(await count('TEST-USER', 'nobody@mail.example')).toMatchObject({
      devices: 0,
      customers: 0,
      excludedDevices: 0,
    })
    server.clock.set('2026-12-01T00:00:00.000Z')
    expect(await count('SUBSCRIBED-USERS')).toMatchObject({ devices: 0, customers: 0, excludedDevices: 0 })
    await server.db.execute(
      sql`update push_devices set removed_at = now(), removal_reason = 'reported' where token = 'b'`,
    )
    expect(await count('ALL-USERS')).toMatchObject({ devices: 3, customers: 1, excludedDevices: 0 })
  })

  // Clauses: operations 503
  test('is one of four', async () => {
    expect((await server.call(notifications.audience, { query: { audience: 'SOME' as 'ALL-USERS' } })).status).toBe(422)
  })
})

describe('an opened notification', () => {
  const PHONE = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36'
  const open = (link: string, { agent = PHONE, method = 'GET' as 'GET' | 'HEAD' } = {}) => {
    const { pathname, search } = new URL(link)
    return server.inject({ method, url: pathname + search, headers: { 'user-agent': agent } })
  }
  const links = async () =>
    (
      await server.db.execute<{ link: string }>(sql`select link from push_outbox where state = 'shown' order by token`)
    ).rows.map(({ link }) => link)
  const clicks = async (id: number) => (await fetched(id)).body.data.totalClicks

  // Clauses: operations 198
  test('leads to its link with its code, and each device counts once', async () => {
    await addDevices(server, [{ token: 'a' }, { token: 'b' }])
    const { id, code } = await made(server, { link: 'https://shop.example/deal?x=1' })
    await server.runJobs()
    const [a, b] = (await links()) as [string, string]
    expect(a).toMatch(new RegExp(`^https://office\\.chain\\.example/n/${code}\\?d=[0-9a-f-]{36}$`))
    for (const link of [a, a]) {
      const answer = await open(link)
      expect([answer.statusCode, answer.headers.location, answer.headers['cache-control']]).toEqual([
        302,
        `https://shop.example/deal?x=1&referral_code=${code}`,
        'no-store',
      ])
    }
    expect(await clicks(id)).toBe(1)
    await Promise.all(Array.from({ length: 10 }, () => open(b)))
    expect(await clicks(id)).toBe(2)
  })

  test('is not counted for programs, HEAD, and a device that it did not go to; all are sent on', async () => {
    await addDevices(server, [{ token: 'a' }])
    const first = await made(server, { link: 'https://shop.example/1' })
    const second = await made(server, { link: 'https://shop.example/2' })
    await server.runJobs()
    const own = (await links()).find((link) => link.includes(first.code))!
    const answers = [
      await open(own, { agent: 'WhatsApp/2.23 A' }),
      await open(own, { method: 'HEAD' }),
      await open(own.replace(first.code, second.code)),
      await open(own.replace(/d=.*/, "d=x'")),
      await open(own.replace(/\?.*/, '')),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([302, 302, 302, 302, 302])
    expect([await clicks(first.id), await clicks(second.id)]).toEqual([0, 0])
  })

  test('without a link leads to the shop; an unknown code too', async () => {
    await addDevices(server, [{ token: 'a' }])
    const { code } = await made(server)
    await server.runJobs()
    expect((await open((await links())[0]!)).headers.location).toBe(`https://shop.example/?referral_code=${code}`)
    expect((await open('https://x.example/n/UNKNOWN1')).headers.location).toBe('https://shop.example')
  })

  test('is read and counted in one query', async () => {
    await addDevices(server, [{ token: 'a' }])
    await made(server)
    await server.runJobs()
    const [link] = await links()
    const { pool } = server.app.database
    const query = pool.query.bind(pool)
    let queries = 0
    pool.query = ((...form: Parameters<typeof query>) => (queries++, query(...form))) as never
    await open(link!)
    pool.query = query as never
    expect(queries).toBe(1)
  })

  // Clauses: operations 198
  test('purchases that carry its code are counted once each, and stay when they are refunded', async () => {
    const { id, code } = await made(server)
    const { body } = await server.call(feed.createKey, {
      body: { name: 'Shop', source: 'shop', record_types: ['purchases', 'refunds'] },
    })
    const send = (stream: string, lines: object[]) =>
      server.inject({
        method: 'POST',
        url: `/api/feed/${stream}`,
        headers: { authorization: `Bearer ${body.data.secret}` },
        payload: lines,
      })
    const purchase = (of: string, referral: string | null) => ({
      id: of,
      at: '2026-11-21T08:00:00Z',
      referral_code: referral,
      lines: [
        { kind: 'ticket', amount: 3500 },
        { kind: 'concession', amount: 1000 },
      ],
    })
    await send('purchases', [purchase('p1', code), purchase('p2', code.toLowerCase()), purchase('p3', null)])
    await send('purchases', [purchase('p1', code)])
    await send('refunds', [
      { id: 'r', purchase_id: 'p1', at: '2026-11-21T09:00:00Z', lines: [{ kind: 'ticket', amount: 3500 }] },
    ])
    expect((await fetched(id)).body.data.purchases).toBe(2)
  })
})

test('the palette finds notifications for those who may see them', async () => {
  const { code } = await made(server, { title: 'Findable' })
  const find = async (as: 'admin' | 'powerless') =>
    (
      await server.inject({
        method: 'GET',
        url: '/api/search?query=findable',
        headers: { authorization: `Bearer ${await server.token(as)}` },
      })
    ).json().data
  expect(JSON.stringify(await find('admin'))).toContain(`"id":"${code}"`)
  expect(JSON.stringify(await find('powerless'))).not.toContain('Findable')
})

test('TEST-USER goes to every device of that address', async () => {
  await addDevices(server, [
    { token: 'a1', of: 'ada' },
    { token: 'a2', of: 'ada' },
    { token: 'b', of: 'bayo' },
  ])
  await made(server, { audience: 'TEST-USER', email: emailOf('ADA') })
  await server.runJobs()
  const { rows } = await server.db.execute(sql`select token from push_outbox order by token`)
  expect(rows).toEqual([{ token: 'a1' }, { token: 'a2' }])
})
