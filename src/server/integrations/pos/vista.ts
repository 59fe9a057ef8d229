import * as z from 'zod/mini'
import { counted } from '#contract/counted.ts'
import { addDays, clockOf, dayOf } from '#contract/time.ts'
import type { Clock } from '../../clock.ts'
import type { VistaSettings } from '../../env.ts'
import { vendorClient, type Vendor } from '../vendor.ts'
import { allRead, type Listed, type Reading } from '../records.ts'
import {
  Amount,
  Flag,
  Id,
  IdOrNone,
  instantIn,
  MINUTES_OF_A_FILM,
  Minutes,
  minutesAfter,
  openingDayOf,
  orNothing,
  Seats,
  Text,
  Texts,
  firstText,
} from './fields.ts'
import type { PointOfSale, PosCinema, PosFilm } from './port.ts'
import { odata, quoted } from './vista-odata.ts'
import { vistaProducts } from './vista-products.ts'
import { vistaTickets } from './vista-tickets.ts'

const CINEMAS = { kind: 'Cinema', names: ['ID'], schema: z.object({ ID: Id, Name: Texts, City: Text }) } as const
const GENRES = {
  kind: 'Genre',
  names: ['ID'],
  schema: z.object({ ID: Id, Name: orNothing(Text), Description: orNothing(Text) }),
} as const
const filmFields = {
  Title: Texts,
  Rating: orNothing(Text),
  RunTime: Minutes,
  OpeningDate: orNothing(Text),
  GenreId: orNothing(IdOrNone),
  GenreId2: orNothing(IdOrNone),
  GenreId3: orNothing(IdOrNone),
}
const FILMS = { kind: 'Film', names: ['ID'], schema: z.object({ ...filmFields, ID: Id }) } as const
/** Films of a single cinema, which are in no other list. */
const SCHEDULED_FILMS = {
  kind: 'Film',
  names: ['ScheduledFilmId', 'ID'],
  schema: z.object({ ...filmFields, ScheduledFilmId: Id }),
} as const
const screenFields = { ScreenNumber: IdOrNone, ScreenName: Text, SeatsAvailable: Seats }
const SeatedScreen = z.object({ CinemaId: Id, ...screenFields })
const SEATED_SCREENS = { kind: 'Session', names: ['ID'], schema: SeatedScreen } as const
const sessionsIn = (zone: string) =>
  ({
    kind: 'Session',
    names: ['SessionId', 'ID'],
    at: 'Showtime',
    schema: z.object({
      CinemaId: Id,
      SessionId: Id,
      ScheduledFilmId: Id,
      Showtime: instantIn(zone),
      SoldoutStatus: Amount,
      IsPublicScreening: Flag,
      Status: Text,
      ...screenFields,
    }),
  }) satisfies Reading<z.ZodMiniType>
type Session = z.infer<ReturnType<typeof sessionsIn>['schema']>
type PosScreen = PosCinema['screens'][number]
type ScreenOf = Pick<Session, keyof typeof screenFields>

/** Interval between reads of the running times. */
const FILMS_STAND_MS = 5 * 60_000
/** Days of sessions from which the screens are known. */
const SCREEN_DAYS = 7
const FULL = 2
/**
 * Statuses hidden from the public: inactive, planned, cancelled. A closed session stays visible: it is no longer sold,
 * like each session before it begins. A session that Connect does not sell (AllowTicketSales) may be sold at the
 * cinema, so it stays too.
 */
const NOT_PUBLIC = ['2', '4', '7', 'Inactive', 'Planned', 'Cancelled']

const isPublic = ({ IsPublicScreening, Status }: Session) =>
  IsPublicScreening !== false && !NOT_PUBLIC.includes(Status ?? '')

/** Returns the ID of a screen: its number is permanent, its name may change. */
const screenIdOf = ({ ScreenNumber, ScreenName }: ScreenOf) => firstText(ScreenNumber, ScreenName) ?? 'unknown'

/**
 * Vista Connect: OData with the token in a header. Times are local to the cinema.
 * Connect has no states, session lengths or seats of screens. The state is set or is the city; a session lasts as long
 * as its film; a screen has the most free seats of any session.
 */
export function vistaPointOfSale(
  settings: VistaSettings,
  zone: string,
  clock: Clock,
  more: Pick<Partial<Vendor>, 'timeoutMs' | 'wait'> = {},
): PointOfSale {
  const client = vendorClient({
    name: 'The point of sale',
    baseUrl: settings.url,
    headers: {
      connectapitoken: settings.token,
      // Because some gateways in front of Connect reject a request without this header.
      'content-type': 'application/json',
      ...(settings.region && { 'connect-region-code': settings.region }),
    },
    timeoutMs: 15_000,
    tries: 4,
    ...more,
  })
  const connect = odata(client, settings.url)
  const sessions = sessionsIn(zone)
  let runtimes: { at: number; ofFilm: Map<string, number | null> } | undefined

  const wallTime = (at: Date) => `datetime'${dayOf(at, zone)}T${clockOf(at, zone)}:00'`

  async function screensByCinema() {
    const now = clock.now()
    const until = `datetime'${addDays(dayOf(now, zone), SCREEN_DAYS)}T00:00:00'`
    const { records, unread } = await connect.all('Sessions', SEATED_SCREENS, {
      $filter: `Showtime ge ${wallTime(now)} and Showtime lt ${until}`,
      $select: ['ID', ...Object.keys(SeatedScreen.shape)].join(','),
    })
    const cinemas = new Map<string, Map<string, PosScreen>>()
    for (const row of records) {
      const id = screenIdOf(row)
      const screens = cinemas.get(row.CinemaId) ?? new Map<string, PosScreen>()
      cinemas.set(row.CinemaId, screens)
      const seats = Math.max(screens.get(id)?.seats ?? 0, row.SeatsAvailable)
      screens.set(id, { id, name: firstText(row.ScreenName) ?? `Screen ${id}`, seats })
    }
    return { cinemas, unread }
  }

  async function films(): Promise<Listed<PosFilm>> {
    const genres = (await connect.find('FilmGenres', GENRES)) ?? allRead([])
    const nameOf = new Map(genres.records.map((genre) => [genre.ID, firstText(genre.Name, genre.Description)]))
    const toFilm = (id: string, film: Omit<z.infer<typeof FILMS.schema>, 'ID'>): PosFilm => ({
      id,
      title: film.Title,
      genre: [film.GenreId, film.GenreId2, film.GenreId3].flatMap((of) => nameOf.get(of ?? '') ?? []).join(', '),
      rating: film.Rating,
      runtime: film.RunTime,
      openingDate: openingDayOf(film.OpeningDate, zone),
    })
    const found = new Map<string, PosFilm>()
    const chain = await connect.all('Films', FILMS)
    for (const film of chain.records) found.set(film.ID, toFilm(film.ID, film))
    const scheduled = (await connect.find('ScheduledFilms', SCHEDULED_FILMS)) ?? allRead([])
    for (const film of scheduled.records) {
      const id = film.ScheduledFilmId
      if (!found.has(id)) found.set(id, toFilm(id, film))
    }
    const records = [...found.values()]
    // An unreadable film keeps its earlier running time.
    const before = runtimes?.ofFilm ?? []
    runtimes = {
      at: clock.now().getTime(),
      ofFilm: new Map([...before, ...records.map(({ id, runtime }) => [id, runtime] as const)]),
    }
    return { records, unread: [...chain.unread, ...scheduled.unread], unreadParts: genres.unread }
  }

  async function minutesOf(): Promise<(filmId: string) => number> {
    if (!runtimes || Math.abs(clock.now().getTime() - runtimes.at) >= FILMS_STAND_MS) await films()
    return (filmId) => runtimes?.ofFilm.get(filmId) ?? MINUTES_OF_A_FILM
  }

  return {
    kind: 'vista',
    cinemas: async () => {
      const { records, unread } = await connect.all('Cinemas', CINEMAS)
      const screens = await screensByCinema()
      return {
        records: records.map(({ ID, Name, City }) => ({
          id: ID,
          name: Name,
          state: settings.states[ID] ?? City ?? 'Other',
          screens: [...(screens.cinemas.get(ID)?.values() ?? [])],
        })),
        unread,
        unreadParts: screens.unread,
      }
    },
    films,
    sessions: async (cinemaId, until) => {
      const minutes = await minutesOf()
      const now = clock.now()
      const conditions = [`CinemaId eq ${quoted(cinemaId)}`, `Showtime ge ${wallTime(now)}`]
      // Up to the full minute after the end; later sessions are removed below.
      if (until) conditions.push(`Showtime lt ${wallTime(minutesAfter(until, 1))}`)
      const { records, unread } = await connect.all('Sessions', sessions, { $filter: conditions.join(' and ') })
      const publicSessions = records
        .filter((row) => row.CinemaId === cinemaId && isPublic(row))
        .filter(({ Showtime }) => Showtime >= now && (!until || Showtime < until))
        .map((row) => ({
          id: row.SessionId,
          cinemaId,
          screenId: screenIdOf(row),
          filmId: row.ScheduledFilmId,
          startsAt: row.Showtime,
          endsAt: minutesAfter(row.Showtime, minutes(row.ScheduledFilmId)),
          seatsAvailable: row.SoldoutStatus === FULL ? 0 : row.SeatsAvailable,
        }))
      const readIds = records.map(({ SessionId }) => SessionId)
      return { records: publicSessions, readIds, unread, isPart: until !== undefined }
    },
    products: (cinemaId) => vistaProducts(client, cinemaId),
    ticketTypes: (cinemaId, sessionId) => vistaTickets(client, cinemaId, sessionId),
    test: async () => `Found ${counted((await connect.all('Cinemas', CINEMAS)).records.length, 'cinema')}`,
  }
}
