import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { addCinemas } from '#features/programming/cinemas/server/test/chain.ts'
import { person, type Person } from '#features/access/approvals/server/test/office.ts'
import { audit } from '#features/access/audit/contract.ts'
import { newShop, type Shop } from '#features/customers/customers/server/test/shop.ts'
import { privacy } from '#features/customers/privacy/contract.ts'
import { sendEmails } from '#features/messages/emails/server/jobs.ts'
import { deliverAlerts } from '#features/messages/alerts/server/jobs.ts'
import { alerts } from '#features/messages/alerts/contract.ts'
import { cinemaRoles, admins, roles } from '#server/auth/tables.ts'
import { maintenance } from '#server/jobs/maintenance.ts'
import type { App } from '#server/app.ts'
import type { Email } from '#server/integrations/mail/port.ts'
import { WORKBOOK } from '#contract/workbook.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { killable } from '#server/test/killable.ts'
import { reports, type Report } from '../contract.ts'
import { LINK_DAYS, messages, REPORTS_MOST } from '../rules.ts'
import { sendReports } from './due.ts'
import type { Order } from './test/server-to-kill.fixture.ts'

const NOW = '2026-11-30T09:00:00.000Z'
const DAY_MS = 86_400_000
/** Each ticket names its cinema. */
const [LEKKI, IKEJA] = ['0001', '0002']

let server: TestServer
let owner: Person
let colleague: Person
let manager: Person
let shop: Shop
let emails: (Email & { id: string })[] = []
let app: App

beforeAll(async () => {
  server = await testServer()
  server.clock.set(NOW)
  shop = await newShop(server)
  await addCinemas(server.db, { [LEKKI]: 'Lekki', [IKEJA]: 'Ikeja' })
  const bought = (id: string, cinema_id: string, name: string) => ({
    id,
    at: '2026-11-29T12:00:00+01:00',
    channel: 'web',
    cinema_id,
    name,
    email: `${id}@guest.example`,
    lines: [
      {
        kind: 'ticket',
        product: 'Adult',
        amount: 3500,
        quantity: 2,
        movie_id: 'HO1',
        show_at: '2026-11-29T20:00:00+01:00',
      },
    ],
  })
  await shop.sendAll('purchases', [
    bought('o-1', LEKKI, 'Lekki Buyer'),
    bought('o-2', IKEJA, 'Ikeja Buyer'),
    bought('o-3', IKEJA, 'Second Ikejan'),
  ])
  app = {
    ...server.app,
    mail: {
      kind: 'smtp',
      send: async (email, id) => void emails.push({ ...email, id }),
      test: async () => '',
    },
  }
})
afterAll(() => server.close())

beforeEach(async () => {
  await server.runJobs()
  await server.db.execute(
    sql`truncate reports, report_recipients, report_runs, report_sendings, emails, alerts, alert_deliveries cascade`,
  )
  emails = []
  server.clock.set(NOW)
  owner = await person(server, 'Ada Owner', ['tickets:export', 'tickets:read'])
  colleague = await person(server, 'Bola Colleague', ['tickets:export', 'tickets:read'])
  manager = await person(server, 'Chidi Manager', [])
  await scope(manager, [IKEJA])
})

/** A role for some cinemas in place of the one for all. */
async function scope(who: Person, cinemas: string[]) {
  const [role] = await server.db
    .insert(roles)
    .values({ name: `At ${who.id} ${Math.random()}`, permissions: ['tickets:export', 'tickets:read'] })
    .returning()
  await server.db.update(admins).set({ roleId: null }).where(eq(admins.id, who.id))
  await server.db.delete(cinemaRoles).where(eq(cinemaRoles.adminId, who.id))
  await server.db.insert(cinemaRoles).values({ adminId: who.id, roleId: role!.id, states: [], cinemas })
}
const allow = ({ roleId }: Person, permissions: string[]) =>
  server.db.update(roles).set({ permissions }).where(eq(roles.id, roleId))

const BODY = {
  name: 'Tickets of yesterday',
  call: 'tickets.csv',
  query: { start_date: 'today-1', end_date: 'today-1' },
  path: 'purchased-tickets?start_date=today-1&end_date=today-1',
  every: 'day',
  at: '12:00',
  weekdays: [],
  monthDay: 1,
  format: 'csv',
  outside: [] as string[],
}
async function made(more: object = {}, by: Person = owner): Promise<Report> {
  const answer = await by.call(reports.create, { body: { ...BODY, colleagues: [by.id], ...more } })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data
}
const at = (iso: string) => server.clock.set(iso)
const pass = (days: number) => at(new Date(server.clock.now().getTime() + days * DAY_MS).toISOString())
/** What a server does in a minute. */
async function minute() {
  await sendReports.run(app, {})
  await sendEmails.run(app, {})
}
const runsOf = async (id: number, as: Person = owner) =>
  (await as.call(reports.runs, { params: { id } })).body.data.runs
const alertsOf = async (who: Person) => {
  await deliverAlerts.run(app, {})
  return (await who.call(alerts.list)).body.data.alerts.map(({ kind, detail }) => `${kind}: ${detail}`)
}
const fileOf = (email: Email) => email.attachments?.[0]?.content.toString() ?? ''
const sentTo = (who: Person) => emails.filter(({ text }) => text.includes(`Hello ${who.name},`))
const tokenIn = ({ text }: Email) => /shared-report\/([\w-]+)/.exec(text)![1]!

describe('what is sent', () => {
  test('says its filters and the rows, and has the file with it', async () => {
    const { id, nextAt, filters } = await made()
    expect(nextAt).toBe('2026-11-30T11:00:00.000Z')
    expect(filters).toEqual([{ label: 'Period', value: '29/11/2026 to 29/11/2026' }])
    await minute()
    expect(emails).toEqual([])
    at('2026-11-30T11:00:30Z')
    await minute()
    await minute()
    expect(emails).toHaveLength(1)
    const [email] = emails
    expect(email!.subject).toContain('Tickets of yesterday, 30/11/2026')
    for (const texts of [
      '3 rows',
      'Period: 29/11/2026 to 29/11/2026',
      'This is the first report',
      'Lekki Buyer',
      '/dashboard/purchased-tickets?start_date=today-1',
    ])
      expect(email!.text).toContain(texts)
    expect(email!.html).toContain('Ikeja Buyer')
    expect(email!.attachments).toMatchObject([{ name: 'ticket-logs.csv' }])
    expect(fileOf(email!)).toContain('Second Ikejan')
    expect(await runsOf(id)).toMatchObject([
      {
        kind: 'scheduled',
        occasion: '2026-11-30T11:00:00.000Z',
        sendings: [{ state: 'sent', rows: 3, recipient: 'Ada Owner' }],
      },
    ])
    const { body } = await server.call(audit.list, { query: { search: 'by the report' } })
    expect(body.data.lines[0]).toMatchObject({
      actor: 'Ada Owner',
      summary: expect.stringContaining('Tickets of yesterday'),
    })
  })

  test('does not name a choice that leaves nothing out', async () => {
    owner = await person(server, 'Ada Payer', ['payment-logs:export', 'payment-logs:read'])
    const query = { userType: 'ALL', search: 'all' }
    expect((await made({ call: 'payment-logs.csv', query, path: 'payment-logs' }, owner)).filters).toEqual([
      { label: 'Search', value: 'all' },
    ])
    expect((await made({ call: 'payment-logs.csv', query: { userType: 'GUEST' } }, owner)).filters).toEqual([
      { label: 'User type', value: 'GUEST' },
    ])
  })

  test('is a workbook where that is wanted, and says what changed since the last one', async () => {
    await made({ format: 'xlsx', query: { start_date: '2026-11-01', end_date: '2026-12-31' } })
    at('2026-11-30T11:00:00Z')
    await minute()
    expect(emails[0]!.attachments).toMatchObject([{ name: 'ticket-logs.xlsx', type: WORKBOOK }])
    expect(fileOf(emails[0]!).slice(0, 2)).toBe('PK')
    pass(1)
    await minute()
    expect(emails[1]!.text).toContain('No changes since the last report')
    const { rows } = await server.db.execute<{ count: number }>(
      sql`select count(keys)::int as stored from report_sendings`,
    )
    expect(rows).toEqual([{ stored: 1 }])
  })

  test('after a day is closed has that day’s figures', async () => {
    await made({ every: 'close', query: { start_date: 'today', end_date: 'today' } })
    at('2026-11-30T23:59:00Z')
    await minute()
    expect(emails).toEqual([])
    at('2026-12-01T00:00:00Z')
    await minute()
    expect(emails[0]!.text).toContain('Period: 30/11/2026 to 30/11/2026')
  })

  test('of several that were missed is the latest alone, which says so', async () => {
    const { id } = await made()
    at('2026-12-04T15:00:00Z')
    await minute()
    await minute()
    expect(emails).toHaveLength(1)
    expect(emails[0]!.text).toContain('4 earlier reports could not be sent')
    expect(emails[0]!.text).toContain('Period: 03/12/2026 to 03/12/2026')
    expect(await runsOf(id)).toMatchObject([{ missed: 4, occasion: '2026-12-04T11:00:00.000Z' }])
  })

  test('comes once on each last day, over the change of the month and the year', async () => {
    await made({ every: 'month', monthDay: 31 })
    at('2026-11-30T10:59:59Z')
    const subjects: string[] = []
    for (let hours = 0; hours < 24 * 95; hours += 6) {
      await minute()
      at(new Date(server.clock.now().getTime() + 6 * 3_600_000).toISOString())
    }
    for (const { subject } of emails) subjects.push(/\d\d\/\d\d\/\d{4}/.exec(subject)![0])
    expect(subjects).toEqual(['30/11/2026', '31/12/2026', '31/01/2027', '28/02/2027'])
  })

  test('by hand or as a test goes at once, and a test to oneself alone', async () => {
    const { id } = await made({ colleagues: [owner.id, colleague.id] })
    expect((await owner.call(reports.send, { params: { id }, body: { isTest: true } })).status).toBe(200)
    await minute()
    expect(emails.map(({ subject }) => subject.startsWith('Test: '))).toEqual([true])
    await owner.call(reports.send, { params: { id }, body: { isTest: false } })
    at('2026-11-30T09:00:01Z')
    await minute()
    expect(emails).toHaveLength(3)
    expect(emails[1]!.text).toContain('This is the first report')
    for (let n = 0; n < 4; n++) {
      at(`2026-11-30T09:00:1${n}Z`)
      await owner.call(reports.send, { params: { id }, body: { isTest: true } })
    }
    expect((await owner.call(reports.send, { params: { id }, body: { isTest: true } })).status).toBe(429)
    expect((await colleague.call(reports.send, { params: { id }, body: { isTest: true } })).status).toBe(404)
  })
})

describe('whose rights count', () => {
  test('each gets what they may see at that moment, never a row of another cinema', async () => {
    await made({ colleagues: [colleague.id, manager.id] })
    at('2026-11-30T11:00:00Z')
    await minute()
    expect(fileOf(sentTo(colleague)[0]!)).toContain('Lekki Buyer')
    expect(sentTo(manager)[0]!.text).toContain('2 rows')
    for (const part of [fileOf(sentTo(manager)[0]!), sentTo(manager)[0]!.html]) {
      expect(part).toContain('Ikeja Buyer')
      expect(part).not.toContain('Lekki Buyer')
    }
    // Moved to the other cinema between two reports.
    await scope(manager, [LEKKI])
    await server.db.execute(sql`update reports set query = '{"start_date":"2026-11-29","end_date":"2026-11-29"}'`)
    pass(1)
    await minute()
    expect(fileOf(sentTo(manager)[1]!)).toContain('Lekki Buyer')
    expect(JSON.stringify(sentTo(manager)[1])).not.toContain('Ikeja Buyer')
    expect(fileOf(sentTo(manager)[1]!)).not.toContain('Ikeja Buyer')
  })

  test('a right that was lost between asking and sending counts', async () => {
    const { id } = await made({ colleagues: [owner.id, colleague.id] })
    at('2026-11-30T11:00:00Z')
    await sendReports.run(app, {})
    await allow(colleague, [])
    await sendEmails.run(app, {})
    expect(emails.map(({ to }) => to)).toEqual([expect.stringContaining('ada')])
    const [run] = await runsOf(id)
    expect(run!.sendings).toMatchObject([{ state: 'sent' }, { state: 'denied', message: messages.lostRight }])
    expect(await alertsOf(owner)).toEqual([expect.stringContaining('report-failed: Bola Colleague: ')])
    expect(await alertsOf(colleague)).toEqual([])
    await allow(colleague, ['tickets:export'])
    pass(1)
    await minute()
    expect(sentTo(colleague)).toHaveLength(1)
  })

  test('whoever left gets nothing more, and the owner is told', async () => {
    const { id } = await made({ colleagues: [owner.id, colleague.id] })
    await server.db
      .update(admins)
      .set({ deletedAt: new Date(NOW) })
      .where(eq(admins.id, colleague.id))
    at('2026-11-30T11:00:00Z')
    await minute()
    expect(emails).toHaveLength(1)
    expect((await owner.call(reports.fetch, { params: { id } })).body.data.recipients).toEqual([
      { adminId: owner.id, name: 'Ada Owner' },
    ])
    expect(await alertsOf(owner)).toEqual(['report-failed: Bola Colleague: This person has left'])
  })

  test('what was somebody’s who left is their manager’s; what goes outside waits for that', async () => {
    const [boss, other] = [
      await person(server, 'Boss Person'),
      await person(server, 'Efe Inviter', ['admins:write', 'tickets:export']),
    ]
    await server.db.update(admins).set({ invitedBy: other.id }).where(eq(admins.id, owner.id))
    const inside = await made()
    const outward = await made({ name: 'Outside', outside: ['auditor@ledger.example'] })
    await owner.call(reports.send, { params: { id: outward.id }, body: { isTest: false } })
    await minute()
    const token = tokenIn(emails.find(({ to }) => to === 'auditor@ledger.example')!)
    expect((await server.call(reports.shared, { params: { token }, as: 'nobody' })).status).toBe(200)
    await server.db
      .update(admins)
      .set({ deletedAt: new Date(NOW) })
      .where(eq(admins.id, owner.id))
    await minute()
    const seen = (await other.call(reports.list)).body.data.reports
    expect(seen.map(({ id, paused }) => [id, paused])).toEqual([
      [outward.id, messages.outsideOfOther],
      [inside.id, null],
    ])
    expect(await alertsOf(other)).toHaveLength(2)
    expect((await server.call(reports.shared, { params: { token }, as: 'nobody' })).problem.message).toBe(
      messages.noLink,
    )
    // Nobody who manages people invited this one.
    await server.db
      .update(admins)
      .set({ deletedAt: new Date(NOW) })
      .where(eq(admins.id, other.id))
    await minute()
    expect(
      (await boss.call(reports.list, { query: { whose: 'all' } })).body.data.reports.every(
        ({ owner: name }) => name && name !== 'Efe Inviter',
      ),
    ).toBe(true)
  })
})

describe('an address outside', () => {
  const outward = async (by = owner) => {
    const report = await made(
      {
        colleagues: [],
        outside: ['auditor@ledger.example'],
        query: { start_date: '2026-11-29', end_date: '2026-11-29' },
      },
      by,
    )
    at('2026-11-30T11:00:00Z')
    await minute()
    return { report, email: emails[0]!, token: tokenIn(emails[0]!) }
  }
  const open = (token: string) => server.call(reports.shared, { params: { token }, as: 'nobody' })
  const get = (token: string) => server.call(reports.sharedCsv, { params: { token }, as: 'nobody' })

  test('gets a link and no row; downloads are counted and audited', async () => {
    const { report, email, token } = await outward()
    expect(email.attachments).toBeUndefined()
    expect(email.text + email.html).not.toContain('Buyer')
    expect(email.text).toContain('3 rows')
    expect((await open(token)).body.data).toMatchObject({ name: BODY.name, from: 'Ada Owner' })
    const file = await get(token)
    expect([file.status, file.text]).toEqual([200, expect.stringContaining('Lekki Buyer')])
    expect((await runsOf(report.id))[0]!.sendings).toMatchObject([{ isOutside: true, downloads: 1, isRevoked: false }])
    const { body } = await server.call(audit.list, { query: { entity: 'report', entity_id: String(report.id) } })
    expect(body.data.lines[0]).toMatchObject({
      actor: 'auditor@ledger.example',
      summary: expect.stringContaining('by its link'),
    })
  })

  test('of an owner with some cinemas has these alone', async () => {
    const { token } = await outward(manager)
    const file = await get(token)
    expect(file.text).toContain('Ikeja Buyer')
    expect(file.text).not.toContain('Lekki Buyer')
  })

  test.each<[string, (token: string, report: Report) => unknown]>([
    ['ended', () => pass(LINK_DAYS)],
    ['was changed', () => undefined],
    [
      'was revoked',
      async (_, { id }) => owner.call(reports.revoke, { params: { id: (await runsOf(id))[0]!.sendings[0]!.id } }),
    ],
    ['is of a deleted report', (_, { id }) => owner.call(reports.remove, { params: { id } })],
    [
      'is of a recipient who was taken off',
      (_, { id }) => owner.call(reports.change, { params: { id }, body: { ...BODY, colleagues: [owner.id] } }),
    ],
    ['is of an owner who lost the right', () => allow(owner, ['tickets:read'])],
  ])('has a link that does not work once it %s', async (reason, change) => {
    const { report, token } = await outward()
    await change(token, report)
    const attempt = reason === 'was changed' ? `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}` : token
    for (const answer of [await open(attempt), await get(attempt)])
      expect([answer.status, answer.problem.message]).toEqual([404, messages.noLink])
  })

  test('that is a colleague’s is the colleague', async () => {
    const { rows } = await server.db.execute<{ email: string }>(
      sql`select email from admins where id = ${colleague.id}`,
    )
    const { recipients } = await made({ colleagues: [], outside: [rows[0]!.email.toUpperCase()] })
    expect(recipients).toEqual([{ adminId: colleague.id, name: 'Bola Colleague' }])
  })

  test('that bounces is told to the owner, once for each report', async () => {
    const { id } = await made({ colleagues: [], outside: ['nobody@bounce.example'] })
    at('2026-11-30T11:00:00Z')
    await sendReports.run(server.app, {})
    await sendEmails.run(server.app, {})
    expect(await runsOf(id)).toMatchObject([
      { sendings: [{ state: 'failed', message: 'The mail server rejected the email to nobody@bounce.example' }] },
    ])
    expect(await alertsOf(owner)).toEqual([expect.stringContaining('nobody@bounce.example')])
    expect((await owner.call(reports.list)).body.data.reports[0]!.last).toMatchObject({ failed: 1, sent: 0 })
  })
})

describe('a schedule', () => {
  test('takes the right to export, a list that can be sent, and recipients whom one may choose', async () => {
    const reader = await person(server, 'Dayo Reader', ['tickets:read'])
    const refused = async (by: Person, more: object) => {
      const { status, problem } = await by.call(reports.create, { body: { ...BODY, colleagues: [by.id], ...more } })
      const fields = problem.errors?.map(({ field, message }) => [field, message]) ?? []
      return [status, fields.length ? Object.fromEntries(fields) : problem.message]
    }
    expect(await refused(reader, {})).toEqual([403, expect.stringContaining('to export Tickets Log')])
    expect(await refused(owner, { call: 'privacy.export' })).toEqual([422, { call: messages.notAsReport }])
    expect(await refused(owner, { call: 'tickets.breakdown' })).toEqual([422, { call: messages.notAsReport }])
    expect(await refused(owner, { query: { start_date: 'soon' } })).toEqual([422, { start_date: expect.any(String) }])
    expect(await refused(owner, { colleagues: [] })).toEqual([422, { colleagues: messages.noRecipient }])
    expect(await refused(owner, { every: 'week' })).toEqual([422, { weekdays: messages.noDays }])
    expect(await refused(owner, { colleagues: [999_999] })).toEqual([422, { colleagues: messages.noSuchPerson }])
    const [, wrong] = await refused(owner, { outside: ['partner@studio.example', 'no'] })
    expect(Object.values(wrong as object)).toEqual([messages.noEmail('no')])
    const elsewhere = await person(server, 'Far Away', [])
    await scope(elsewhere, [LEKKI])
    expect(await refused(manager, { colleagues: [elsewhere.id] })).toEqual([422, { colleagues: messages.noSuchPerson }])
    const names = async (who: Person) =>
      (await who.call(reports.colleagues)).body.data.colleagues.map(({ name }) => name)
    expect(await names(manager)).not.toContain('Far Away')
    expect(await names(owner)).toContain('Far Away')
    for (let n = 0; n < REPORTS_MOST; n++) await made()
    expect(await refused(owner, {})).toEqual([409, messages.tooMany])
  })

  test('is one’s own; whoever manages people sees all of them, and pauses and deletes', async () => {
    const { id } = await made()
    const boss = await person(server, 'Boss Person')
    expect((await colleague.call(reports.fetch, { params: { id } })).status).toBe(404)
    expect((await colleague.call(reports.list, { query: { whose: 'all' } })).body.data.totalCount).toBe(0)
    expect((await boss.call(reports.list)).body.data.totalCount).toBe(0)
    expect((await boss.call(reports.list, { query: { whose: 'all' } })).body.data.reports).toMatchObject([
      { id, isOwn: false, owner: 'Ada Owner' },
    ])
    const change = { params: { id }, body: { ...BODY, colleagues: [boss.id] } }
    expect((await boss.call(reports.change, change)).problem.message).toBe(messages.notYours)
    expect((await boss.call(reports.pause, { params: { id } })).body.data).toMatchObject({
      paused: messages.byHand,
      nextAt: null,
    })
    pass(2)
    await minute()
    expect(emails).toEqual([])
    expect((await owner.call(reports.resume, { params: { id } })).body.data).toMatchObject({
      paused: null,
      nextAt: '2026-12-02T11:00:00.000Z',
    })
    expect((await boss.call(reports.remove, { params: { id } })).status).toBe(200)
    pass(1)
    await minute()
    expect(emails).toEqual([])
    expect((await owner.call(reports.restore, { params: { id } })).body.data.nextAt).toBe('2026-12-03T11:00:00.000Z')
  })

  test('that somebody else saved meanwhile is not saved over', async () => {
    const { id, version } = await made()
    const change = (more: object) =>
      owner.call(reports.change, { params: { id }, body: { ...BODY, colleagues: [owner.id], version, ...more } })
    expect((await change({ at: '13:00' })).body.data).toMatchObject({ at: '13:00', nextAt: '2026-11-30T12:00:00.000Z' })
    expect((await change({ at: '14:00' })).status).toBe(409)
  })

  test('that was deleted is gone for good after its time', async () => {
    const { id } = await made()
    await owner.call(reports.remove, { params: { id } })
    pass(31)
    await maintenance.run(server.app, {})
    expect((await owner.call(reports.restore, { params: { id } })).status).toBe(404)
  })
})

test('emails that are written fast do not wait for reports', async () => {
  await made()
  at('2026-11-30T11:00:00Z')
  await sendReports.run(app, {})
  server.app.emails['greeting'] = async () => ({
    to: 'ada@marquee.example',
    subject: 'Hello',
    text: 'Hello',
    html: '',
  })
  await server.db.execute(sql`
    insert into emails (at, kind, recipient, params, due_at) values (now(), 'greeting', 'a@b.example', '{}', ${server.clock.now().toISOString()})`)
  await sendEmails.run(app, {})
  expect(emails.map(({ subject }) => subject.slice(0, 7))).toEqual(['Hello', 'Tickets'])
})

test('an address that is erased gets nothing more', async () => {
  await shop.sendAll('customers', [
    {
      id: 'eve',
      first_name: 'Eve',
      last_name: 'Obi',
      email: 'eve@mail.example',
      registered_at: '2026-01-05T10:00:00Z',
    },
  ])
  const { id } = await made({ outside: ['Eve@mail.example'] })
  const { rows } = await server.db.execute<{ id: number }>(
    sql`select id from customers where email = 'eve@mail.example'`,
  )
  await server.call(privacy.erase, {
    params: { id: rows[0]!.id },
    body: { confirmation: 'eve@mail.example', reason: 'Asked by letter' },
  })
  expect((await owner.call(reports.fetch, { params: { id } })).body.data.recipients).toEqual([
    { adminId: owner.id, name: 'Ada Owner' },
  ])
})

describe('two servers', () => {
  test('at the same minute send each occasion once to each', async () => {
    for (let n = 0; n < 5; n++) await made({ name: `Report ${n}`, colleagues: [owner.id, colleague.id] })
    for (let day = 0; day < 3; day++) {
      at(new Date(Date.parse('2026-11-30T11:00:00Z') + day * DAY_MS).toISOString())
      await Promise.all([minute(), minute()])
      await minute()
    }
    expect(emails).toHaveLength(30)
    expect(new Set(emails.map(({ id }) => id)).size).toBe(30)
  })

  // The embedded database serves one server at a time.
  test.runIf(inject('database').postgres)(
    'of which one is killed with half of the recipients written down',
    { tags: ['nightly'] },
    async () => {
      for (let n = 0; n < 4; n++) await made({ name: `Report ${n}`, colleagues: [owner.id, colleague.id] })
      at('2026-11-30T11:00:00Z')
      const { databaseUrl, dataDir } = server.app.env
      const another = (stopAfter: number) =>
        killable<'send'>(path.join(import.meta.dirname, 'test/server-to-kill.fixture.ts'), {
          databaseUrl: databaseUrl!,
          dataDir,
          now: server.clock.now().toISOString(),
          stopAfter,
        } satisfies Order)
      const [dying, living] = await Promise.all([another(3), another(0)])
      await dying.send('send')
      // The report that the first is at is left to it.
      await living.send('send')
      await dying.kill()
      await living.kill()
      const sent = await server.db.execute(sql`select count(*)::int as n from report_sendings`)
      expect(sent.rows).toEqual([{ n: 6 }])
      await minute()
      await sendEmails.run(app, {})
      const { rows } = await server.db.execute(sql`
      select count(*)::int as sendings, count(distinct (run_id, admin_id))::int as apart,
        (select count(*)::int from emails where kind = 'report') as emails from report_sendings`)
      expect(rows).toEqual([{ sendings: 8, apart: 8, emails: 8 }])
      expect(emails).toHaveLength(8)
    },
  )
})
