import { errors } from '#contract/errors.ts'
import { isHundredths, showNaira, toKobo, toNaira } from '#contract/money.ts'
import { typedProblem } from '#contract/typed-number.ts'
import { showDay, type Day } from '#contract/time.ts'
import { PRICE_MOST } from './rules.ts'

/** Rules and messages of price changes: prices of many products at many cinemas, from a day and until one. */

export const PRICE_CHANGES_CSV = 'price-changes.csv'
/** Products, and cinemas, that one change is of at most. */
export const CHANGE_MOST = 200
export const NAME_LENGTH = 80
/** Combos that a preview names. */
export const COMBOS_LISTED = 30

export const HOWS = ['amount', 'percent', 'price'] as const
export type How = (typeof HOWS)[number]
export const HOW_LABELS: Record<How, string> = { amount: 'By amount', percent: 'By percent', price: 'To a price' }

/** Naira that a new price is rounded to. */
export const STEPS = [1, 10, 50, 100] as const

export const STATES = ['planned', 'running', 'ended', 'cancelled'] as const
export type State = (typeof STATES)[number]
export const STATE_LABELS: Record<State, string> = {
  planned: 'Planned',
  running: 'Running',
  ended: 'Ended',
  cancelled: 'Cancelled',
}

export const messages = {
  noName: 'Enter a name',
  noProduct: 'Choose at least one product',
  tooManyProducts: `Choose at most ${CHANGE_MOST} products`,
  noCinema: 'Choose at least one cinema',
  tooManyCinemas: `Choose at most ${CHANGE_MOST} cinemas`,
  twice: 'Choose each product and each cinema once',
  badValue: 'Enter an amount other than 0, with at most two decimals',
  badPercent: 'Enter a percentage from −99 to 500, other than 0, with at most two decimals',
  badPrice: `Enter a price above ₦0 and up to ${showNaira(PRICE_MOST)}, with at most two decimals`,
  noFrom: 'Choose the first day',
  past: 'Choose today or a later first day',
  endsBefore: 'Choose a last day on or after the first day',
  noneSold: 'These cinemas sell none of these products',
  unknownProduct: (id: string) => errors.notFound(`product ${id}`),
  unknownCinema: (id: string) => errors.notFound(`cinema ${id}`),
  noSuch: errors.notFound('price change'),
  isCancelled: 'This price change is already cancelled',
  hasEnded: 'This price change has ended',
  created: 'Price change saved',
  cancelled: 'Price change cancelled',
  notSent: 'Not sent to the tills: Vista Connect does not accept prices. Print the list and change them there.',
} as const

/** How a price changes; `value` in naira, or in percent. */
export type Change = { how: How; value: number; step: number }

/** What is wrong with how prices change, in words. */
export function wrongValue({ how, value }: Pick<Change, 'how' | 'value'>): string | undefined {
  const isFine = isHundredths(value)
  if (how === 'price') return isFine && value > 0 && value <= PRICE_MOST ? undefined : messages.badPrice
  if (how === 'percent') return isFine && value !== 0 && value >= -99 && value <= 500 ? undefined : messages.badPercent
  return isFine && value !== 0 && Math.abs(value) <= PRICE_MOST ? undefined : messages.badValue
}

/** What a price in kobo becomes, rounded to the step, halves up. A price that is given is that price. */
export function changedKobo(kobo: number, { how, value, step }: Change): number {
  if (how === 'price') return toKobo(value)
  // Of whole numbers alone, so that half a step is half a step.
  const hundredths = how === 'percent' ? kobo * (10_000 + Math.round(value * 100)) : (kobo + toKobo(value)) * 10_000
  const size = step * 100 * 10_000
  return Math.floor((2 * hundredths + size) / (2 * size)) * step * 100
}

/** Why a product cannot have a new price, in words. */
export const wrongResult = (kobo: number): string | undefined =>
  kobo <= 0
    ? 'Would cost ₦0 or less'
    : kobo > toKobo(PRICE_MOST)
      ? `Would cost over ${showNaira(PRICE_MOST)}`
      : undefined

export function changeText({ how, value, step }: Change): string {
  if (how === 'price') return `To ${showNaira(value)}`
  const sign = value < 0 ? '−' : '+'
  const by = how === 'percent' ? `${Math.abs(value)}%` : showNaira(Math.abs(value))
  return `${sign}${by}, rounded to ${showNaira(step)}`
}

/** Both days included. */
export const daysText = ({ from_day, until_day }: { from_day: Day; until_day: Day | null }): string =>
  until_day ? `${showDay(from_day)} – ${showDay(until_day)}` : `From ${showDay(from_day)}`

export type Times = { startsAt: Date; endsAt: Date | null; cancelledAt: Date | null }

export function stateOf({ startsAt, endsAt, cancelledAt }: Times, now: Date): State {
  if (cancelledAt) return 'cancelled'
  if (now < startsAt) return 'planned'
  return endsAt && now >= endsAt ? 'ended' : 'running'
}

/** What is typed of a change. */
export type ChangeDraft = {
  name: string
  products: string[]
  cinemas: string[]
  how: How
  value: string
  step: string
  from_day: Day | null
  until_day: Day | null
}

/** What is wrong with the form of a change, by field. */
export function changeErrors(draft: ChangeDraft, today: Day): Partial<Record<keyof ChangeDraft, string>> {
  const { from_day: from, until_day: until } = draft
  const wrong: Partial<Record<keyof ChangeDraft, string | undefined>> = {
    name: draft.name.trim() ? undefined : messages.noName,
    products: wrongNumber(draft.products, messages.noProduct, messages.tooManyProducts),
    cinemas: wrongNumber(draft.cinemas, messages.noCinema, messages.tooManyCinemas),
    value: typedProblem(draft.value, {
      empty: wrongValue({ how: draft.how, value: NaN })!,
      wrong: (value) => wrongValue({ how: draft.how, value }),
    }),
    from_day: !from ? messages.noFrom : from < today ? messages.past : undefined,
    until_day: until && from && until < from ? messages.endsBefore : undefined,
  }
  return Object.fromEntries(Object.entries(wrong).filter(([, message]) => message))
}

const wrongNumber = (ids: readonly string[], none: string, tooMany: string) =>
  ids.length === 0 ? none : ids.length > CHANGE_MOST ? tooMany : undefined

type Part = { before: number; after: number }
/** What a guest saves on a combo's parts, in naira; below nothing where the combo costs more than they do. */
export const savingOf = (title: Part, parts: readonly Part[], when: 'before' | 'after'): number =>
  toNaira(parts.reduce((sum, part) => sum + toKobo(part[when]), 0) - toKobo(title[when]))
