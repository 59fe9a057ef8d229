import { scenery } from '#demo/scenery.ts'
import { occupiedSeats as seatsSold } from '#features/sales/trade/server/public.ts'
import { embeddedHistory } from '#demo/chain/programme.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, clockOf, dayOf } from '#contract/time.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { recordsOf, type Records } from '#server/test/pos.ts'
import { veeziFilm, veeziPeer, veeziSession, type VeeziSite } from '#server/test/veezi-peer.ts'
import { vistaCinema, vistaFilm, vistaItem, vistaPeer, vistaSession, vistaSettings } from '#server/test/vista-peer.ts'
import { settleSetting } from '#server/settings.ts'
import { sql } from 'drizzle-orm'
import { embeddedPointOfSale, FAULT_SETTING } from './embedded.ts'
import { IntegrationError } from '../error.ts'
import { integrations } from '../index.ts'
import type { PosCinema, PosFilm, PosProduct, PosSession } from './port.ts'
import { veeziPointOfSale } from './veezi.ts'
import { vistaPointOfSale } from './vista.ts'

const ZONE = 'Africa/Lagos'
const CINEMAS = ['0004', '0021']
let server: TestServer
let pos: Records
beforeAll(async () => {
  server = await testServer()
  pos = recordsOf(
    embeddedPointOfSale(server.db, { zone: ZONE, hasSentinels: true }, server.clock, scenery.chain, seatsSold),
  )
})
afterAll(() => server.close())
beforeEach(() => server.db.execute(sql`delete from settings where key = ${FAULT_SETTING}`))
afterEach(() => server.clock.set(TEST_NOW))

/** Two cinemas of the embedded chain with a past day, the data of the vendors' peers. */
type Chain = {
  cinemas: PosCinema[]
  films: PosFilm[]
  sessions: PosSession[]
  products: Record<string, PosProduct[]>
}
async function chain(): Promise<Chain> {
  const cinemas = (await pos.cinemas()).filter(({ id }) => CINEMAS.includes(id))
  const ofEach = await Promise.all(
    CINEMAS.map(async (id) => [...embeddedHistory(id, 1, server.clock.now(), ZONE), ...(await pos.sessions(id))]),
  )
  const products = Object.fromEntries(await Promise.all(CINEMAS.map(async (id) => [id, await pos.products!(id)])))
  return { cinemas, films: await pos.films(), sessions: ofEach.flat(), products }
}
const wallTime = (at: Date) => `${dayOf(at, ZONE)}T${clockOf(at, ZONE)}:00`

async function vista(): Promise<{ pos: Records; close: () => Promise<void> }> {
  const { cinemas, films, sessions, products } = await chain()
  const tabsOf = (list: readonly PosProduct[]) =>
    [...Map.groupBy(list, ({ category }) => category)].map(([Name, items], Id) => ({
      Id,
      Name,
      ConcessionItems: items.map(({ id, hopk, name, kobo }) =>
        vistaItem(String(Number(id)), name, kobo, { HeadOfficeItemCode: id, HOPK: hopk }),
      ),
    }))
  const outside = await vistaPeer({
    tabs: Object.fromEntries(CINEMAS.map((id) => [id, tabsOf(products[id]!)])),
    cinemas: cinemas.map(({ id, name, state }) => vistaCinema(id, name, state)),
    films: films.map(({ id, title, runtime }) => vistaFilm(id, title, { RunTime: String(runtime) })),
    sessions: sessions.map((session) =>
      vistaSession(session.id, session.cinemaId, session.filmId, wallTime(session.startsAt), {
        ScreenNumber: Number(session.screenId),
        SeatsAvailable: session.seatsAvailable,
      }),
    ),
  })
  const ticketed = sessions.filter(({ startsAt }) => startsAt >= server.clock.now()).slice(0, 5)
  for (const { cinemaId, id } of ticketed)
    (outside.has.tickets ??= {})[`${cinemaId} ${id}`] = (await pos.ticketTypes!(cinemaId, id)).map((ticket, at) => ({
      TicketTypeCode: ticket.id,
      Description: ticket.name,
      PriceInCents: ticket.kobo,
      DisplaySequence: at,
    }))
  return { pos: recordsOf(vistaPointOfSale(vistaSettings(outside), ZONE, server.clock)), close: outside.close }
}

async function veezi(): Promise<{ pos: Records; close: () => Promise<void> }> {
  const { cinemas, films, sessions } = await chain()
  const siteOf = ({ id, name, screens }: PosCinema): VeeziSite => ({
    site: { Name: name, Address3: 'Lagos' },
    screens: screens.map((screen) => ({
      Id: Number(screen.id),
      Name: screen.name,
      ScreenNumber: screen.id,
      TotalSeats: screen.seats,
    })),
    films: films.map((film, at) => veeziFilm(`${at % 2 ? 'HO' : 'ST'}${film.id}`, film.title)),
    sessions: sessions
      .filter(({ cinemaId }) => cinemaId === id)
      .map((session) =>
        veeziSession(
          Number(session.id),
          `${films.findIndex((film) => film.id === session.filmId) % 2 ? 'HO' : 'ST'}${session.filmId}`,
          wallTime(session.startsAt),
          { ScreenId: Number(session.screenId), SeatsAvailable: session.seatsAvailable },
        ),
      ),
  })
  const outside = await veeziPeer(Object.fromEntries(cinemas.map((cinema) => [`token-${cinema.id}`, siteOf(cinema)])))
  const sites = Object.fromEntries(cinemas.map(({ id }) => [id, `token-${id}`]))
  const pos = recordsOf(veeziPointOfSale({ url: outside.url, sites, states: {} }, ZONE, server.clock))
  return { pos, close: outside.close }
}

const kinds = { embedded: async () => ({ pos, close: async () => {} }), vista, veezi }

describe.each(Object.keys(kinds) as (keyof typeof kinds)[])('every point of sale: %s', (kind) => {
  let part: Records
  let close: () => Promise<void>
  beforeAll(async () => void ({ pos: part, close } = await kinds[kind]()))
  afterAll(() => close())

  test('returns its kind and tests the connection', async () => {
    expect(part.kind).toBe(kind)
    expect(await part.test()).toMatch(/^Found \d+ cinemas$/)
  })

  test('returns cinemas with IDs as text with zeros, a name, a state and screens', async () => {
    const cinemas = await part.cinemas()
    expect(cinemas.map(({ id }) => id)).toEqual(expect.arrayContaining(CINEMAS))
    for (const { name, state, screens } of cinemas) {
      expect(name).toMatch(/^Marquee /)
      expect(state).toMatch(/\w/)
      expect(screens.length).toBeGreaterThan(0)
      for (const screen of screens) {
        expect(screen.id).toMatch(/^\d+$/)
        expect(screen.name).toMatch(/\w/)
        expect(screen.seats).toBeGreaterThan(0)
      }
    }
  })

  test('returns films with IDs as text and with a day or none', async () => {
    const films = await part.films()
    expect(films.length).toBeGreaterThan(20)
    expect(new Set(films.map(({ id }) => id)).size).toBe(films.length)
    for (const { id, openingDate } of films) {
      expect(id).toMatch(/^\S{8,40}$/)
      expect(openingDate ?? '2026-01-01').toMatch(/^\d{4}-\d\d-\d\d$/)
    }
  })

  test.each(CINEMAS)('returns the sessions of %s from now on, of known films and its screens', async (cinemaId) => {
    const films = new Set((await part.films()).map(({ id }) => id))
    const screens = new Set((await part.cinemas()).find(({ id }) => id === cinemaId)!.screens.map(({ id }) => id))
    const sessions = await part.sessions(cinemaId)
    const seen = (list: PosSession[]) =>
      list.map(({ startsAt, seatsAvailable }) => `${startsAt.toISOString()} ${seatsAvailable}`).sort()
    expect(seen(sessions)).toEqual(seen(await pos.sessions(cinemaId)))
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(sessions.length)
    for (const session of sessions) {
      expect(session.cinemaId).toBe(cinemaId)
      expect(session.startsAt >= server.clock.now()).toBe(true)
      expect(session.endsAt > session.startsAt).toBe(true)
      expect(films.has(session.filmId)).toBe(true)
      expect(screens.has(session.screenId)).toBe(true)
    }
  })

  test('includes a session that starts now and excludes an earlier one', async () => {
    const [first] = (await part.sessions('0004')).sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
    const idsAt = async (at: number) => {
      server.clock.set(new Date(at).toISOString())
      return (await part.sessions('0004')).map(({ id }) => id)
    }
    expect(await idsAt(first!.startsAt.getTime())).toContain(first!.id)
    expect(await idsAt(first!.startsAt.getTime() + 1)).not.toContain(first!.id)
  })

  test('excludes sessions that start at the end of the period', async () => {
    const sessions = await part.sessions('0004')
    const some = sessions[Math.floor(sessions.length / 2)]!
    const idsUntil = async (ms: number) =>
      (await part.sessions('0004', new Date(some.startsAt.getTime() + ms))).map(({ id }) => id)
    const before = sessions.filter(({ startsAt }) => startsAt < some.startsAt).map(({ id }) => id)
    expect((await idsUntil(0)).sort()).toEqual(before.sort())
    expect(await idsUntil(1)).toContain(some.id)
  })

  test('returns the same sessions at the same time, and none for an unknown cinema', async () => {
    expect(await part.cinemas()).toEqual(await part.cinemas())
    expect(await part.films()).toEqual(await part.films())
    expect(await part.sessions('0021')).toEqual(await part.sessions('0021'))
    expect(await part.sessions('9999')).toEqual([])
  })
})

test.each(['embedded', 'vista'] as const)(
  'returns products of %s with the ID of the chain and the prices of the cinema',
  async (kind) => {
    const { pos: part, close } = await kinds[kind]()
    const [lekki, jabi] = await Promise.all(CINEMAS.map((id) => part.products!(id)))
    await close()
    const productOf = ({ id, hopk, name, category, kind: sort, type, kobo }: PosProduct) =>
      [id, hopk, name, category, sort, type === 'Drinks', type === 'Glasses', kobo].join(' ')
    expect(lekki!.map(productOf)).toEqual((await pos.products!('0004')).map(productOf))
    const price = (list: readonly PosProduct[], id: string) => list.find((product) => product.id === id)?.kobo
    expect(price(lekki!, '00000103')).toBe(330_000)
    expect(price(jabi!, '00000103')).toBe(315_000)
    expect(lekki!.find(({ name }) => name === 'Caramel popcorn')!.flavour).toBe('Sweet')
  },
)

test('has no products for Veezi', async () => {
  const { pos: part, close } = await veezi()
  await close()
  expect(part.products).toBeUndefined()
})

test.each(['embedded', 'vista'] as const)('returns the tickets and prices of a session for %s', async (kind) => {
  const { pos: part, close } = await kinds[kind]()
  const [session] = await pos.sessions('0004')
  const tickets = await part.ticketTypes!('0004', session!.id)
  expect(tickets).toEqual(await pos.ticketTypes!('0004', session!.id))
  expect(tickets.map(({ id, name }) => `${id} ${name}`)).toEqual([
    '0001 Adult',
    '0002 Child',
    '0003 Student',
    '0004 Senior',
    '0006 Recliner',
  ])
  for (const { kobo } of tickets) expect(kobo > 0 && kobo % 10_000 === 0).toBe(true)
  expect(await part.ticketTypes!('0004', '99999999')).toEqual([])
  await close()
})

test('has no tickets for Veezi', async () => {
  const { pos: part, close } = await veezi()
  await close()
  expect(part.ticketTypes).toBeUndefined()
})

test('is the configured vendor', () => {
  const { env } = server.app
  const kindOf = (more: Partial<typeof env>) =>
    integrations({ ...env, ...more }, server.db, server.clock, { ...scenery, seatsSold }).pos.kind
  expect(kindOf({})).toBe('embedded')
  expect(kindOf({ vista: { url: 'https://vista.example', token: 't', region: undefined, states: {} } })).toBe('vista')
  expect(kindOf({ veezi: { url: 'https://veezi.example', sites: { '0004': 't' }, states: {} } })).toBe('veezi')
})

describe('the embedded point of sale', () => {
  test('has at least a dozen cinemas in six states, with two to four screens of 36 to 88 seats', async () => {
    const cinemas = await pos.cinemas()
    expect(cinemas.length).toBeGreaterThanOrEqual(12)
    expect(new Set(cinemas.map(({ state }) => state)).size).toBeGreaterThanOrEqual(6)
    expect(new Set(cinemas.map(({ id }) => id)).size).toBe(cinemas.length)
    expect(cinemas.find(({ name, state }) => name.includes('Lekki') && state === 'Lagos')?.id).toBe('0004')
    for (const { screens } of cinemas) {
      expect(screens.length).toBeGreaterThanOrEqual(2)
      expect(screens.length).toBeLessThanOrEqual(4)
      for (const { seats } of screens) expect(seats >= 36 && seats <= 88).toBe(true)
    }
  })

  test('has IDs as text with zeros, and some titles unlike the catalogue', async () => {
    const films = await pos.films()
    for (const { id, openingDate } of films) {
      expect(id).toMatch(/^0\d{7}$/)
      expect(openingDate).toMatch(/^\d{4}-\d\d-\d\d$/)
    }
    expect(new Set(films.map(({ id }) => id)).size).toBe(films.length)
    expect(films.some(({ title }) => title === title.toUpperCase())).toBe(true)
    expect(films.some(({ title }) => title.endsWith('(2D)'))).toBe(true)
  })

  test('returns the same data at the same time', async () => {
    const again = recordsOf(
      embeddedPointOfSale(server.db, { zone: ZONE, hasSentinels: true }, server.clock, scenery.chain, seatsSold),
    )
    expect(await again.sessions('0004')).toEqual(await pos.sessions('0004'))
    expect(await again.films()).toEqual(await pos.films())
  })

  test('has sessions for 14 days, from 10:00 to 22:00, that never overlap on a screen', async () => {
    const films = new Set((await pos.films()).map(({ id }) => id))
    const today = dayOf(server.clock.now(), ZONE)
    for (const cinema of await pos.cinemas()) {
      const sessions = await pos.sessions(cinema.id)
      expect(new Set(sessions.map(({ id }) => id)).size).toBe(sessions.length)
      const ends = new Map<string, Date>()
      for (const session of sessions) {
        expect(session.startsAt >= server.clock.now()).toBe(true)
        expect(dayOf(session.startsAt, ZONE) < addDays(today, 14)).toBe(true)
        const clock = clockOf(session.startsAt, ZONE)
        expect(clock >= '10:00' && clock <= '22:00').toBe(true)
        expect(films.has(session.filmId)).toBe(true)
        const seats = cinema.screens.find(({ id }) => id === session.screenId)!.seats
        expect(session.seatsAvailable >= 0 && session.seatsAvailable <= seats).toBe(true)
        expect(session.startsAt >= (ends.get(session.screenId) ?? new Date(0))).toBe(true)
        ends.set(session.screenId, session.endsAt)
      }
    }
  })

  test('shows 12 to 20 films at a time, changes on Fridays, and has films without sessions', async () => {
    const showings = async () => {
      const all = await Promise.all((await pos.cinemas()).map(({ id }) => pos.sessions(id)))
      return (day: string) =>
        [
          ...new Set(
            all
              .flat()
              .filter(({ startsAt }) => dayOf(startsAt, ZONE) === day)
              .map(({ filmId }) => filmId),
          ),
        ].sort()
    }
    const on = await showings()
    // 27/11/2026 is a Friday.
    expect(on('2026-11-25').length).toBeGreaterThanOrEqual(12)
    expect(on('2026-11-25').length).toBeLessThanOrEqual(20)
    const opens = new Map((await pos.films()).map(({ id, openingDate }) => [id, openingDate!]))
    for (const day of ['2026-11-24', '2026-11-25', '2026-11-26'])
      expect(on(day).every((id) => opens.get(id)! <= '2026-11-20')).toBe(true)
    expect(on('2026-11-27').some((id) => opens.get(id) === '2026-11-27')).toBe(true)
    const everListed = new Set(
      (await Promise.all((await pos.cinemas()).map(({ id }) => pos.sessions(id)))).flat().map(({ filmId }) => filmId),
    )
    expect((await pos.films()).some(({ id, openingDate }) => !everListed.has(id) && openingDate! > '2026-12-05')).toBe(
      true,
    )
    expect((await pos.films()).some(({ id, openingDate }) => !everListed.has(id) && openingDate! < '2026-10-01')).toBe(
      true,
    )
  })

  test('sells food, drinks, glasses and merchandise at round prices, with differences between cinemas', async () => {
    const menus = await Promise.all((await pos.cinemas()).map(({ id }) => pos.products!(id)))
    for (const menu of menus) {
      expect(new Set(menu.map(({ id }) => id)).size).toBe(menu.length)
      expect(new Set(menu.map(({ type }) => type))).toEqual(
        new Set(['Food', 'Drinks', 'Glasses', ...menu.filter(({ kind }) => kind === 'merchandise').map((m) => m.type)]),
      )
      expect(menu.some(({ kind }) => kind === 'merchandise')).toBe(true)
      for (const { id, kobo } of menu) {
        expect(id).toMatch(/^0\d{7}$/)
        expect(kobo > 0 && kobo % 5000 === 0).toBe(true)
      }
    }
    expect(new Set(menus.map((menu) => menu.length)).size).toBeGreaterThan(1)
    expect(await pos.products!('9999')).toEqual([])
  })

  test('sells dearer tickets in the evening and at the weekend', async () => {
    const sessions = await pos.sessions('0004')
    const adultAt = async (day: string, isEvening: boolean) => {
      const session = sessions.find(
        ({ startsAt }) => dayOf(startsAt, ZONE) === day && clockOf(startsAt, ZONE) >= '17:00' === isEvening,
      )!
      return (await pos.ticketTypes!('0004', session.id))[0]!.kobo
    }
    // 25/11/2026 is a Wednesday, 27/11/2026 a Friday.
    const matinee = await adultAt('2026-11-25', false)
    expect(await adultAt('2026-11-25', true)).toBeGreaterThan(matinee)
    expect(await adultAt('2026-11-27', false)).toBeGreaterThan(matinee)
  })

  test('returns no tickets when it fails', async () => {
    const [session] = await pos.sessions('0021')
    await settleSetting(server.db, FAULT_SETTING, 'cut-off')
    await expect(pos.ticketTypes!('0021', session!.id)).rejects.toThrow('closed the connection early')
  })

  test('subtracts sold tickets, except refunded ones, from the free seats', async () => {
    const [show, other, ...rest] = await pos.sessions('0004')
    const sell = async (id: string, { filmId, startsAt }: PosSession, quantity: number) => {
      const { rows } = await server.db.execute<{ id: number }>(sql`
        with p as (
          insert into purchases (source, external_id, at, day, channel, cinema_id, kobo)
          values ('test', ${id}, ${server.clock.now().toISOString()}, ${dayOf(server.clock.now(), ZONE)}, 'web', '0004', 0)
          returning id
        )
        insert into purchase_lines (purchase_id, n, kind, quantity, kobo, movie_id, show_at, show_day)
        select id, 0, 'ticket', ${quantity}, 0, ${filmId}, ${startsAt.toISOString()}, ${dayOf(startsAt, ZONE)} from p
        returning purchase_id as id`)
      return rows[0]!.id
    }
    await sell('one', show!, 3)
    const back = await sell('other', show!, 2)
    await sell('too many', other!, 1000)
    await server.db.execute(sql`
      with r as (
        insert into refunds (source, external_id, purchase_id, at, day, kobo)
        select 'test', 'back', id, at, day, 0 from purchases where id = ${back} returning id
      )
      insert into refund_lines (refund_id, n, kind, quantity, kobo, show_day)
      select id, 0, 'ticket', 1, 0, ${dayOf(show!.startsAt, ZONE)} from r`)
    const after = await pos.sessions('0004')
    expect(after[0]).toEqual({ ...show, seatsAvailable: show!.seatsAvailable - 4 })
    expect(after[1]).toEqual({ ...other, seatsAvailable: 0 })
    expect(after.slice(2)).toEqual(rest)
    expect((await pos.sessions('0007')).every(({ seatsAvailable }) => seatsAvailable >= 36)).toBe(true)
    const begun = after.map(({ filmId, startsAt }) => `${filmId} ${startsAt.toISOString()}`)
    expect(new Set(begun).size).toBe(begun.length)
  })

  test('has no past sessions, which only the history knows under their IDs', async () => {
    const now = server.clock.now()
    const past = embeddedHistory('0004', 30, now, ZONE)
    expect(past.every(({ startsAt }) => startsAt < now)).toBe(true)
    expect(dayOf(past[0]!.startsAt, ZONE)).toBe(addDays(dayOf(now, ZONE), -30))
    server.clock.set(past.at(-1)!.startsAt.toISOString())
    expect((await pos.sessions('0004')).map(({ id }) => id)).toContain(past.at(-1)!.id)
    server.clock.set(now.toISOString())
  })

  test.each([
    ['timeout', 'The point of sale did not answer within 15 seconds'],
    ['refused', 'The point of sale rejected our access key'],
  ])('the setting %s fails every call', async (fault, reason) => {
    await settleSetting(server.db, FAULT_SETTING, fault)
    for (const call of [pos.cinemas, pos.films, () => pos.sessions('0004'), () => pos.products!('0004')]) {
      const error = await call().catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(IntegrationError)
      expect((error as Error).message).toBe(reason)
    }
  })

  test('lets the first cinema through with cut-off and fails the others', async () => {
    await settleSetting(server.db, FAULT_SETTING, 'cut-off')
    const [first, second] = await pos.cinemas()
    await pos.films()
    expect((await pos.sessions(first!.id)).length).toBeGreaterThan(0)
    expect((await pos.products!(first!.id)).length).toBeGreaterThan(0)
    for (const call of [pos.sessions, pos.products!])
      await expect(call(second!.id)).rejects.toThrow('The point of sale closed the connection early')
  })
})
