import type { IncomingMessage, ServerResponse } from 'node:http'
import { peer, sendJson, type Peer } from './peer.ts'

/** The relevant fields of Vista Connect's rows. Times are the cinema's local ones, without a zone. */
type VistaCinemaRow = { ID: string; Name: string; City?: string | null }
type VistaFilmRow = {
  ID: string
  Title: string
  Rating?: string
  RunTime?: string
  OpeningDate?: string
  GenreId?: string
  GenreId2?: string
  GenreId3?: string
}
/** A film at one cinema. */
type VistaScheduledFilmRow = VistaFilmRow & { ScheduledFilmId: string; CinemaId: string }
export type VistaSessionRow = {
  /** Unique in the chain: cinema and session. */
  ID: string
  CinemaId: string
  ScheduledFilmId: string
  SessionId: string
  Showtime: string
  SeatsAvailable?: number
  ScreenName?: string
  ScreenNumber?: number
  SoldoutStatus?: number
  AllowTicketSales?: boolean
  IsPublicScreening?: boolean
  /** 0 open, 1 closed, 2 inactive, 4 planned, 5 unavailable, 7 cancelled */
  Status?: number
}
type VistaGenreRow = { ID: string; Name: string }
/** An item of the counter, in a tab of the till. */
type VistaItemRow = {
  Id: string
  HOPK?: string | null
  HeadOfficeItemCode?: string | null
  Description: string
  PriceInCents?: number
  IsRecognitionOnly?: boolean
}
/** A ticket type of a session. */
export type VistaTicketRow = {
  TicketTypeCode: string
  Description: string | null
  PriceInCents?: number
  AreaCategoryCode?: string
  IsAvailableForLoyaltyMembersOnly?: boolean
  DisplaySequence?: number
}
type VistaTabRow = { Id: number; Name: string | null; ConcessionItems: VistaItemRow[] | null }

type VistaRows = {
  cinemas: VistaCinemaRow[]
  films: VistaFilmRow[]
  scheduledFilms: VistaScheduledFilmRow[]
  sessions: VistaSessionRow[]
  genres: VistaGenreRow[]
  /** The tabs of each cinema's counter. */
  tabs?: Record<string, VistaTabRow[]>
  /** Tickets of sessions by `<cinema> <session>`; null: rejected in the body of a success. */
  tickets?: Record<string, VistaTicketRow[] | null>
}
type SetRows = Omit<VistaRows, 'tabs' | 'tickets'>

export type VistaPeer = Peer & {
  /** Its rows. The next answer reflects a test's changes. */
  has: VistaRows
  token: string
  /** The most rows of an answer. */
  pageSize: number
  /** `next-link`: a link names the next page; `cut`: no link does, as if a proxy or a setting cut answers off. */
  paging: 'next-link' | 'cut'
  /** The count that it reports in place of the true one; null: none. */
  count: number | null | undefined
  /** The next link that it sends in place of its own. */
  nextLink: string | undefined
}

const sets: Record<string, keyof SetRows> = {
  Cinemas: 'cinemas',
  Films: 'films',
  ScheduledFilms: 'scheduledFilms',
  Sessions: 'sessions',
  FilmGenres: 'genres',
}

type Row = Record<string, unknown>

/** Runs Vista Connect on this machine: OData version 3, as the service of its web client. */
export async function vistaPeer(rows: Partial<VistaRows> = {}): Promise<VistaPeer> {
  const outside = await peer((request, response) => answer(self, request, response))
  const self: VistaPeer = Object.assign(outside, {
    has: { cinemas: [], films: [], scheduledFilms: [], sessions: [], genres: [], tabs: {}, ...rows },
    token: 'vista-token',
    pageSize: 100,
    paging: 'next-link' as const,
    count: undefined,
    nextLink: undefined,
  })
  return self
}

/** Returns the settings that connect to a peer. */
export const vistaSettings = (self: VistaPeer) => ({
  url: self.url,
  token: self.token,
  region: undefined,
  states: {} as Record<string, string>,
})

function answer(self: VistaPeer, request: IncomingMessage, response: ServerResponse) {
  const refuse = (status: number) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end('{"odata.error":{"code":""}}')
  if (request.headers.connectapitoken !== self.token) return refuse(401)
  const url = new URL(request.url!, self.url)
  const ask = url.searchParams
  if (url.pathname === '/RESTData.svc/concession-items-grouped-by-tabs') return sendTabs(self, ask, response)
  const ofTickets = /^\/RESTData\.svc\/cinemas\/(\w+)\/sessions\/(\w+)\/tickets$/.exec(url.pathname)
  if (ofTickets) {
    const tickets = self.has.tickets?.[`${ofTickets[1]} ${ofTickets[2]}`]
    if (tickets === undefined || ask.get('salesChannelFilter') !== 'WWW') return refuse(404)
    const refusal = tickets ? { ResponseCode: 0 } : { ResponseCode: 3, ErrorDescription: 'Session is closed' }
    return sendJson(response, { ErrorDescription: null, ...refusal, Tickets: tickets })
  }
  const set = sets[/^\/OData\.svc\/(\w+)$/.exec(url.pathname)?.[1] ?? '']
  if (!set) return refuse(404)
  const matches = filterOf(ask.get('$filter'))
  if (!matches || ask.get('$format') !== 'json') return refuse(400)

  const found = (self.has[set] as Row[]).filter(matches)
  for (const key of (ask.get('$orderby') ?? '').split(',').filter(Boolean).reverse())
    found.sort((a, b) => (String(a[key]) < String(b[key]) ? -1 : 1))
  const skipped = Number(ask.get('$skip') ?? 0)
  const top = ask.has('$top') ? Number(ask.get('$top')) : Infinity
  const wanted = found.slice(skipped, skipped + top)
  const page = wanted.slice(0, self.pageSize)
  const rest = new URL(url)
  rest.searchParams.set('$skip', String(skipped + page.length))
  const count = self.count === undefined ? found.length : self.count
  const hasCount = ask.get('$inlinecount') === 'allpages' && count !== null
  const hasNext = wanted.length > page.length && self.paging === 'next-link'
  sendJson(response, {
    'odata.metadata': `${self.url}/OData.svc/$metadata`,
    ...(hasCount && { 'odata.count': String(count) }),
    value: page.map((row) => selected(row, ask.get('$select'))),
    ...(hasNext && { 'odata.nextLink': self.nextLink ?? rest.href }),
  })
}

/** Sends the counter's items. An unknown cinema is rejected in the body of a success. */
function sendTabs({ has }: VistaPeer, ask: URLSearchParams, response: ServerResponse) {
  const tabs = has.tabs?.[ask.get('cinemaId') ?? '']
  sendJson(
    response,
    tabs
      ? { ResponseCode: 0, ErrorDescription: null, ConcessionTabs: tabs }
      : { ResponseCode: 3, ErrorDescription: 'Cinema not found', ConcessionTabs: null },
  )
}

const selected = (row: Row, fields: string | null): Row =>
  fields === null ? row : Object.fromEntries(fields.split(',').map((field) => [field, row[field]]))

const compares: Record<string, (a: string, b: string) => boolean> = {
  eq: (a, b) => a === b,
  ge: (a, b) => a >= b,
  gt: (a, b) => a > b,
  le: (a, b) => a <= b,
  lt: (a, b) => a < b,
}

/**
 * Parses comparisons joined by `and`, with times as `datetime'…'`; undefined: a filter that the service does not
 * support.
 */
function filterOf(filter: string | null): ((row: Row) => boolean) | undefined {
  if (filter === null) return () => true
  const conditions = filter.split(' and ').map((text) => {
    const [, field, by, datetime, value] = /^(\w+) (eq|ge|gt|le|lt) (datetime)?'((?:[^']|'')*)'$/.exec(text) ?? []
    const isUnderstood = field && Boolean(datetime) === (field === 'Showtime')
    return isUnderstood ? { field, matches: compares[by!]!, value: value!.replaceAll("''", "'") } : undefined
  })
  if (conditions.includes(undefined)) return
  return (row) => conditions.every((condition) => condition!.matches(String(row[condition!.field]), condition!.value))
}

export const vistaCinema = (id: string, name: string, city: string | null = 'Lagos'): VistaCinemaRow => ({
  ID: id,
  Name: name,
  City: city,
})

export const vistaFilm = (id: string, title: string, more: Partial<VistaFilmRow> = {}): VistaFilmRow => ({
  ID: id,
  Title: title,
  Rating: 'PG',
  RunTime: '100',
  OpeningDate: '2026-11-20T00:00:00',
  ...more,
})

/** @param showtime local time of the cinema, `2026-11-25T18:30:00` */
export const vistaSession = (
  id: string,
  cinemaId: string,
  filmId: string,
  showtime: string,
  more: Partial<VistaSessionRow> = {},
): VistaSessionRow => ({
  ID: `${cinemaId}-${id}`,
  CinemaId: cinemaId,
  ScheduledFilmId: filmId,
  SessionId: id,
  Showtime: showtime,
  SeatsAvailable: 80,
  ScreenName: 'Screen 1',
  ScreenNumber: 1,
  SoldoutStatus: 0,
  AllowTicketSales: true,
  IsPublicScreening: true,
  Status: 0,
  ...more,
})

export const vistaItem = (id: string, name: string, cents: number, more: Partial<VistaItemRow> = {}): VistaItemRow => ({
  Id: id,
  HOPK: null,
  HeadOfficeItemCode: `A${id.padStart(9, '0')}`,
  Description: name,
  PriceInCents: cents,
  IsRecognitionOnly: false,
  ...more,
})
