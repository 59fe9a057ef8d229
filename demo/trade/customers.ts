import { rngOf, type Rng } from '#demo/random.ts'
import { addDays, type Day } from '#contract/time.ts'
import { embeddedCinemas } from '#demo/chain/cinemas.ts'
import { channelOf, type Channel } from './channels.ts'
import type { Demand } from './demand.ts'
import { HOUR, type Zone } from './zone.ts'
import { emailOf, genderOf, nameOf, phoneOf } from './names.ts'

export type Customer = {
  id: string
  first_name: string
  last_name: string
  email: string
  phone: string
  birth_date: Day
  channel: Channel
  gender: 'Female' | 'Male' | null
  billing_cycle: string | null
  default_cinema: string | null
  trailers_watched: number | null
  /** Milliseconds. */
  at: number
}

export const customerId = (number: number) => `c${number}`

/** Nobody is younger than thirteen on the first day, and more are young than old. */
const YOUNGEST = 2010
const YEARS = 48
const CYCLES = ['Monthly', 'Monthly', 'Monthly', 'Monthly', 'Quarterly', 'Quarterly', 'Half-yearly', 'Yearly']

const OPENS = 7 * HOUR
const OPEN_FOR = 16 * HOUR

/** Those who register, numbered in the order in which they do. */
export class Customers {
  private readonly demand: Demand
  private readonly zone: Zone
  private readonly seed: number

  constructor(demand: Demand, zone: Zone, seed: number) {
    this.demand = demand
    this.zone = zone
    this.seed = seed
  }

  registeredAt(number: number): number {
    const day = this.demand.dayOfCustomer(number)
    const place = number - this.demand.customersBefore(day) + rngOf(`register ${this.seed} ${number}`).next()
    return this.zone.midnight(day) + Math.floor(OPENS + (OPEN_FOR * place) / this.demand.customersOn(day))
  }

  /** How many have registered until an instant, which lies on `day`. */
  countAt(at: number, day: string): number {
    let count = this.demand.customersBefore(day)
    const until = this.demand.customersBefore(addDays(day, 1))
    while (count < until && this.registeredAt(count) <= at) count++
    return count
  }

  one(number: number): Customer {
    const rng = rngOf(`customer ${this.seed} ${number}`)
    const name = nameOf(rng)
    return {
      id: customerId(number),
      first_name: name.first,
      last_name: name.last,
      email: emailOf(name, number, rng),
      phone: phoneOf(rng),
      birth_date: birthDateOf(rng),
      channel: channelOf(rng, this.demand.age(this.demand.dayOfCustomer(number))),
      gender: rng.chance(0.9) ? genderOf(name, rng) : null,
      billing_cycle: rng.chance(0.35) ? rng.pick(CYCLES) : null,
      default_cinema: rng.chance(0.7) ? someCinema(rng) : null,
      trailers_watched: rng.chance(0.55) ? 1 + Math.floor(rng.next() ** 2 * 60) : null,
      at: this.registeredAt(number),
    }
  }
}

function birthDateOf(rng: Rng): Day {
  const year = YOUNGEST - Math.floor(rng.next() ** 1.3 * YEARS)
  return `${year}-${String(rng.int(1, 12)).padStart(2, '0')}-${String(rng.int(1, 28)).padStart(2, '0')}`
}

/** A larger house is the nearest one to more people. */
const seats = embeddedCinemas.map(({ screens }) => screens.reduce((sum, screen) => sum + screen.seats, 0))
const allSeats = seats.reduce((sum, count) => sum + count)
function someCinema(rng: Rng): string {
  let left = rng.next() * allSeats
  return embeddedCinemas[seats.findIndex((count) => (left -= count) < 0)]!.id
}
