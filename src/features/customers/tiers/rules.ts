import { errors } from '#contract/errors.ts'
import { isHundredths, showNaira } from '#contract/money.ts'
import { typedNumber, typedProblem } from '#contract/typed-number.ts'

/** Rules and messages of the plans that are sold; the screens call them tiers (operations 2, 3). */

export const CSV_NAME = 'subscription-tiers.csv'
export const NAME_LENGTH = 100
/** Naira a month. */
export const PRICE_MOST = 10_000_000
const TICKETS_MOST = 1000

/** What a plan's form holds, numbers as they are typed. `place` is its place in the list, from 1. */
export type PlanDraft = {
  product_name: string
  product_price: string
  tickets: string
  concession_discount: string
  is_multi_user: boolean
  place: string
}

export const messages = {
  noName: 'Subscription name is required',
  noPrice: 'Subscription fee is required',
  badPrice: `Enter a fee from ₦0 to ${showNaira(PRICE_MOST)}, with at most two decimals`,
  noTickets: 'Tickets a month are required',
  badTickets: `Enter 0 to ${TICKETS_MOST} tickets a month`,
  noDiscount: 'Concession discount is required',
  badDiscount: 'Enter a discount from 0 to 100 percent',
  badPlace: 'Enter a place in the list from 1',
  nameInUse: errors.exists('tier with this name'),
  noSuchPlan: errors.notFound('tier'),
  created: 'Tier created successfully',
  changed: 'Tier updated successfully',
  retired: 'Deleted successfully',
  restored: 'Tier restored',
  isRetired: 'This tier is already deleted',
  isSold: 'This tier is already in the list',
  keepsPrice: 'Running subscriptions keep their fee and tickets until they are renewed',
} as const

const isPrice = (naira: number) => naira >= 0 && naira <= PRICE_MOST && isHundredths(naira)
const isIntegerWithin = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most

/** What is wrong with a number, in the words of its field. */
export const wrongPrice = (naira: number) => (isPrice(naira) ? undefined : messages.badPrice)
export const wrongTickets = (n: number) => (isIntegerWithin(n, 0, TICKETS_MOST) ? undefined : messages.badTickets)
export const wrongDiscount = (n: number) => (isIntegerWithin(n, 0, 100) ? undefined : messages.badDiscount)
export const wrongPlace = (n: number) => (isIntegerWithin(n, 1, 10_000) ? undefined : messages.badPlace)

/** What is wrong with a plan, by field, in the words of the contract. */
export function planErrors(draft: PlanDraft): Partial<Record<keyof PlanDraft, string>> {
  const found: Partial<Record<keyof PlanDraft, string | undefined>> = {
    product_name: draft.product_name.trim() === '' ? messages.noName : undefined,
    product_price: typedProblem(draft.product_price, { empty: messages.noPrice, wrong: wrongPrice }),
    tickets: typedProblem(draft.tickets, { empty: messages.noTickets, wrong: wrongTickets }),
    concession_discount: typedProblem(draft.concession_discount, { empty: messages.noDiscount, wrong: wrongDiscount }),
    place: wrongPlace(typedNumber(draft.place)),
  }
  return Object.fromEntries(Object.entries(found).filter(([, message]) => message))
}
