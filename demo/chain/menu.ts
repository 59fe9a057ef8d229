import { hash } from '#demo/random.ts'
import { embeddedCinemas } from './cinemas.ts'
import type { PosProduct } from '#server/integrations/pos/port.ts'

/** What the demo chain sells: its id's last digits, name and price in naira, and what else there is to say. */
type Entry = [
  number: number,
  name: string,
  naira: number,
  more?: Partial<Pick<PosProduct, 'type' | 'flavour' | 'size'>>,
]

const food = (flavour = '', size = '') => ({ type: 'Food', flavour, size })
const drink = (flavour = '', size = '') => ({ type: 'Drinks', flavour, size })

const edibles: Record<string, Entry[]> = {
  Popcorn: [
    [101, 'Popcorn, small', 1500, food('Salted', 'Small')],
    [102, 'Popcorn, medium', 2200, food('Salted', 'Medium')],
    [103, 'Popcorn, large', 3000, food('Salted', 'Large')],
    [104, 'Caramel popcorn', 3200, food('Sweet', 'Large')],
    [105, 'Kuli-kuli popcorn', 3400, food('Spicy', 'Large')],
  ],
  Drinks: [
    [201, 'Coke 50 cl', 800, drink('Sweet', '50 cl')],
    [202, 'Fanta 50 cl', 800, drink('Sweet', '50 cl')],
    [203, 'Sprite 50 cl', 800, drink('Sweet', '50 cl')],
    [204, 'Bottled water', 500, drink('', '75 cl')],
    [205, 'Chapman', 2500, drink('Sweet', '40 cl')],
    [206, 'Zobo', 1500, drink('Sweet', '40 cl')],
    [207, 'Malt 33 cl', 900, drink('Sweet', '33 cl')],
    [208, 'Orange juice', 1800, drink('Sweet', '35 cl')],
    [209, 'Energy drink', 1500, drink('Sweet', '25 cl')],
    [210, 'Coffee', 2000, drink('', '20 cl')],
  ],
  'Hot food': [
    [301, 'Hot dog', 2800, food('', 'Regular')],
    [302, 'Meat pie', 1500, food('', 'Regular')],
    [303, 'Chicken and chips', 5500, food('', 'Regular')],
    [304, 'Nachos with salsa', 3500, food('Spicy', 'Regular')],
    [305, 'Suya platter', 6000, food('Spicy', 'Large')],
    [306, 'Shawarma', 4500, food('Spicy', 'Regular')],
    [307, 'Small chops', 3800, food('', '8 pieces')],
    [308, 'Puff-puff', 1200, food('Sweet', '6 pieces')],
  ],
  Sweets: [
    [401, 'Ice cream cup', 2000, food('Sweet', 'Regular')],
    [402, 'Chin chin', 1000, food('Sweet', '100 g')],
    [403, 'Chocolate bar', 1300, food('Sweet', '45 g')],
    [404, 'Plantain chips', 1000, food('Salted', '80 g')],
    [405, 'Gummy bears', 1500, food('Sweet', '100 g')],
    [406, 'Doughnut', 1200, food('Sweet', 'Regular')],
  ],
  Combos: [
    [501, 'Combo for two', 6500, food()],
    [502, 'Family combo', 11_000, food()],
    [503, 'Kids combo', 3900, food('Sweet')],
    [504, 'Date night combo', 9800, food()],
    [505, 'Matinee combo', 3600, food()],
  ],
  '3D glasses': [
    [601, '3D glasses', 1000, { type: 'Glasses', size: 'Adult' }],
    [602, '3D glasses for children', 800, { type: 'Glasses', size: 'Child' }],
  ],
}

const merchandise: Record<string, Entry[]> = {
  Merchandise: [
    [701, 'Marquee T-shirt', 12_000, { type: 'Clothing', size: 'M' }],
    [702, 'Marquee cap', 7500, { type: 'Clothing', size: 'One size' }],
    [703, 'Popcorn bucket', 5000, { type: 'Collectible', size: '3 l' }],
    [704, 'Ankara tote bag', 6500, { type: 'Bags', size: 'Regular' }],
    [705, 'Marquee mug', 4500, { type: 'Homeware', size: '35 cl' }],
    [706, 'Premiere poster', 3500, { type: 'Collectible', size: 'A2' }],
    [707, 'Cinema key ring', 2000, { type: 'Collectible', size: '' }],
  ],
}

const listed = (kind: PosProduct['kind'], entries: Record<string, Entry[]>): PosProduct[] =>
  Object.entries(entries).flatMap(([category, list]) =>
    list.map(([number, name, naira, more]) => ({
      id: String(number).padStart(8, '0'),
      hopk: `HO${String(number).padStart(6, '0')}`,
      name,
      category,
      kind,
      type: 'Food',
      flavour: '',
      size: '',
      ...more,
      kobo: naira * 100,
    })),
  )

/** The whole menu at its usual prices. */
export const embeddedMenu: readonly PosProduct[] = [...listed('edible', edibles), ...listed('merchandise', merchandise)]

/** The dear quarters and the cheaper towns, in hundredths of the usual price. */
const LEVELS: Record<string, number> = { '0004': 110, '0011': 115, '0021': 105, '0056': 92, '0042': 95, '0038': 95 }
const STEP_KOBO = 5000
/** Not every kitchen makes these. */
const RARE = ['00000305', '00000306', '00000105', '00000504']

const isSoldAt = (cinemaId: string, { id }: PosProduct) =>
  !RARE.includes(id) || cinemaId === embeddedCinemas[0]!.id || hash(`${cinemaId} sells ${id}`) % 3 > 0

/** What a cinema of the demo chain sells, at its own prices; a cinema that there is not sells nothing. */
export function menuOf(cinemaId: string): PosProduct[] {
  if (!embeddedCinemas.some(({ id }) => id === cinemaId)) return []
  const level = LEVELS[cinemaId] ?? 100
  return embeddedMenu
    .filter((product) => isSoldAt(cinemaId, product))
    .map((product) => ({ ...product, kobo: Math.round((product.kobo * level) / 100 / STEP_KOBO) * STEP_KOBO }))
}
