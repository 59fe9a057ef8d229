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
    // Another word may mean a show hidden from the public.
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

/**
 * Returns the ID of a film. Films of the head office have the same ID at each site; a site's own films get its ID as a
 * prefix.
 */
const filmIdOf = (cinemaId: string, id: string) => (id.startsWith('HO') ? id : `${cinemaId}-${id}`)

/**
 * Returns whether the public can see a session: neither private nor planned. A closed session is no longer sold, like
 * each session before it begins; it is shown and must not look cancelled.
 */
const isPublic = ({ ShowType, Status }: Session) => ShowType !== 'Private' && Status !== 'Planned'

/** Returns the advertised time, at which the adverts start. */
const startOf = (session: Session) => session.PreShowStartTime ?? session.FeatureStartTime

/**
 * Veezi, with a token for each site and the cinema IDs of our settings. Times are local to the cinema. A site has no
 * state: our settings or the last line of its address give it. The API has no products and no tickets.
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

  /** Reads one site after another, to limit concurrent requests for a large chain. */
  async function ofEach<T>(question: (site: OneSite) => Promise<T>): Promise<T[]> {
    const answers: T[] = []
    for (const site of sites) answers.push(await question(site))
    return answers
  }

  /** Reads a cinema with its screens, or the reason why they cannot be read. */
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
      // The first site decides the fields of a head-office film.
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
