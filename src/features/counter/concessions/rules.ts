import { errors } from '#contract/errors.ts'
import { hasTerms } from '#contract/fold.ts'
import { isHundredths, showNaira, toKobo, toNaira } from '#contract/money.ts'

/** Rules and messages of what the counters sell, and of combo deals (operations 2 to 5). */

export const CSV_NAME = 'concessions.csv'
export const COMBO_CSV_NAME = 'combo-deals.csv'
/** The group that the combos stand in. */
export const COMBO_GROUP = 'ComboDeals'
/** Naira. */
export const PRICE_MOST = 10_000_000
/** Products and cinemas that one call changes. */
export const AT_ONCE = 500

export const messages = {
  cinema: 'Choose a cinema',
  noTitle: 'Choose a title',
  noItem: 'Choose at least one item',
  twice: 'Choose each item once',
  notSold: (what: string) => `This cinema does not sell ${what}`,
  isItsTitle: 'A combo cannot be an item of itself',
  isCombo: (name: string) => `${name} is a combo itself`,
  isItem: (name: string, combo: string) => `${name} is an item of ${combo}`,
  hasCombo: errors.exists('combo deal with this title'),
  noProduct: errors.notFound('product'),
  noImage: 'Upload an image',
  imageTooLarge: 'Choose an image of up to 15 MB',
  isActive: 'This product is already active',
  isInactive: 'These products are already deactivated',
  badPrice: `Enter a price from ₦0 to ${showNaira(PRICE_MOST)}, with at most two decimals`,
  noPrice: 'Enter a price above ₦0',
  noChange: 'Choose a price or a state',
  noCinema: 'Choose at least one cinema',
  tooMany: `Choose at most ${AT_ONCE}`,
  isStanding: 'This combo was not deleted',
  activated: 'Product activated',
  deactivated: 'Product deactivated',
  imageStored: 'Uploaded image',
  comboMade: 'Combo deal created',
  comboSaved: 'Combo deal updated',
  comboDeleted: 'Deleted successfully',
  comboRestored: 'Combo deal restored',
  noSource: 'No point of sale is connected, so products cannot be synced',
  notReported: 'This point of sale does not report products',
} as const

/** What is wrong with a price in naira, in words. */
export const wrongPrice = (naira: number): string | undefined =>
  naira >= 0 && naira <= PRICE_MOST && isHundredths(naira) ? undefined : messages.badPrice

/** What is wrong with a price that staff set, in words: nothing is given away by a slip. */
export const wrongOwnPrice = (naira: number): string | undefined => (naira === 0 ? messages.noPrice : wrongPrice(naira))

/** What a product costs where no price change decides it, in naira. */
export const setPrice = ({ own_price, pos_price }: { own_price: number | null; pos_price: number }): number =>
  own_price ?? pos_price

type ComboPart = { product_name: string; display_price: number; isActive: boolean; isSold: boolean }

/** What things cost one by one, in naira. */
export const costOf = (items: readonly { display_price: number }[]): number =>
  toNaira(items.reduce((sum, item) => sum + toKobo(item.display_price), 0))

/** Why a combo should not be sold as it is, in words; nothing where all is well. */
export function comboProblems(combo: Omit<ComboPart, 'isActive'>, items: readonly ComboPart[]): string[] {
  const problems: string[] = []
  if (!combo.isSold) problems.push('No longer in the point of sale')
  for (const item of items) {
    if (!item.isSold) problems.push(`${item.product_name} is no longer sold here`)
    else if (!item.isActive) problems.push(`${item.product_name} is not active`)
  }
  const above = toKobo(combo.display_price) - toKobo(costOf(items))
  if (above > 0) problems.push(`Costs ${showNaira(toNaira(above))} more than its parts`)
  return problems
}

/** What is typed of a combo: the point of sale's ids. */
export type ComboDraft = { title: string | null; items: string[] }

/** What is wrong with a combo's form, by field. */
export const comboErrors = ({ title, items }: ComboDraft) => ({
  ...(!title && { title: messages.noTitle }),
  ...(items.length === 0 && { items: messages.noItem }),
})

type Listed = {
  product_id: string
  product_name: string
  product_category_name: string
  display_price: number
  isActive: boolean
  combo_items: readonly { product_name: string }[]
}
export type Filter = {
  search?: string | undefined
  category?: string | undefined
  status?: 'active' | 'inactive' | undefined
  sort?: string | undefined
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
const byText = (of: (row: Listed) => string) => (a: Listed, b: Listed) => collator.compare(of(a), of(b))
const orders: Record<string, (a: Listed, b: Listed) => number> = {
  product_name: byText((row) => row.product_name),
  product_id: (a, b) => (a.product_id < b.product_id ? -1 : a.product_id > b.product_id ? 1 : 0),
  product_category_name: byText((row) => row.product_category_name),
  display_price: (a, b) => a.display_price - b.display_price,
  items: byText((row) => itemNames(row)),
  status: (a, b) => Number(b.isActive) - Number(a.isActive),
}

/** A combo's items in words. */
export const itemNames = ({ combo_items }: Pick<Listed, 'combo_items'>): string =>
  combo_items.map((item) => item.product_name).join(', ')

/** A cinema's products as a screen or a file shows them: found, filtered and in order; by name unless sorted. */
export function arranged<R extends Listed>(rows: readonly R[], { search, category, status, sort }: Filter): R[] {
  const found = rows.filter(
    (row) =>
      (!category || row.product_category_name === category) &&
      (!status || row.isActive === (status === 'active')) &&
      hasTerms(`${row.product_name} ${row.product_id} ${itemNames(row)}`, search ?? ''),
  )
  const order = orders[sort?.replace(/^-/, '') ?? 'product_name']!
  const direction = sort?.startsWith('-') ? -1 : 1
  return found.toSorted((a, b) => direction * order(a, b) || orders.product_name!(a, b) || orders.product_id!(a, b))
}
