import { counted } from '#contract/counted.ts'
import * as z from 'zod/mini'
import type { Clock } from '../../clock.ts'
import type { VeeziSettings } from '../../env.ts'
import { IntegrationError } from '../error.ts'
import { vendorClient, type Vendor } from '../vendor.ts'
import {
  Amount,
  Flag,
  Id,
  instantIn,
  MINUTES_OF_A_FILM,
  minutesAfter,
  openingDayOf,
  Text,
  wholeOf,
  wordsOf,
} from './fields.ts'
import type { PointOfSale, PosCinema, PosFilm, PosSession } from './port.ts'

const Site = z.object({ Name: Text, Address3: Text })
const Screen = z.object({ Id, Name: Text, ScreenNumber: Amount, TotalSeats: Amount })
const Film = z.object({ Id, Title: Text, Genre: Text, Rating: Text, Duration: Amount, OpeningDate: Text })
const sessionIn = (zone: string) =>
  z.object({
    Id,
    FilmId: Id,
    ScreenId: Id,
    ShowType: Text,
    Status: Text,
    PreShowStartTime: z.optional(z.nullable(instantIn(zone))),
    FeatureStartTime: instantIn(zone),
    FeatureEndTime: z.optional(z.nullable(instantIn(zone))),
    TicketsSoldOut: Flag,
    SeatsAvailable: Amount,
  })
type Session = z.infer<ReturnType<typeof sessionIn>>

/** Films of the head office have the same id at each site; a site's own are numbered by it. */
const filmIdOf = (cinemaId: string, id: string) => (id.startsWith('HO') ? id : `${cinemaId}-${id}`)

/**
 * Only what the public can see: private shows are not, nor what is planned and not announced. A closed session is one
 * that is not sold any more, as each is before it begins: it is shown, and must not look cancelled.
 */
const isShown = ({ ShowType, Status }: Session) => ShowType !== 'Private' && Status !== 'Planned'

/** The advertised time is that of the adverts. */
const startOf = (session: Session) => session.PreShowStartTime ?? session.FeatureStartTime

/**
 * Veezi: one site a token, and the cinema's id is what our settings call it. Times are those on the cinema's wall. A site
 * tells no state: our settings do, or else the last line of its address. Its API has films, sessions, screens and sites
 * alone: what is sold at the counter it does not tell, nor which tickets.
 */
export function veeziPointOfSale(
  settings: VeeziSettings,
  zone: string,
  clock: Clock,
  more: Pick<Partial<Vendor>, 'withinMs' | 'wait'> = {},
): PointOfSale {
  const SessionRow = sessionIn(zone)

  const sites = Object.entries(settings.sites).map(([id, token]) => {
    const name = `The point of sale of cinema ${id}`
    const client = vendorClient({
      name,
      baseUrl: settings.url,
      headers: { veeziaccesstoken: token },
      withinMs: 15_000,
      tries: 4,
      ...more,
    })
    const ask = async <T extends z.core.$ZodType>(path: string, schema: T): Promise<z.core.output<T>> => {
      const answer = await client.json(path, { schema })
      if (answer !== undefined) return answer
      throw new IntegrationError(`${name} does not know our question. Its address in our settings is not right`)
    }
    return { id, ask }
  })
  type OneSite = (typeof sites)[number]

  /** One site after another: a chain's worth of questions at once would be too many. */
  async function ofEach<T>(question: (site: OneSite) => Promise<T>): Promise<T[]> {
    const answers: T[] = []
    for (const site of sites) answers.push(await question(site))
    return answers
  }

  const cinemaOf = async ({ id, ask }: OneSite): Promise<PosCinema> => {
    const { Name, Address3 } = await ask('/v1/site', Site)
    const screens = await ask('/v1/screen', z.array(Screen))
    return {
      id,
      name: wordsOf(Name) ?? id,
      state: settings.states[id] ?? wordsOf(Address3) ?? 'Other',
      screens: screens.map((screen) => ({
        id: screen.Id,
        name: wordsOf(screen.Name) ?? `Screen ${wordsOf(screen.ScreenNumber?.toString()) ?? screen.Id}`,
        seats: wholeOf(screen.TotalSeats) ?? 0,
      })),
    }
  }

  const filmsOf = async ({ id, ask }: OneSite): Promise<PosFilm[]> =>
    (await ask('/v4/film', z.array(Film))).map((film) => ({
      id: filmIdOf(id, film.Id),
      title: wordsOf(film.Title) ?? film.Id,
      genre: (film.Genre ?? '')
        .split(',')
        .flatMap((genre) => wordsOf(genre) ?? [])
        .join(', '),
      rating: wordsOf(film.Rating) ?? null,
      runtime: wholeOf(film.Duration),
      openingDate: openingDayOf(film.OpeningDate, zone),
    }))

  const sessionOf = (cinemaId: string, session: Session): PosSession => {
    const startsAt = startOf(session)
    return {
      id: session.Id,
      cinemaId,
      screenId: session.ScreenId,
      filmId: filmIdOf(cinemaId, session.FilmId),
      startsAt,
      endsAt: session.FeatureEndTime ?? minutesAfter(startsAt, MINUTES_OF_A_FILM),
      seatsAvailable: session.TicketsSoldOut ? 0 : (wholeOf(session.SeatsAvailable) ?? 0),
    }
  }

  return {
    kind: 'veezi',
    cinemas: () => ofEach(cinemaOf),
    films: async () => {
      const films = new Map<string, PosFilm>()
      // The first site's words for a film of the head office hold.
      for (const film of (await ofEach(filmsOf)).flat()) if (!films.has(film.id)) films.set(film.id, film)
      return [...films.values()]
    },
    sessions: async (cinemaId, until) => {
      const site = sites.find(({ id }) => id === cinemaId)
      if (!site) return []
      const now = clock.now()
      return (await site.ask('/v1/session', z.array(SessionRow)))
        .filter(isShown)
        .map((session) => sessionOf(cinemaId, session))
        .filter(({ startsAt }) => startsAt >= now && (!until || startsAt < until))
    },
    test: async () => `Answers for ${counted((await ofEach(({ ask }) => ask('/v1/site', Site))).length, 'cinema')}`,
  }
}
