import { hash, rngOf } from '#demo/random.ts'
import { addDays, dayOf, startOfDay, type Day } from '#contract/time.ts'
import type { CatalogueFilm } from '#server/integrations/moviedb/film.ts'
import { films as catalogue } from '#demo/films/films.ts'
import { embeddedCinemas } from './cinemas.ts'
import type { PosCinema, PosFilm, PosSession } from '#server/integrations/pos/port.ts'

/**
 * The demo chain's programme: every catalogue film comes round in a fixed rotation. Four films open each Friday and run
 * for three to six weeks, so that 15 to 18 are on release. Everything follows from the day: nothing is stored.
 */
const FIRST_FRIDAY = '2020-01-03'
const OPEN_EACH_WEEK = 4
/** Weeks on release by a film's place among those that open with it. */
const RUNS = [6, 5, 4, 3] as const
const ANNOUNCED_WEEKS_AHEAD = 6
const LAST_START_MINUTE = 22 * 60
const ADVERTS_MINUTES = 15

const rotation = [...catalogue].sort((a, b) => hash(`slot ${a.id}`) - hash(`slot ${b.id}`))
const CYCLE = Math.ceil(rotation.length / OPEN_EACH_WEEK)

/** A film's turn in the programme: its opening Friday and how long it runs. */
export type Turn = { film: CatalogueFilm; opens: Day; weeks: number; state: 'past' | 'on-release' | 'upcoming' }

const daysBetween = (from: Day, to: Day) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
/** The cinema week that a day is in, counted from the first; weeks begin on Fridays. */
const weekOf = (day: Day) => Math.floor(daysBetween(FIRST_FRIDAY, day) / 7)
const modulo = (value: number, by: number) => ((value % by) + by) % by

/** It changes by the week, and whoever sells a day asks of that day for each seat. */
let latest: { week: number; turns: readonly Turn[] } | undefined

/** Every film that the point of sale knows on a day, with its latest turn. */
export function programmeOn(day: Day): readonly Turn[] {
  const week = weekOf(day)
  if (latest?.week !== week) latest = { week, turns: programmeOf(week) }
  return latest.turns
}

function programmeOf(week: number): Turn[] {
  const horizon = week + ANNOUNCED_WEEKS_AHEAD
  return rotation.map((film, at) => {
    const slot = Math.floor(at / OPEN_EACH_WEEK)
    const opening = horizon - modulo(horizon - slot, CYCLE)
    const weeks = RUNS[at % OPEN_EACH_WEEK]!
    const state = opening > week ? 'upcoming' : opening + weeks > week ? 'on-release' : 'past'
    return { film, opens: addDays(FIRST_FRIDAY, opening * 7), weeks, state }
  })
}

/** The point of sale's id of a catalogue film: eight digits. */
export const posId = (film: CatalogueFilm): string => String(12_804 + (film.id - 1000) * 37).padStart(8, '0')

/** Titles as a point of sale has them: mostly right, some shouted, some with the print's format. */
const posTitle = ({ id, title }: CatalogueFilm): string => {
  const habit = hash(`title ${id}`) % 8
  if (habit === 0) return title.toUpperCase()
  if (habit === 1) return `${title} (2D)`
  if (habit === 2 && title.startsWith('The ')) return `${title.slice(4)}, The`
  return title
}

export const posFilm = ({ film, opens }: Turn): PosFilm => ({
  id: posId(film),
  title: posTitle(film),
  genre: film.genres.slice(0, 2).join(', '),
  rating: film.certification === 'TBC' ? null : film.certification,
  runtime: film.runtime,
  openingDate: opens,
})

/** How much a film draws, 0.15 to 1: fewer as its weeks go by. */
const draw = ({ film, opens }: Turn, day: Day): number =>
  (0.3 + 0.7 * rngOf(`draw ${film.id}`).next()) * 0.85 ** Math.max(0, Math.floor(daysBetween(opens, day) / 7))

/** A show of the programme before anything is sold. */
export type Show = PosSession & {
  /** How many it draws, beside the others: by its film, its hour and its screen. */
  draw: number
}

/** Every show of a cinema on a day. A film begins only once at a time: a ticket does not say in which screen. */
function showsOn(cinema: PosCinema, day: Day, zone: string): Show[] {
  const onRelease = programmeOn(day).filter((turn) => turn.state === 'on-release')
  const weighted = onRelease
    .map((turn) => ({ turn, weight: draw(turn, day) * (0.3 + 1.4 * rngOf(`${cinema.id} ${turn.film.id}`).next()) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, cinema.screens.length * 2 + 5)
  const midnight = startOfDay(day, zone).getTime()
  const dayNumber = daysBetween(FIRST_FRIDAY, day)
  const isWeekend = modulo(dayNumber, 7) < 3
  const begun = new Set<string>()
  return cinema.screens.flatMap((screen, screenAt) => {
    const rng = rngOf(`${cinema.id} ${day} ${screen.id}`)
    const shows: Show[] = []
    let minute = isWeekend ? 720 + 5 * rng.int(0, 18) : 960 + 5 * rng.int(0, 18)
    while (minute <= LAST_START_MINUTE) {
      const free = weighted.filter(({ turn }) => !begun.has(`${turn.film.id} ${minute}`))
      const { turn, weight } = pickByWeight(free, rng.next())
      begun.add(`${turn.film.id} ${minute}`)
      const lasts = turn.film.runtime + ADVERTS_MINUTES
      const startsAt = new Date(midnight + minute * 60_000)
      const isEvening = minute >= 17 * 60
      shows.push({
        id: `${dayNumber}${screenAt}${shows.length}`.padStart(8, '0'),
        cinemaId: cinema.id,
        screenId: screen.id,
        filmId: posId(turn.film),
        startsAt,
        endsAt: new Date(startsAt.getTime() + lasts * 60_000),
        seatsAvailable: screen.seats,
        draw: screen.seats * weight * (isEvening ? 1 : 0.65) * rng.range(0.7, 1.2),
      })
      minute = Math.ceil((minute + lasts + (isWeekend ? 30 : 45)) / 5) * 5
    }
    return shows
  })
}

/** By the root of the weight, so that what draws little is shown too. */
const pickByWeight = <T extends { weight: number }>(list: readonly T[], at: number): T => {
  let left = at * list.reduce((sum, { weight }) => sum + Math.sqrt(weight), 0)
  return list.find(({ weight }) => (left -= Math.sqrt(weight)) < 0) ?? list[list.length - 1]!
}

/** The shows of a cinema that start in [from, until). */
export function showsBetween(cinemaId: string, from: Day, until: Day, zone: string): Show[] {
  const cinema = embeddedCinemas.find(({ id }) => id === cinemaId)
  if (!cinema) return []
  const days = Array.from({ length: daysBetween(from, until) }, (_, at) => addDays(from, at))
  return days.flatMap((day) => showsOn(cinema, day, zone))
}

export const sessionOf = ({ draw: _, ...session }: Show): PosSession => session

/** The sessions that were, which a point of sale no longer tells, before anything was sold: for the demo's past alone. */
export function embeddedHistory(cinemaId: string, days: number, now: Date, zone: string): PosSession[] {
  const today = dayOf(now, zone)
  const shows = showsBetween(cinemaId, addDays(today, -days), addDays(today, 1), zone)
  return shows.filter(({ startsAt }) => startsAt < now).map(sessionOf)
}
