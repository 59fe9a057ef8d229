import { showCount } from '#contract/counted.ts'
import { isHundredths } from '#contract/money.ts'
import { typedNumber, typedProblem } from '#contract/typed-number.ts'

/** Rules and words of the plans that are sold; the screens call them tiers (operations 2, 3). */

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
  badPrice: `Subscription fee is from 0 to ${showCount(PRICE_MOST)} naira, with at most two decimals`,
  noTickets: 'Tickets a month are required',
  badTickets: `Tickets a month are a whole number from 0 to ${TICKETS_MOST}`,
  noDiscount: 'Concession discount is required',
  badDiscount: 'Concession discount is a whole number from 0 to 100 percent',
  badPlace: 'Place in the list is a whole number from 1',
  nameInUse: 'There is a tier of this name already',
  noSuchPlan: 'There is no such tier',
  created: 'Tier created successfully',
  changed: 'Tier updated successfully',
  retired: 'Deleted successfully',
  restored: 'Tier restored',
  isRetired: 'This tier was deleted already',
  isSold: 'This tier is in the list already',
  keepsPrice: 'Running subscriptions keep the fee and tickets that they were sold at, until they are renewed',
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
