import type { PosProduct } from './port.ts'

/** Patterns that classify a product when its point of sale has only a name and a category. */
const MERCHANDISE =
  /merch|souvenir|gift|apparel|\b(t-?shirt|cap|mug|tote|toy|poster|key ?ring|plush|collectible|bucket)s?\b/i
const GLASSES = /\b(3d )?glasses\b/i
const DRINKS =
  /drink|beverage|\b(water|juice|soda|coke|coca|fanta|sprite|pepsi|malt|beer|wine|coffee|cappuccino|espresso|tea|latte|slush|smoothie|shake|chapman|zobo|chivita)s?\b/i
const SWEET = /sweet|caramel|candy|choc|vanilla|strawberr|ice ?cream|doughnut|cake|cookie|sugar|honey/i
const SALTED = /salt|butter|cheese/i
const SPICY = /spic|pepper|suya|chil+i|jalape/i
const SIZE = /\b(small|medium|large|regular|jumbo|mini|\d+(?:\.\d+)? ?(?:cl|ml|l|g|kg|oz))\b/i

/** Classifies a product by its name and category. */
export function sorted(name: string, category: string): Pick<PosProduct, 'kind' | 'type' | 'flavour' | 'size'> {
  const both = `${category} ${name}`
  const size = SIZE.exec(name)?.[1] ?? ''
  if (GLASSES.test(name)) return { kind: 'edible', type: 'Glasses', flavour: '', size }
  if (MERCHANDISE.test(both)) return { kind: 'merchandise', type: category, flavour: '', size }
  const flavour = SWEET.test(both) ? 'Sweet' : SPICY.test(both) ? 'Spicy' : SALTED.test(name) ? 'Salted' : ''
  return { kind: 'edible', type: DRINKS.test(both) ? 'Drinks' : 'Food', flavour, size }
}
