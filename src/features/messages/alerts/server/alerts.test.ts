import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { errorLogs } from '#features/operations/error-logs/contract.ts'
import { sendEmails } from '#features/messages/emails/server/jobs.ts'
import { connect } from '#server/db/connect.ts'
import { endAlert, raiseAlert } from '#server/alerts/raise.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { alerts } from '../contract.ts'
import { EMAILS_AN_HOUR } from '../rules.ts'
import { Office, SOLD_OUT } from './test/office.ts'

let server: TestServer
let office: Office
beforeAll(async () => {
  server = await testServer()
  office = new Office(server)
})
afterAll(() => server.close())
beforeEach(() => office.clear())

const idOf = async (who: string) =>
  (await server.db.execute<{ id: number }>(sql`select id from admins where email = ${`${who}@test.example`}`)).rows[0]!
    .id
const rows = async (table: string) =>
  (await server.db.execute<{ n: number }>(sql`select count(*)::int as n from ${sql.raw(table)}`)).rows[0]!.n

describe('who gets it', () => {
  test('everybody who may, and nobody else; each reads their own alone', async () => {
    await office.allow([])
    await office.raise()
    await office.deliver()
    expect([await office.unread(), await office.unread('admin'), await office.unread('powerless')]).toEqual([1, 1, 0])
    const [ofAdmin] = await office.list('admin')
    const [own] = await office.list()
    expect(ofAdmin!.id).not.toBe(own!.id)
    expect((await office.read(ofAdmin!.id, 'superadmin')).status).toBe(404)
    expect((await office.read(ofAdmin!.id, 'powerless')).status).toBe(404)
    expect(await office.unread('admin')).toBe(1)
    expect((await server.call(alerts.list, { as: 'nobody' })).status).toBe(401)
  })

  test('not who caused it, who was deleted, or who has not accepted the invitation', async () => {
    await office.raise({ exceptId: await idOf('admin') })
    await server.db.execute(sql`
      insert into admins (email, first_name, last_name, user_type, deleted_at, invited_until) values
        ('gone@test.example', 'Gone', '', 'Super Admin', now(), null),
        ('soon@test.example', 'Soon', '', 'Super Admin', null, '2027-01-01')`)
    await office.deliver()
    const { rows: got } = await server.db.execute<{ email: string }>(sql`
      select a.email from alert_deliveries p join admins a on a.id = p.admin_id order by email`)
    expect(got.map(({ email }) => email)).toEqual(['powerless@test.example', 'superadmin@test.example'])
  })

  test('one that asks for another right than its kind is for those who have that', async () => {
    await office.raise({ permission: 'superadmin', key: 'of superadmins' })
    await office.raise({ permission: ['vouchers:read', 'refunds:write'], key: 'of both' })
    await office.deliver()
    expect([await office.unread(), await office.unread('admin'), await office.unread('powerless')]).toEqual([2, 1, 0])
  })

  test('by the right at that moment: one that was taken away before counts', async () => {
    await office.raise()
    await office.allow([])
    await office.deliver()
    await office.allow(['vouchers:read'])
    expect(await office.list('powerless')).toEqual([])
  })

  test('one that is taken away afterwards hides it, and what is given back shows it', async () => {
    await office.raise()
    await office.deliver()
    const [got] = await office.list('powerless')
    await office.allow(['movies:read'])
    expect([await office.list('powerless'), await office.unread('powerless')]).toEqual([[], 0])
    expect((await office.read(got!.id, 'powerless')).status).toBe(404)
    await server.call(alerts.readAll, { as: 'powerless' })
    await office.allow(['vouchers:read'])
    expect(await office.unread('powerless')).toBe(1)
  })

  test('an email is not written to whoever lost the right since it was asked for', async () => {
    await office.choose('powerless', { email: 'now' })
    await office.choose('admin', { email: 'now' })
    await office.raise()
    await office.deliver()
    expect(await rows('emails')).toBe(2)
    await office.allow([])
    expect((await office.emails()).map(({ to }) => to)).toEqual(['admin'])
    expect(await rows('emails')).toBe(1)
  })
})

describe('equal ones', () => {
  test('are counted on one that is not read, with the last', async () => {
    for (let n = 0; n < 12; n++) {
      await office.raise({ title: `Popcorn is sold out, time ${n + 1}` })
      office.pass(1)
      if (n % 5 === 0) await office.deliver()
    }
    await office.deliver()
    expect(await office.list()).toMatchObject([
      {
        title: 'Popcorn is sold out, time 12',
        count: 12,
        firstAt: '2026-11-21T09:00:00.000Z',
        lastAt: '2026-11-21T09:11:00.000Z',
        isRead: false,
      },
    ])
    expect(await office.unread()).toBe(1)
  })

  test('of another key are others; one that was read begins anew', async () => {
    await office.raise()
    await office.raise({ key: '8' })
    await office.deliver()
    expect(await office.unread()).toBe(2)
    for (const { id } of await office.list()) await office.read(id)
    office.pass(1)
    await office.raise()
    await office.deliver()
    expect((await office.list()).map(({ count, isRead }) => [count, isRead])).toEqual([
      [1, false],
      [1, true],
      [1, true],
    ])
    expect((await office.list('admin')).map(({ count }) => count)).toEqual([2, 1])
  })

  test('a thousand and more, delivered at once', async () => {
    await server.db.execute(sql`
      insert into alerts (kind, key, title, path, permission, at)
      select 'sold-out', '', 'Sold out', '/', '{vouchers:read}', '2026-11-21T09:00:00Z' from generate_series(1, 1500)`)
    await office.deliver()
    expect(await office.list()).toMatchObject([{ count: 1500 }])
  })

  test('what a transaction raised that failed is not delivered', async () => {
    await server.db
      .transaction(async (tx) => {
        const at = server.clock.now()
        await raiseAlert(tx, SOLD_OUT, { key: '', title: 'Sold out', path: '/', at })
        throw new Error('changed my mind')
      })
      .catch(() => undefined)
    await office.deliver()
    expect(await office.list()).toEqual([])
  })
})

test('what is settled counts as read by all, and says so', async () => {
  await office.raise()
  await office.deliver()
  await endAlert(server.db, SOLD_OUT, '7', { at: server.clock.now(), ended: 'Tunde refused it', isSettled: true })
  expect([await office.unread(), await office.unread('admin')]).toEqual([0, 0])
  expect(await office.list()).toMatchObject([{ ended: 'Tunde refused it', isRead: true }])
  // Settled before anybody got it, there is nothing to deliver.
  await office.raise({ key: '8' })
  await endAlert(server.db, SOLD_OUT, '8', { at: server.clock.now(), isSettled: true })
  await office.deliver()
  expect(await office.list()).toHaveLength(1)
})

test('read one by one and all at once; the list filters by kind and by what is unread', async () => {
  for (const key of ['1', '2', '3']) await office.raise({ key, title: `Number ${key}` })
  await server.call(errorLogs.report, { body: { message: 'No seat plan' } })
  await office.deliver()
  const [first] = await office.list('superadmin', { kind: 'sold-out' })
  expect((await office.read(first!.id)).body.data).toEqual({ unread: 3 })
  expect((await office.read(first!.id)).body.data).toEqual({ unread: 3 })
  expect(await office.list('superadmin', { kind: 'sold-out' })).toHaveLength(3)
  expect(await office.list('superadmin', { kind: 'sold-out', state: 'unread' })).toHaveLength(2)
  const { body } = await server.call(alerts.list, { query: { page: 2, perPage: 3 } })
  expect([body.data.alerts.length, body.data.totalCount]).toEqual([1, 4])
  expect((await server.call(alerts.readAll, {})).body.data).toEqual({ unread: 0 })
  expect(await office.unread('admin')).toBe(4)
  expect((await office.list()).every(({ isRead }) => isRead)).toBe(true)
})

describe('a choice', () => {
  const offered = async (as: 'superadmin' | 'admin' | 'powerless') =>
    (await server.call(alerts.choices, { as })).body.data.kinds.map(({ kind }) => kind)

  test('is offered of what one has the right to', async () => {
    expect(await offered('powerless')).toEqual([
      'vouchers-low',
      'approval-pending',
      'report-failed',
      'report-handed-over',
      'sold-out',
    ])
    expect(await offered('admin')).not.toContain('backup-late')
    expect((await offered('superadmin')).toSorted()).toEqual(
      [
        'backup-late',
        'failed-email',
        'erasure-fails',
        'mismatches',
        'new-error',
        'pos-unavailable',
        'records-unread',
        'approval-pending',
        'push-failed',
        'report-failed',
        'report-handed-over',
        'sold-out',
        'vouchers-low',
      ].toSorted(),
    )
    expect((await office.choose('powerless', {}, 'backup-late')).status).toBe(404)
    expect((await office.choose('superadmin', {}, 'of-nothing')).status).toBe(404)
    expect((await office.choose('superadmin', { email: 'often' as never })).status).toBe(422)
  })

  test('is kept, with a line of the audit log', async () => {
    const answer = await office.choose('admin', { inOffice: false, email: 'daily' })
    expect(answer.body).toMatchObject({
      message: 'Alert settings saved',
      data: { kind: 'sold-out', inOffice: false, email: 'daily' },
    })
    const { kinds } = (await server.call(alerts.choices, { as: 'admin' })).body.data
    expect(kinds.find(({ kind }) => kind === 'sold-out')).toMatchObject({ inOffice: false, email: 'daily' })
    const { rows: lines } = await server.db.execute(sql`
      select summary, before, after from audit_log where action = 'alerts.choose' order by id desc limit 1`)
    expect(lines).toEqual([
      {
        summary: 'Changed their alert settings: Sold out',
        before: { 'In Marquee': true, 'By email': 'Never' },
        after: { 'In Marquee': false, 'By email': 'In the daily email' },
      },
    ])
  })

  test('to get nothing leaves nothing; by email alone, nothing in the office', async () => {
    await office.choose('admin', { inOffice: false })
    await office.choose('superadmin', { inOffice: false, email: 'now' })
    await office.raise()
    await office.deliver()
    expect([await office.list('admin'), await office.list('superadmin')]).toEqual([[], []])
    expect(await rows('alert_deliveries')).toBe(2)
    expect((await office.emails()).map(({ to }) => to)).toEqual(['superadmin'])
  })

  test('counts for what waits: an email that is not wanted any more is not written', async () => {
    await office.choose('admin', { email: 'now' })
    await office.choose('superadmin', { email: 'daily' })
    await office.raise()
    await office.deliver()
    await office.choose('admin', {})
    await office.choose('superadmin', {})
    office.at('2026-11-22T06:00:00Z')
    await office.deliver()
    expect(await office.emails()).toEqual([])
  })
})

describe('emails at once', () => {
  beforeEach(() => office.choose('admin', { email: 'now' }))

  test('say what happened, with its link', async () => {
    await office.raise({ detail: 'At every cinema' })
    await office.deliver()
    const [email] = await office.emails()
    expect(email).toMatchObject({ to: 'admin', subject: expect.stringMatching(/^Popcorn is sold out: /) })
    for (const part of ['At every cinema', '21/11/2026 10:00', '/dashboard/concessions', '/dashboard/alerts/choices'])
      expect(email!.body).toContain(part)
  })

  test('one for an alert that goes on, and another a day later', async () => {
    for (let n = 0; n < 6; n++) {
      await office.raise()
      await office.deliver()
      office.pass(60)
    }
    expect(await office.emails()).toHaveLength(1)
    office.pass(18 * 60)
    await office.raise()
    await office.deliver()
    const emails = await office.emails()
    expect(emails).toHaveLength(2)
    expect(emails[1]!.body).toContain('7 times, last 22/11/2026 10:00')
  })

  test('one a day to whoever reads them by email alone, each with what came since', async () => {
    await office.choose('admin', { inOffice: false, email: 'now' })
    for (let hours = 0; hours < 50; hours++) {
      await office.raise()
      await office.deliver()
      await office.emails()
      office.pass(60)
    }
    const emails = await office.emails()
    expect(emails.map(({ to }) => to)).toEqual(['admin', 'admin', 'admin'])
    expect(emails[2]!.body).toContain('24 times, last 23/11/2026 10:00')
  })

  test('no more than so many an hour: the rest stands in the daily email', async () => {
    for (let key = 0; key < EMAILS_AN_HOUR + 2; key++) {
      await office.raise({ key: String(key), title: `Number ${key}` })
      await office.deliver()
      office.pass(1)
    }
    expect(await office.emails()).toHaveLength(EMAILS_AN_HOUR)
    office.at('2026-11-22T06:00:00Z')
    await office.deliver()
    const emails = await office.emails()
    expect(emails).toHaveLength(EMAILS_AN_HOUR + 1)
    expect(emails.at(-1)!.subject).toMatch(/^2 alerts on 22\/11\/2026: /)
    for (const n of [EMAILS_AN_HOUR, EMAILS_AN_HOUR + 1]) expect(emails.at(-1)!.body).toContain(`Number ${n}\n`)
  })

  test('none of what was read, or is over, before it is written', async () => {
    await office.raise()
    await office.raise({ key: '8' })
    await office.deliver()
    const [one] = (await office.list('admin')).filter(({ title }) => title)
    await office.read(one!.id, 'admin')
    await endAlert(server.db, SOLD_OUT, '7', { at: server.clock.now() })
    await endAlert(server.db, SOLD_OUT, '8', { at: server.clock.now() })
    expect(await office.emails()).toEqual([])
  })

  test('are tried again while the email server is away, and come once', async () => {
    await server.db.execute(sql`update admins set email = 'admin@down.example' where email = 'admin@test.example'`)
    await office.raise()
    await office.deliver()
    expect(await office.emails()).toEqual([])
    await server.db.execute(sql`update admins set email = 'admin@test.example' where email = 'admin@down.example'`)
    for (let tries = 0; tries < 3; tries++) {
      office.pass(2)
      await office.deliver()
      await sendEmails.run(server.app, {})
    }
    expect(await office.emails()).toHaveLength(1)
  })

  test('that cannot be sent become an alert, and no email after email', async () => {
    await office.choose('superadmin', { email: 'now' }, 'failed-email')
    await office.choose('superadmin', { email: 'now' })
    await server.db.execute(sql`
      update admins set email = 'superadmin@bounce.example' where email = 'superadmin@test.example'`)
    await office.raise()
    for (let n = 0; n < 5; n++) {
      await office.deliver()
      await server.runJobs()
      office.pass(1)
    }
    await office.deliver()
    await server.db.execute(sql`
      update admins set email = 'superadmin@test.example' where email = 'superadmin@bounce.example'`)
    // Its own email, and the email that said so.
    const [failed] = await office.list('superadmin', { kind: 'failed-email' })
    expect(failed).toMatchObject({ count: 2 })
    expect(await rows(`emails where state = 'failed'`)).toBe(2)
  })
})

describe('the daily email', () => {
  beforeEach(() => office.choose('admin', { email: 'daily' }))
  /** 07:00 in Lagos is 06:00 UTC. */
  const SEVEN = '2026-11-22T06:00:00.000Z'
  const emailOf = async () => (await office.emails()).map(({ to, subject }) => `${to}: ${subject.split(':')[0]}`)

  test('is written at another time where the chain says so', async () => {
    const at = server.app.env.dailyEmailAt
    server.app.env.dailyEmailAt = '18:30'
    try {
      const { body } = await server.call(alerts.choices, { as: 'admin' })
      expect(body.data.dailyEmailAt).toBe('18:30')
      await office.raise({ title: 'One' })
      await office.deliver()
      office.at('2026-11-21T17:29:59Z')
      await office.deliver()
      expect(await office.emails()).toEqual([])
      office.at('2026-11-21T17:30:00Z')
      await office.deliver()
      expect(await emailOf()).toEqual(['admin: 1 alert on 21/11/2026'])
    } finally {
      server.app.env.dailyEmailAt = at
    }
  })

  test('is one, with all that is not read, at seven', async () => {
    await office.raise({ title: 'One' })
    await office.raise({ key: '8', title: 'Another', path: '/dashboard/movies' })
    await office.raise({ key: '9', title: 'Read meanwhile' })
    await office.deliver()
    const read = (await office.list('admin')).find(({ title }) => title === 'Read meanwhile')
    await office.read(read!.id, 'admin')
    office.at('2026-11-22T05:59:59Z')
    await office.deliver()
    expect(await office.emails()).toEqual([])
    office.at(SEVEN)
    await office.deliver()
    await office.deliver()
    expect(await emailOf()).toEqual(['admin: 2 alerts on 22/11/2026'])
    const { body } = (await office.emails())[0]!
    for (const part of ['One\n', 'Another\n', '/dashboard/movies', '/dashboard/alerts']) expect(body).toContain(part)
    expect(body).not.toContain('Read meanwhile')
    office.at('2026-11-23T06:00:00Z')
    await office.deliver()
    expect(await office.emails()).toHaveLength(1)
  })

  test('is written later by a server that was away at seven, and what comes after seven waits for the next day', async () => {
    await office.raise()
    await office.deliver()
    office.at('2026-11-22T14:20:00Z')
    await office.raise({ key: '8' })
    await office.deliver()
    expect(await emailOf()).toEqual(['admin: 1 alert on 22/11/2026'])
    office.pass(60)
    await office.deliver()
    expect(await office.emails()).toHaveLength(1)
    office.at('2026-11-23T06:00:00Z')
    await office.deliver()
    expect(await emailOf()).toEqual(['admin: 1 alert on 22/11/2026', 'admin: 1 alert on 23/11/2026'])
  })

  test.each([
    ['before midnight in the zone, after it nowhere', '2026-11-21T22:30:00Z', SEVEN],
    ['after midnight in the zone, before it elsewhere', '2026-11-21T23:30:00Z', SEVEN],
    ['just before seven', '2026-11-22T05:59:00Z', SEVEN],
    ['at seven', SEVEN, '2026-11-23T06:00:00.000Z'],
  ])('of what came %s', async (_, at, emailAt) => {
    office.at(at)
    await office.raise()
    await office.deliver()
    office.at(new Date(Date.parse(emailAt) - 1000).toISOString())
    await office.deliver()
    expect(await office.emails()).toEqual([])
    office.at(emailAt)
    await office.deliver()
    expect(await office.emails()).toHaveLength(1)
  })

  test('says again what happened again, and nothing of what did not', async () => {
    await office.raise()
    await office.raise({ key: '8', title: 'Did not' })
    await office.deliver()
    office.at(SEVEN)
    await office.deliver()
    office.pass(60)
    await office.raise()
    await office.deliver()
    office.at('2026-11-23T06:00:00Z')
    await office.deliver()
    const emails = await office.emails()
    expect(emails).toHaveLength(2)
    expect(emails[1]!.body).toContain('2 times, last 22/11/2026 08:00')
    expect(emails[1]!.body).not.toContain('Did not')
  })

  test('is not written when all of it was read, or may not be known any more', async () => {
    await office.choose('powerless', { email: 'daily' })
    await office.raise()
    await office.deliver()
    office.at(SEVEN)
    await office.deliver()
    expect(await rows('emails')).toBe(2)
    await server.call(alerts.readAll, { as: 'admin' })
    await office.allow([])
    expect(await office.emails()).toEqual([])
    expect(await rows('emails')).toBe(0)
  })

  test('comes once although the email server is away for hours', async () => {
    await office.raise()
    await office.deliver()
    office.at(SEVEN)
    await office.deliver()
    await server.db.execute(sql`update admins set email = 'admin@down.example' where email = 'admin@test.example'`)
    for (let tries = 0; tries < 4; tries++) {
      await office.deliver()
      await sendEmails.run(server.app, {})
      office.pass(60)
    }
    await server.db.execute(sql`update admins set email = 'admin@test.example' where email = 'admin@down.example'`)
    expect(await office.sent()).toEqual([])
    for (let tries = 0; tries < 4; tries++) {
      await office.deliver()
      await sendEmails.run(server.app, {})
      office.pass(300)
    }
    expect(await emailOf()).toEqual(['admin: 1 alert on 22/11/2026'])
  })

  test('is not lost with a transaction that fails, nor half of it sent', async () => {
    await office.raise()
    await office.deliver()
    office.at(SEVEN)
    const broken = {
      ...server.app,
      jobs: {
        ...server.app.jobs,
        send: async () => {
          throw new Error('The server dies')
        },
      },
    }
    await expect(office.deliver(broken)).rejects.toThrow('The server dies')
    expect(await rows('emails')).toBe(0)
    await office.deliver()
    expect(await office.emails()).toHaveLength(1)
  })
})

test.runIf(inject('database').postgres)('two servers deliver each once, and write one email', async () => {
  const { databaseUrl, dataDir } = server.app.env
  const database = await connect({ databaseUrl, dataDir })
  const other = { ...server.app, database, db: database.db }
  try {
    await office.choose('admin', { email: 'now' })
    await office.choose('superadmin', { email: 'daily' })
    for (let n = 0; n < 20; n++) await office.raise({ key: String(n % 4) })
    await Promise.all([office.deliver(), office.deliver(other), office.deliver(), office.deliver(other)])
    // Whoever found others at work left the rest to them.
    await office.deliver()
    expect((await office.list()).map(({ count }) => count)).toEqual([5, 5, 5, 5])
    expect((await office.emails()).map(({ to }) => to)).toEqual(['admin', 'admin', 'admin', 'admin'])
    office.at('2026-11-22T06:00:00Z')
    await Promise.all([office.deliver(), office.deliver(other), office.deliver(), office.deliver(other)])
    expect((await office.emails()).slice(4).map(({ subject }) => subject.split(':')[0])).toEqual([
      '4 alerts on 22/11/2026',
    ])
  } finally {
    await database.close()
  }
})
