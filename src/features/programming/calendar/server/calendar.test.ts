import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { roles } from '#server/auth/tables.ts'
import { everyEndpoint, features } from '#app/server-features.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { calendar } from '../contract.ts'
import { DAY_MOST } from '../rules.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set(TEST_NOW)
  await server.db.execute(sql`delete from promotions`)
  await server.db.execute(sql`delete from push_notifications`)
  await server.db.execute(sql`delete from movies`)
})

const NOVEMBER = { from: '2026-11-01', until: '2026-11-30' }
const ask = (query: { from: string; until: string; kinds?: string }, as?: 'admin' | 'powerless') =>
  server.call(calendar.list, { query, as })
const read = async (query: { from: string; until: string; kinds?: string }) => (await ask(query)).body.data
const titles = async (query: { from: string; until: string; kinds?: string }) =>
  (await read(query)).entries.map(({ title }) => title)
const on = (day: string) => titles({ from: day, until: day })

let codes = 0
const addNotification = (title: string, at: string, state = 'scheduled') =>
  server.db.execute(sql`
    insert into push_notifications (code, title, body, audience, is_scheduled, send_at, created_at, created_by, state, finished_at)
    values (${`C${++codes}`}, ${title}, 'Come', 'ALL-USERS', true, ${at}, ${TEST_NOW}, 'Ada', ${state},
      ${state === 'sent' ? at : null})`)
const addPromotion = (
  title: string,
  starts: string | null,
  ends: string | null,
  { isActive = true, position = 'body' } = {},
) =>
  server.db.execute(sql`
    insert into promotions (position, is_movie, title, is_active, starts_at, ends_at, created_at)
    values (${position}, false, ${title}, ${isActive}, ${starts}, ${ends}, ${TEST_NOW})`)
const addOpening = (id: string, title: string, day: string | null, isApproved = false) =>
  server.db.execute(sql`
    insert into movies (id, name, title, is_coming_soon, coming_soon_date, is_approved)
    values (${id}, ${`POS ${id}`}, ${title}, ${day !== null}, ${day}, ${isApproved})`)

describe('one calendar of everything that is scheduled', () => {
  test('has promotions, notifications and openings by their time', async () => {
    await addNotification('Tonight', '2026-11-21T18:30:00+01:00')
    await addPromotion('Black Friday', '2026-11-27T08:00:00+01:00', '2026-11-29T00:00:00+01:00')
    await addOpening('0007', 'The Wedding Party 3', '2026-11-27', true)
    await addOpening('0008', '', '2026-11-30')
    await addOpening('0009', 'Out already', null)
    // Nobody has marked this one: the point of sale says when it opens.
    await server.db.execute(sql`
      insert into movies (id, name, pos_listed_since, pos_opening_date)
      values ('0010', 'Jaws (2D)', ${TEST_NOW}, '2026-12-04'), ('0011', 'Withdrawn', null, '2026-12-04')`)
    const { entries, more } = await read(NOVEMBER)
    expect(entries).toEqual([
      {
        kind: 'notification',
        id: expect.stringMatching(/^\d+$/),
        title: 'Tonight',
        place: '',
        starts_at: '2026-11-21T17:30:00.000Z',
        ends_at: null,
        all_day: false,
        state: 'scheduled',
        is_off: false,
      },
      {
        kind: 'opening',
        id: '0007',
        title: 'The Wedding Party 3',
        place: '',
        starts_at: '2026-11-26T23:00:00.000Z',
        ends_at: null,
        all_day: true,
        state: 'approved',
        is_off: false,
      },
      {
        kind: 'promotion',
        id: expect.stringMatching(/^\d+$/),
        title: 'Black Friday',
        place: '',
        starts_at: '2026-11-27T07:00:00.000Z',
        ends_at: '2026-11-28T23:00:00.000Z',
        all_day: false,
        state: 'scheduled',
        is_off: false,
      },
      expect.objectContaining({ kind: 'opening', id: '0008', title: 'POS 0008', state: 'not approved' }),
    ])
    expect(more).toEqual([])
    const december = await read({ from: '2026-12-01', until: '2026-12-31' })
    expect(december.entries).toEqual([expect.objectContaining({ kind: 'opening', id: '0010', title: 'Jaws (2D)' })])
  })

  test('says what will not happen', async () => {
    await addNotification('Sent', '2026-11-20T10:00:00Z', 'sent')
    await addNotification('Cancelled', '2026-11-20T11:00:00Z', 'cancelled')
    await addNotification('Missed', '2026-11-20T12:00:00Z', 'missed')
    await addPromotion('Switched off', '2026-11-20T13:00:00Z', null, { isActive: false })
    await addPromotion('Live', '2026-11-20T14:00:00Z', null)
    await addPromotion('Over', null, '2026-11-20T15:00:00Z')
    const { entries } = await read(NOVEMBER)
    expect(entries.map(({ title, state, is_off }) => [title, state, is_off])).toEqual([
      ['Sent', 'sent', false],
      ['Cancelled', 'cancelled', true],
      ['Missed', 'missed', true],
      ['Switched off', 'off', true],
      ['Live', 'live', false],
      ['Over', 'ended', false],
    ])
  })

  test('has a promotion on every day from its start to its end, without an end at its start, without a start at its end', async () => {
    await addPromotion('Long', '2026-11-10T08:00:00+01:00', '2026-11-13T00:00:00+01:00')
    await addPromotion('Starts', '2026-11-11T08:00:00+01:00', null)
    await addPromotion('Ends', null, '2026-11-12T20:00:00+01:00')
    await addPromotion('Always', null, null)
    await addPromotion('A banner', '2026-11-11T08:00:00+01:00', null, { position: 'banner' })
    expect(await on('2026-11-09')).toEqual([])
    expect(await on('2026-11-10')).toEqual(['Long'])
    expect(await on('2026-11-11')).toEqual(['Long', 'Starts'])
    expect(await on('2026-11-12')).toEqual(['Long', 'Ends'])
    expect(await on('2026-11-13')).toEqual([])
  })

  test('what was deleted is not in it', async () => {
    await addPromotion('Gone', '2026-11-10T08:00:00+01:00', null)
    await addOpening('0007', 'Gone too', '2026-11-10')
    await server.db.execute(sql`update promotions set deleted_at = now()`)
    await server.db.execute(sql`update movies set deleted_at = now()`)
    expect(await on('2026-11-10')).toEqual([])
  })
})

describe('around midnight in Africa/Lagos', () => {
  test('23:30 is of the day that ends, 00:30 of the day that begins', async () => {
    await addNotification('Before', '2026-11-20T22:30:00Z')
    await addNotification('At midnight', '2026-11-20T23:00:00Z')
    await addNotification('After', '2026-11-20T23:30:00Z')
    await addPromotion('Until midnight', '2026-11-20T09:00:00Z', '2026-11-20T23:00:00Z')
    await addPromotion('Past midnight', '2026-11-20T10:00:00Z', '2026-11-20T23:00:00.001Z')
    await addOpening('0007', 'Opens', '2026-11-21')
    expect(await on('2026-11-20')).toEqual(['Until midnight', 'Past midnight', 'Before'])
    expect(await on('2026-11-21')).toEqual(['Past midnight', 'Opens', 'At midnight', 'After'])
  })
})

describe('a chain in another zone', () => {
  test('has its own days, also where its clock changes', async () => {
    const other = await testServer({ env: { CHAIN_ZONE: 'America/New_York' } })
    try {
      await other.db.execute(sql`
        insert into push_notifications (code, title, body, audience, is_scheduled, send_at, created_at, created_by, state)
        select 'C' || n, n::text, 'Come', 'ALL-USERS', true, timestamptz '2026-11-01 03:30Z' + n * interval '1 hour', now(), 'Ada', 'scheduled'
        from generate_series(0, 26) n`)
      const days = { from: '2026-11-01', until: '2026-11-01' }
      const { entries } = (await other.call(calendar.list, { query: days })).body.data
      // The day on which the clock goes back has 25 hours, from 04:00 UTC to 05:00 UTC.
      expect(entries.map(({ title }) => Number(title))).toEqual(Array.from({ length: 25 }, (_, n) => n + 1))
    } finally {
      await other.close()
    }
  })
})

describe('a day with more than fits', () => {
  test('has so many of each kind, and says of which there is more', async () => {
    await server.db.execute(sql`
      insert into push_notifications (code, title, body, audience, is_scheduled, send_at, created_at, created_by, state)
      select 'M' || n, 'N' || n, 'Come', 'ALL-USERS', true, timestamptz '2026-11-20 09:00Z' + n * interval '1 second',
        now(), 'Ada', 'scheduled' from generate_series(1, 3000) n`)
    await addNotification('The day after', '2026-11-21T09:00:00Z')
    await addOpening('0007', 'Opens', '2026-11-20')
    const { entries, more } = await read(NOVEMBER)
    expect(entries).toHaveLength(DAY_MOST + 2)
    expect(entries.map(({ title }) => title)).toContain('The day after')
    expect(more).toEqual([{ kind: 'notification', day: '2026-11-20', until: '2026-11-20' }])
  })

  test('counts what runs on to the first day: there may be more until the last', async () => {
    await server.db.execute(sql`
      insert into promotions (position, is_movie, title, is_active, starts_at, ends_at, created_at)
      select 'body', false, 'P' || n, true, '2026-10-01', timestamptz '2026-12-01' + n * interval '1 day', now()
      from generate_series(1, ${DAY_MOST + 5}::int) n`)
    const { entries, more } = await read(NOVEMBER)
    expect(entries).toHaveLength(DAY_MOST)
    expect(more).toEqual([{ kind: 'promotion', day: '2026-11-01', until: '2026-11-30' }])
  })
})

describe('kinds', () => {
  beforeEach(async () => {
    await addNotification('Push', '2026-11-20T09:00:00Z')
    await addPromotion('Offer', '2026-11-20T10:00:00Z', null)
    await addOpening('0007', 'Film', '2026-11-20')
  })

  test('are filtered by name', async () => {
    expect(await titles({ ...NOVEMBER, kinds: 'opening' })).toEqual(['Film'])
    expect(await titles({ ...NOVEMBER, kinds: 'promotion,notification' })).toEqual(['Push', 'Offer'])
    expect(await titles({ ...NOVEMBER, kinds: '' })).toEqual(['Film', 'Push', 'Offer'])
  })

  test.each([
    ['movies:read', ['Film']],
    ['notifications:read', ['Push']],
    ['promotions:read', ['Offer']],
    ['points:read', []],
  ] as const)('%s shows %j and nothing else', async (permission, expected) => {
    await server.db
      .update(roles)
      .set({ permissions: [permission] })
      .where(sql`name = 'Powerless'`)
    const seen = async (kinds?: string) =>
      (await ask({ ...NOVEMBER, ...(kinds && { kinds }) }, 'powerless')).body.data.entries.map(({ title }) => title)
    expect(await seen()).toEqual(expected)
    expect(await seen('promotion,notification,opening')).toEqual(expected)
  })
})

describe('what is asked', () => {
  test.each([
    [{ from: '2026-11-01', until: '2026-10-31' }, 'until', 'The end date is before the start date'],
    [{ from: '2026-11-01', until: '2027-01-02' }, 'until', 'Choose at most 62 days'],
    [{ from: '2026-11-31', until: '2026-12-31' }, 'from', 'Enter a date as YYYY-MM-DD'],
    [{ from: '2026-11-01', until: undefined }, 'until', 'Enter a date'],
    [{ ...NOVEMBER, kinds: 'birthday' }, 'kinds', 'Kind not found: birthday. Choose one of'],
    [{ ...NOVEMBER, kinds: 'x'.repeat(201) }, 'kinds', 'Enter up to 200 characters'],
  ])('%j is refused', async (query, field, message) => {
    const answer = await ask(query as never)
    expect(answer.status).toBe(422)
    expect(answer.problem.errors).toEqual([{ field, message: expect.stringContaining(message) }])
  })

  test('62 days are answered', async () => {
    expect((await ask({ from: '2026-11-01', until: '2027-01-01' })).status).toBe(200)
  })
})

/** Features that write what another has in the calendar. */
const WRITERS: readonly string[] = ['catalogue']

test('every write of what is in the calendar makes it stale', () => {
  const inCalendar = Object.entries(features).filter(([, feature]) => feature.calendar)
  expect(inCalendar.length).toBeGreaterThan(2)
  const writers = [...inCalendar.map(([name]) => name), ...WRITERS]
  const writes = everyEndpoint.filter(
    ({ feature, method, audit }) => writers.includes(feature) && method !== 'GET' && audit !== 'none',
  )
  expect(writes.length).toBeGreaterThan(10)
  expect(writes.filter(({ alsoStale }) => !alsoStale?.includes('calendar')).map(({ path }) => path)).toEqual([])
})
