import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { peerFaults } from '#server/test/peer.ts'
import { recordsOf } from '#server/test/pos.ts'
import {
  vistaCinema,
  vistaFilm,
  vistaItem,
  vistaPeer,
  vistaSession,
  vistaSettings,
  type VistaTicketRow,
  type VistaPeer,
  type VistaSessionRow,
} from '#server/test/vista-peer.ts'
import type { VistaSettings } from '../../env.ts'
import { vistaPointOfSale } from './vista.ts'

const ZONE = 'Africa/Lagos'
let now: Date
const clock = { now: () => now }
let outside: VistaPeer
const listing = (settings: Partial<VistaSettings> = {}) =>
  vistaPointOfSale({ ...vistaSettings(outside), ...settings }, ZONE, clock, { wait: async () => {} })
const open = (settings: Partial<VistaSettings> = {}) => recordsOf(listing(settings))

beforeAll(async () => void (outside = await vistaPeer()))
afterAll(() => outside.close())
beforeEach(() => {
  // 12:00 in Lagos.
  now = new Date('2026-11-25T11:00:00Z')
  Object.assign(outside, { next: [], paging: 'next-link', count: undefined, nextLink: undefined, pageSize: 100 })
  outside.requests.length = 0
  outside.has = {
    cinemas: [vistaCinema('0004', 'Marquee Lekki', 'Lagos'), vistaCinema('0021', 'Marquee Jabi', null)],
    films: [vistaFilm('HO00000001', 'The Wedding'), vistaFilm('HO00000002', 'Oba', { RunTime: '' })],
    scheduledFilms: [],
    genres: [],
    sessions: [],
    tabs: {},
  }
})
const paths = () => outside.requests.map(({ url }) => decodeURIComponent(url!).replaceAll('+', ' '))

describe('requests', () => {
  test('have the token and the region in the header', async () => {
    await open({ region: 'NG' }).test()
    await open().test()
    const [first, second] = outside.requests
    expect(first!.headers).toMatchObject({ connectapitoken: 'vista-token', 'connect-region-code': 'NG' })
    expect(second!.headers).not.toHaveProperty('connect-region-code')
  })

  test('expect JSON, the count, and the sessions of a cinema from now on', async () => {
    await open().sessions("0'4", new Date('2026-11-27T23:00:00Z'))
    expect(paths().at(-1)).toBe(
      "/OData.svc/Sessions?$format=json&$inlinecount=allpages&$orderby=ID&$filter=CinemaId eq '0''4'" +
        " and Showtime ge datetime'2026-11-25T12:00:00' and Showtime lt datetime'2026-11-28T00:01:00'",
    )
  })
})

describe('cinemas', () => {
  test('have the state of the settings, or their city, or none', async () => {
    const statesOf = async (states: Record<string, string>) =>
      (await open({ states }).cinemas()).map(({ state }) => state)
    expect(await statesOf({ '0021': 'Abuja (FCT)' })).toEqual(['Lagos', 'Abuja (FCT)'])
    expect(await statesOf({ '0004': 'Lagos State' })).toEqual(['Lagos State', 'Other'])
  })

  test('have the screens of a week of sessions, with the most free seats of any session', async () => {
    outside.has.sessions = [
      vistaSession('1', '0004', 'HO00000001', '2026-11-25T18:30:00', { SeatsAvailable: 40 }),
      vistaSession('2', '0004', 'HO00000001', '2026-11-26T18:30:00', { SeatsAvailable: 184 }),
      vistaSession('3', '0004', 'HO00000001', '2026-11-26T20:30:00', { ScreenNumber: 2, ScreenName: ' ' }),
      vistaSession('4', '0004', 'HO00000001', '2026-11-26T22:30:00', { ScreenNumber: undefined, ScreenName: 'IMAX' }),
      vistaSession('5', '0021', 'HO00000001', '2026-12-02T00:30:00'),
    ]
    expect((await open().cinemas()).map(({ screens }) => screens)).toEqual([
      [
        { id: '1', name: 'Screen 1', seats: 184 },
        { id: '2', name: 'Screen 2', seats: 80 },
        { id: 'IMAX', name: 'IMAX', seats: 80 },
      ],
      [],
    ])
    expect((await open().sessions('0004')).map(({ screenId }) => screenId)).toEqual(['1', '1', '2', 'IMAX'])
  })

  test('are counted in the singular', async () => {
    outside.has.cinemas.pop()
    expect(await open().test()).toBe('Found 1 cinema')
  })
})

describe('films', () => {
  test('have the names of their genres, a running time and a day, if known', async () => {
    outside.has.genres = [
      { ID: '0000000007', Name: 'Drama' },
      { ID: '0000000009', Name: 'Comedy' },
    ]
    outside.has.films = [
      vistaFilm('0001', ' The Wedding ', { GenreId: '0000000007', GenreId2: '0000000009', GenreId3: '' }),
      vistaFilm('0002', 'Oba', { GenreId: '0000000099', Rating: '', RunTime: '', OpeningDate: '1900-01-01T00:00:00' }),
    ]
    expect(await open().films()).toEqual([
      {
        id: '0001',
        title: 'The Wedding',
        genre: 'Drama, Comedy',
        rating: 'PG',
        runtime: 100,
        openingDate: '2026-11-20',
      },
      { id: '0002', title: 'Oba', genre: '', rating: null, runtime: null, openingDate: null },
    ])
  })

  test('include those of a single cinema, once', async () => {
    const local = { ...vistaFilm('0004-0000000031', 'School play'), ScheduledFilmId: '0000000031', CinemaId: '0004' }
    const known = { ...vistaFilm('0004-HO00000001', 'Another'), ScheduledFilmId: 'HO00000001', CinemaId: '0004' }
    outside.has.scheduledFilms = [local, known, { ...local, ID: '0021-0000000031', CinemaId: '0021' }]
    expect((await open().films()).map(({ id, title }) => [id, title])).toEqual([
      ['HO00000001', 'The Wedding'],
      ['HO00000002', 'Oba'],
      ['0000000031', 'School play'],
    ])
  })

  test('have no genres if Connect has no list of genres', async () => {
    outside.next = [peerFaults.missing]
    expect((await open().films()).map(({ genre }) => genre)).toEqual(['', ''])
  })

  test('are not returned while a list seen before is missing, so that nothing is deleted by an error', async () => {
    const pos = open()
    await pos.films()
    outside.next = [peerFaults.missing]
    await expect(pos.films()).rejects.toThrow(/^The point of sale no longer lists its /)
  })

  test('keep a numeric ID as text', async () => {
    outside.has.films = [{ ...vistaFilm('', 'The Wedding'), ID: 17 as never, GenreId: 7 as never }]
    outside.has.genres = [{ ID: 7 as never, Name: 'Drama' }]
    expect((await open().films())[0]).toMatchObject({ id: '17', genre: 'Drama' })
  })
})

describe('tickets', () => {
  const ofSession = (...tickets: VistaTicketRow[]) => void (outside.has.tickets = { '0004 101': tickets })

  test('are requested by cinema and session, for the web channel', async () => {
    ofSession()
    expect(await open().ticketTypes!('0004', '101')).toEqual([])
    expect(paths()).toEqual(['/RESTData.svc/cinemas/0004/sessions/101/tickets?salesChannelFilter=WWW'])
  })

  test('have the order of the till, each type once, without tickets only for members', async () => {
    ofSession(
      { TicketTypeCode: '0002', Description: ' Child ', PriceInCents: 240_050, DisplaySequence: 2 },
      { TicketTypeCode: '0009', Description: 'Club', PriceInCents: 1, IsAvailableForLoyaltyMembersOnly: true },
      { TicketTypeCode: '0001', Description: 'Adult', PriceInCents: 400_000, DisplaySequence: 1 },
      { TicketTypeCode: '0001', Description: 'Adult, balcony', PriceInCents: 500_000, DisplaySequence: 3 },
      { TicketTypeCode: '0003', Description: null, PriceInCents: 0, DisplaySequence: 4 },
    )
    expect(await open().ticketTypes!('0004', '101')).toEqual([
      { id: '0001', name: 'Adult', kobo: 400_000 },
      { id: '0002', name: 'Child', kobo: 240_050 },
      { id: '0003', name: '0003', kobo: 0 },
    ])
  })

  test('are none for a session that Connect no longer has', async () =>
    expect(await open().ticketTypes!('0004', '102')).toEqual([]))

  test.each([
    [peerFaults.broken, 'The point of sale reported an error (500)'],
    [peerFaults.unauthorised, 'The point of sale rejected our access key'],
  ])('are a failure where it fails', async (fault, message) => {
    ofSession()
    outside.next = [fault, fault, fault, fault]
    await expect(open().ticketTypes!('0004', '101')).rejects.toThrow(message)
  })

  test('are an error if a successful answer contains one', async () => {
    outside.has.tickets = { '0004 101': null }
    await expect(open().ticketTypes!('0004', '101')).rejects.toThrow(
      'The point of sale did not send the tickets of session 101: Session is closed',
    )
  })
})

describe('products', () => {
  test('are requested by cinema, with the token', async () => {
    outside.has.tabs = { '0004': [] }
    expect(await open().products!('0004')).toEqual([])
    expect(paths()).toEqual(['/RESTData.svc/concession-items-grouped-by-tabs?cinemaId=0004'])
    expect(outside.requests[0]!.headers.connectapitoken).toBe('vista-token')
  })

  test("have the code of the head office as ID, or else the cinema's number with the cinema as a prefix", async () => {
    outside.has.tabs = {
      '0004': [
        {
          Id: 1,
          Name: ' Snacks ',
          ConcessionItems: [
            vistaItem('17', ' Popcorn Large ', 3000.4, { HeadOfficeItemCode: 'A000000017', HOPK: 'HO17' }),
            vistaItem('18', 'House punch', 250_000, { HeadOfficeItemCode: ' ' }),
          ],
        },
      ],
    }
    expect(await open().products!('0004')).toEqual([
      {
        id: 'A000000017',
        hopk: 'HO17',
        name: 'Popcorn Large',
        category: 'Snacks',
        kind: 'edible',
        type: 'Food',
        flavour: '',
        size: 'Large',
        kobo: 3000,
      },
      {
        id: '0004-18',
        hopk: null,
        name: 'House punch',
        category: 'Snacks',
        kind: 'edible',
        type: 'Food',
        flavour: '',
        size: '',
        kobo: 250_000,
      },
    ])
  })

  test('on several tabs belong to the first; products only for points and empty tabs are excluded', async () => {
    const coke = vistaItem('1', 'Coke', 80_000)
    outside.has.tabs = {
      '0004': [
        { Id: 1, Name: null, ConcessionItems: [vistaItem('2', 'Water', 0)] },
        { Id: 2, Name: 'Drinks', ConcessionItems: [coke, vistaItem('3', 'Reward', 0, { IsRecognitionOnly: true })] },
        { Id: 3, Name: 'Popular', ConcessionItems: [coke] },
        { Id: 4, Name: 'Nothing', ConcessionItems: null },
      ],
    }
    expect((await open().products!('0004')).map(({ name, category, kobo }) => [name, category, kobo])).toEqual([
      ['Water', 'Other', 0],
      ['Coke', 'Drinks', 80_000],
    ])
  })

  test('are an error if a successful answer contains one, or the list is missing', async () => {
    await expect(open().products!('0099')).rejects.toThrow(
      'The point of sale did not send the products of cinema 0099: Cinema not found',
    )
    outside.next = [peerFaults.missing]
    await expect(open().products!('0004')).rejects.toThrow('The point of sale has no list of products')
  })
})

describe('sessions', () => {
  const session = (id: string, showtime: string, more: Partial<VistaSessionRow> = {}) =>
    vistaSession(id, '0004', 'HO00000001', showtime, more)

  test('use the local time of the cinema, also around midnight', async () => {
    outside.has.sessions = [
      session('0000000001', '2026-11-25T23:30:00'),
      session('0000000002', '2026-11-26T00:30:00'),
      session('0000000003', '2026-11-26T00:30:00Z'),
      session('0000000004', '2026-11-26T10:00:00.0000000'),
    ]
    expect((await open().sessions('0004')).map(({ id, startsAt }) => [id, startsAt.toISOString()])).toEqual([
      ['0000000001', '2026-11-25T22:30:00.000Z'],
      ['0000000002', '2026-11-25T23:30:00.000Z'],
      ['0000000003', '2026-11-26T00:30:00.000Z'],
      ['0000000004', '2026-11-26T09:00:00.000Z'],
    ])
  })

  test('start from now on, also within a minute', async () => {
    now = new Date('2026-11-25T23:30:20Z')
    outside.has.sessions = [
      session('1', '2026-11-26T00:30:00'),
      session('2', '2026-11-26T00:30:20'),
      session('3', '2026-11-26T00:30:40'),
    ]
    const idsUntil = async (until?: Date) => (await open().sessions('0004', until)).map(({ id }) => id)
    expect(await idsUntil()).toEqual(['2', '3'])
    expect(await idsUntil(new Date('2026-11-25T23:30:40Z'))).toEqual(['2'])
  })

  test('hidden from the public are excluded, sessions no longer sold are not', async () => {
    outside.has.sessions = [
      session('1', '2026-11-25T18:00:00', { IsPublicScreening: false }),
      session('2', '2026-11-25T18:00:00', { Status: 7 }),
      session('3', '2026-11-25T18:00:00', { Status: 4 }),
      session('4', '2026-11-25T18:00:00', { Status: 2 }),
      session('5', '2026-11-25T18:00:00', { Status: 1, AllowTicketSales: false }),
      session('6', '2026-11-25T18:00:00', { Status: undefined, IsPublicScreening: undefined }),
    ]
    expect((await open().sessions('0004')).map(({ id }) => id)).toEqual(['5', '6'])
  })

  test('last as long as their film, or two hours', async () => {
    outside.has.sessions = [
      session('1', '2026-11-25T18:00:00'),
      session('2', '2026-11-25T18:00:00', { ScheduledFilmId: 'HO00000002' }),
      session('3', '2026-11-25T18:00:00', { ScheduledFilmId: 'HO00000077' }),
    ]
    const minutes = (await open().sessions('0004')).map(({ startsAt, endsAt }) => +endsAt - +startsAt)
    expect(minutes.map((ms) => ms / 60_000)).toEqual([100, 120, 120])
  })

  test('that are full or have an unknown number of seats have no free seat', async () => {
    outside.has.sessions = [
      session('1', '2026-11-25T18:00:00', { SoldoutStatus: 2 }),
      session('2', '2026-11-25T18:00:00', { SeatsAvailable: undefined }),
      session('3', '2026-11-25T18:00:00', { SeatsAvailable: -3 }),
      session('4', '2026-11-25T18:00:00', { SoldoutStatus: 1, SeatsAvailable: 4 }),
    ]
    expect((await open().sessions('0004')).map(({ seatsAvailable }) => seatsAvailable)).toEqual([0, 0, 0, 4])
  })

  test('read the films at intervals only', async () => {
    const pos = open()
    const timesRequested = () => paths().filter((path) => path.startsWith('/OData.svc/Films?')).length
    await pos.sessions('0004')
    await pos.sessions('0021')
    expect(timesRequested()).toBe(1)
    now = new Date(now.getTime() + 5 * 60_000)
    await pos.sessions('0004')
    expect(timesRequested()).toBe(2)
  })

  test('that are unreadable are reported by ID, and the others are imported', async () => {
    outside.has.sessions = [
      session('1', '2026-11-25T18:00:00'),
      session('2', '2026-11-25T18:61:00'),
      session('41235', '2026-11-25T18:00:00', { ScheduledFilmId: null as never }),
      session('4', '2026-11-25T18:00:00', { IsPublicScreening: 'maybe' as never }),
      session('5', '2026-12-01T12:00:00', { ID: 'odd', SessionId: null as never }),
      { ...session('6', '2026-12-01T12:00:00'), ID: null as never, SessionId: null as never },
      session('7', '2026-11-25T18:00:00'),
    ]
    const { records, unread, isPart } = await listing().sessions('0004')
    expect(records.map(({ id }) => id)).toEqual(['1', '7'])
    expect(isPart).toBe(false)
    expect(unread.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
      {
        id: null,
        name: 'A session without an ID at 2026-12-01T12:00:00',
        what: 'SessionId is missing',
      },
      { id: '2', name: 'Session 2', what: 'Showtime cannot be read: "2026-11-25T18:61:00"' },
      { id: '4', name: 'Session 4', what: 'IsPublicScreening cannot be read: "maybe"' },
      { id: '41235', name: 'Session 41235', what: 'ScheduledFilmId is missing' },
      { id: null, name: 'Session odd', what: 'SessionId is missing' },
    ])
  })

  test('are read when the value is clear: a blank before the hour, flags as text and numbers', async () => {
    outside.has.sessions = [
      session('1', '2026-11-26 18:00'),
      session('2', '2026-11-25T18:00:00', { IsPublicScreening: 'true' as never }),
      session('3', '2026-11-25T18:00:00', { IsPublicScreening: 'False' as never }),
      session('4', '2026-11-25T18:00:00', { IsPublicScreening: 0 as never }),
      session('5', '2026-11-25T18:00:00', { IsPublicScreening: 1 as never, ScreenName: 7 as never }),
    ]
    const { records, unread } = await listing().sessions('0004')
    expect(records.map(({ id, startsAt }) => [id, startsAt.toISOString()])).toEqual([
      ['1', '2026-11-26T17:00:00.000Z'],
      ['2', '2026-11-25T17:00:00.000Z'],
      ['5', '2026-11-25T17:00:00.000Z'],
    ])
    expect(unread).toEqual([])
  })
})

describe('unreadable records', () => {
  test('stop neither films nor genres, and remove no cinema', async () => {
    outside.has.genres = [{ ID: null as never, Name: 'Drama' }]
    outside.has.films.push(vistaFilm('HO00000003', null as never))
    outside.has.sessions = [vistaSession('1', '0004', 'HO00000001', '2026-11-25T18:30:00', { CinemaId: null as never })]
    const films = await listing().films()
    expect(films.records.map(({ id }) => id)).toEqual(['HO00000001', 'HO00000002'])
    expect(films.unread).toEqual([{ id: 'HO00000003', name: 'Film HO00000003', what: 'Title is missing' }])
    expect(films.unreadParts).toMatchObject([{ name: 'A genre without an ID, number 1 in the list' }])
    const cinemas = await listing().cinemas()
    expect(cinemas.records).toHaveLength(2)
    expect(cinemas.unread).toEqual([])
    expect(cinemas.unreadParts).toMatchObject([{ name: 'Session 0004-1', what: 'CinemaId is missing' }])
  })

  test.each([-5, 'abc', null, undefined, 1e300, {}])('include a price of %s instead of ₦0', async (price) => {
    outside.has.tabs = {
      '0004': [
        {
          Id: 1,
          Name: 'Snacks',
          ConcessionItems: [
            vistaItem('1', 'Coke', 80_000),
            vistaItem('2', 'Water', 0, { PriceInCents: price as never }),
            vistaItem('3', 'Punch', 0, { PriceInCents: price as never, HeadOfficeItemCode: null }),
          ],
        },
      ],
    }
    const { records, unread } = await listing().products!('0004')
    expect(records.map(({ name }) => name)).toEqual(['Coke'])
    expect(unread.map(({ id, name }) => [id, name])).toEqual([
      ['A000000002', 'Product A000000002 of cinema 0004'],
      ['0004-3', 'Product 3 of cinema 0004'],
    ])
    outside.has.tickets = {
      '0004 101': [{ TicketTypeCode: '0001', Description: 'Adult', PriceInCents: price as never }],
    }
    expect(await listing().ticketTypes!('0004', '101')).toMatchObject({
      records: [],
      unread: [{ id: '0001', name: 'Ticket type 0001 of session 101 at cinema 0004' }],
    })
  })
})

describe('an answer with several pages', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      vistaSession(String(at).padStart(10, '0'), '0004', 'HO00000001', '2026-11-25T18:00:00'),
    )
  /** Films are read beforehand, so that only requests for pages follow. */
  const ready = async (settings: Partial<VistaSettings> = {}) => {
    const pos = open(settings)
    await pos.films()
    outside.requests.length = 0
    return pos
  }
  beforeEach(() => void (outside.has.sessions = many(250)))

  test.each(['next-link', 'cut'] as const)('counts unreadable rows as received: %s', async (paging) => {
    outside.paging = paging
    for (const at of [3, 120, 249]) outside.has.sessions[at]!.ScheduledFilmId = null as never
    outside.has.sessions[200]!.ID = null as never
    const { records, unread } = await listing().sessions('0004')
    expect(records).toHaveLength(247)
    expect(unread.map(({ id }) => id)).toEqual(['0000000003', '0000000120', '0000000249'])
  })

  test.each(['next-link', 'cut'] as const)('is read completely: %s', async (paging) => {
    outside.paging = paging
    const sessions = await (await ready()).sessions('0004')
    expect(sessions.map(({ id }) => id)).toEqual(outside.has.sessions.map(({ SessionId }) => SessionId))
    expect(outside.requests).toHaveLength(3)
  })

  test('is read without a reported count', async () => {
    outside.count = null
    expect(await (await ready()).sessions('0004')).toHaveLength(250)
  })

  test.each([
    ['relative', () => 'Sessions?$format=json&$skip=100'],
    ['of another scheme', () => `${outside.url.replace('http:', 'https:')}/OData.svc/Sessions?$format=json&$skip=100`],
  ])('follows a link that is %s', async (_, link) => {
    outside.has.sessions = many(150)
    outside.nextLink = link()
    expect(await (await ready()).sessions('0004')).toHaveLength(150)
  })

  test.each([
    ['lost', peerFaults.missing, 'The point of sale did not send the next page of its sessions'],
    ['broken', peerFaults.broken, 'The point of sale reported an error (500)'],
  ])('fails when a page is %s, and is complete the next time', async (_, fault, message) => {
    const pos = await ready()
    outside.next = [undefined, fault, fault, fault, fault]
    await expect(pos.sessions('0004')).rejects.toThrow(message)
    outside.next = []
    expect(await pos.sessions('0004')).toHaveLength(250)
  })

  test.each(['next-link', 'cut'] as const)('fails with fewer rows than reported: %s', async (paging) => {
    const pos = await ready()
    Object.assign(outside, { paging, count: 260 })
    await expect(pos.sessions('0004')).rejects.toThrow('The point of sale reported 260 sessions but sent 250')
  })

  test('fails when links repeat', async () => {
    const pos = await ready()
    Object.assign(outside, { count: null, nextLink: '/OData.svc/Sessions?$format=json' })
    await expect(pos.sessions('0004')).rejects.toThrow('The point of sale sent a page of sessions without new entries')
  })

  test.each([
    'https://elsewhere.example/OData.svc/Sessions',
    '//elsewhere.example/OData.svc/Sessions',
    '/Other',
    'http://',
  ])('does not follow a link to %s, which would receive the token', async (link) => {
    const pos = await ready()
    outside.nextLink = link
    await expect(pos.sessions('0004')).rejects.toThrow(
      'The point of sale sent a link to another address than the configured one',
    )
    expect(outside.requests).toHaveLength(1)
  })

  test('does not follow a link to another port of the same machine', async () => {
    const other = await vistaPeer()
    const pos = await ready()
    outside.nextLink = `${other.url}/OData.svc/Sessions?$format=json`
    await expect(pos.sessions('0004')).rejects.toThrow('another address')
    expect(other.requests).toEqual([])
    await other.close()
  })
})
