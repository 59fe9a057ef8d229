import * as z from 'zod/mini'
import { counted } from '#contract/counted.ts'
import { addDays, clockOf, dayOf } from '#contract/time.ts'
import type { Clock } from '../../clock.ts'
import type { VistaSettings } from '../../env.ts'
import { vendorClient, type Vendor } from '../vendor.ts'
import {
  Amount,
  Flag,
  Id,
  IdOrNone,
  instantIn,
  MINUTES_OF_A_FILM,
  minutesAfter,
  openingDayOf,
  Text,
  wholeOf,
  wordsOf,
} from './fields.ts'
import type { PointOfSale, PosCinema, PosFilm } from './port.ts'
import { odata, quoted } from './vista-odata.ts'
import { vistaProducts } from './vista-products.ts'
import { vistaTickets } from './vista-tickets.ts'

const Cinema = z.object({ ID: Id, Name: Text, City: Text })
const Genre = z.object({ ID: Id, Name: Text, Description: Text })
const filmFields = {
  ID: Id,
  Title: Text,
  Rating: Text,
  RunTime: Amount,
  OpeningDate: Text,
  GenreId: IdOrNone,
  GenreId2: IdOrNone,
  GenreId3: IdOrNone,
}
const Film = z.object(filmFields)
/** A film at one cinema; a film that only a cinema knows is in no other list. */
const ScheduledFilm = z.object({ ...filmFields, ScheduledFilmId: Id })
const screenFields = { ScreenNumber: Amount, ScreenName: Text, SeatsAvailable: Amount }
const SeatedScreen = z.object({ ID: Id, CinemaId: Id, ...screenFields })
const sessionIn = (zone: string) =>
  z.object({
    ID: Id,
    CinemaId: Id,
    SessionId: Id,
    ScheduledFilmId: Id,
    Showtime: instantIn(zone),
    SoldoutStatus: Amount,
    IsPublicScreening: Flag,
    Status: Amount,
    ...screenFields,
  })
type Session = z.infer<ReturnType<typeof sessionIn>>
type PosScreen = PosCinema['screens'][number]
type ScreenOf = Pick<Session, keyof typeof screenFields>

/** The running times are asked for again after so long. */
const FILMS_STAND_MS = 5 * 60_000
/** Screens are known by their sessions of so many days. */
const SCREEN_DAYS = 7
const FULL = 2
/**
 * Inactive, planned, cancelled. A closed session is one that is not sold any more, as each is before it begins: it
 * stands. So does one that Connect does not sell (AllowTicketSales): it may be sold at the cinema.
 */
const NOT_SHOWN = ['2', '4', '7', 'Inactive', 'Planned', 'Cancelled']

const isShown = ({ IsPublicScreening, Status }: Session) =>
  IsPublicScreening !== false && !NOT_SHOWN.includes(String(Status))

/** The number names a screen for good, its name may change. */
const screenIdOf = ({ ScreenNumber, ScreenName }: ScreenOf) =>
  wordsOf(ScreenNumber?.toString(), ScreenName) ?? 'unknown'
const seatsOf = ({ SeatsAvailable }: ScreenOf) => wholeOf(SeatsAvailable) ?? 0

/**
 * Vista Connect: OData with the token in a header. Times are those on the cinema's wall. Connect tells no states, no
 * lengths of sessions and no seats of screens: a cinema's state is set, or its city; a session lasts as long as its film;
 * a screen has the most seats that are free in any session.
 */
export function vistaPointOfSale(
  settings: VistaSettings,
  zone: string,
  clock: Clock,
  more: Pick<Partial<Vendor>, 'withinMs' | 'wait'> = {},
): PointOfSale {
  const client = vendorClient({
    name: 'The point of sale',
    baseUrl: settings.url,
    headers: {
      connectapitoken: settings.token,
      // Some gateways before Connect refuse a question without it.
      'content-type': 'application/json',
      ...(settings.region && { 'connect-region-code': settings.region }),
    },
    withinMs: 15_000,
    tries: 4,
    ...more,
  })
  const connect = odata(client, settings.url)
  const SessionRow = sessionIn(zone)
  let runtimes: { at: number; ofFilm: Map<string, number | null> } | undefined

  const wallTime = (at: Date) => `datetime'${dayOf(at, zone)}T${clockOf(at, zone)}:00'`

  async function screensByCinema(): Promise<Map<string, Map<string, PosScreen>>> {
    const now = clock.now()
    const until = `datetime'${addDays(dayOf(now, zone), SCREEN_DAYS)}T00:00:00'`
    const rows = await connect.all('Sessions', SeatedScreen, {
      $filter: `Showtime ge ${wallTime(now)} and Showtime lt ${until}`,
      $select: Object.keys(SeatedScreen.shape).join(','),
    })
    const cinemas = new Map<string, Map<string, PosScreen>>()
    for (const row of rows) {
      const id = screenIdOf(row)
      const screens = cinemas.get(row.CinemaId) ?? new Map<string, PosScreen>()
      cinemas.set(row.CinemaId, screens)
      const seats = Math.max(screens.get(id)?.seats ?? 0, seatsOf(row))
      screens.set(id, { id, name: wordsOf(row.ScreenName) ?? `Screen ${id}`, seats })
    }
    return cinemas
  }

  async function films(): Promise<PosFilm[]> {
    const genres = new Map(
      (await connect.find('FilmGenres', Genre))?.map((genre) => [genre.ID, wordsOf(genre.Name, genre.Description)]),
    )
    const toFilm = (id: string, film: z.infer<typeof Film>): PosFilm => ({
      id,
      title: wordsOf(film.Title) ?? id,
      genre: [film.GenreId, film.GenreId2, film.GenreId3].flatMap((of) => genres.get(of ?? '') ?? []).join(', '),
      rating: wordsOf(film.Rating) ?? null,
      runtime: wholeOf(film.RunTime),
      openingDate: openingDayOf(film.OpeningDate, zone),
    })
    const found = new Map<string, PosFilm>()
    for (const film of await connect.all('Films', Film)) found.set(film.ID, toFilm(film.ID, film))
    for (const film of (await connect.find('ScheduledFilms', ScheduledFilm)) ?? []) {
      const id = film.ScheduledFilmId
      if (!found.has(id)) found.set(id, toFilm(id, film))
    }
    const list = [...found.values()]
    runtimes = { at: clock.now().getTime(), ofFilm: new Map(list.map(({ id, runtime }) => [id, runtime])) }
    return list
  }

  async function minutesOf(): Promise<(filmId: string) => number> {
    if (!runtimes || Math.abs(clock.now().getTime() - runtimes.at) >= FILMS_STAND_MS) await films()
    return (filmId) => runtimes?.ofFilm.get(filmId) ?? MINUTES_OF_A_FILM
  }

  return {
    kind: 'vista',
    cinemas: async () => {
      const cinemas = await connect.all('Cinemas', Cinema)
      const screens = await screensByCinema()
      return cinemas.map(({ ID, Name, City }) => ({
        id: ID,
        name: wordsOf(Name) ?? ID,
        state: settings.states[ID] ?? wordsOf(City) ?? 'Other',
        screens: [...(screens.get(ID)?.values() ?? [])],
      }))
    },
    films,
    sessions: async (cinemaId, until) => {
      const minutes = await minutesOf()
      const now = clock.now()
      const conditions = [`CinemaId eq ${quoted(cinemaId)}`, `Showtime ge ${wallTime(now)}`]
      // To the whole minute after it: what is too much is left out below.
      if (until) conditions.push(`Showtime lt ${wallTime(minutesAfter(until, 1))}`)
      const rows = await connect.all('Sessions', SessionRow, { $filter: conditions.join(' and ') })
      return rows
        .filter((row) => row.CinemaId === cinemaId && isShown(row))
        .filter(({ Showtime }) => Showtime >= now && (!until || Showtime < until))
        .map((row) => ({
          id: row.SessionId,
          cinemaId,
          screenId: screenIdOf(row),
          filmId: row.ScheduledFilmId,
          startsAt: row.Showtime,
          endsAt: minutesAfter(row.Showtime, minutes(row.ScheduledFilmId)),
          seatsAvailable: wholeOf(row.SoldoutStatus) === FULL ? 0 : seatsOf(row),
        }))
    },
    products: (cinemaId) => vistaProducts(client, cinemaId),
    ticketTypes: (cinemaId, sessionId) => vistaTickets(client, cinemaId, sessionId),
    test: async () => `Answers with ${counted((await connect.all('Cinemas', Cinema)).length, 'cinema')}`,
  }
}
