import { inArray, sql, type SQL } from 'drizzle-orm'
import type { Scope } from '#contract/permissions.ts'
import type { Db } from '#server/db/connect.ts'
import { listOf } from '#server/db/rows.ts'
import { invalid } from '#server/http/problem.ts'
import { defaultCinema, NO_SUCH_CINEMA } from '../rules.ts'
import type { CinemaState } from '../contract.ts'
import { states } from './tables.ts'
import { bool, number, orNull, query, text } from '#server/db/query.ts'

export { isDelisted, takeTurn } from './follow.ts'
export { hasSource, requestFullSync } from './jobs.ts'
export { latestRun, scheduleState, type SyncRun } from './runs.ts'

/** States by name, each with its open cinemas by name; a state without an open one is left out. */
export const openCinemas = (db: Db) => statesWith(db, sql`c.closed_at is null`)
/** The same with those that closed: their past can be looked at. */
export const allCinemas = (db: Db) => statesWith(db, sql`true`)

/** The ids of states with these names. */
export const statesNamed = async (db: Db, names: readonly string[]): Promise<number[]> =>
  (
    await db
      .select({ id: states.id })
      .from(states)
      .where(inArray(states.name, [...names]))
  ).map(({ id }) => id)

const placedRow = { state_id: number, state: text, id: text, name: text, is_closed: bool }

async function statesWith(db: Db, condition: SQL): Promise<CinemaState[]> {
  const { rows } = await query(db, placedRow)`
    select s.id as state_id, s.name as state, c.id, c.name, c.closed_at is not null as is_closed
    from cinemas c join states s on s.id = c.state_id
    where ${condition}
    order by s.name collate "und-x-icu", s.id, c.name collate "und-x-icu", c.id`
  const states = new Map<number, CinemaState>()
  for (const row of rows) {
    const state = states.get(row.state_id) ?? { id: row.state_id, name: row.state, cinemas: [] }
    state.cinemas.push({ id: row.id, cinema_name: row.name, ...(row.is_closed && { is_closed: true }) })
    states.set(row.state_id, state)
  }
  return [...states.values()]
}

/** The cinema a screen starts with (core 9). */
export async function cinemaToStartWith(db: Db): Promise<{ id: string; name: string } | undefined> {
  const cinema = defaultCinema(await openCinemas(db))
  return cinema && { id: cinema.id, name: cinema.cinema_name }
}

/** A cinema by id, closed ones too: their past stays readable. */
export async function findCinema(db: Db, id: string): Promise<{ id: string; name: string } | undefined> {
  const found = await query(db, { id: text, name: text })`select id, name from cinemas where id = ${id}`
  return found.rows[0]
}

/** Of which cinemas something is: those that are chosen, else those of the caller's role; of all it is undefined. */
export const placesOf = async (
  db: Db,
  chosen: readonly string[] | undefined,
  scope: Scope,
): Promise<string[] | undefined> =>
  chosen || scope !== 'chain' ? namesOfChosen(db, chosen ?? (scope as readonly string[])) : undefined

/**
 * Names of chosen cinemas, in the order of the choice; closed ones too.
 * @throws Refusal 422 at the field `cinemas`, where there is none of an id
 */
export async function namesOfChosen(db: Db, cinemas: readonly string[]): Promise<string[]> {
  const { rows } = await query(db, {
    id: text,
    name: text,
  })`select id, name from cinemas where id = any(${listOf(cinemas, 'text')})`
  return cinemas.map((id) => {
    const cinema = rows.find((row) => row.id === id)
    if (!cinema) throw invalid({ cinemas: NO_SUCH_CINEMA })
    return cinema.name
  })
}

/** The next showtime of a movie at an open cinema, from now on. */
export async function nextShowtime(db: Db, movieId: string, now: Date) {
  const found = await query(db, { starts_at: text, cinema_name: text })`
    select t.starts_at, c.name as cinema_name
    from showtimes t join cinemas c on c.id = t.cinema_id
    where t.movie_id = ${movieId} and t.starts_at >= ${now.toISOString()} and t.cancelled_at is null
      and c.closed_at is null
    order by t.starts_at, c.name
    limit 1`
  const row = found.rows[0]
  return row && { starts_at: new Date(row.starts_at).toISOString(), cinema_name: row.cinema_name }
}

/** Since when the schedule of the point of sale is followed; null while it never was whole. */
export async function followedSince(db: Db): Promise<Date | null> {
  const { rows } = await query(db, { at: orNull(text) })`
    select min(finished_at) as at from sync_runs where kind = 'full' and reason is null`
  const at = rows[0]!.at
  return at === null ? null : new Date(at)
}

/** Which of these ids no cinema has. */
export async function unknownCinemas(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await query(db, { id: text })`
    select id from unnest(${listOf(ids, 'text')}) x(id) where not exists (select from cinemas c where c.id = x.id)`
  return new Set(rows.map(({ id }) => id))
}
