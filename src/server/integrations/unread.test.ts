/**
 * Makes each field of each list of each vendor wrong in turn: the other records are imported, and this record is
 * reported by name.
 */
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { peer, sendJson, type Peer } from '#server/test/peer.ts'
import { isThorough } from '#server/test/thorough.ts'
import { chanceOf } from '../../../fuzz/chance.ts'
import { spoil } from '../../../fuzz/nasty.ts'
import type { Db } from '../db/connect.ts'
import { IntegrationError } from './error.ts'
import { tmdbMovieDatabase } from './moviedb/tmdb.ts'
import { flutterwavePayments } from './payments/flutterwave.ts'
import { veeziPointOfSale } from './pos/veezi.ts'
import { vistaPointOfSale } from './pos/vista.ts'
import type { Unread } from './records.ts'

const clock = { now: () => new Date('2026-11-25T11:00:00Z') }
const ZONE = 'Africa/Lagos'
const quick = { wait: async () => {} }

/** Answers of the peer, by path. */
let answers: Record<string, unknown> = {}
let outside: Peer
beforeAll(async () => {
  outside = await peer((request, response) => {
    const found = answers[new URL(request.url!, 'http://vendor.example').pathname]
    if (found === undefined) response.writeHead(404).end()
    else sendJson(response, found as object)
  })
})
afterAll(() => outside.close())

type Row = Record<string, unknown>
type Answer = { records: unknown[]; unread: Pick<Unread, 'name' | 'what'>[] }
/** Result of a record with a value in a field; `gone`: readable, but outside the request. */
type Fate = 'read' | 'unread' | 'gone'
type Field = { fate: (value: unknown) => Fate; /** Columns of the result that may differ. */ touches?: string[] }
type Call = {
  rows: () => Row[]
  /** Name of the middle record, and the field of the name. */
  name: string
  id: string
  answersOf: (rows: unknown) => Record<string, unknown>
  ask: () => Promise<Answer>
  fields: Record<string, Field>
  /** True if unreadable records are not reported. */
  isSilent?: true
}

const isId = (value: unknown) =>
  typeof value === 'number'
    ? Number.isSafeInteger(value) && value >= 0
    : typeof value === 'string' && value.trim() !== '' && value.length <= 200 && !value.includes('\u0000')
const isNone = (value: unknown) => value === undefined || value === null || value === ''
const isText = (value: unknown) => typeof value === 'string' || typeof value === 'number'
const isFilled = (value: unknown) => isText(value) && value !== '' && value !== '\u0000'
const readIf =
  (isFine: (value: unknown) => boolean): Field['fate'] =>
  (value) =>
    isFine(value) ? 'read' : 'unread'

const id = (...touches: string[]): Field => ({ fate: readIf(isId), touches })
const idOrNone = (...touches: string[]): Field => ({ fate: readIf((value) => isNone(value) || isId(value)), touches })
const filled = (...touches: string[]): Field => ({ fate: readIf(isFilled), touches })
const text = (...touches: string[]): Field => ({ fate: readIf((value) => isNone(value) || isText(value)), touches })
const decoration = (...touches: string[]): Field => ({ fate: () => 'read', touches })
const price = (touched: string): Field => ({
  fate: readIf((value) => typeof value === 'number' && value >= 0 && value < 1e9),
  touches: [touched],
})
const seats = (touched: string): Field => ({
  fate: readIf((value) => isNone(value) || (typeof value === 'number' && value < 1e9)),
  touches: [touched],
})
const number = (): Field => ({ fate: readIf((value) => isNone(value) || typeof value === 'number'), touches: [] })
const time: Field = { fate: () => 'unread' }
const timeOrNone = (...touches: string[]): Field => ({
  fate: readIf((value) => value === null || value === undefined || value === ''),
  touches,
})
const flag = (): Field => ({ fate: readIf((value) => value === null || value === undefined || value === true) })

/** Three records of a kind; the middle record is made wrong. */
const three = (row: Row, ...names: string[]): Row[] =>
  [1, 2, 3].map((n) => ({ ...row, ...Object.fromEntries(names.map((name) => [name, `${String(row[name])}0${n}`])) }))

const vista = () =>
  vistaPointOfSale({ url: outside.url, token: 't', region: undefined, states: {} }, ZONE, clock, quick)
const veezi = () => veeziPointOfSale({ url: outside.url, sites: { '0004': 't' }, states: {} }, ZONE, clock, quick)
const flutterwave = () => flutterwavePayments({ secretKey: 'k', webhookHash: 'h', url: outside.url }, quick)
/** Cache that stores nothing. */
const noCache = { execute: async () => ({ rows: [] }) } as unknown as Db
const tmdb = () =>
  tmdbMovieDatabase(
    { token: 't', url: outside.url, imageUrl: outside.url, language: 'en-US', region: 'NG' },
    noCache,
    clock,
    quick,
  )

const odata = (set: string) => (value: unknown) => ({
  '/OData.svc/Cinemas': { value: [] },
  '/OData.svc/Films': { value: [] },
  '/OData.svc/Sessions': { value: [] },
  [`/OData.svc/${set}`]: { value, 'odata.count': Array.isArray(value) ? String(value.length) : '3' },
})
const FILM = {
  Title: 'The Wedding',
  Rating: 'PG',
  RunTime: '100',
  OpeningDate: '2026-11-20T00:00:00',
  GenreId: '7',
  GenreId2: null,
  GenreId3: null,
}
const filmFields = {
  Title: filled('title'),
  Rating: decoration('rating'),
  RunTime: decoration('runtime'),
  OpeningDate: decoration('openingDate'),
  GenreId: decoration('genre'),
  GenreId2: decoration('genre'),
  GenreId3: decoration('genre'),
}
const DAY = [new Date('2026-11-20T00:00:00Z'), new Date('2026-11-21T00:00:00Z')] as const
const AT = '2026-11-20T10:00:00.000Z'
const page = (path: string) => (data: unknown) => ({ [path]: { meta: { page_info: { total_pages: 1 } }, data } })

const calls: Record<string, Record<string, Call>> = {
  vista: {
    sessions: {
      rows: () =>
        three(
          {
            ID: '0004-1',
            CinemaId: '0004',
            SessionId: '1',
            ScheduledFilmId: 'HO1',
            Showtime: '2026-11-25T18:30:00',
            SoldoutStatus: 0,
            IsPublicScreening: true,
            Status: 0,
            ScreenNumber: 1,
            ScreenName: 'Screen 1',
            SeatsAvailable: 80,
          },
          'ID',
          'SessionId',
        ),
      name: 'Session 102',
      id: 'SessionId',
      answersOf: odata('Sessions'),
      ask: () => vista().sessions('0004'),
      fields: {
        ID: decoration(),
        CinemaId: { fate: (value) => (isId(value) ? 'gone' : 'unread') },
        SessionId: id('id'),
        ScheduledFilmId: id('filmId'),
        Showtime: time,
        SoldoutStatus: number(),
        IsPublicScreening: flag(),
        // 7 means a cancelled session.
        Status: { fate: (value) => (value === 7 ? 'gone' : isNone(value) || isText(value) ? 'read' : 'unread') },
        ScreenNumber: idOrNone('screenId'),
        ScreenName: text(),
        SeatsAvailable: seats('seatsAvailable'),
      },
    },
    films: {
      rows: () => three({ ID: 'HO1', ...FILM }, 'ID'),
      name: 'Film HO102',
      id: 'ID',
      answersOf: odata('Films'),
      ask: () => vista().films(),
      fields: { ID: id('id'), ...filmFields },
    },
    'films of cinemas': {
      rows: () => three({ ID: '0004-HO1', ScheduledFilmId: 'HO1', ...FILM }, 'ID', 'ScheduledFilmId'),
      name: 'Film HO102',
      id: 'ScheduledFilmId',
      answersOf: odata('ScheduledFilms'),
      ask: () => vista().films(),
      fields: { ID: decoration(), ScheduledFilmId: id('id'), ...filmFields },
    },
    cinemas: {
      rows: () => three({ ID: '4', Name: 'Marquee Lekki', City: 'Lagos' }, 'ID'),
      name: 'Cinema 402',
      id: 'ID',
      answersOf: odata('Cinemas'),
      ask: () => vista().cinemas(),
      fields: { ID: id('id'), Name: filled('name'), City: text('state') },
    },
    products: {
      rows: () =>
        three(
          {
            Id: '1',
            HOPK: null,
            HeadOfficeItemCode: 'A1',
            Description: 'Coke',
            PriceInCents: 80_000,
            IsRecognitionOnly: false,
          },
          'Id',
          'HeadOfficeItemCode',
        ),
      name: 'Product A102 of cinema 0004',
      id: 'HeadOfficeItemCode',
      answersOf: (rows) => ({
        '/RESTData.svc/concession-items-grouped-by-tabs': {
          ResponseCode: 0,
          ConcessionTabs: [null, { Id: 1, Name: 'Snacks', ConcessionItems: rows }],
        },
      }),
      ask: async () => {
        const { records, unread } = await vista().products!('0004')
        return { records, unread: unread.filter(({ name }) => !name.startsWith('A tab')) }
      },
      fields: {
        Id: id(),
        HOPK: decoration('hopk'),
        HeadOfficeItemCode: idOrNone('id'),
        Description: decoration('name', 'kind', 'type', 'flavour', 'size'),
        PriceInCents: price('kobo'),
        IsRecognitionOnly: {
          fate: (value) => (value === true ? 'gone' : value === null || value === undefined ? 'read' : 'unread'),
        },
      },
    },
    tickets: {
      rows: () =>
        three(
          {
            TicketTypeCode: '1',
            Description: 'Adult',
            PriceInCents: 400_000,
            IsAvailableForLoyaltyMembersOnly: false,
            DisplaySequence: 1,
          },
          'TicketTypeCode',
        ),
      name: 'Ticket type 102 of session 9 at cinema 0004',
      id: 'TicketTypeCode',
      answersOf: (rows) => ({
        '/RESTData.svc/cinemas/0004/sessions/9/tickets': { ResponseCode: 0, Tickets: rows },
      }),
      ask: () => vista().ticketTypes!('0004', '9'),
      fields: {
        TicketTypeCode: id('id'),
        Description: decoration('name'),
        PriceInCents: price('kobo'),
        IsAvailableForLoyaltyMembersOnly: {
          fate: (value) => (value === true ? 'gone' : value === null || value === undefined ? 'read' : 'unread'),
        },
        DisplaySequence: decoration(),
      },
    },
  },
  veezi: {
    sessions: {
      rows: () =>
        three(
          {
            Id: '1',
            FilmId: 'HO1',
            ScreenId: 1,
            ShowType: 'Public',
            Status: 'Open',
            PreShowStartTime: '2026-11-25T18:30:00',
            FeatureStartTime: '2026-11-25T18:45:00',
            FeatureEndTime: '2026-11-25T20:30:00',
            TicketsSoldOut: false,
            SeatsAvailable: 80,
          },
          'Id',
        ),
      name: 'Session 102',
      id: 'Id',
      answersOf: (rows) => ({ '/v1/session': rows }),
      ask: () => veezi().sessions('0004'),
      fields: {
        Id: id('id'),
        FilmId: id('filmId'),
        ScreenId: id('screenId'),
        ShowType: { fate: readIf((value) => value === null || value === undefined) },
        Status: text(),
        PreShowStartTime: timeOrNone('startsAt', 'endsAt'),
        FeatureStartTime: time,
        FeatureEndTime: timeOrNone('endsAt'),
        TicketsSoldOut: { ...flag(), touches: ['seatsAvailable'] },
        SeatsAvailable: seats('seatsAvailable'),
      },
    },
    films: {
      rows: () =>
        three(
          {
            Id: 'HO1',
            Title: 'The Wedding',
            Genre: 'Drama',
            Rating: 'PG',
            Duration: 100,
            OpeningDate: '2026-11-20T00:00:00',
          },
          'Id',
        ),
      name: 'Film HO102 of cinema 0004',
      id: 'Id',
      answersOf: (rows) => ({ '/v4/film': rows }),
      ask: () => veezi().films(),
      fields: {
        Id: id('id'),
        Title: filled('title'),
        Genre: decoration('genre'),
        Rating: decoration('rating'),
        Duration: decoration('runtime'),
        OpeningDate: decoration('openingDate'),
      },
    },
    screens: {
      rows: () => three({ Id: '1', Name: 'Red hall', ScreenNumber: '01', TotalSeats: 184 }, 'Id'),
      name: 'Screen 102 of cinema 0004',
      id: 'Id',
      answersOf: (rows) => ({ '/v1/site': { Name: 'Lekki', Address3: 'Lagos' }, '/v1/screen': rows }),
      ask: async () => {
        const { records, unreadParts } = await veezi().cinemas()
        return { records: records[0]!.screens, unread: unreadParts! }
      },
      fields: {
        Id: id('id'),
        Name: decoration('name'),
        ScreenNumber: decoration('name'),
        TotalSeats: seats('seats'),
      },
    },
  },
  tmdb: {
    results: {
      rows: () =>
        [9001, 9002, 9003].map((n) => ({
          id: n,
          title: 'Citation',
          overview: 'A student.',
          poster_path: '/p.jpg',
          backdrop_path: '/b.jpg',
          release_date: '2020-11-06',
          genre_ids: [18],
        })),
      name: '9002',
      id: 'id',
      isSilent: true,
      answersOf: (results) => ({
        '/search/movie': { results },
        '/genre/movie/list': { genres: [null, { id: 18, name: 'Drama' }] },
      }),
      ask: async () => ({ records: await tmdb().search('citation'), unread: [] }),
      fields: {
        id: { fate: readIf((value) => value === 7), touches: ['id'] },
        title: { fate: readIf((value) => typeof value === 'string' && isFilled(value)), touches: ['title'] },
        overview: decoration('overview'),
        poster_path: decoration('poster'),
        backdrop_path: decoration('backdrop'),
        release_date: decoration('releaseDate'),
        genre_ids: decoration('genres'),
      },
    },
  },
  flutterwave: {
    transactions: {
      rows: () =>
        three(
          {
            id: '1',
            tx_ref: 'SHOP-1',
            status: 'successful',
            amount: 25,
            app_fee: 1,
            currency: 'NGN',
            processor_response: 'Approved',
            created_at: AT,
            customer: { email: 'ada@chain.example' },
            card: null,
          },
          'id',
          'tx_ref',
        ),
      name: 'Transaction 102',
      id: 'id',
      answersOf: page('/transactions'),
      ask: () => flutterwave().charges(...DAY, 1),
      fields: {
        id: id('id'),
        tx_ref: { fate: readIf((value) => typeof value === 'string' && isId(value)), touches: ['reference'] },
        status: { fate: readIf((value) => typeof value === 'string' && isFilled(value)), touches: ['state'] },
        amount: price('kobo'),
        app_fee: decoration('feeKobo'),
        currency: { fate: () => 'unread' },
        processor_response: decoration('message'),
        created_at: time,
        customer: decoration('email'),
        card: decoration(),
      },
    },
    refunds: {
      rows: () => three({ id: '1', tx_id: '9', status: 'completed', amount_refunded: 25, created_at: AT }, 'id'),
      name: 'Refund 102',
      id: 'id',
      answersOf: page('/refunds'),
      ask: () => flutterwave().movements('refund', ...DAY, 1),
      fields: {
        id: id('id'),
        tx_id: id('chargeId'),
        status: { fate: (value) => (typeof value === 'string' && isFilled(value) ? 'gone' : 'unread') },
        amount_refunded: price('kobo'),
        created_at: time,
      },
    },
    chargebacks: {
      rows: () =>
        three({ id: '1', amount: 25, transaction_id: '9', tx_ref: 'SHOP-1', status: 'lost', created_at: AT }, 'id'),
      name: 'Chargeback 102',
      id: 'id',
      answersOf: page('/chargebacks'),
      ask: () => flutterwave().movements('chargeback', ...DAY, 1),
      fields: {
        id: id('id'),
        amount: price('kobo'),
        transaction_id: idOrNone('chargeId'),
        tx_ref: decoration('reference'),
        status: { fate: (value) => (typeof value === 'string' && isFilled(value) ? 'gone' : 'unread') },
        created_at: time,
      },
    },
    settlements: {
      rows: () => three({ id: '1', net_amount: 25, currency: 'NGN', status: 'completed', transaction_date: AT }, 'id'),
      name: 'Settlement 102',
      id: 'id',
      answersOf: page('/settlements'),
      ask: () => flutterwave().movements('payout', ...DAY, 1),
      fields: {
        id: id('id'),
        net_amount: price('kobo'),
        currency: { fate: () => 'unread' },
        status: { fate: (value) => (typeof value === 'string' && isFilled(value) ? 'gone' : 'unread') },
        transaction_date: time,
      },
    },
  },
}
/** Bodies of each list: 200 in the day tests, 5,000 of each vendor in the thorough tests. */
const all = Object.entries(calls).flatMap(([vendor, lists]) =>
  Object.entries(lists).map(([list, call], _, { length }) => {
    const tries = isThorough ? Math.ceil(5000 / length) : 200
    return [`${vendor}: ${list}`, call, tries] as const
  }),
)

const MISSING = Symbol('missing')
const WRONG: [string, unknown][] = [
  ['null', null],
  ['missing', MISSING],
  ['a number', 7],
  ['text', 'maybe'],
  ['a list', []],
  ['an object', {}],
  ['true', true],
  ['empty', ''],
  ['endless', 'x'.repeat(5000)],
  ['negative', -1],
  ['huge', 1e300],
  ['NUL', '\u0000'],
]

/** Returns whether the database accepts a value: no half characters, no NUL, no number beyond its columns. */
function isStorable(value: unknown, key = ''): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\u0000') && value.length <= 10_000
  if (typeof value === 'number') return value >= 0 && value <= (/kobo/i.test(key) ? 2 ** 53 : 2 ** 31 - 1)
  if (value instanceof Date) return value.getUTCFullYear() >= 1 && value.getUTCFullYear() < 10_000
  if (!value || typeof value !== 'object') return true
  return Object.entries(value).every(([name, inner]) => isStorable(inner, name))
}

/**
 * Compares an answer whose middle record has a wrong field with the answer without the record. @returns the differences
 */
function faultsOf(call: Call, field: string, value: unknown, good: Answer, { records, unread }: Answer): string[] {
  const [before, middle, after] = good.records as [Row, Row, Row]
  const rest = records.filter((one) => !isDeepStrictEqual(one, before) && !isDeepStrictEqual(one, after)) as Row[]
  const { fate, touches = [] } = call.fields[field]!
  const expected = fate(value)
  const changed = rest.flatMap((one) =>
    Object.keys(middle).filter((name) => !touches.includes(name) && !isDeepStrictEqual(one[name], middle[name])),
  )
  const isNamed = unread.every(
    ({ name, what }) =>
      (what.startsWith(`${field} is missing`) || what.startsWith(`${field} cannot be read`)) &&
      (name === call.name) === (field !== call.id),
  )
  return [
    ...(isStorable(records) ? [] : ['cannot be stored']),
    ...(records.length - rest.length === 2 ? [] : ['a neighbour is lost']),
    ...(rest.length === (expected === 'read' ? 1 : 0) ? [] : [`is not ${expected}`]),
    ...(unread.length === (expected === 'unread' && !call.isSilent ? 1 : 0) ? [] : [`named: ${unread.length}`]),
    ...(isNamed ? [] : [`named as ${JSON.stringify(unread)}`]),
    ...changed.map((name) => `changed ${name}`),
  ]
}

/** Compares the answer to a damaged list with the readings of its good rows. @returns the differences */
async function faultsOfSpoilt(call: Call, sent: unknown, good: readonly unknown[]): Promise<string[]> {
  answers = call.answersOf(sent)
  try {
    const { records } = await call.ask()
    const lost = call
      .rows()
      .filter((row) => Array.isArray(sent) && sent.some((one) => isDeepStrictEqual(one, row)))
      .filter((row) => {
        const read = good[call.rows().findIndex((one) => isDeepStrictEqual(one, row))]
        return !records.some((one) => isDeepStrictEqual(one, read))
      })
    return [...(isStorable(records) ? [] : ['cannot be stored']), ...lost.map((row) => `lost ${JSON.stringify(row)}`)]
  } catch (error) {
    // An answer without a list is an error of the vendor; a wrong record is not.
    const isFair = error instanceof IntegrationError && !Array.isArray(sent)
    return isFair ? [] : [`threw ${String(error)}`]
  }
}

describe.each(all)('%s', (title, call, tries) => {
  let good: Answer
  beforeAll(async () => {
    answers = call.answersOf(call.rows())
    good = await call.ask()
  })

  test('read good records', () => {
    expect(good.records).toHaveLength(3)
    expect(good.unread).toEqual([])
    expect(Object.keys(call.fields)).toEqual(Object.keys(call.rows()[0]!))
  })

  test.each(Object.keys(call.fields))(
    'report a record with a wrong %s by name and import its neighbours',
    async (field) => {
      const faults: string[] = []
      for (const [label, value] of WRONG) {
        const rows = call.rows()
        if (value === MISSING) delete rows[1]![field]
        else rows[1]![field] = value
        answers = call.answersOf(rows)
        const found = faultsOf(call, field, value === MISSING ? undefined : value, good, await call.ask())
        faults.push(...found.map((fault) => `${label}: ${fault}`))
      }
      expect(faults).toEqual([])
    },
  )

  test(`lose no good row of ${tries} randomly damaged lists`, { timeout: 120_000 }, async () => {
    const chance = chanceOf(`unread ${title}`)
    const faults: string[] = []
    for (let n = 0; n < tries; n++) {
      const rows = call.rows()
      for (let times = chance.int(1, 3); times > 0; times--) rows[1] = spoil(chance, rows[1]) as Row
      const spoilt = chance.happens(0.9) ? rows : spoil(chance, rows)
      const sent = JSON.parse(JSON.stringify(spoilt) ?? 'null') as unknown
      const found = await faultsOfSpoilt(call, sent, good.records)
      faults.push(...found.map((fault) => `${n}: ${fault}: ${JSON.stringify(sent).slice(0, 300)}`))
    }
    expect(faults).toEqual([])
  })
})
