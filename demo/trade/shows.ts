import type { Rng } from '#demo/random.ts'
import { addDays, weekdayOf, type Day } from '#contract/time.ts'
import { embeddedCinemas } from '#demo/chain/cinemas.ts'
import { posId, programmeOn, showsBetween } from '#demo/chain/programme.ts'
import { daysBetween } from './calendar.ts'
import { crowd, drawnBy, talkedOf } from './stories.ts'

/** A show of the programme, as much as a ticket says of it: it names one show. */
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

const DAYS_REMEMBERED = 12
const seatsOf = new Map(
  embeddedCinemas.flatMap(({ id, screens }) => screens.map((screen) => [`${id} ${screen.id}`, screen.seats])),
)

type Drawn = { show: Show; seats: number; upTo: number }

/** The chain's shows by day; one is drawn as often as it sells. */
export class Shows {
  private readonly zone: string
  private readonly origin: Day
  private readonly talkedOf: string | undefined
  private readonly known = new Map<Day, Drawn[]>()

  constructor(zone: string, origin: Day) {
    this.zone = zone
    this.origin = origin
    this.talkedOf = talkedOf(origin)
  }

  pick(day: Day, rng: Rng): Drawn {
    const shows = this.on(day)
    const at = rng.next() * shows.at(-1)!.upTo
    let low = 0
    let high = shows.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (shows[middle]!.upTo > at) high = middle
      else low = middle + 1
    }
    return shows[low]!
  }

  private on(day: Day): Drawn[] {
    const found = this.known.get(day)
    if (found) return found
    const drawn = new Map(
      programmeOn(day).map(({ film, opens }) => {
        const id = posId(film)
        // It comes round again later, when nobody talks of it.
        const isTalkedOf = id === this.talkedOf && Math.abs(daysBetween(opens, this.origin)) < 60
        return [id, drawnBy(film, isTalkedOf, Math.floor(daysBetween(opens, day) / 7))]
      }),
    )
    let upTo = 0
    const made = embeddedCinemas.flatMap(({ id: cinema }) => {
      const come = crowd(cinema, day, this.origin)
      return showsBetween(cinema, day, addDays(day, 1), this.zone).map(
        ({ filmId: movie, screenId, startsAt, draw }) => {
          upTo += draw * come * drawn.get(movie)!
          return { show: { cinema, movie, at: startsAt.getTime() }, seats: seatsOf.get(`${cinema} ${screenId}`)!, upTo }
        },
      )
    })
    if (this.known.size >= DAYS_REMEMBERED) this.known.clear()
    this.known.set(day, made)
    return made
  }
}

/** Days before its own on which a show is sold, and how much of it on each at most. */
export const LONGEST_LEAD = 3
const SOLD_EARLIER = 0.1
/** Shows that are looked at until one has room. */
const TRIES = 12

const ROW = 14
const seatName = (place: number) => `${String.fromCodePoint(65 + Math.floor(place / ROW))}${(place % ROW) + 1}`

/**
 * The seats that are sold on one day. Each day has its share of a show's seats, so that no show is sold out twice though
 * every day is made up for itself.
 */
export class Seats {
  private readonly shows: Shows
  private readonly day: Day
  private readonly sold = new Map<string, number>()

  constructor(shows: Shows, day: Day) {
    this.shows = shows
    this.day = day
  }

  /** A show of a day that has room for a party, drawn as often as it sells, with its seats; with none when hardly any has room. */
  sell(on: Day, party: number, rng: Rng): { show: Show; seats: string[] } {
    let { show, seats } = this.shows.pick(on, rng)
    if (party === 0) return { show, seats: [] }
    for (let tries = 1; tries < TRIES; tries++) {
      const key = `${show.cinema} ${show.movie} ${show.at}`
      const sold = this.sold.get(key) ?? 0
      const earlier = Math.floor(seats * SOLD_EARLIER)
      const lead = daysBetween(this.day, on)
      if (sold + party <= (lead === 0 ? seats - LONGEST_LEAD * earlier : earlier)) {
        this.sold.set(key, sold + party)
        // From the back, and who books sooner sits further back.
        const first = seats - (LONGEST_LEAD - lead) * earlier - sold - party
        return { show, seats: Array.from({ length: party }, (_, n) => seatName(first + n)) }
      }
      ;({ show, seats } = this.shows.pick(on, rng))
    }
    return { show, seats: [] }
  }
}
