import { and, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import type { Output } from '#contract/endpoint.ts'
import { toNaira } from '#contract/money.ts'
import { dayOf } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import { eachDay } from '#server/db/days.ts'
import { allOf, isChosen, isOnDays, isSo } from '#server/db/filter.ts'
import { hasTerms } from '#server/db/search.ts'
import type { CalendarDays } from '#server/feature.ts'
import type { EventConcession, EventMovie, EventRow } from '../contract.ts'
import type { eventList } from '../list-contract.ts'
import { joined } from '../rules.ts'
import { eventConcessions, eventMovies, events } from './tables.ts'
import { arrayOf, bool, json, number, orNull, query, text } from '#server/db/query.ts'

export type Stored = typeof events.$inferSelect
/** What staff enter of the event itself. */
export type Entered = Omit<Stored, 'id' | 'version' | 'createdAt' | 'deletedAt' | 'searchText'>
/** A showtime with its ticket. */
export type MovieLine = Omit<typeof eventMovies.$inferSelect, 'eventId' | 'place' | 'cinemaId'>
export type ConcessionLine = Omit<typeof eventConcessions.$inferSelect, 'eventId' | 'place'>
export type Lines = { movies: readonly MovieLine[]; concessions: readonly ConcessionLine[] }

/** The midnight at which today begins, as staff type it: written as UTC. */
export const todayOf = (now: Date, zone: string): Date => new Date(`${dayOf(now, zone)}T00:00:00Z`)

/** `today` is its midnight, written as UTC as events are. */
export type Filter = Output<(typeof eventList)['count']['query']> & { today: Date }

const hasWord = (search: string) => sql`(${hasTerms(sql`e.search_text`, search)}
  or e.cinema_id in (select id from cinemas where ${hasTerms(sql`fold(name)`, search)}))`

const matches = ({ search, when, today, cinema_id: cinema, date, concession }: Filter): SQL =>
  allOf([
    sql`e.deleted_at is null`,
    search ? hasWord(search) : undefined,
    when && sql`${when === 'past' ? sql`not` : sql``} e.starts_at >= ${today.toISOString()}`,
    isChosen(cinema, sql`e.cinema_id`),
    isOnDays(date, sql`e.starts_at`, 'UTC'),
    isSo(concession, sql`exists (select from event_concessions c where c.event_id = e.id)`),
  ])

const LONG_AGO = 1e12
/** What is to come, the soonest first, and then what is past, the latest first. */
const inOrder = (startsAt: SQL, today: Date): SQL => {
  const seconds = sql`extract(epoch from ${startsAt} - ${today.toISOString()}::timestamptz)`
  return sql`case when ${seconds} >= 0 then ${seconds} else ${LONG_AGO}::numeric - ${seconds} end`
}

const listedRow = {
  id: number,
  name: text,
  image: text,
  cinema_id: text,
  cinema_name: text,
  category: text,
  starts_at: text,
  products: orNull(arrayOf(text)),
  description: text,
  kobo: number,
  movies: orNull(arrayOf(text)),
  tickets: orNull(arrayOf(text)),
}

/** A row with what the file says besides: what an import of it needs. */
export type EventInFile = EventRow & { description: string; price: number; movies: string; tickets: string }

/** In their order; a page starts at an offset or, in an export, after a row. */
export async function pageOfEvents(
  db: Db,
  filter: Filter,
  page: { limit: number; offset?: number; after?: EventRow | undefined },
): Promise<EventInFile[]> {
  const { limit, offset = 0, after } = page
  const order = (startsAt: SQL) => inOrder(startsAt, filter.today)
  const { rows } = await query(db, listedRow)`
    select e.id, e.name, e.image, e.cinema_id, c.name as cinema_name, e.category, e.starts_at, e.description, e.kobo,
      (select array_agg(coalesce(nullif(m.title, ''), m.name) order by l.place)
        from event_movies l join movies m on m.id = l.movie_id where l.event_id = e.id) as movies,
      (select array_agg(ticket_name order by place) from event_movies where event_id = e.id) as tickets,
      (select array_agg(rosetta_id order by place) from event_concessions where event_id = e.id) as products
    from events e join cinemas c on c.id = e.cinema_id
    where ${matches(filter)}
      ${after ? sql`and (${order(sql`e.starts_at`)}, -e.id) > (${order(sql`${after.date}::timestamptz`)}, ${-after.id})` : sql``}
    order by ${order(sql`e.starts_at`)}, e.id desc limit ${limit} offset ${offset}`
  return rows.map(({ category, starts_at, products, kobo, movies, tickets, ...row }) => ({
    ...row,
    price: toNaira(kobo),
    movies: movies?.join('; ') ?? '',
    tickets: tickets?.join('; ') ?? '',
    event_category: category,
    date: new Date(starts_at).toISOString(),
    concession_ids: products && joined(products),
  }))
}

export async function countEvents(db: Db, filter: Filter): Promise<number> {
  const { rows } = await query(db, { n: number })`select count(*)::int as n from events e where ${matches(filter)}`
  return rows[0]!.n
}

/** By the day that staff typed, which is written as UTC: so many of each. */
export async function eventsOn(
  db: Db,
  days: CalendarDays,
): Promise<(Pick<Stored, 'id' | 'name' | 'startsAt'> & { cinema: string })[]> {
  const { rows } = await query(db, { id: number, name: text, cinema: text, starts_at: text })`
    select e.id, e.name, c.name as cinema, e.starts_at from ${eachDay({ ...days, zone: 'UTC' })} d cross join lateral (
      select id, name, cinema_id, starts_at from events
      where deleted_at is null and starts_at >= d.starts_at and starts_at < d.ends_at
      order by starts_at, id limit ${days.perDay}
    ) e join cinemas c on c.id = e.cinema_id`
  return rows.map(({ starts_at, ...row }) => ({ ...row, startsAt: new Date(starts_at) }))
}

/** The cinema of an event, also of one that was deleted. */
/** One that is there, or one that was deleted; locked until the transaction ends where it is to be changed. */
export async function findEvent(
  db: Db,
  id: number,
  { lock = false, deleted = false } = {},
): Promise<Stored | undefined> {
  const query = db
    .select()
    .from(events)
    .where(and(eq(events.id, id), deleted ? isNotNull(events.deletedAt) : isNull(events.deletedAt)))
  return (await (lock ? query.for('update') : query))[0]
}

/** As they are kept, in their order. */
export async function linesOf(db: Db, id: number): Promise<Lines> {
  const movies = await db.select().from(eventMovies).where(eq(eventMovies.eventId, id)).orderBy(eventMovies.place)
  const concessions = await db
    .select()
    .from(eventConcessions)
    .where(eq(eventConcessions.eventId, id))
    .orderBy(eventConcessions.place)
  return { movies, concessions }
}

const listedMovieRow = {
  movie_id: text,
  movie_name: text,
  movie_poster: text,
  show_time_id: text,
  cinema_screen_id: text,
  screen_name: text,
  starts_at: text,
  is_cancelled: bool,
  ticket_id: text,
  ticket_name: text,
  ticket_kobo: number,
}

/** The movies of an event for people, in their order. */
export async function listedMoviesOf(db: Db, id: number): Promise<EventMovie[]> {
  const { rows } = await query(db, listedMovieRow)`
    select m.id as movie_id, coalesce(nullif(m.title, ''), m.name) as movie_name, m.poster_small as movie_poster,
      t.id as show_time_id, t.starts_at, t.cancelled_at is not null as is_cancelled, t.screen_id as cinema_screen_id,
      s.name as screen_name, l.ticket_id, l.ticket_name, l.ticket_kobo
    from event_movies l join movies m on m.id = l.movie_id
      join showtimes t on t.cinema_id = l.cinema_id and t.id = l.showtime_id
      join screens s on s.cinema_id = t.cinema_id and s.id = t.screen_id
    where l.event_id = ${id} order by l.place`
  return rows.map(({ starts_at, is_cancelled, ticket_id, ticket_name, ticket_kobo, ...row }) => ({
    ...row,
    show_time: new Date(starts_at).toISOString(),
    isCancelled: is_cancelled,
    ticket: { product_id: ticket_id, product_name: ticket_name, product_price: toNaira(ticket_kobo) },
  }))
}

/** The concessions of an event for people, in their order, at their prices of its day. */
export async function listedConcessionsOf(db: Db, id: number): Promise<EventConcession[]> {
  const { rows } = await query(db, {
    product_id: text,
    product_name: text,
    image_url: orNull(text),
    quantity: number,
    kobo: number,
  })`
    select p.rosetta_id as product_id, p.name as product_name, nullif(p.image, '') as image_url, l.quantity,
      coalesce(price_at(cp, e.starts_at), 0) as kobo
    from event_concessions l join events e on e.id = l.event_id join products p on p.rosetta_id = l.rosetta_id
      left join cinema_products cp on cp.product_id = p.id and cp.cinema_id = e.cinema_id
    where l.event_id = ${id} order by l.place`
  return rows.map(({ kobo, ...row }) => ({ ...row, product_price: toNaira(kobo) }))
}

export async function addEvent(tx: Db, entered: Entered, lines: Lines, now: Date): Promise<Stored> {
  const [event] = await tx
    .insert(events)
    .values({ ...entered, createdAt: now })
    .returning()
  await addLines(tx, event!, lines)
  return event!
}

/** The lines go first: they stand at the event's cinema, which may change. */
export async function changeEvent(tx: Db, id: number, entered: Entered, lines: Lines): Promise<Stored> {
  await tx.delete(eventMovies).where(eq(eventMovies.eventId, id))
  await tx.delete(eventConcessions).where(eq(eventConcessions.eventId, id))
  const event = await update(tx, id, entered)
  await addLines(tx, event, lines)
  return event
}

export const setDeleted = (tx: Db, id: number, deletedAt: Date | null) => update(tx, id, { deletedAt })

const update = async (tx: Db, id: number, change: Partial<Stored>): Promise<Stored> =>
  (
    await tx
      .update(events)
      .set({ ...change, version: sql`${events.version} + 1` })
      .where(eq(events.id, id))
      .returning()
  )[0]!

async function addLines(tx: Db, { id: eventId, cinemaId }: Stored, { movies, concessions }: Lines): Promise<void> {
  await tx.insert(eventMovies).values(movies.map((line, place) => ({ ...line, eventId, cinemaId, place })))
  if (concessions.length)
    await tx.insert(eventConcessions).values(concessions.map((line, place) => ({ ...line, eventId, place })))
}

export type Showtime = { id: string; movieId: string; screenId: string; startsAt: Date; seats: number }

/** The showtimes of a cinema that stand, by their ids or the instant of their start. */
export async function showtimesOf(
  db: Db,
  cinemaId: string,
  which: { ids: readonly string[] } | { at: Date },
): Promise<Showtime[]> {
  const where =
    'ids' in which ? sql`id = any(${sql.param([...which.ids])}::text[])` : sql`starts_at = ${which.at.toISOString()}`
  const { rows } = await query(db, { id: text, seats: number, movieId: text, screenId: text, starts_at: text })`
    select id, movie_id as "movieId", screen_id as "screenId", starts_at, seats_available as seats
    from showtimes where cinema_id = ${cinemaId} and cancelled_at is null and ${where}`
  return rows.map(({ starts_at, ...row }) => ({ ...row, startsAt: new Date(starts_at) }))
}

/** Events of some names that were not deleted: where and when each is. */
export async function eventsNamed(db: Db, names: readonly string[]) {
  const namedRow = {
    name: text,
    category: text,
    kobo: number,
    description: text,
    image: text,
    cinemaId: text,
    at: text,
  }
  const { rows } = await query(db, namedRow)`
    select name, cinema_id as "cinemaId", starts_at as at, description, category, image, kobo from events
    where deleted_at is null and name = any(${sql.param([...names])}::text[])`
  return rows.map(({ at, ...row }) => ({ ...row, at: new Date(at).toISOString() }))
}

export type PublicEvent = Pick<Stored, 'id' | 'name' | 'description' | 'category' | 'image' | 'kobo' | 'startsAt'> & {
  cinemaId: string
  cinemaName: string
  movies: { movie_id: string; title: string; show_time: string }[]
}

/** What is to come, soonest first, with the showtimes that stand. @param from a moment as staff type it, written as UTC */
export async function comingEvents(db: Db, from: Date, limit: number): Promise<PublicEvent[]> {
  const { rows } = await query(db, {
    id: number,
    name: text,
    category: text,
    kobo: number,
    cinemaName: text,
    description: text,
    image: text,
    cinemaId: text,
    movies: json<{ movie_id: string; title: string; show_time: string }[]>(),
    starts_at: text,
  })`
    select e.id, e.name, e.description, e.category, e.image, e.kobo, e.starts_at, e.cinema_id as "cinemaId",
      c.name as "cinemaName", (
        select coalesce(jsonb_agg(jsonb_build_object('movie_id', m.id, 'title', coalesce(nullif(m.title, ''), m.name),
          'show_time', t.starts_at) order by l.place), '[]')
        from event_movies l join movies m on m.id = l.movie_id
          join showtimes t on t.cinema_id = l.cinema_id and t.id = l.showtime_id
        where l.event_id = e.id and t.cancelled_at is null
      ) as movies
    from events e join cinemas c on c.id = e.cinema_id
    where e.deleted_at is null and e.starts_at >= ${from.toISOString()}
    order by e.starts_at, e.id limit ${limit}`
  return rows.map(({ starts_at, movies, ...row }) => ({
    ...row,
    startsAt: new Date(starts_at),
    movies: movies.map((movie) => ({ ...movie, show_time: new Date(movie.show_time).toISOString() })),
  }))
}
