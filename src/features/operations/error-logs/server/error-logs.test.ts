import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { audit } from '#features/access/audit/contract.ts'
import { newShop, type Shop } from '#features/customers/customers/server/test/shop.ts'
import { newKey, sender } from '#features/operations/feed/server/test/sender.ts'
import { privacy } from '#features/customers/privacy/contract.ts'
import { roles } from '#server/auth/tables.ts'
import { addAdmin } from '#server/auth/store.ts'
import { openSession } from '#server/auth/sessions.ts'
import { VERSION } from '#server/version.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { errorLogs, type LoggedError } from '../contract.ts'
import { messages, OCCURRENCES_STORED, REPORTS_A_MINUTE } from '../rules.ts'
import { groupOld, prune } from './jobs.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await testServer()
  shop = await newShop(server)
  await shop.sendAll('customers', [
    {
      id: 'ada',
      first_name: 'Ada',
      last_name: 'Obi',
      email: 'ada@mail.example',
      phone: '0803 000 0001',
      registered_at: '2026-02-01T10:00:00Z',
    },
    {
      id: 'bola',
      first_name: 'Bola',
      last_name: 'Ige',
      email: 'bola@mail.example',
      registered_at: '2026-02-01T10:00:00Z',
    },
  ])
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set(TEST_NOW)
  await server.db.execute(sql`delete from error_customers`)
  await server.db.execute(sql`delete from error_releases`)
  await server.db.execute(sql`delete from errors`)
  await server.db.execute(sql`delete from error_reports`)
})

let count = 0
const fault = (more: object = {}) => ({
  id: `err-${++count}`,
  at: '2026-11-20T10:00:00Z',
  message: 'No seat plan',
  stack: 'Error: No seat plan\n    at SeatMap (seat-map.js:41:17)',
  page: '/book/seats?seat=4',
  component: 'SeatMap',
  release: 'web 4.2.0',
  channel: 'web',
  ...more,
})
const report = (...faults: object[]) => shop.sendAll('errors', faults)
const list = async (query: object = {}, as: 'superadmin' | 'admin' = 'superadmin') =>
  (await server.call(errorLogs.list, { query, as })).body.data
const only = async (): Promise<LoggedError> => {
  const { errors } = await list()
  expect(errors).toHaveLength(1)
  return errors[0]!
}
const detail = async (id: number) => (await server.call(errorLogs.fetch, { params: { id } })).body.data
const occurrences = async (id: number, query: object = {}) =>
  (await server.call(errorLogs.occurrences, { params: { id }, query })).body.data
const setState = (id: number, body: unknown) => server.call(errorLogs.setState, { params: { id }, body })

let made = 0
/** Somebody whose role allows no more than this. */
async function withRole(permissions: string[]) {
  const name = `${++made} ${permissions.join(' ')}`
  const [role] = await server.db.insert(roles).values({ name, permissions }).returning({ id: roles.id })
  const admin = await addAdmin(server.db, {
    email: `${name.replace(/\W/g, '-')}@test.example`,
    firstName: 'Role',
    lastName: 'Holder',
    userType: 'Admin',
    roleId: role!.id,
    passwordHash: 'none',
  })
  const { sessionId } = await openSession(server.db, admin.id, server.clock.now(), server.app.env.session)
  return { authorization: `Bearer ${await server.app.accessTokens.sign(sessionId, server.clock.now())}` }
}

describe('GET /error-log', () => {
  // Clauses: operations 221, 411
  test('lists data.errors and totalCount with id, createdAt, data.email, data.meta.userId, errorStack, component', async () => {
    await report(fault({ customer_id: 'ada' }))
    const { errors, totalCount } = await list()
    expect(totalCount).toBe(1)
    expect(errors[0]).toMatchObject({
      createdAt: '2026-11-20T10:00:00.000Z',
      data: { email: 'ada@mail.example', meta: { userId: await shop.idOf('ada'), userType: 'customer' } },
      errorStack: 'Error: No seat plan\n    at SeatMap (seat-map.js:41:17)',
      component: 'SeatMap',
      message: 'No seat plan',
      source: 'web',
      state: 'open',
      count: 1,
    })
    expect(errors[0]!.id).toEqual(expect.any(Number))
  })

  // Clauses: operations 411, 489
  test('has 10 on a page, and says so past the end', async () => {
    await report(
      ...'abcdefghijkl'
        .split('')
        .map((name, n) => fault({ message: `${name} is gone`, at: `2026-11-${10 + n}T10:00:00Z` })),
    )
    const first = await list({ page: 1 })
    expect([first.errors.length, first.totalCount, first.errors[0]!.message]).toEqual([10, 12, 'l is gone'])
    expect((await list({ page: 2 })).errors.map(({ message }) => message)).toEqual(['b is gone', 'a is gone'])
    expect(await list({ page: 3 })).toEqual({ errors: [], totalCount: 12 })
  })

  test('open ones stand first unless sorted, and a file goes on where a page ends', async () => {
    await report(
      fault({ message: 'old and open', at: '2026-11-01T10:00:00Z' }),
      fault({ message: 'new and ignored', at: '2026-11-19T10:00:00Z' }),
      fault({ message: 'newest and resolved', at: '2026-11-20T10:00:00Z' }),
      fault({ message: 'older and open', at: '2026-10-01T10:00:00Z' }),
    )
    const found = (wanted: string, errors: LoggedError[]) => errors.find(({ message }) => message === wanted)!.id
    const { errors } = await list()
    expect((await setState(found('new and ignored', errors), { state: 'ignored' })).status).toBe(200)
    expect((await setState(found('newest and resolved', errors), { state: 'resolved' })).status).toBe(200)
    const inOrder = ['old and open', 'older and open', 'newest and resolved', 'new and ignored']
    expect((await list()).errors.map(({ message }) => message)).toEqual(inOrder)
    const { text } = await server.call(errorLogs.csv, { query: { columns: 'error' } })
    expect(text.trim().split('\r\n').slice(1)).toEqual(inOrder)
    expect((await list({ sort: '-lastSeen' })).errors[0]!.message).toBe('newest and resolved')
  })

  test('what is new in the newest release of where it happens says so, and is filtered by', async () => {
    const web = (message: string, release: string, day: string) =>
      fault({ message, release, at: `2026-11-${day}T10:00:00Z` })
    await report(
      web('was there before', 'web 4.1.0', '10'),
      web('was there before', 'web 4.2.0', '15'),
      web('came with it', 'web 4.2.0', '16'),
      web('of the old one', 'web 4.1.0', '11'),
      // An old browser meets the old release again: it is no newer for that.
      web('met late', 'web 4.1.0', '18'),
      // Of the app there is one release alone, so that nothing is newer than anything.
      fault({ message: 'in the app', channel: 'mobile', release: 'app 1.0' }),
    )
    const newIn = Object.fromEntries((await list()).errors.map((one) => [one.message, one.newIn]))
    expect(newIn).toEqual({
      'was there before': null,
      'came with it': 'web 4.2.0',
      'of the old one': null,
      'met late': null,
      'in the app': null,
    })
    const found = async (query: object) => (await list(query)).errors.map(({ message }) => message).toSorted()
    expect(await found({ new_in: 'web 4.2.0' })).toEqual(['came with it'])
    expect(await found({ new_in: 'web 4.1.0' })).toEqual(['met late', 'of the old one', 'was there before'])
    expect(await found({ release: 'web 4.2.0' })).toEqual(['came with it', 'was there before'])
  })

  test('a whole email finds the errors of its customer, for those who may see customers', async () => {
    await report(fault({ customer_id: 'ada', message: 'hers' }), fault({ customer_id: 'bola', message: 'his' }))
    const found = async (search: string, as?: Record<string, string>) =>
      (await server.call(errorLogs.list, { query: { search }, ...(as && { headers: as }) })).body.data.errors.map(
        ({ message }) => message,
      )
    expect(await found('ADA@mail.example')).toEqual(['hers'])
    expect(await found('ada@')).toEqual([])
    expect(await found('ada@mail.example', await withRole(['error-logs:read']))).toEqual([])
    expect(await found('ada@mail.example', await withRole(['error-logs:read', 'customers:read']))).toEqual(['hers'])
  })

  test('the customers of an error and of a release are a file', async () => {
    await report(
      fault({ customer_id: 'ada', message: 'seats', release: 'web 4.1.0', at: '2026-11-18T10:00:00Z' }),
      fault({ customer_id: 'ada', message: 'seats', release: 'web 4.2.0', at: '2026-11-19T10:00:00Z' }),
      fault({ customer_id: 'ada', message: 'card', release: 'web 4.1.0', at: '2026-11-17T10:00:00Z' }),
      fault({ customer_id: 'bola', message: 'card', release: 'web 4.2.0', at: '2026-11-20T10:00:00Z' }),
      fault({ message: 'nobody', release: 'web 4.2.0' }),
    )
    const file = async (query: object) => {
      const { status, text } = await server.call(errorLogs.customersCsv, {
        query: { columns: 'name,email,phone,errors,count,lastSeen', ...query },
      })
      expect(status).toBe(200)
      return text.trim().split('\r\n').slice(1)
    }
    const ada = 'Ada Obi,ada@mail.example,0803 000 0001'
    const bola = 'Bola Ige,bola@mail.example,'
    expect(await file({})).toEqual([`${ada},2,3,19/11/2026 11:00`, `${bola},1,1,20/11/2026 11:00`])
    const seats = (await list({ search: 'seats' })).errors[0]!.id
    expect(await file({ error: seats })).toEqual([`${ada},1,2,19/11/2026 11:00`])
    expect(await file({ release: 'web 4.1.0' })).toEqual([`${ada},2,3,19/11/2026 11:00`])
    expect(await file({ release: 'web 4.2.0', search: 'card' })).toEqual([`${bola},1,1,20/11/2026 11:00`])
    const { status } = await server.call(errorLogs.customersCsv, {
      query: {},
      headers: await withRole(['error-logs:read', 'error-logs:export']),
    })
    expect(status).toBe(403)
  })

  test('groups equal errors with their count, first and last seen, releases and affected customers', async () => {
    await report(
      fault({ customer_id: 'ada' }),
      fault({
        customer_id: 'ada',
        at: '2026-11-18T10:00:00Z',
        release: 'web 4.1.0',
        stack: 'Error\n    at SeatMap (seat-map.js:39:1)',
      }),
      fault({ customer_id: 'bola', at: '2026-11-19T10:00:00Z' }),
      fault({ at: '2026-11-19T11:00:00Z' }),
    )
    const error = await only()
    expect(error).toMatchObject({
      count: 4,
      firstSeenAt: '2026-11-18T10:00:00.000Z',
      lastSeenAt: '2026-11-20T10:00:00.000Z',
      releases: ['web 4.2.0', 'web 4.1.0'],
      customers: 2,
    })
    const full = await detail(error.id)
    expect(full.allReleases).toEqual([
      {
        release: 'web 4.2.0',
        count: 3,
        firstSeenAt: '2026-11-19T10:00:00.000Z',
        lastSeenAt: '2026-11-20T10:00:00.000Z',
      },
      {
        release: 'web 4.1.0',
        count: 1,
        firstSeenAt: '2026-11-18T10:00:00.000Z',
        lastSeenAt: '2026-11-18T10:00:00.000Z',
      },
    ])
    expect(full.affected).toEqual([
      {
        userId: await shop.idOf('ada'),
        name: 'Ada Obi',
        email: 'ada@mail.example',
        count: 2,
        lastSeenAt: error.lastSeenAt,
      },
      {
        userId: await shop.idOf('bola'),
        name: 'Bola Ige',
        email: 'bola@mail.example',
        count: 1,
        lastSeenAt: '2026-11-19T10:00:00.000Z',
      },
    ])
    const { occurrences: times, totalCount } = await occurrences(error.id, { perPage: 2, page: 2 })
    expect([totalCount, times.map(({ createdAt }) => createdAt)]).toEqual([
      4,
      ['2026-11-19T10:00:00.000Z', '2026-11-18T10:00:00.000Z'],
    ])
  })

  test('tells of the last time it happened, whichever is told last', async () => {
    await report(fault({ at: '2026-11-20T10:00:00Z', customer_id: 'ada' }))
    await report(fault({ at: '2026-11-19T10:00:00Z', customer_id: 'bola', component: 'Elsewhere' }))
    expect(await only()).toMatchObject({ component: 'SeatMap', data: { email: 'ada@mail.example' } })
  })

  test('is searched, filtered by state and source, and sorted by last seen or count', async () => {
    await report(fault(), fault(), fault({ message: 'Payment lost', channel: 'mobile', at: '2026-11-20T12:00:00Z' }))
    await report(fault({ message: 'Kiosk 100% stuck', channel: 'not_specified', at: '2026-11-19T00:00:00Z' }))
    const found = async (query: object) => (await list(query)).errors.map(({ message }) => message)
    expect(await found({ search: 'PAYMENT' })).toEqual(['Payment lost'])
    expect(await found({ search: 'seatmap' })).toHaveLength(3)
    expect(await found({ search: '100%' })).toEqual(['Kiosk 100% stuck'])
    expect(await found({ source: 'app' })).toEqual(['Payment lost'])
    expect(await found({ source: 'other' })).toEqual(['Kiosk 100% stuck'])
    expect(await found({ sort: '-count' })).toEqual(['No seat plan', 'Kiosk 100% stuck', 'Payment lost'])
    expect(await found({ sort: 'lastSeen' })).toEqual(['Kiosk 100% stuck', 'No seat plan', 'Payment lost'])
    const [first] = (await list({ search: 'payment' })).errors
    await setState(first!.id, { state: 'ignored' })
    expect(await found({ state: 'ignored' })).toEqual(['Payment lost'])
    expect(await found({ state: 'open' })).toHaveLength(2)
  })

  test.each([
    [{ page: 0 }, 'page', 'page starts at 1'],
    [{ perPage: 101 }, 'perPage', 'perPage is at most 100'],
    [{ state: 'closed' }, 'state', messages.noState],
    [{ source: 'moon' }, 'source', messages.noOrigin],
    [{ sort: 'name' }, 'sort', 'sort must be one of lastSeen, count, with - in front for descending order'],
    [{ search: 'a'.repeat(201) }, 'search', 'Enter up to 200 characters'],
  ])('refuses %j', async (query, field, message) => {
    const { status, problem } = await server.call(errorLogs.list, { query: query as never })
    expect([status, problem.errors]).toEqual([422, [{ field, message }]])
  })

  // ASVS: 8.2.3
  test('shows people to those who may see customers or admins, and masks their addresses for others', async () => {
    await report(fault({ customer_id: 'ada' }))
    await server.call(errorLogs.report, { body: { message: 'Page broke', component: 'Menu' } })
    const headers = await withRole(['error-logs:read'])
    const { errors } = (await server.call(errorLogs.list, { as: 'nobody', headers, query: { sort: 'lastSeen' } })).body
      .data
    expect(errors.map(({ data }) => data.email)).toEqual(['a•••@m•••', 's•••@t•••'])
    expect(errors[1]!.data.meta.userType).toBe('admin')
    const { id } = errors[0]!
    const full = (await server.call(errorLogs.fetch, { as: 'nobody', headers, params: { id } })).body.data
    expect(full.affected).toMatchObject([{ name: '', email: 'a•••@m•••' }])
    const times = (await server.call(errorLogs.occurrences, { as: 'nobody', headers, params: { id } })).body.data
    expect(times.occurrences[0]!.data.email).toBe('a•••@m•••')
    const file = await server.call(errorLogs.csv, { as: 'nobody', headers })
    expect(file.text).not.toContain('ada@mail.example')
    const both = await withRole(['error-logs:read', 'customers:read', 'admins:read'])
    const seen = (await server.call(errorLogs.list, { as: 'nobody', headers: both, query: { sort: 'lastSeen' } })).body
      .data
    expect(seen.errors.map(({ data }) => data.email)).toEqual(['ada@mail.example', 'superadmin@test.example'])
  })

  test('is downloaded as CSV, complete, in the chosen columns, which is audited', async () => {
    await report(fault({ message: '=cmd() failed' }), fault({ message: 'Other', stack: '' }))
    const file = await server.call(errorLogs.csv, { query: { columns: 'error,count,lastSeen', sort: 'count' } })
    expect(file.headers).toMatchObject({ 'content-disposition': 'attachment; filename="error-logs.csv"' })
    expect(file.text.trimEnd().split('\r\n').toSorted()).toEqual(
      ['\ufeffError,Count,Last Seen', "'=cmd() failed,1,20/11/2026 11:00", 'Other,1,20/11/2026 11:00'].toSorted(),
    )
    const { lines } = (await server.call(audit.list, { query: { perPage: 1 } })).body.data
    expect(lines[0]).toMatchObject({ entity: 'export', summary: 'Exported 2 errors' })
    const csv = await server.call(errorLogs.csv, { query: {} })
    expect(csv.text.split('\r\n')[0]).toBe(
      '\ufeffError,Component,Source,State,Count,Customers,Releases,New In,Email,User ID,First Seen,Last Seen,Error Stack',
    )
    expect((await server.call(errorLogs.csv, { query: { columns: 'x' } })).status).toBe(422)
  })

  test('has the whole stack in the CSV, of which the list shows the beginning', async () => {
    const stack = `Error: Deep\n${'    at again (deep.js:1:2)\n'.repeat(400)}    at the.end (deep.js:3:4)`
    await report(fault({ stack, customer_id: 'ada' }))
    expect((await only()).errorStack).toBe(stack.slice(0, 4000))
    const { text } = await server.call(errorLogs.csv, { query: { columns: 'userId,stack' } })
    expect(text).toBe(`\ufeffUser ID,Error Stack\r\n${await shop.idOf('ada')},"${stack}"\r\n`)
  })
})

describe('an error of the log', () => {
  test.each([errorLogs.fetch, errorLogs.occurrences, errorLogs.setState])(
    '$name of an unknown id: 404, of none: 422',
    async (row) => {
      const ask = (id: string) =>
        server.call(row as typeof errorLogs.setState, { params: { id }, body: { state: 'open' } })
      expect(await ask('999999')).toMatchObject({ status: 404, problem: { message: messages.noSuchError } })
      expect(await ask('none')).toMatchObject({ status: 422, problem: { message: messages.noSuchError } })
    },
  )

  test('goes from open to resolved or ignored and back, with version and audit', async () => {
    await report(fault())
    const { id, version } = await only()
    const resolved = await setState(id, { state: 'resolved', version })
    expect(resolved).toMatchObject({
      status: 200,
      body: {
        message: 'Error resolved',
        data: { state: 'resolved', stateBy: 'superadmin Tester', stateAt: TEST_NOW, version: version + 1 },
      },
    })
    const reopened = await setState(id, { state: 'open', version: version + 1 })
    expect(reopened.body).toMatchObject({ message: 'Error reopened', data: { state: 'open' } })
    expect((await setState(id, { state: 'ignored' })).body).toMatchObject({ message: 'Error ignored' })
    const { lines } = (await server.call(audit.list, { query: { entity: 'error', entity_id: String(id) } })).body.data
    expect(lines.map(({ summary, before, after }) => [summary, before, after])).toEqual([
      ['Ignored an error: No seat plan', { state: 'open' }, { state: 'ignored' }],
      ['Reopened an error: No seat plan', { state: 'resolved' }, { state: 'open' }],
      ['Resolved an error: No seat plan', { state: 'open' }, { state: 'resolved' }],
    ])
  })

  test('cannot be resolved twice, nor go from resolved to ignored: 409 with the reason', async () => {
    await report(fault())
    const { id } = await only()
    await setState(id, { state: 'resolved' })
    expect(await setState(id, { state: 'resolved' })).toMatchObject({
      status: 409,
      problem: { message: 'This error is already resolved', data: { state: 'resolved' } },
    })
    expect(await setState(id, { state: 'ignored' })).toMatchObject({
      status: 409,
      problem: { message: 'This error is resolved. Reopen it first.' },
    })
    expect((await setState(id, { state: 'closed' })).problem.message).toBe(messages.noState)
  })

  test('a stale version answers 409 with the error as it is now', async () => {
    await report(fault())
    const { id, version } = await only()
    await setState(id, { state: 'ignored', version })
    expect(await setState(id, { state: 'open', version })).toMatchObject({
      status: 409,
      problem: { message: 'Someone else changed this while you were editing', data: { state: 'ignored' } },
    })
  })

  test('a new occurrence reopens a resolved one, and an ignored one stays', async () => {
    await report(fault(), fault({ message: 'Other' }))
    const [one, other] = (await list()).errors
    await setState(one!.id, { state: 'resolved' })
    await setState(other!.id, { state: 'ignored' })
    // It happened before it was resolved, and is reported now.
    await report(fault({ message: one!.message, at: '2026-11-20T23:00:00Z' }))
    expect((await detail(one!.id)).state).toBe('resolved')
    await report(fault({ at: '2026-11-21T10:00:00Z' }), fault({ message: 'Other', at: '2026-11-21T10:00:00Z' }))
    expect(await detail(one!.id)).toMatchObject({
      state: 'open',
      stateAt: '2026-11-21T10:00:00.000Z',
      stateBy: null,
      count: 3,
      version: one!.version + 2,
    })
    expect(await detail(other!.id)).toMatchObject({ state: 'ignored', count: 2 })
    const { lines } = (await server.call(audit.list, { query: { entity: 'error', entity_id: String(one!.id) } })).body
      .data
    expect(lines[0]).toMatchObject({
      actor: 'Marquee',
      action: 'error-logs.reopen',
      summary: `Reopened an error that happened again: ${one!.message}`,
    })
  })
})

describe('counting', () => {
  test('forty programs that tell of the same errors at once are counted exactly', async () => {
    const { secret } = await newKey(server, { name: 'Parallel', source: 'parallel' })
    const reportAtOnce = sender(server, secret)
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => {
        // In differing orders, of the same customers.
        const faults = [
          fault({ customer_id: 'pa' }),
          fault({ message: 'Payment lost', customer_id: n % 2 ? 'pb' : 'pa' }),
          fault({ message: 'Card lost', release: `web ${n % 3}` }),
        ]
        return reportAtOnce('errors', n % 2 ? faults : faults.toReversed())
      }),
    )
    expect(answers.map(({ data }) => data.accepted)).toEqual(answers.map(() => 3))
    const { errors } = await list()
    expect(errors.map(({ message, count, customers }) => [message, count, customers]).toSorted()).toEqual([
      ['Card lost', 40, 0],
      ['No seat plan', 40, 1],
      ['Payment lost', 40, 2],
    ])
    const card = await detail(errors.find(({ message }) => message === 'Card lost')!.id)
    expect(card.allReleases.map(({ count }) => count).toSorted()).toEqual([13, 13, 14])
  })

  test('what is told again counts nothing', async () => {
    const again = fault()
    await report(again)
    await shop.send('errors', [again, again])
    expect((await only()).count).toBe(1)
  })

  test('keeps the words of the newest hundred; the count stays true, and what was told stays known', async () => {
    const faults = Array.from({ length: OCCURRENCES_STORED + 30 }, (_, n) =>
      fault({ message: `No seat ${n}`, at: new Date(Date.parse('2026-11-01T00:00:00Z') + n * 60_000).toISOString() }),
    )
    await report(...faults)
    const { id } = await only()
    await prune.run(server.app, {})
    expect(await only()).toMatchObject({
      count: OCCURRENCES_STORED + 30,
      message: `No seat ${OCCURRENCES_STORED + 29}`,
    })
    const page = await occurrences(id, { perPage: 100 })
    expect([page.totalCount, page.occurrences.length]).toEqual([OCCURRENCES_STORED, OCCURRENCES_STORED])
    expect(page.occurrences.at(-1)!.message).toBe('No seat 30')
    const { rows } = await server.db.execute(sql`select count(*)::int as n from error_reports where message <> ''`)
    expect(rows).toEqual([{ n: OCCURRENCES_STORED }])
    const { data } = await shop.send('errors', [faults[0]])
    expect(data.duplicate).toBe(1)
    expect((await only()).count).toBe(OCCURRENCES_STORED + 30)
  })

  test('what was told before there was an error log is masked and grouped', async () => {
    await server.db.execute(sql`
      insert into error_reports (source, external_id, at, message, stack, page, release, channel)
      select 'old', 'old-' || n, '2026-11-01T00:00:00Z', 'No seat for ada' || n || '@mail.example', '', '/book?q=ada', '1.0', 'web'
      from generate_series(1, 700) n`)
    expect((await list()).totalCount).toBe(0)
    await groupOld(server.app)
    expect(await only()).toMatchObject({
      message: 'No seat for [email]',
      component: '/book?…',
      count: 700,
      releases: ['1.0'],
    })
  })
})

describe('personal data', () => {
  test('of what is told is masked before it is stored', async () => {
    await report(
      fault({
        message: 'No seat for ada@mail.example, 0803 000 0001',
        stack: 'Error: token=abc123\n    at SeatMap (https://shop.example/seat-map.js?user=ada:1:2)',
        page: '/me?email=ada%40mail.example',
        component: 'Seat of 4084084084084081',
      }),
    )
    const { rows } = await server.db.execute<{ row: string }>(sql`
      select to_jsonb(r)::text as row from error_reports r union all select to_jsonb(e)::text from errors e`)
    expect(rows).toHaveLength(2)
    for (const { row } of rows) expect(row).not.toMatch(/ada|0803|abc123|4084/)
  })

  test('of one who is erased is gone from what happened to them, and their name from its words', async () => {
    await shop.sendAll('customers', [
      {
        id: 'gone',
        first_name: 'Quendolyn',
        last_name: 'Xu',
        email: 'q@mail.example',
        registered_at: '2026-02-01T10:00:00Z',
      },
    ])
    await report(fault({ customer_id: 'gone', message: 'No seat for Quendolyn', component: 'Quendolyn' }))
    const { id } = await only()
    const customer = await shop.idOf('gone')
    await server.call(privacy.erase, {
      params: { id: customer },
      body: { confirmation: 'q@mail.example', reason: 'Asked by letter' },
    })
    expect(await detail(id)).toMatchObject({
      message: 'No seat for [erased]',
      component: '[erased]',
      data: { email: '', meta: { userId: customer } },
      affected: [{ userId: customer, name: '', email: '' }],
      customers: 1,
    })
  })

  test('of two records that become one: what happened to both happened to one customer', async () => {
    await shop.sendAll(
      'customers',
      ['ma', 'mb'].map((id) => ({
        id,
        first_name: 'Twice',
        last_name: id,
        email: `${id}@mail.example`,
        registered_at: '2026-02-01T10:00:00Z',
      })),
    )
    await report(
      fault({ customer_id: 'ma' }),
      fault({ customer_id: 'mb' }),
      fault({ customer_id: 'mb', message: 'Another' }),
    )
    const [survivor, merged] = [await shop.idOf('ma'), await shop.idOf('mb')]
    const answer = await server.call(privacy.merge, { params: { id: survivor }, body: { other: merged } })
    expect(answer.status).toBe(200)
    const { errors } = await list({ sort: 'count' })
    expect(errors.map(({ message, customers }) => [message, customers])).toEqual([
      ['Another', 1],
      ['No seat plan', 1],
    ])
    expect((await detail(errors[1]!.id)).affected).toMatchObject([{ userId: survivor, count: 2 }])
  })
})

describe('errors of the back office itself', () => {
  const report = (body: unknown, headers?: Record<string, string>) =>
    server.call(errorLogs.report, { as: headers ? 'nobody' : 'admin', headers, body })

  test('are reported by the page with who was signed in and the release', async () => {
    const { status } = await report({
      message: 'TypeError: x is undefined',
      stack: 'at Menu (/assets/app-Bx3f9aQ1.js:1:2)',
      component: 'Menu',
      page: '/dashboard/users/guests/ada%40mail.example',
    })
    expect(status).toBe(200)
    const error = await only()
    expect(error).toMatchObject({
      source: 'back-office',
      component: 'Menu',
      data: { email: 'admin@test.example', meta: { userType: 'admin' } },
      releases: [VERSION],
      createdAt: TEST_NOW,
    })
    expect((await occurrences(error.id)).occurrences[0]!.page).toBe('/dashboard/users/guests/[email]')
  })

  test.each([
    [{}, 'message', messages.noMessage],
    [{ message: '  ' }, 'message', messages.noMessage],
    [{ message: 'a'.repeat(2001) }, 'message', 'Enter up to 2000 characters'],
    [{ message: 'x', stack: 'a'.repeat(20_001) }, 'stack', 'Enter up to 20000 characters'],
    [{ message: 'x', page: 7 }, 'page', 'page must be text'],
  ])('are refused when they are not as they should be (%#)', async (body, field, message) => {
    const { status, problem } = await report(body)
    expect([status, problem.errors]).toEqual([422, [{ field, message }]])
  })

  test('are refused when they are too large, or too many from one session', async () => {
    expect((await report({ message: 'x', stack: 'a'.repeat(70_000) })).status).toBe(413)
    const headers = await withRole(['movies:read'])
    for (let n = 0; n < REPORTS_A_MINUTE; n++) expect((await report({ message: 'x' }, headers)).status).toBe(200)
    const refused = await report({ message: 'x' }, headers)
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60'])
    expect((await only()).count).toBe(REPORTS_A_MINUTE)
  })
})
