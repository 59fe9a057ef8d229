import { desc, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { UNCLEAR } from '#contract/typed-number.ts'
import { auditLog } from '#server/audit/tables.ts'
import { calendar } from '#features/programming/calendar/contract.ts'
import { IntegrationError } from '#server/integrations/error.ts'
import { allRead } from '#server/integrations/records.ts'
import { sqlError } from '#server/db/connect.ts'
import { scriptedPos, type ScriptedPos } from '#server/test/pos.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { events, type EventPayload, type EventRow } from '../contract.ts'
import { eventList } from '../list-contract.ts'
import { messages } from '../rules.ts'
import { pageOfEvents } from './store.ts'
import { eventConcessions, eventMovies, events as table } from './tables.ts'

const LEKKI = '0004'
const JABI = '0021'
let server: TestServer
let pos: ScriptedPos
let requests: string[]

beforeAll(async () => {
  server = await testServer()
  // Showtimes of 25/11/2026, whose first and last minute in Lagos are an hour before those in UTC.
  for (const statement of [
    sql`insert into states (name) values ('Lagos'), ('Abuja')`,
    sql`insert into cinemas (id, state_id, name, closed_at) values ('0004', 1, 'Marquee Lekki', null),
      ('0021', 2, 'Marquee Jabi', null), ('0099', 1, 'Closed', now())`,
    sql`insert into screens values ('0004', '01', 'Screen 1', 100), ('0004', '02', 'Screen 2', 100),
      ('0021', '01', 'Screen 1', 100)`,
    sql`insert into movies (id, name, poster_small) values ('00012841', 'The Wedding Party', '/api/files/p.jpg'), ('77', 'Seven', '')`,
    sql`insert into showtimes (cinema_id, id, movie_id, screen_id, starts_at, ends_at, seats_available) values
      ('0004', '0001', '00012841', '01', '2026-11-25T17:30:00Z', '2026-11-25T19:30:00Z', 60),
      ('0004', '0002', '77', '02', '2026-11-25T17:30:00Z', '2026-11-25T19:30:00Z', 60),
      ('0004', '0003', '77', '01', '2026-11-24T23:30:00Z', '2026-11-25T01:30:00Z', 60),
      ('0004', '0004', '77', '01', '2026-11-25T23:30:00Z', '2026-11-26T01:30:00Z', 60),
      ('0004', '0005', '77', '01', '2026-11-25T14:00:00Z', '2026-11-25T16:00:00Z', 0),
      ('0004', '0006', '77', '01', '2026-11-25T12:00:00Z', '2026-11-25T14:00:00Z', 60),
      ('0021', '0001', '77', '01', '2026-11-25T17:30:00Z', '2026-11-25T19:30:00Z', 60)`,
    sql`update showtimes set cancelled_at = now() where id = '0006'`,
    sql`insert into products (rosetta_id, name, kind, source_cinema_id, created_at) values ('00101', 'Popcorn', 'edible', '0004', now()),
      ('00201', 'Coke', 'edible', '0004', now()), ('00301', 'Free water', 'edible', '0004', now()),
      ('00401', 'Off', 'edible', '0004', now()), ('00501', 'Jabi alone', 'edible', '0021', now())`,
    sql`insert into cinema_products (cinema_id, product_id, pos_kobo, is_active, listed_since)
      select source_cinema_id, id, case name when 'Free water' then 0 else 250050 end, name <> 'Off', now() from products`,
  ])
    await server.db.execute(statement)
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set(TEST_NOW)
  pos = scriptedPos()
  requests = []
  pos.ticketTypes = async (cinemaId, sessionId) => {
    requests.push(`${cinemaId} ${sessionId}`)
    if (pos.fault) throw new IntegrationError(pos.fault.reason, { isPassing: true })
    return allRead([
      { id: '0001', name: 'Adult', kobo: 400_000 },
      { id: '0002', name: 'Child', kobo: 240_050 },
    ])
  }
  server.app.pos = pos
  await server.db.delete(eventMovies)
  await server.db.delete(eventConcessions)
  await server.db.delete(table)
})

const good: EventPayload = {
  name: 'Nollywood night',
  description: 'Three films in a row.',
  date: '2026-11-25T18:30:00.000Z',
  cinema_id: LEKKI,
  image: '/api/files/image-1.jpg',
  movie_ids: '00012841,77',
  showtime_ids: '0001,0002',
  ticket_ids: '0001,0002',
  price: 15_000.5,
  event_category: 'Film festival',
  concession_ids: '00201,00101',
  concession_quantities: '5,12',
}
const create = (change: object = {}, more: object = {}) =>
  server.call(events.create, { body: { ...good, ...change }, ...more })
const add = async (change: object = {}) => {
  const answer = await create(change)
  expect(answer.problem).not.toHaveProperty('errors')
  return answer.body.data
}
const save = (id: number, body: object) => server.call(events.save, { params: { id }, body: { ...good, ...body } })
const list = async (query: object = {}) => (await server.call(eventList.list, { query })).body.data
const lastLine = async () => (await server.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0]!

describe('adding an event', () => {
  // Clauses: operations 225, 227, 230, 233, 435-436
  test('answers it with its movies and concessions, and leaves a line', async () => {
    const answer = await create({}, { as: 'admin' })
    expect(answer.body.message).toBe('Event added')
    const event = answer.body.data
    expect(event).toEqual({
      ...good,
      id: event.id,
      cinema_name: 'Marquee Lekki',
      version: 1,
      movies: [
        {
          movie_id: '00012841',
          movie_name: 'The Wedding Party',
          movie_poster: '/api/files/p.jpg',
          show_time_id: '0001',
          show_time: '2026-11-25T17:30:00.000Z',
          cinema_screen_id: '01',
          screen_name: 'Screen 1',
          isCancelled: false,
          ticket: { product_id: '0001', product_name: 'Adult', product_price: 4000 },
        },
        expect.objectContaining({
          show_time_id: '0002',
          screen_name: 'Screen 2',
          ticket: { product_id: '0002', product_name: 'Child', product_price: 2400.5 },
        }),
      ],
      concessions: [
        { product_id: '00201', product_name: 'Coke', product_price: 2500.5, image_url: null, quantity: 5 },
        { product_id: '00101', product_name: 'Popcorn', product_price: 2500.5, image_url: null, quantity: 12 },
      ],
    })
    expect((await server.call(events.fetch, { params: { id: event.id } })).body.data).toEqual(event)
    expect(await lastLine()).toMatchObject({
      entity: 'event',
      entityId: String(event.id),
      action: 'events.create',
      summary: 'Added the event "Nollywood night"',
    })
  })

  // Clauses: operations 226
  test('what staff type is written as UTC and kept as typed, at 23:30 and 00:30 too', async () => {
    for (const date of ['2026-11-25T23:30:00.000Z', '2026-11-25T00:30:00.000Z', '2026-11-25T00:00:00.000Z'])
      expect((await add({ date })).date).toBe(date)
  })

  // Clauses: operations 228, 323
  test('concessions and category are optional; a line at 0 is removed', async () => {
    const none = await add({ concession_ids: undefined, concession_quantities: undefined, event_category: undefined })
    expect(none).toMatchObject({ concession_ids: null, concession_quantities: null, event_category: '' })
    expect(await add({ concession_quantities: '0,3' })).toMatchObject({
      concession_ids: '00101',
      concession_quantities: '3',
    })
  })

  // Clauses: operations 318
  test('a price that is sent as text counts as the number that it says', async () => {
    expect((await add({ price: '2500.75' })).price).toBe(2500.75)
    expect((await add({ price: 0 })).price).toBe(0)
  })

  // Clauses: operations 315
  test.each([
    [{ name: ' ' }, 'name', messages.name],
    [{ description: undefined }, 'description', messages.description],
    [{ image: '' }, 'image', messages.image],
    [{ cinema_id: undefined }, 'cinema_id', messages.cinema],
    [{ date: undefined }, 'date', messages.date],
    [{ movie_ids: '', showtime_ids: '', ticket_ids: '' }, 'movie_ids', messages.movies],
    [{ price: undefined }, 'price', messages.price],
  ])('without what is required says Please fill the form: %j', async (change, field, message) => {
    const answer = await create(change)
    expect(answer.problem).toMatchObject({ status: 422, message: 'Please fill the form' })
    expect(answer.problem.errors).toContainEqual({ field, message })
    expect(await server.db.$count(table)).toBe(0)
  })

  // Clauses: operations 234, 316-317, 320-321, 518
  test.each([
    [{ name: 'x'.repeat(101) }, 'name', 'Enter an event name of up to 100 characters'],
    [{ event_category: 'x'.repeat(101) }, 'event_category', 'Enter a category of up to 100 characters'],
    [{ description: 'x'.repeat(5001) }, 'description', 'Enter a description of up to 5000 characters'],
    [{ name: 7 }, 'name', 'Enter text'],
    [{ image: 'javascript:alert(1)' }, 'image', 'Event image must be the address of an image'],
    [{ image: '/api/files/video-1.mp4' }, 'image', 'Event image must be the address of an image'],
    [{ date: '2026-11-25' }, 'date', 'Enter a date and time (ISO 8601, UTC)'],
    [{ price: 'much' }, 'price', UNCLEAR],
    [{ price: -1 }, 'price', 'Enter a price from ₦0 to ₦10,000,000, with at most two decimals'],
    [{ price: 1.005 }, 'price', UNCLEAR],
    [{ price: '2.500' }, 'price', UNCLEAR],
    [{ price: true }, 'price', UNCLEAR],
    [{ cinema_id: '4' }, 'cinema_id', 'Cinema not found'],
    [{ cinema_id: '0099' }, 'cinema_id', 'Cinema not found'],
    [{ movie_ids: '00012841' }, 'showtime_ids', messages.unaligned],
    [{ ticket_ids: '0001,' }, 'showtime_ids', messages.unaligned],
    [{ movie_ids: ['77'] }, 'movie_ids', 'Enter IDs separated by commas'],
    [{ movie_ids: '77,77', showtime_ids: '0002,0002', ticket_ids: '0001,0001' }, 'showtime_ids', messages.twice],
    [{ movie_ids: '77,00012841' }, 'movie_ids', 'This showtime is for another movie'],
    [{ showtime_ids: '0001,9999' }, 'showtime_ids', 'Showtime at this cinema not found'],
    [{ showtime_ids: '0001,0006' }, 'showtime_ids', 'Showtime at this cinema not found'],
    [{ showtime_ids: '0001,0004' }, 'showtime_ids', 'This showtime is on another date'],
    [{ date: '2026-11-24T18:30:00Z' }, 'showtime_ids', 'This showtime is on another date'],
    [{ showtime_ids: '0001,0005' }, 'showtime_ids', 'This showtime has no seats left'],
    [{ ticket_ids: '0001,0003' }, 'ticket_ids', 'Ticket for this showtime not found'],
    [{ concession_ids: '00201' }, 'concession_quantities', messages.unalignedConcessions],
    [{ concession_quantities: '5,-1' }, 'concession_quantities', 'Enter a quantity of 0 or more, without decimals'],
    [{ concession_quantities: '5,1.5' }, 'concession_quantities', 'Enter a quantity of 0 or more, without decimals'],
    [{ concession_quantities: '5,100001' }, 'concession_quantities', 'Enter up to 100,000 of a product'],
    [{ concession_ids: '00101,00101' }, 'concession_ids', 'Add each product once'],
    [{ concession_ids: '00101,00501' }, 'concession_ids', 'This cinema does not sell this product'],
    [{ concession_ids: '00101,00301' }, 'concession_ids', 'This cinema does not sell this product'],
    [{ concession_ids: '00101,00401' }, 'concession_ids', 'This cinema does not sell this product'],
  ])('refuses %j', async (change, field, message) => {
    const answer = await create(change)
    expect(answer.status).toBe(422)
    expect(answer.problem.errors).toEqual([{ field, message }])
    expect(await server.db.$count(table)).toBe(0)
  })

  test('a showtime belongs to the date by the day of the chain’s zone', async () => {
    expect((await add({ movie_ids: '77', showtime_ids: '0003', ticket_ids: '0001' })).showtime_ids).toBe('0003')
  })

  test('says why the point of sale does not tell its tickets', async () => {
    pos.fault = { reason: 'The point of sale did not answer within 15 seconds' }
    const answer = await create()
    expect(answer.status).toBeGreaterThanOrEqual(500)
    expect(answer.problem.message).toBe('The point of sale did not answer within 15 seconds')
    pos.ticketTypes = undefined
    expect((await create()).problem).toMatchObject({ status: 409, message: messages.ticketsUnknown })
    expect(await server.db.$count(table)).toBe(0)
  })

  test('sent again with its key is done once', async () => {
    const headers = { 'idempotency-key': 'event-1' }
    const [first, second] = [await create({}, { headers }), await create({}, { headers })]
    expect(second.body).toEqual(first.body)
    expect(await server.db.$count(table)).toBe(1)
    const other = await create({ name: 'Another' }, { headers })
    expect(other.problem).toMatchObject({ status: 409, message: 'This Idempotency-Key was used for another request' })
  })
})

describe('changing an event', () => {
  // Clauses: operations 437
  test('counts the whole payload, and keeps what was before in the audit', async () => {
    const event = await add()
    const answer = await save(event.id, {
      name: 'Two nights',
      concession_ids: '',
      concession_quantities: '',
      version: 1,
    })
    expect(answer.body.message).toBe('Event updated')
    expect(answer.body.data).toMatchObject({ id: event.id, name: 'Two nights', concession_ids: null, version: 2 })
    expect(await lastLine()).toMatchObject({
      summary: 'Edited the event "Two nights"',
      before: { name: 'Nollywood night', concession_ids: '00201,00101' },
      after: { name: 'Two nights', concession_ids: null },
    })
  })

  test('based on an older one answers 409 with the event as it is now', async () => {
    const event = await add()
    const { data: now } = (await save(event.id, { name: 'Theirs', version: 1 })).body
    const late = await save(event.id, { name: 'Mine', version: 1 })
    expect(late.problem).toMatchObject({
      status: 409,
      message: 'Someone else changed this while you were editing',
      data: now,
    })
    expect((await save(event.id, { name: 'Another program' })).body.data).toMatchObject({ version: 3 })
  })

  test('does not look up again what stood: what is sold out or gone since stays', async () => {
    const event = await add()
    await server.db.execute(sql`update showtimes set seats_available = 0 where id = '0001'`)
    await server.db.execute(sql`update showtimes set cancelled_at = now() where id = '0002'`)
    await server.db.execute(sql`update cinema_products set is_active = false where product_id = 1`)
    requests = []
    pos.fault = { reason: 'away' }
    const saved = await save(event.id, { description: 'Longer now.' })
    expect(saved.body.data.movies.map(({ isCancelled }) => isCancelled)).toEqual([false, true])
    expect(requests).toEqual([])
    const changed = await save(event.id, { movie_ids: '77', showtime_ids: '0002', ticket_ids: '0001' })
    expect(changed.problem.message).toBe('Showtime at this cinema not found')
    await server.db.execute(
      sql`update showtimes set seats_available = 60, cancelled_at = null where id in ('0001', '0002')`,
    )
    await server.db.execute(sql`update cinema_products set is_active = true where product_id = 1`)
  })

  test('to another cinema takes that cinema’s showtimes and products', async () => {
    const event = await add()
    expect((await save(event.id, { cinema_id: JABI })).problem.errors).toEqual([
      { field: 'movie_ids', message: 'This showtime is for another movie' },
    ])
    const there = { cinema_id: JABI, movie_ids: '77', showtime_ids: '0001', ticket_ids: '0001' }
    expect((await save(event.id, there)).problem.message).toBe('This cinema does not sell this product')
    const changed = await save(event.id, { ...there, concession_ids: '00501', concession_quantities: '1' })
    expect(changed.body.data).toMatchObject({ cinema_name: 'Marquee Jabi', concession_ids: '00501', movie_ids: '77' })
  })

  test('refuses what adding refuses, and an event that is not there', async () => {
    const event = await add()
    expect((await save(event.id, { name: '' })).problem.message).toBe('Please fill the form')
    expect((await save(999_999, {})).problem).toMatchObject({ status: 404, message: 'Event not found' })
    expect((await server.call(events.fetch, { params: { id: 999_999 } })).status).toBe(404)
    expect((await server.call(events.fetch, { params: { id: 'x' } as never })).problem.message).toBe(messages.noEvent)
  })
})

describe('deleting', () => {
  // Clauses: operations 438
  test('can be undone', async () => {
    const event = await add()
    const params = { id: event.id }
    const removed = await server.call(events.remove, { params })
    expect(removed.body).toEqual({ data: params, message: 'Event deleted' })
    expect(await list()).toEqual([])
    expect((await server.call(events.fetch, { params })).status).toBe(404)
    expect((await save(event.id, {})).status).toBe(404)
    expect((await server.call(events.remove, { params })).status).toBe(404)
    const restored = await server.call(events.restore, { params })
    expect(restored.body).toEqual({ data: { ...event, version: 3 }, message: 'Event restored' })
    expect((await server.call(events.restore, { params })).problem).toMatchObject({
      status: 409,
      message: 'This event was not deleted',
    })
    expect((await server.call(events.restore, { params: { id: 999_999 } })).status).toBe(404)
  })
})

describe('the list', () => {
  const fill = async (count: number) => {
    for (let at = 0; at < count; at++)
      await add({ name: `Event ${at}`, date: `2026-11-25T${String(at).padStart(2, '0')}:00:00.000Z` })
  }
  const names = async (query: object = {}) => (await list(query)).map(({ name }) => name)

  // Clauses: operations 229, 434, 487
  test('is an array of ten, what is to come first, with its count beside it', async () => {
    await fill(12)
    expect(await names()).toEqual(Array.from({ length: 10 }, (_, at) => `Event ${at}`))
    expect(await names({ pageNo: 2 })).toEqual(['Event 10', 'Event 11'])
    expect(await names({ pageNo: 3 })).toEqual([])
    expect(await names({ pageSize: 1, pageNo: 2 })).toEqual(['Event 1'])
    expect((await server.call(eventList.count, {})).body.data).toEqual({ totalCount: 12 })
    expect((await list({ pageSize: 1 }))[0]).toEqual({
      id: expect.any(Number),
      name: 'Event 0',
      image: good.image,
      cinema_id: LEKKI,
      cinema_name: 'Marquee Lekki',
      event_category: 'Film festival',
      date: '2026-11-25T00:00:00.000Z',
      concession_ids: '00201,00101',
    })
    expect((await server.call(eventList.list, { query: { pageSize: 101 } })).problem.status).toBe(422)
  })

  test('has what is to come, the soonest first, and then what is past, the latest first; or one of both', async () => {
    const days = ['2026-11-19', '2026-11-25', '2026-11-21', '2026-11-20', '2026-11-23', '2026-11-21']
    for (const [at, day] of days.entries()) {
      const { id } = await add({ name: `${day} ${at}` })
      await server.db.execute(sql`update events set starts_at = ${`${day}T00:00:00Z`}::timestamptz where id = ${id}`)
    }
    const upcoming = ['2026-11-21 5', '2026-11-21 2', '2026-11-23 4', '2026-11-25 1']
    const past = ['2026-11-20 3', '2026-11-19 0']
    expect(await names()).toEqual([...upcoming, ...past])
    expect(await names({ when: 'upcoming' })).toEqual(upcoming)
    expect(await names({ when: 'past' })).toEqual(past)
    expect((await server.call(eventList.count, { query: { when: 'past' } })).body.data).toEqual({ totalCount: 2 })
    const csv = await server.call(eventList.csv, { query: { when: 'upcoming' } })
    expect(csv.text.trimEnd().split('\r\n')).toHaveLength(5)
    expect((await server.call(eventList.list, { query: { when: 'never' as never } })).problem.status).toBe(422)
    // A file goes on after a row as the list does.
    const filter = { today: new Date('2026-11-21T00:00:00Z') }
    const titles: string[] = []
    for (let after: EventRow | undefined; ;) {
      const rows = await pageOfEvents(server.db, filter, { limit: 1, after })
      if (!rows[0]) break
      titles.push(rows[0].name)
      after = rows[0]
    }
    expect(titles).toEqual([...upcoming, ...past])
  })

  test('is filtered by location, day and what is on sale, several at once, and so is the file', async () => {
    const at = async (name: string, day: string, more: object = {}) => {
      const { id } = await add({ name, ...more })
      await server.db.execute(sql`update events set starts_at = ${`${day}T23:30:00Z`}::timestamptz where id = ${id}`)
      return id
    }
    const named = async (query: object) => (await names(query)).toSorted()
    await at('A', '2026-11-22')
    await at('B', '2026-11-23')
    await at('Dry', '2026-11-23', { concession_ids: '', concession_quantities: '' })
    const elsewhere = await at('Away', '2026-11-23')
    await server.db.execute(sql`delete from event_movies where event_id = ${elsewhere}`)
    await server.db.execute(sql`update events set cinema_id = (
      select id from cinemas where id <> ${LEKKI} order by id limit 1) where id = ${elsewhere}`)
    expect(await named({ cinema_id: LEKKI })).toEqual(['A', 'B', 'Dry'])
    expect(await named({ date: '2026-11-23' })).toEqual(['Away', 'B', 'Dry'])
    expect(await named({ date: '..2026-11-22' })).toEqual(['A'])
    expect(await named({ concession: 'no' })).toEqual(['Dry'])
    const both = { cinema_id: LEKKI, date: '2026-11-23..', concession: 'yes' }
    expect(await named(both)).toEqual(['B'])
    expect((await server.call(eventList.count, { query: both })).body.data).toEqual({ totalCount: 1 })
    expect((await server.call(eventList.csv, { query: both })).text.trimEnd().split('\r\n')).toHaveLength(2)
    expect((await server.call(eventList.list, { query: { concession: 'maybe' } })).problem.errors).toEqual([
      { field: 'concession', message: 'concession must be yes or no' },
    ])
  })

  // Clauses: operations 156
  test('is searched by name, category and location, whatever the term holds', async () => {
    await add({ name: 'Opera 100%', concession_ids: '', concession_quantities: '' })
    await add({ name: 'Jazz' })
    expect(await names({ search: 'opera' })).toEqual(['Opera 100%'])
    expect(await names({ search: '0%' })).toEqual(['Opera 100%'])
    expect(await names({ search: '%' })).toEqual(['Opera 100%'])
    expect(await names({ search: 'FILM FEST' })).toHaveLength(2)
    expect(await names({ search: 'lekki' })).toHaveLength(2)
    expect(await names({ search: 'jabi' })).toEqual([])
    expect((await server.call(eventList.count, { query: { search: 'opera' } })).body.data.totalCount).toBe(1)
  })

  // Clauses: operations 158-159, 533
  test('is exported as payment-logs.csv with the date as typed', async () => {
    await add({ name: '=1+1', date: '2026-11-25T23:30:00.000Z' })
    await add({ name: 'Jazz', concession_ids: null, concession_quantities: null })
    const columns = 'name,location,date,concession,merchandise'
    const answer = await server.call(eventList.csv, { query: { columns } })
    expect(answer.headers['content-disposition']).toBe('attachment; filename="payment-logs.csv"')
    expect(answer.text.trimEnd().split('\r\n')).toEqual([
      '\ufeffEvent Name,Location,Event Time & Date,Concession,Merchandise',
      'Jazz,Marquee Lekki,25/11/2026 18:30,Not available,Not available',
      "'=1+1,Marquee Lekki,25/11/2026 23:30,Available,Not available",
    ])
    expect(await lastLine()).toMatchObject({ entity: 'export', summary: 'Exported 2 events' })
    const some = await server.call(eventList.csv, { query: { search: 'jazz', columns: 'date,name' } })
    expect(some.text.trimEnd().split('\r\n').slice(1)).toEqual(['25/11/2026 18:30,Jazz'])
    expect((await server.call(eventList.csv, { query: { columns: 'acts' } })).status).toBe(422)
    // What the screen has, and then what an import needs besides.
    const file = await server.call(eventList.csv)
    expect(file.text.split('\r\n')[0]).toBe(
      '\ufeffEvent Name,Location,Event Time & Date,Concession,Merchandise,Category,Description,Movie,Ticket,Ticket Price,Image',
    )
  })

  test('is found by the palette', async () => {
    const event = await add()
    const found = await server.inject({
      url: '/api/search?query=nollywood',
      headers: { authorization: `Bearer ${await server.token('admin')}` },
    })
    expect(found.json().data).toContainEqual({
      kind: 'event',
      id: String(event.id),
      title: 'Nollywood night',
      subtitle: 'Marquee Lekki, 25/11/2026 18:30',
    })
  })
})

test('the calendar has an event on the day and at the clock that staff typed', async () => {
  const first = await add({ date: '2026-11-25T00:00:00.000Z' })
  const last = await add({ date: '2026-11-25T23:59:00.000Z' })
  const removed = await add({ date: '2026-11-25T12:00:00.000Z' })
  await server.call(events.remove, { params: { id: removed.id } })
  const day = { from: '2026-11-25', until: '2026-11-25', kinds: 'event' }
  const { entries } = (await server.call(calendar.list, { query: day })).body.data
  const expected = {
    kind: 'event',
    title: first.name,
    place: 'Marquee Lekki',
    ends_at: null,
    all_day: false,
    state: 'upcoming',
    is_off: false,
  }
  expect(entries).toEqual([
    { ...expected, id: String(first.id), starts_at: '2026-11-24T23:00:00.000Z' },
    { ...expected, id: String(last.id), starts_at: '2026-11-25T22:59:00.000Z' },
  ])
})

test('the database holds the movies of an event to its cinema, and each ticket of a showtime once', async () => {
  const { id } = await add()
  const put = (cinema: string, showtime: string, ticket: string) =>
    server.db
      .execute(sql`insert into event_movies values (${id}, 9, ${cinema}, ${showtime}, '77', ${ticket}, 'Adult', 1)`)
      .then(
        () => 'put',
        (error) => sqlError(error).code,
      )
  expect(await put(JABI, '0001', '0009')).toBe('23503')
  expect(await put(LEKKI, '9999', '0001')).toBe('23503')
  expect(await put(LEKKI, '0001', '0001')).toBe('23505')
})

describe('GET /ticket/types', () => {
  const types = (query: object) => server.call(events.ticketTypes, { query: query as never, as: 'powerless' })

  // Clauses: operations 232, 415, 439
  test('answers the tickets of a showtime by its id, with their prices in naira', async () => {
    const answer = await types({ cinema_id: LEKKI, show_time: '0001', cinema_screen_section_id: '01' })
    expect(answer.body.data).toEqual({
      tickets: [
        { product_id: '0001', product_name: 'Adult', product_price: 4000 },
        { product_id: '0002', product_name: 'Child', product_price: 2400.5 },
      ],
    })
    expect(requests).toEqual([`${LEKKI} 0001`])
  })

  test('or by the instant of its start, told from others by its screen', async () => {
    const query = { cinema_id: LEKKI, show_time: '2026-11-25T18:30:00+01:00', cinema_screen_section_id: '02' }
    expect((await types(query)).status).toBe(200)
    expect(requests).toEqual([`${LEKKI} 0002`])
  })

  test.each([
    [{ show_time: '0001' }, 422, 'Field is empty'],
    [{ cinema_id: LEKKI }, 422, 'Select a showtime'],
    [{ cinema_id: '4', show_time: '0001' }, 404, 'Cinema not found'],
    [{ cinema_id: LEKKI, show_time: '9999' }, 404, 'Showtime not found'],
    [{ cinema_id: LEKKI, show_time: '0006' }, 404, 'Showtime not found'],
    [{ cinema_id: LEKKI, show_time: '0001', cinema_screen_section_id: '02' }, 404, 'Showtime not found'],
  ])('refuses %j', async (query, status, message) =>
    expect((await types(query)).problem).toMatchObject({ status, message }),
  )
})
