import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { peerFaults } from '#server/test/peer.ts'
import { recordsOf } from '#server/test/pos.ts'
import { veeziFilm, veeziPeer, veeziSession, type VeeziPeer, type VeeziSite } from '#server/test/veezi-peer.ts'
import { veeziPointOfSale } from './veezi.ts'

let now: Date
let outside: VeeziPeer
let lekki: VeeziSite
let jabi: VeeziSite
const listing = (
  sites: Record<string, string> = { '0004': 'token-lekki', '0021': 'token-jabi' },
  states: Record<string, string> = {},
) => veeziPointOfSale({ url: outside.url, sites, states }, 'Africa/Lagos', { now: () => now }, { wait: async () => {} })
const open = (sites?: Record<string, string>, states?: Record<string, string>) => recordsOf(listing(sites, states))

const siteOf = (Name: string, Address3: string | null): VeeziSite => ({
  site: { Name, Address3 },
  screens: [{ Id: 1, Name: 'Red hall', ScreenNumber: '01', TotalSeats: 184 }],
  films: [veeziFilm('HO00000001', 'The Wedding')],
  sessions: [],
})

beforeAll(async () => void (outside = await veeziPeer()))
afterAll(() => outside.close())
beforeEach(() => {
  // 12:00 in Lagos.
  now = new Date('2026-11-25T11:00:00Z')
  lekki = siteOf('Marquee Lekki', 'Lagos')
  jabi = siteOf('Marquee Jabi', null)
  outside.sites = { 'token-lekki': lekki, 'token-jabi': jabi }
  outside.next = []
  outside.requests.length = 0
})

test('asks each cinema with its own token', async () => {
  expect(await open().test()).toBe('Found 2 cinemas')
  expect(outside.requests.map(({ url, headers }) => [url, headers.veeziaccesstoken])).toEqual([
    ['/v1/site', 'token-lekki'],
    ['/v1/site', 'token-jabi'],
  ])
})

test('returns cinemas with the IDs of our settings, the last line of their address as their state, and their screens', async () => {
  jabi.screens = [{ Id: 12, Name: '', ScreenNumber: '2', TotalSeats: 90 }]
  expect(await open().cinemas()).toEqual([
    { id: '0004', name: 'Marquee Lekki', state: 'Lagos', screens: [{ id: '1', name: 'Red hall', seats: 184 }] },
    { id: '0021', name: 'Marquee Jabi', state: 'Other', screens: [{ id: '12', name: 'Screen 2', seats: 90 }] },
  ])
})

test('prefers the state in our settings to the address', async () => {
  const [, jabiThere] = await open(undefined, { '0021': 'Abuja (FCT)' }).cinemas()
  expect(jabiThere!.state).toBe('Abuja (FCT)')
})

describe('films', () => {
  test("have the chain's ID from the head office, or the ID of their cinema", async () => {
    lekki.films.push(veeziFilm('ST00000123', 'School play'))
    jabi.films = [veeziFilm('HO00000001', 'The wedding'), veeziFilm('ST00000123', 'Opera')]
    expect((await open().films()).map(({ id, title }) => [id, title])).toEqual([
      ['HO00000001', 'The Wedding'],
      ['0004-ST00000123', 'School play'],
      ['0021-ST00000123', 'Opera'],
    ])
  })

  test('have all known fields', async () => {
    lekki.films = [
      veeziFilm('HO00000001', 'The Wedding', { Genre: 'Drama,Comedy , ' }),
      veeziFilm('HO00000002', 'Oba', { Genre: null as never, Rating: '', Duration: 0, OpeningDate: null as never }),
    ]
    expect(await open({ '0004': 'token-lekki' }).films()).toEqual([
      {
        id: 'HO00000001',
        title: 'The Wedding',
        genre: 'Drama, Comedy',
        rating: 'PG',
        runtime: 100,
        openingDate: '2026-11-20',
      },
      { id: 'HO00000002', title: 'Oba', genre: '', rating: null, runtime: null, openingDate: null },
    ])
  })
})

describe('unreadable records', () => {
  test('are reported by ID and cinema, and the others are imported', async () => {
    lekki.films.push(veeziFilm('ST00000123', ' '))
    lekki.screens.push({ Id: 2, Name: 'Blue hall', ScreenNumber: '02', TotalSeats: 'many' as never })
    const films = await listing().films()
    expect(films.records.map(({ id }) => id)).toEqual(['HO00000001'])
    expect(films.unread).toEqual([
      { id: '0004-ST00000123', name: 'Film ST00000123 of cinema 0004', what: 'Title cannot be read: " "' },
    ])
    jabi.site.Name = { en: 'Jabi' } as never
    const cinemas = await listing().cinemas()
    expect(cinemas.records.map(({ id, screens }) => [id, screens.length])).toEqual([['0004', 1]])
    expect(cinemas.unread).toEqual([{ id: '0021', name: 'Cinema 0021', what: 'Name cannot be read' }])
    expect(cinemas.unreadParts).toMatchObject([{ name: 'Screen 2 of cinema 0004' }])
  })

  test('include sessions with a wrong start, flag or visibility', async () => {
    const at = '2026-11-25T18:00:00'
    lekki.sessions = [
      veeziSession(1, 'HO00000001', at),
      veeziSession(2, 'HO00000001', at, { PreShowStartTime: 'soon' }),
      veeziSession(3, 'HO00000001', at, { TicketsSoldOut: 'maybe' as never }),
      veeziSession(4, 'HO00000001', at, { ShowType: 'Club' as never }),
      veeziSession(5, 'HO00000001', at, { FilmId: null as never }),
      veeziSession(6, 'HO00000001', at, { TicketsSoldOut: 1 as never, PreShowStartTime: '2026-11-25 18:00' }),
    ]
    const { records, unread } = await listing().sessions('0004')
    expect(records.map(({ id, seatsAvailable }) => [id, seatsAvailable])).toEqual([
      ['1', 80],
      ['6', 0],
    ])
    expect(unread.map(({ id, what }) => `${id}: ${what}`)).toEqual([
      '2: PreShowStartTime cannot be read: "soon"',
      '3: TicketsSoldOut cannot be read: "maybe"',
      '4: ShowType cannot be read: "Club"',
      '5: FilmId is missing',
    ])
  })
})

describe('sessions', () => {
  test('begin with their adverts, end with their film, and use the local time of the cinema', async () => {
    lekki.sessions = [
      veeziSession(701, 'HO00000001', '2026-11-25T23:30:00'),
      veeziSession(702, 'ST00000123', '2026-11-26T00:30:00', { TicketsSoldOut: true }),
    ]
    expect(await open().sessions('0004')).toEqual([
      {
        id: '701',
        cinemaId: '0004',
        screenId: '1',
        filmId: 'HO00000001',
        startsAt: new Date('2026-11-25T22:30:00Z'),
        endsAt: new Date('2026-11-26T00:25:00Z'),
        seatsAvailable: 80,
      },
      {
        id: '702',
        cinemaId: '0004',
        screenId: '1',
        filmId: '0004-ST00000123',
        startsAt: new Date('2026-11-25T23:30:00Z'),
        endsAt: new Date('2026-11-26T01:25:00Z'),
        seatsAvailable: 0,
      },
    ])
  })

  test('begin with the film without adverts, and last two hours without an end', async () => {
    lekki.sessions = [
      veeziSession(701, 'HO00000001', '2026-11-25T18:00:00', {
        PreShowStartTime: null as never,
        FeatureEndTime: null as never,
      }),
    ]
    const [session] = await open().sessions('0004')
    expect(session!.startsAt).toEqual(new Date('2026-11-25T17:15:00Z'))
    expect(session!.endsAt).toEqual(new Date('2026-11-25T19:15:00Z'))
  })

  test('are public and start from now on', async () => {
    lekki.sessions = [
      veeziSession(1, 'HO00000001', '2026-11-25T11:59:00'),
      veeziSession(2, 'HO00000001', '2026-11-25T12:00:00', { Status: 'Closed' }),
      veeziSession(3, 'HO00000001', '2026-11-25T18:00:00', { ShowType: 'Private' }),
      veeziSession(4, 'HO00000001', '2026-11-25T18:00:00', { Status: 'Planned' }),
      veeziSession(5, 'HO00000001', '2026-11-25T18:00:00'),
    ]
    expect((await open().sessions('0004')).map(({ id }) => id)).toEqual(['2', '5'])
  })
})

describe('a failing cinema', () => {
  const message = 'The point of sale of cinema 0021 rejected our access key'
  const pos = () => open({ '0004': 'token-lekki', '0021': 'not-a-token' })

  test.each(['cinemas', 'films', 'test'] as const)('fails %s and is named in the error', async (call) => {
    await expect(pos()[call]()).rejects.toThrow(message)
  })

  test('does not affect the sessions of other cinemas', async () => {
    lekki.sessions = [veeziSession(1, 'HO00000001', '2026-11-25T18:00:00')]
    expect(await pos().sessions('0004')).toHaveLength(1)
    await expect(pos().sessions('0021')).rejects.toThrow(message)
  })

  test('fails when a later answer is missing', async () => {
    outside.next = [undefined, undefined, undefined, peerFaults.missing]
    await expect(open().cinemas()).rejects.toThrow('The point of sale of cinema 0021 rejected the request (404)')
  })
})
