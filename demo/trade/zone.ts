import { dayOf, startOfDay, type Day } from '#contract/time.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE

/** The chain's zone, whose clock is asked once a day: to ask it is slow, and every row of a day asks. */
export class Zone {
  readonly name: string
  private readonly known = new Map<Day, number>()

  constructor(name: string) {
    this.name = name
  }

  /** Milliseconds at which a day begins. */
  midnight = (day: Day): number => {
    const found = this.known.get(day) ?? startOfDay(day, this.name).getTime()
    this.known.set(day, found)
    return found
  }

  /** The day of an instant in milliseconds. */
  dayOf = (at: number): Day => {
    const guess = new Date(at).toISOString().slice(0, 10)
    const starts = this.midnight(guess)
    if (starts <= at && at < starts + 20 * HOUR) return guess
    return dayOf(at, this.name)
  }
}
