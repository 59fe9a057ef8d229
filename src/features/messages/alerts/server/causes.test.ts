/** Each kind of alert is raised by what it is about, and by nothing else. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addReports } from '#features/operations/error-logs/server/public.ts'
import { errorLogs } from '#features/operations/error-logs/contract.ts'
import { queueEmail } from '#features/messages/emails/server/public.ts'
import { notifications } from '#features/marketing/notifications/contract.ts'
import { sendPushes } from '#features/marketing/notifications/server/jobs.ts'
import { addDevices, made } from '#features/marketing/notifications/server/test/pushing.ts'
import { reconciliation } from '#features/payments/daily-finance/reconciliation-contract.ts'
import { Shop } from '#features/payments/payment-logs/server/test/paid.ts'
import { vouchers } from '#features/marketing/vouchers/contract.ts'
import { noteBackup } from '#server/backup/last.ts'
import type { Unread } from '#server/integrations/records.ts'
import { noteUnread } from '#server/integrations/unread.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { Office } from './test/office.ts'

let server: TestServer
let office: Office
beforeAll(async () => {
  server = await testServer({
    env: { SHOP_URL: 'https://shop.example', PUBLIC_URL: 'https://office.chain.example', PUSH_UNDO_SECONDS: '0' },
  })
  office = new Office(server)
  // Whose backup is never late.
  await noteBackup(server.db, { at: '2026-11-21T08:30:00.000Z', bytes: 1 })
})
afterAll(() => server.close())
beforeEach(() => office.clear())

test('an email that is given up: superadmins get it, others do not', async () => {
  server.app.emails['greeting'] = async () => ({ to: 'ada@bounce.example', subject: 'Hi', text: 'Hi', html: '' })
  const write = () =>
    server.db.transaction((tx) =>
      queueEmail(
        tx,
        server.app.jobs,
        { kind: 'greeting', recipient: 'ada@bounce.example', params: {} },
        server.clock.now(),
      ),
    )
  await write()
  await server.runJobs()
  await office.settle()
  expect(await office.list()).toMatchObject([
    {
      kind: 'failed-email',
      kindLabel: 'Failed emails',
      title: 'An email could not be sent',
      path: '/dashboard/connections',
      count: 1,
    },
  ])
  expect(JSON.stringify(await office.list())).not.toContain('ada@')
  expect(await office.titles('admin')).toEqual([])
  await write()
  await server.runJobs()
  await office.settle()
  expect(await office.list()).toMatchObject([{ count: 2 }])
})

test('an email that only waits for another try is none', async () => {
  server.app.emails['greeting'] = async () => ({ to: 'ada@down.example', subject: 'Hi', text: 'Hi', html: '' })
  await server.db.transaction((tx) =>
    queueEmail(
      tx,
      server.app.jobs,
      { kind: 'greeting', recipient: 'ada@down.example', params: {} },
      server.clock.now(),
    ),
  )
  await server.runJobs()
  await office.settle()
  expect(await office.list()).toEqual([])
})

test('an error that has not happened before: once, however often it happens; others are counted with it', async () => {
  const report = (message: string, component = 'SeatMap') =>
    server.call(errorLogs.report, { body: { message, component, stack: `Error: ${message}` } })
  await report('No seat plan')
  await report('No seat plan')
  await office.settle()
  await report('No seat plan')
  await office.settle()
  const [first] = await office.list('admin')
  expect(first).toMatchObject({
    kind: 'new-error',
    title: 'New error',
    detail: 'Back office · SeatMap',
    count: 1,
  })
  expect(first!.path).toMatch(/^\/dashboard\/error-logs\?error=\d+$/)
  await report('No such screen', 'ScreenPicker')
  await office.settle()
  expect(await office.list('admin')).toMatchObject([{ detail: 'Back office · ScreenPicker', count: 2 }])
})

test('an error that a program reports a day late is no news', async () => {
  const report = { stack: '', page: '', release: '', channel: 'web' as const }
  await addReports(server.db, { source: 'shop' }, [
    { ...report, id: 'late', message: 'Happened long ago', component: 'Old', at: '2026-11-20T08:59:00Z' },
    { ...report, id: 'just', message: 'Happened just now', component: 'New', at: '2026-11-21T08:59:00Z' },
  ])
  await office.settle()
  expect(await office.list('admin')).toMatchObject([{ detail: 'Web · New', count: 1 }])
})

test('a day of payments that differs from the provider’s, until all of them are resolved', async () => {
  const shop = await Shop.of(server)
  const compare = async (day: string) => {
    await server.call(reconciliation.compare, { body: { day } })
    await server.runJobs()
    await office.settle()
  }
  await compare('2026-11-19')
  expect(await office.list('admin')).toEqual([])
  for (const name of ['stray', 'stray too']) await shop.charge(name, 3500, { at: '2026-11-20T12:00:00Z' })
  await compare('2026-11-20')
  const [got] = await office.list('admin')
  expect(got).toMatchObject({
    kind: 'mismatches',
    title: 'Payment mismatches on 20/11/2026',
    detail: '2 payments differ from the payment provider',
    path: '/dashboard/daily-finance/2026-11-20/reconciliation',
    endedAt: null,
  })
  const { mismatches } = (
    await server.call(reconciliation.day, { params: { day: '2026-11-20' }, query: { state: 'open' } })
  ).body.data
  const [one, other] = mismatches
  const resolve = (id: number) =>
    server.call(reconciliation.resolve, { params: { id }, body: { resolved: true, note: 'Paid at the desk' } })
  expect((await resolve(one!.id)).status).toBe(200)
  expect(await office.list('admin')).toMatchObject([{ endedAt: null }])
  expect((await resolve(other!.id)).status).toBe(200)
  expect(await office.list('admin')).toMatchObject([
    { endedAt: server.clock.now().toISOString(), ended: 'All mismatches are resolved', isRead: false },
  ])
})

test('a push that failed on many devices, and one that nobody sent in time', async () => {
  const run = () => sendPushes.run(server.app, {})
  await addDevices(server, [{ token: 'fine' }])
  await made(server, { title: 'Comes through' })
  await run()
  await office.settle()
  expect(await office.list('admin')).toEqual([])

  await addDevices(server, [{ token: 'timeout-1' }])
  const { id } = await made(server, { title: 'Fails' })
  for (let tries = 0; tries < 8; tries++) {
    await run()
    office.pass(6)
  }
  expect((await server.call(notifications.fetch, { params: { id } })).body.data).toMatchObject({
    state: 'sent',
    failed: 1,
  })
  await office.settle()
  expect(await office.list('admin')).toMatchObject([
    {
      kind: 'push-failed',
      title: 'A notification failed',
      detail: 'Fails: 1 of 2 devices could not be reached',
      path: `/dashboard/notifications/${id}`,
    },
  ])

  await office.clear()
  await made(server, { title: 'Too late', is_scheduled: 'true', schedule_date: '2026-11-21', schedule_time: '11:00' })
  office.at('2026-11-21T11:00:00.001Z')
  await run()
  await run()
  await office.settle()
  expect(await office.list('admin')).toMatchObject([
    { title: 'A notification was not sent', detail: 'Too late: not sent before its deadline', count: 1 },
  ])
})

test('a point of sale that is away for an hour, until it is back', async () => {
  const setFault = (fault: string) =>
    server.db.execute(
      sql`insert into settings values ('pos:embedded-fault', ${JSON.stringify(fault)}::jsonb) on conflict do nothing`,
    )
  await setFault('timeout')
  await server.app.pos.test().catch(() => undefined)
  office.pass(59)
  await office.settle()
  expect(await office.list()).toEqual([])
  office.pass(1)
  await office.settle()
  office.pass(5)
  await office.settle()
  expect(await office.list()).toMatchObject([
    { kind: 'pos-unavailable', title: 'The point of sale has not responded for an hour', count: 1, endedAt: null },
  ])
  expect(await office.titles('admin')).toEqual([])
  await server.db.execute(sql`delete from settings where key = 'pos:embedded-fault'`)
  await server.app.pos.test()
  office.pass(5)
  const back = server.clock.now().toISOString()
  await office.settle()
  expect(await office.list()).toMatchObject([{ count: 1, endedAt: back, isRead: false }])
  // Away again, it is counted on the alert that is not read yet.
  await setFault('timeout')
  await server.app.pos.test().catch(() => undefined)
  office.pass(61)
  await office.settle()
  expect(await office.list()).toMatchObject([{ count: 2, endedAt: null }])
  await server.db.execute(sql`delete from settings where key = 'pos:embedded-fault'`)
  await server.app.pos.test()
})

test('records that cannot be read, until they read well again', async () => {
  const note = (unread: Unread[]) =>
    noteUnread(server.db, 'point-of-sale', 'films', { records: [], unread }, server.clock.now())
  await note([{ id: 'HO1', name: 'Film HO1', what: 'Title is missing' }])
  await office.settle()
  expect(await office.list()).toMatchObject([
    {
      kind: 'records-unread',
      title: 'Point of sale: some records cannot be read',
      detail: 'Film HO1: Title is missing',
      path: '/dashboard/connections',
      endedAt: null,
    },
  ])
  expect(await office.titles('admin')).toEqual([])
  await note([])
  await office.settle()
  expect(await office.list()).toMatchObject([{ endedAt: server.clock.now().toISOString() }])
})

test('a backup that is late, until there is another', async () => {
  await server.db.execute(sql`delete from settings where key = 'backup:last'`)
  await office.settle()
  expect(await office.list()).toMatchObject([{ kind: 'backup-late', title: 'No backup yet', endedAt: null }])
  await noteBackup(server.db, { at: server.clock.now().toISOString(), bytes: 1 })
  await office.settle()
  expect(await office.list()).toMatchObject([{ endedAt: server.clock.now().toISOString() }])
  await office.read((await office.list())[0]!.id)
  office.pass(25 * 60)
  await office.settle()
  expect(await office.list()).toHaveLength(1)
  office.pass(1)
  await office.settle()
  expect(await office.list()).toMatchObject([
    { title: 'The last backup is more than a day old', isRead: false },
    { title: 'No backup yet', isRead: true },
  ])
  await noteBackup(server.db, { at: '2026-12-31T00:00:00.000Z', bytes: 1 })
})

test('a group of vouchers of which one in ten is left, while they are being used', async () => {
  await server.db.execute(sql`
    insert into plans (name, kobo, tickets, place, created_at) values ('Solo', 500000, 2, 1, now())`)
  const made = async (companyName: string, more: object = {}) =>
    (
      await server.call(vouchers.create, {
        body: { companyName, quantity: 30, approvedBy: 'Ngozi Eze', paymentConfirmed: true, ...more },
      })
    ).body.data.id
  const redeem = (group: number, count: number, at = '2026-11-20T12:00:00Z') =>
    server.db.execute(sql`
      update vouchers set state = 'redeemed', redeemed_at = ${at} where id in (
        select id from vouchers where group_id = ${group} and state = 'unused' order by id limit ${count})`)
  const [zenith, small, past, idle] = [
    await made('Zenith'),
    await made('Small', { quantity: 9 }),
    await made('Past', { expiresOn: '2026-11-22' }),
    await made('Idle'),
  ]
  await redeem(zenith, 26)
  await redeem(small, 8)
  await redeem(past, 28)
  await redeem(idle, 28, '2026-10-01T12:00:00Z')
  office.at('2026-11-23T09:00:00Z')
  await office.settle()
  expect(await office.list('admin')).toEqual([])
  await redeem(zenith, 1)
  await office.settle()
  await redeem(zenith, 1)
  await office.settle()
  expect(await office.list('admin')).toMatchObject([
    {
      kind: 'vouchers-low',
      title: 'Zenith is running low on vouchers',
      detail: '3 of 30 vouchers left',
      path: `/dashboard/bulk-vouchers/${zenith}`,
      count: 1,
      endedAt: null,
    },
  ])
  await redeem(zenith, 2)
  await office.settle()
  expect(await office.list('admin')).toMatchObject([{ endedAt: server.clock.now().toISOString() }])
})
