import { addDays, type Day } from '#contract/time.ts'
import type { Rng } from '#server/integrations/moviedb/catalogue/artwork/kit.ts'
import { embeddedCinemas } from '#server/integrations/pos/embedded-cinemas.ts'
import { posId, programmeOn, sessionsBetween } from '#server/integrations/pos/embedded-programme.ts'
import { daysBetween, weekdayOf } from './calendar.ts'
import { hit } from './demand.ts'

/** A show of the programme, as much as a ticket says of it. */
export type Show = { cinema: string; movie: string; at: number }

/** Naira for a ticket at the origin's prices, by cinema. */
const PRICES: Record<string, number> = {
  '0011': 6000,
  '0004': 5500,
  '0021': 5200,
  '0007': 5000,
  '0009': 4500,
  '0030': 4500,
}
const ELSEWHERE = 4000
const CHEAP_WEEKDAY = 3

/** Kobo for a ticket: prices rose over the years, and Wednesdays are cheap. */
export const ticketPrice = (cinema: string, day: Day, age: number): number => {
  const naira =
    (PRICES[cinema] ?? ELSEWHERE) * (0.66 + 0.34 * Math.min(1, age)) * (weekdayOf(day) === CHEAP_WEEKDAY ? 0.7 : 1)
  return Math.round(naira / 100) * 10_000
}

/** Longer ago than any show: all of its seats that will be sold are sold. */
const AFTER_ALL = new Date('9999-01-01')
const DAYS_KEPT = 12
const seats = new Map(
  embeddedCinemas.flatMap(({ id, screens }) => screens.map((screen) => [`${id} ${screen.id}`, screen.seats])),
)

/** The chain's shows by day; one is drawn as often as it sells. */
export class Shows {
  private readonly zone: string
  private readonly known = new Map<Day, { shows: Show[]; upTo: number[] }>()

  constructor(zone: string) {
    this.zone = zone
  }

  pick(day: Day, rng: Rng): Show {
    const { shows, upTo } = this.on(day)
    const at = rng.next() * upTo.at(-1)!
    let low = 0
    let high = upTo.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (upTo[middle]! > at) high = middle
      else low = middle + 1
    }
    return shows[low]!
  }

  private on(day: Day) {
    const found = this.known.get(day)
    if (found) return found
    const drawn = new Map(
      programmeOn(day).map(({ film, opens }) => [
        posId(film),
        1 + 4 * hit(film) * 0.5 ** Math.floor(daysBetween(opens, day) / 7),
      ]),
    )
    const shows: Show[] = []
    const upTo: number[] = []
    for (const { id: cinema } of embeddedCinemas)
      for (const session of sessionsBetween(cinema, day, addDays(day, 1), AFTER_ALL, this.zone)) {
        const sold = seats.get(`${cinema} ${session.screenId}`)! - session.seatsAvailable
        shows.push({ cinema, movie: session.filmId, at: session.startsAt.getTime() })
        upTo.push((upTo.at(-1) ?? 0) + (1 + sold) * drawn.get(session.filmId)!)
      }
    if (this.known.size >= DAYS_KEPT) this.known.clear()
    const made = { shows, upTo }
    this.known.set(day, made)
    return made
  }
}
