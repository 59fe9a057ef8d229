import { hash, rngOf } from '#demo/random.ts'
import { toKobo } from '#contract/money.ts'
import { addDays, startOfDay } from '#contract/time.ts'
import { embeddedCinemas } from '#demo/chain/cinemas.ts'
import { embeddedMenu, menuOf } from '#demo/chain/menu.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import type { Demo } from '#server/demo.ts'
import { allRead } from '#server/integrations/records.ts'
import { drawProducts } from './product-pictures.ts'
import { changedKobo } from '#features/counter/concessions/price-rules.ts'
import { followProducts } from '#features/counter/concessions/server/follow.ts'
import { putCost } from '#features/counter/concessions/server/margin-store.ts'
import { addChange, soldAt } from '#features/counter/concessions/server/price-store.ts'
import {
  addCombo,
  changeProduct,
  findProduct,
  lockedMenu,
  setImage,
} from '#features/counter/concessions/server/store.ts'

/** Which products a combo is made of, by their names. The last costs more than they do. */
const COMBOS: Record<string, string[]> = {
  'Combo for two': ['Popcorn, large', 'Coke 50 cl', 'Nachos with salsa'],
  'Family combo': ['Popcorn, large', 'Caramel popcorn', 'Chicken and chips'],
  'Kids combo': ['Popcorn, small', 'Fanta 50 cl', 'Ice cream cup'],
  'Date night combo': ['Chapman', 'Suya platter', 'Ice cream cup'],
  'Matinee combo': ['Meat pie', 'Zobo'],
}
/** Not every picture was uploaded yet. */
const WITHOUT_PICTURE = ['Kuli-kuli popcorn', 'Gummy bears']
/** How long ago which share of the menu was there. */
const GROWTH: [daysAgo: number, share: number][] = [
  [540, 0.5],
  [300, 0.7],
  [120, 0.85],
  [20, 0.95],
]
const WITHOUT_COST = ['Energy drink', 'Premiere poster']
const DEAR_TO_MAKE = ['Meat pie', 'Zobo']
const PLANNER = 'Amaka Obi'
const INACTIVE_SHARE = 0.04
const OWN_PRICE_SHARE = 0.05

/** Staff have given pictures, taken some things off the menu, set a price here and there, and made combos of the titles. */
export async function demo(db: Db, { today, now, seed }: Demo, { storage, env }: App): Promise<void> {
  await growMenu(db, now)
  for (const { id } of embeddedCinemas) await followProducts(db, id, allRead(menuOf(id)), now)
  const pictures = await drawProducts(
    storage,
    embeddedMenu.filter(({ name }) => !WITHOUT_PICTURE.includes(name)),
  )
  for (const [rosettaId, url] of pictures) {
    const product = await findProduct(db, rosettaId)
    if (product) await setImage(db, product.id, url)
  }
  for (const { id } of embeddedCinemas) await furnish(db, id, { now, seed })
  await changePrices(db, { today, now }, env.zone)
  await setCosts(db, { today, now })
}

/** What most products cost the chain, some more than they did; two are not known. The parts of the matinee combo cost more than it does. */
async function setCosts(db: Db, { today, now }: Pick<Demo, 'today' | 'now'>): Promise<void> {
  for (const { id, name, kobo } of embeddedMenu) {
    if (name in COMBOS || WITHOUT_COST.includes(name)) continue
    const product = await findProduct(db, id)
    if (!product) continue
    const share = DEAR_TO_MAKE.includes(name) ? 1.5 : 0.25 + (hash(id) % 30) / 100
    const cost = (of: number) => Math.round((kobo * of) / 1000) * 1000
    const set = { productId: product.id, by: PLANNER, now }
    await putCost(db, { ...set, from: addDays(today, -400), kobo: cost(share * 0.9) })
    await putCost(db, { ...set, from: addDays(today, -45), kobo: cost(share) })
  }
}

/** An offer that runs at some cinemas, and prices that will rise everywhere. */
async function changePrices(db: Db, { today, now }: Pick<Demo, 'today' | 'now'>, zone: string): Promise<void> {
  const all = embeddedCinemas.map(({ id }) => id)
  const plans = [
    {
      name: 'Puff-puff and chin chin days',
      products: ['Puff-puff', 'Chin chin'],
      cinemas: all.slice(0, 6),
      change: { how: 'percent', value: -15, step: 50 },
      from: addDays(today, -5),
      until: addDays(today, 16),
    },
    {
      name: 'New soft drink prices',
      products: ['Coke 50 cl', 'Fanta 50 cl', 'Sprite 50 cl', 'Malt 33 cl'],
      cinemas: all,
      change: { how: 'amount', value: 100, step: 50 },
      from: addDays(today, 21),
      until: null,
    },
  ] as const
  for (const { name, products, cinemas, change, from, until } of plans) {
    const times = {
      startsAt: startOfDay(from, zone),
      endsAt: until === null ? null : startOfDay(addDays(until, 1), zone),
    }
    const ids = embeddedMenu.filter((one) => (products as readonly string[]).includes(one.name)).map(({ id }) => id)
    const sold = await soldAt(db, { products: ids, cinemas, when: now })
    const prices = sold.map(({ id, kobo }) => ({ id, before: kobo, kobo: changedKobo(kobo, change) }))
    const planned = startOfDay(addDays(today, -9), zone)
    await addChange(db, { name, ...change, ...times, by: PLANNER, now: planned }, prices)
  }
}

/** The first cinema, which sells everything, did not always. */
async function growMenu(db: Db, now: Date): Promise<void> {
  const { id } = embeddedCinemas[0]!
  const menu = menuOf(id).toSorted((a, b) => hash(a.id) - hash(b.id))
  for (const [daysAgo, share] of GROWTH) {
    const at = new Date(now.getTime() - daysAgo * 86_400_000)
    await followProducts(db, id, allRead(menu.slice(0, Math.ceil(share * menu.length))), at)
  }
}

async function furnish(db: Db, cinemaId: string, { now, seed }: Pick<Demo, 'now' | 'seed'>): Promise<void> {
  const menu = new Map(
    [...(await lockedMenu(db, cinemaId, now)).values()].map((product) => [product.product_name, product]),
  )
  for (const product of menu.values()) {
    const rng = rngOf(`menu ${seed} ${cinemaId} ${product.product_id}`)
    if (product.product_name in COMBOS) continue
    if (rng.chance(INACTIVE_SHARE)) await changeProduct(db, product.id, { isActive: false })
    if (rng.chance(OWN_PRICE_SHARE))
      await changeProduct(db, product.id, { overrideKobo: toKobo(product.pos_price + 100 * rng.int(1, 4)) })
  }
  for (const [title, names] of Object.entries(COMBOS)) {
    const product = menu.get(title)
    const items = names.flatMap((name) => menu.get(name)?.id ?? [])
    if (product && items.length === names.length) await addCombo(db, product.id, items, now)
  }
}
