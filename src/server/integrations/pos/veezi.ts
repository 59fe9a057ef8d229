import { counted } from '#contract/counted.ts'
import * as z from 'zod/mini'
import type { Clock } from '../../clock.ts'
import type { VeeziSettings } from '../../env.ts'
import { IntegrationError } from '../error.ts'
import { vendorClient, wrongAddress, type Vendor } from '../vendor.ts'
import { allRead, readRecord, readRecords, type Listed, type Reading } from '../records.ts'
import {
  Flag,
  Id,
  IdOrNone,
  instantIn,
  instantOrNoneIn,
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
import type { PointOfSale, PosCinema, PosFilm, PosSession } from './port.ts'

const Site = z.object({ Name: Texts, Address3: Text })
const Screen = z.object({ Id, Name: orNothing(Text), ScreenNumber: orNothing(IdOrNone), TotalSeats: Seats })
const Film = z.object({
  Id,
  Title: Texts,
  Genre: orNothing(Text),
  Rating: orNothing(Text),
  Duration: Minutes,
  OpeningDate: orNothing(Text),
})
const sessionIn = (zone: string) =>
  z.object({
    Id,
    FilmId: Id,
    ScreenId: Id,
    // Another word than these two may be of a show that the public must not see.
    ShowType: z.optional(z.nullable(z.enum(['Public', 'Private']))),
    Status: Text,
    PreShowStartTime: instantOrNoneIn(zone),
    FeatureStartTime: instantIn(zone),
    FeatureEndTime: instantOrNoneIn(zone),
    TicketsSoldOut: Flag,
    SeatsAvailable: Seats,
  })
type Session = z.infer<ReturnType<typeof sessionIn>>

const Rows = z.array(z.unknown())

const joined = <T>(lists: readonly Listed<T>[]): Listed<T> => ({
  records: lists.flatMap(({ records }) => records),
  unread: lists.flatMap(({ unread }) => unread),
  unreadParts: lists.flatMap(({ unreadParts = [] }) => unreadParts),
})

/** Films of the head office have the same id at each site; a site's own are numbered by it. */
const filmIdOf = (cinemaId: string, id: string) => (id.startsWith('HO') ? id : `${cinemaId}-${id}`)

/**
 * Only what the public can see: private shows are not, nor what is planned and not announced. A closed session is one
 * that is not sold any more, as each is before it begins: it is shown, and must not look cancelled.
 */
const isPublic = ({ ShowType, Status }: Session) => ShowType !== 'Private' && Status !== 'Planned'

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
  more: Pick<Partial<Vendor>, 'timeoutMs' | 'wait'> = {},
): PointOfSale {
  const sessions = {
    kind: 'Session',
    names: ['Id'],
    at: 'FeatureStartTime',
    schema: sessionIn(zone),
  } satisfies Reading<z.ZodMiniType>

  const sites = Object.entries(settings.sites).map(([id, token]) => {
    const name = `The point of sale of cinema ${id}`
    const client = vendorClient({
      name,
      baseUrl: settings.url,
      headers: { veeziaccesstoken: token },
      timeoutMs: 15_000,
      tries: 4,
      ...more,
    })
    const ask = async <T extends z.core.$ZodType>(path: string, schema: T): Promise<z.core.output<T>> => {
      const answer = await client.json(path, { schema })
      if (answer !== undefined) return answer
      throw new IntegrationError(wrongAddress(name))
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

  /** A cinema, or why it cannot be read; and its screens that cannot be. */
  const cinemaOf = async ({ id, ask }: OneSite): Promise<Listed<PosCinema>> => {
    const site = readRecord(
      await ask('/v1/site', z.unknown()),
      { kind: 'Cinema', names: ['id'], schema: Site, idOf: () => id },
      1,
    )
    const screens = readRecords(await ask('/v1/screen', Rows), {
      kind: 'Screen',
      of: ` of cinema ${id}`,
      names: ['Id'],
      schema: Screen,
    })
    const unreadParts = screens.unread
    if ('unread' in site) return { records: [], unread: [{ ...site.unread, name: `Cinema ${id}` }], unreadParts }
    const { Name: name, Address3 } = site.record
    const cinema: PosCinema = {
      id,
      name,
      state: settings.states[id] ?? Address3 ?? 'Other',
      screens: screens.records.map((screen) => ({
        id: screen.Id,
        name: firstText(screen.Name) ?? `Screen ${screen.ScreenNumber ?? screen.Id}`,
        seats: screen.TotalSeats,
      })),
    }
    return { records: [cinema], unread: [], unreadParts }
  }

  const filmsOf = async ({ id, ask }: OneSite): Promise<Listed<PosFilm>> => {
    const { records, unread } = readRecords(await ask('/v4/film', Rows), {
      kind: 'Film',
      of: ` of cinema ${id}`,
      names: ['Id'],
      schema: Film,
    })
    const films = records.map((film) => ({
      id: filmIdOf(id, film.Id),
      title: film.Title,
      genre: (film.Genre ?? '')
        .split(',')
        .flatMap((genre) => genre.trim() || [])
        .join(', '),
      rating: film.Rating,
      runtime: film.Duration,
      openingDate: openingDayOf(film.OpeningDate, zone),
    }))
    return {
      records: films,
      unread: unread.map((one) => ({ ...one, id: one.id === null ? null : filmIdOf(id, one.id) })),
    }
  }

  const sessionOf = (cinemaId: string, session: Session): PosSession => {
    const startsAt = startOf(session)
    return {
      id: session.Id,
      cinemaId,
      screenId: session.ScreenId,
      filmId: filmIdOf(cinemaId, session.FilmId),
      startsAt,
      endsAt: session.FeatureEndTime ?? minutesAfter(startsAt, MINUTES_OF_A_FILM),
      seatsAvailable: session.TicketsSoldOut ? 0 : session.SeatsAvailable,
    }
  }

  return {
    kind: 'veezi',
    cinemas: async () => joined(await ofEach(cinemaOf)),
    films: async () => {
      const { records, unread } = joined(await ofEach(filmsOf))
      const films = new Map<string, PosFilm>()
      // The first site's words for a film of the head office hold.
      for (const film of records) if (!films.has(film.id)) films.set(film.id, film)
      return { records: [...films.values()], unread }
    },
    sessions: async (cinemaId, until) => {
      const site = sites.find(({ id }) => id === cinemaId)
      if (!site) return allRead([])
      const now = clock.now()
      const { records, unread } = readRecords(await site.ask('/v1/session', Rows), sessions)
      const publicSessions = records
        .filter(isPublic)
        .map((session) => sessionOf(cinemaId, session))
        .filter(({ startsAt }) => startsAt >= now && (!until || startsAt < until))
      const readIds = records.map(({ Id: read }) => read)
      return { records: publicSessions, readIds, unread, isPart: until !== undefined }
    },
    test: async () => `Found ${counted((await ofEach(({ ask }) => ask('/v1/site', z.unknown()))).length, 'cinema')}`,
  }
}
