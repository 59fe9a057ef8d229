import { errors } from '#contract/errors.ts'

/** Rules and messages of food, beverages and merchandise (operations 2, 3). */
/** Rows of a table, and the other numbers of them that it offers (operations 9). */
export const PAGE = 10
export const PAGES = [5, 10, 25] as const

export const TYPES = ['Food', 'Drinks', 'Glasses'] as const
export const FLAVOURS = ['Sweet', 'Salted', 'Spicy'] as const

export const messages = {
  noMerchandise: errors.notFound('merchandise'),
  badType: `type is one of ${TYPES.join(', ')}`,
  badFlavour: `flavour is one of ${FLAVOURS.join(', ')}`,
  badInclude: '$include is concessions',
  unitsMeaning: 'Units bought at the counter and online, as reported through the feed. Refunds are not deducted.',
} as const

/** One price, or the lowest and the highest of them. */
export const priceRange = (lowest: number, highest: number, show: (naira: number) => string): string =>
  lowest === highest ? show(lowest) : `${show(lowest)} – ${show(highest)}`
