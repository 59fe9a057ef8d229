import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import type { Listed } from '#server/integrations/records.ts'
import type { PosCinema, PosFilm, PosSession } from '#server/integrations/pos/port.ts'

/** The writes by which the store follows the point of sale: whole answers at a time, each in the caller's transaction. */

const CHUNK = 5000

/** A list as rows of SQL: `x(id text, name text)`. An id that comes twice counts once, its last form. */
const asRows = (list: readonly object[], columns: SQL) =>
  sql`jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as x(${columns})`
export const asIds = (ids: readonly string[]) => sql`select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)`

/**
 * What an answer no longer names. A record that cannot be read is not gone; while one's id is unknown, none is, as it
 * may be any.
 */
export const isDelisted = ({ records, unread }: Listed<{ id: string }>, id: SQL): SQL =>
  unread.some((one) => one.id === null)
    ? sql`false`
    : sql`${id} not in (${asIds([...records, ...unread].map((one) => one.id!))})`

const once = <T>(list: readonly T[], key: (entry: T) => string): T[] => [
  ...new Map(list.map((entry) => [key(entry), entry])).values(),
]

const chunks = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / CHUNK) }, (_, at) => list.slice(at * CHUNK, (at + 1) * CHUNK))

/** One writer at a time for a part of the schedule: two servers that take it at once would undo one another. */
export const takeTurn = (db: Db, part: string) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`schedule ${part}`}, 0))`)

/** Names and pos_ columns follow; what staff entered is not touched. A row is written only when something differs. */
export async function followFilms(db: Db, films: Listed<PosFilm>, now: Date): Promise<void> {
  await takeTurn(db, 'films')
  for (const chunk of chunks(once(films.records, (film) => film.id)))
    await db.execute(sql`
      insert into movies as m (id, name, pos_genre, pos_rating, pos_runtime, pos_opening_date, pos_listed_since)
      select x.id, x.title, x.genre, x.rating, x.runtime, x."openingDate", ${now.toISOString()}::timestamptz
      from ${asRows(chunk, sql`id text, title text, genre text, rating text, runtime integer, "openingDate" date`)}
      order by x.id
      on conflict (id) do update set
        name = excluded.name, pos_genre = excluded.pos_genre, pos_rating = excluded.pos_rating,
        pos_runtime = excluded.pos_runtime, pos_opening_date = excluded.pos_opening_date,
        pos_listed_since = coalesce(m.pos_listed_since, excluded.pos_listed_since)
      where m.pos_listed_since is null
        or (m.name, m.pos_genre, m.pos_rating, m.pos_runtime, m.pos_opening_date) is distinct from
           (excluded.name, excluded.pos_genre, excluded.pos_rating, excluded.pos_runtime, excluded.pos_opening_date)`)
  await db.execute(sql`
    update movies set pos_listed_since = null
    where pos_listed_since is not null and ${isDelisted(films, sql`id`)}`)
}

/**
 * A film that the point of sale tells without an opening day opens with its first showtime, which follows the schedule
 * until it has begun.
 */
export const followFirstShowtimes = (db: Db, now: Date, zone: string) =>
  db.execute(sql`
    update movies m set first_showing_on = f.day
    from (
      select f.id, (first.at at time zone ${zone})::date as day
      from movies f cross join lateral (
        select min(s.starts_at) as at from showtimes s where s.movie_id = f.id and s.cancelled_at is null
      ) first
      where f.pos_listed_since is not null and f.pos_opening_date is null
        and coalesce(first.at, 'infinity') > ${now.toISOString()}
    ) f
    where m.id = f.id and m.first_showing_on is distinct from f.day`)

/** States, cinemas and screens follow; a cinema that is gone closes and its showtimes to come are cancelled. */
export async function followCinemas(db: Db, cinemas: Listed<PosCinema>, now: Date): Promise<void> {
  await takeTurn(db, 'cinemas')
  const at = now.toISOString()
  const list = once(cinemas.records, (cinema) => cinema.id)
  const states = once(list, (cinema) => cinema.state).map(({ state }) => ({ state }))
  await db.execute(sql`
    insert into states (name)
    select x.state from ${asRows(states, sql`state text`)}
    where not exists (select from states s where s.name = x.state)
    on conflict do nothing`)
  await db.execute(sql`
    insert into cinemas as c (id, state_id, name)
    select x.id, s.id, x.name from ${asRows(list, sql`id text, name text, state text`)} join states s on s.name = x.state
    order by x.id
    on conflict (id) do update set state_id = excluded.state_id, name = excluded.name, closed_at = null
    where c.closed_at is not null or (c.state_id, c.name) is distinct from (excluded.state_id, excluded.name)`)
  const screens = list.flatMap(({ id: cinemaId, screens }) => screens.map((screen) => ({ ...screen, cinemaId })))
  for (const chunk of chunks(once(screens, (screen) => `${screen.cinemaId} ${screen.id}`)))
    await db.execute(sql`
      insert into screens as s (cinema_id, id, name, seats)
      select x."cinemaId", x.id, x.name, x.seats
      from ${asRows(chunk, sql`"cinemaId" text, id text, name text, seats integer`)}
      on conflict (cinema_id, id) do update set name = excluded.name, seats = excluded.seats
      where (s.name, s.seats) is distinct from (excluded.name, excluded.seats)`)
  await db.execute(sql`
    with closed as (
      update cinemas set closed_at = ${at}
      where closed_at is null and ${isDelisted(cinemas, sql`id`)}
      returning id
    )
    update showtimes t set cancelled_at = ${at}
    from closed where t.cinema_id = closed.id and t.starts_at >= ${at} and t.cancelled_at is null`)
}

/** Many a point of sale stops telling of a session shortly before it begins, when it is no longer sold. */
const SALES_END_MS = 30 * 60_000

/** A showing that is moved again within this time was where it was before the first move: it is shown for two days. */
const MOVE_MS = 48 * 3_600_000
/** Of a showing `t` that is told as `excluded`. */
const IS_MOVED = sql`(t.movie_id, t.screen_id, t.starts_at) is distinct from
  (excluded.movie_id, excluded.screen_id, excluded.starts_at)`

/**
 * The showtimes of a cinema from `now` to `until` follow: one that is no longer there is cancelled, unless it is about to
 * begin, and one that returns stands again. Those before `now` stay as they were, and so do those from `until` on, which were not asked for. A film or screen
 * that an answer of a moment ago did not have yet is entered under its id, and a film that staff took out comes back with
 * its showtime.
 */
export async function followSessions(
  db: Db,
  cinemaId: string,
  sessions: Listed<PosSession>,
  now: Date,
  until?: Date,
): Promise<void> {
  await takeTurn(db, cinemaId)
  const at = now.toISOString()
  const list = once(sessions.records, (session) => session.id)
  const rows = (chunk: readonly PosSession[]) =>
    asRows(
      chunk,
      sql`id text, "screenId" text, "filmId" text, "startsAt" timestamptz, "endsAt" timestamptz, "seatsAvailable" integer`,
    )
  const movedBefore = sql`coalesce(t.changed_at > ${new Date(now.getTime() - MOVE_MS).toISOString()}, false)`
  const was = (column: SQL) =>
    sql`case when ${IS_MOVED} and not ${movedBefore} then t.${column} else t.previous_${column} end`
  for (const chunk of chunks(list)) {
    await db.execute(sql`
      insert into movies (id, name) select distinct x."filmId", x."filmId" from ${rows(chunk)}
      where not exists (select from movies m where m.id = x."filmId")
      order by x."filmId"
      on conflict do nothing`)
    await db.execute(sql`
      update movies set deleted_at = null
      where deleted_at is not null and id in (select x."filmId" from ${rows(chunk)} where x."startsAt" >= ${at})`)
    await db.execute(sql`
      insert into screens (cinema_id, id, name, seats)
      select distinct ${cinemaId}, x."screenId", x."screenId", 0 from ${rows(chunk)}
      order by x."screenId"
      on conflict do nothing`)
    await db.execute(sql`
      insert into showtimes as t (cinema_id, id, movie_id, screen_id, starts_at, ends_at, seats_available, added_at)
      select ${cinemaId}, x.id, x."filmId", x."screenId", x."startsAt", x."endsAt", x."seatsAvailable", ${at}::timestamptz
      from ${rows(chunk)}
      on conflict (cinema_id, id) do update set
        movie_id = excluded.movie_id, screen_id = excluded.screen_id, starts_at = excluded.starts_at,
        ends_at = excluded.ends_at, seats_available = excluded.seats_available, cancelled_at = null,
        previous_movie_id = ${was(sql`movie_id`)}, previous_screen_id = ${was(sql`screen_id`)},
        previous_starts_at = ${was(sql`starts_at`)},
        changed_at = case when ${IS_MOVED} then ${at}::timestamptz else t.changed_at end
      where t.starts_at >= ${at} and (
        t.cancelled_at is not null
        or (t.movie_id, t.screen_id, t.starts_at, t.ends_at, t.seats_available) is distinct from
           (excluded.movie_id, excluded.screen_id, excluded.starts_at, excluded.ends_at, excluded.seats_available))`)
  }
  await db.execute(sql`
    update showtimes set cancelled_at = ${at}
    where cinema_id = ${cinemaId} and starts_at > ${new Date(now.getTime() + SALES_END_MS).toISOString()}
      and cancelled_at is null and starts_at < ${until?.toISOString() ?? 'infinity'}
      and ${isDelisted(sessions, sql`id`)}`)
}
