/** What a notification brought: what the people who got it bought, beside those who were held out of it. */

/** For so many days after it began. */
export const LIFT_DAYS = 7
export const HOLDOUTS = [0, 5, 10, 20, 50] as const

/** Of one side: how many people, how many of them bought, and what they spent: kobo, and the sum of its squares. */
export type Side = { people: number; buyers: number; kobo: number; squares: number }
export type Sides = { reached: Side; control: Side }

/** Fewer say nothing: the middle of few purchases is anywhere. */
export const LEAST_PEOPLE = 100
export const LEAST_BUYERS = 10

/** 95 of 100 times the difference is within so many standard errors. */
const Z = 1.96

/** Kobo a head, and the difference with the ends of its interval. */
export type Lift = { reached: number; control: number; difference: number; low: number; high: number; verdict: Verdict }
export type Verdict = 'few' | 'unclear' | 'more' | 'less'

const mean = ({ people, kobo }: Side) => (people ? kobo / people : 0)
/** The square of the standard error of the mean. */
const error = ({ people, kobo, squares }: Side) =>
  people > 1 ? Math.max(0, squares - (kobo * kobo) / people) / (people - 1) / people : 0

/** Whether somebody who got it spent more, by as much as can be said (Welch). */
export function liftOf({ reached, control }: Sides): Lift {
  const difference = mean(reached) - mean(control)
  const wide = Z * Math.sqrt(error(reached) + error(control))
  const [low, high] = [difference - wide, difference + wide]
  const isFew = [reached, control].some(({ people, buyers }) => people < LEAST_PEOPLE || buyers < LEAST_BUYERS)
  const verdict = isFew ? 'few' : low > 0 ? 'more' : high < 0 ? 'less' : 'unclear'
  return { reached: mean(reached), control: mean(control), difference, low, high, verdict }
}

export const liftMessages = {
  means: `Average spend in the ${LIFT_DAYS} days after sending, net of refunds. The control group was chosen at random, so the notification explains the difference.`,
  few: `Not enough data yet: each group needs ${LEAST_PEOPLE} people and ${LEAST_BUYERS} buyers`,
  unclear: 'No significant difference',
} as const
