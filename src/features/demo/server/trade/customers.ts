import { rngOf } from '#server/integrations/moviedb/catalogue/artwork/kit.ts'
import { addDays } from '#contract/time.ts'
import { channelOf, type Channel } from './channels.ts'
import type { Demand } from './demand.ts'
import { HOUR, type Zone } from './zone.ts'
import { emailOf, nameOf, phoneOf } from './names.ts'

export type Customer = {
  id: string
  first_name: string
  last_name: string
  email: string
  phone: string
  birth_date: string | null
  channel: Channel
  /** Milliseconds. */
  at: number
}

export const customerId = (number: number) => `c${number}`

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
    const born = `${rng.int(1962, 2009)}-${String(rng.int(1, 12)).padStart(2, '0')}-${String(rng.int(1, 28)).padStart(2, '0')}`
    return {
      id: customerId(number),
      first_name: name.first,
      last_name: name.last,
      email: emailOf(name, number, rng),
      phone: phoneOf(rng),
      birth_date: rng.chance(0.7) ? born : null,
      channel: channelOf(rng, this.demand.age(this.demand.dayOfCustomer(number))),
      at: this.registeredAt(number),
    }
  }
}
