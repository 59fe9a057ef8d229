import { rngOf } from '#demo/random.ts'
import { addDays, addMonths, type Day } from '#contract/time.ts'
import type { CatalogueFilm } from '#server/integrations/moviedb/film.ts'
import type { Env } from '#server/env.ts'
import { programmeOn } from '#demo/chain/programme.ts'
import { attendance, daysBetween } from './calendar.ts'

export type DemoSize = Env['demoSize']

/** What the years before the origin amount to in the normal size. Payments and uses of subscriptions come on top. */
const BOX_PURCHASES = 81_000
const CUSTOMERS = 21_200
const YEARS = 3

const SCALE: Record<DemoSize, number> = { small: 0.1, normal: 1, large: 10 }

/** What a film adds to a whole chain's trade in its first week; most add little, a few fill every house. */
export const hit = ({ id }: Pick<CatalogueFilm, 'id'>): number => {
  const luck = rngOf(`hit ${id}`).next()
  return luck > 0.86 ? 0.75 : luck > 0.6 ? 0.28 : 0.06
}

/** Premieres open on Fridays and fade from week to week. */
const premieres = (day: Day): number =>
  programmeOn(day)
    .filter(({ state }) => state === 'on-release')
    .reduce((sum, { film, opens }) => sum + hit(film) * 0.45 ** Math.floor(daysBetween(opens, day) / 7), 0.75)

/**
 * How much is bought and how many register on each day: as shares of the years before the origin, which hold the same
 * total whatever the origin. Everything follows from the day, the seed and the origin; days after the origin go on alike.
 */
export class Demand {
  readonly first: Day
  readonly origin: Day
  readonly scale: number
  private readonly seed: number
  /** By days since `first`: what all days before it weigh. */
  private readonly bought: number[] = [0]
  private readonly registered: number[] = [0]
  private readonly perWeight: { bought: number; registered: number }

  constructor(origin: Day, size: DemoSize, seed: number) {
    this.origin = origin
    this.first = addMonths(origin, -12 * YEARS)
    this.scale = SCALE[size]
    this.seed = seed
    const days = daysBetween(this.first, origin) + 1
    this.perWeight = {
      bought: (BOX_PURCHASES * this.scale) / this.upTo('bought', days),
      registered: (CUSTOMERS * this.scale) / this.upTo('registered', days),
    }
  }

  /** 0 on the first day, 1 at the origin, a little more later: how far the chain has come. */
  age(day: Day): number {
    return Math.min(1.5, daysBetween(this.first, day) / daysBetween(this.first, this.origin))
  }

  /** Purchases at the box of a day, numbered from the first day on. */
  purchasesOn = (day: Day): number => this.countOn('bought', day)
  /** Customers who registered on all days before one: the number of the day's first. */
  customersBefore = (day: Day): number => this.before('registered', daysBetween(this.first, day))
  customersOn = (day: Day): number => this.countOn('registered', day)
  /** The day on which a customer registered. */
  dayOfCustomer(number: number): Day {
    let low = 0
    let high = 1
    while (this.before('registered', high) <= number) high *= 2
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (this.before('registered', middle) <= number) low = middle
      else high = middle
    }
    return addDays(this.first, low)
  }

  private countOn(what: 'bought' | 'registered', day: Day): number {
    const at = daysBetween(this.first, day)
    return this.before(what, at + 1) - this.before(what, at)
  }
  private before = (what: 'bought' | 'registered', days: number): number =>
    Math.floor(this.upTo(what, days) * this.perWeight[what] + 1e-6)

  private upTo(what: 'bought' | 'registered', days: number): number {
    while (this.bought.length <= days) this.declareAmount(addDays(this.first, this.bought.length - 1))
    return this[what][days]!
  }
  private declareAmount(day: Day) {
    const rng = rngOf(`day ${this.seed} ${day}`)
    const age = this.age(day)
    const drawn = attendance(day) * premieres(day)
    this.bought.push(this.bought.at(-1)! + drawn * (0.6 + 2.2 * age) * rng.range(0.93, 1.07))
    // People register when they go, and on other days too.
    this.registered.push(this.registered.at(-1)! + (drawn + 1) * (1 + 0.75 * age) * rng.range(0.85, 1.15))
  }
}
