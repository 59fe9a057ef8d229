import { errors } from '#contract/errors.ts'
import { showNaira, toKobo } from '#contract/money.ts'
import { findCinema } from '#features/programming/cinemas/server/public.ts'
import type { Db } from '#server/db/connect.ts'
import type { Context } from '#server/http/handle.ts'
import { conflict, invalid, notFound, stale } from '#server/http/problem.ts'
import type { concessions, ConcessionProduct } from '../contract.ts'
import { itemNames, messages } from '../rules.ts'
import { addCombo, changeCombo, comboOf, findCombo, lockedMenu, isTitleInUse, productAt, setDeleted } from './store.ts'

/** Combo deals: a product of a cinema that is sold as several others together. */

type Menu = Map<string, ConcessionProduct>

export async function createCombo({ body, db, record, declareAmount, now }: Context<typeof concessions.createCombo>) {
  const { cinema_id, rosetta_product_id, combo_items, display_price } = body
  if (!(await findCinema(db, cinema_id))) throw invalid({ cinema_id: errors.notFound('cinema') })
  const menu = await lockedMenu(db, cinema_id, now)
  const title = menu.get(rosetta_product_id)
  if (!title?.isSold) throw invalid({ rosetta_product_id: messages.notSold('this title') })
  const around = comboWith(menu, title)
  if (around) throw invalid({ rosetta_product_id: messages.isItem(title.product_name, around.product_name) })
  mustCost(title, display_price)
  const items = itemsAt(menu, combo_items, title, 'combo_items')
  await withFreeTitle(() => addCombo(db, title.id, items, now))
  const combo = (await productAt(db, title.id, now))!
  declareAmount(savedKobo(menu, combo), { fresh: ['id'] })
  await record({ ...about(combo), summary: `Created the combo ${nameAt(combo)}`, after: audited(combo) })
  return combo
}

type Change = {
  rosetta_product_ids: readonly string[]
  display_price?: number | undefined
  version?: number | undefined
}

export async function editCombo(
  {
    db,
    record,
    declareAmount,
    now,
  }: Pick<Context<typeof concessions.editCombo>, 'db' | 'record' | 'declareAmount' | 'now'>,
  id: number,
  { rosetta_product_ids, display_price, version }: Change,
) {
  const { menu, combo: before } = await lockedCombo(db, id, now)
  if (version !== undefined && version !== before.combo_version) throw stale(before)
  mustCost(before, display_price)
  await changeCombo(db, id, itemsAt(menu, rosetta_product_ids, before, 'rosetta_product_ids'))
  const after = (await productAt(db, before.id, now))!
  declareAmount(Math.abs(savedKobo(menu, after) - savedKobo(menu, before)))
  await record({
    ...about(after),
    summary: `Edited the combo ${nameAt(after)}`,
    before: audited(before),
    after: audited(after),
  })
  return after
}

export async function deleteCombo(
  { db, record, now }: Pick<Context<typeof concessions.deleteCombo>, 'db' | 'record' | 'now'>,
  id: number,
) {
  const { combo } = await lockedCombo(db, id, now)
  await setDeleted(db, id, now)
  await record({ ...about(combo), summary: `Deleted the combo ${nameAt(combo)}`, before: audited(combo) })
  return { id }
}

export async function restoreCombo({ params: { id }, db, record, now }: Context<typeof concessions.restoreCombo>) {
  const found = await findCombo(db, id)
  if (!found) throw notFound('combo deal')
  await lockedMenu(db, found.cinema_id, now)
  if (!(await findCombo(db, id))!.is_deleted) throw conflict(messages.isStanding)
  await withFreeTitle(() => setDeleted(db, id, null))
  const { menu, combo } = await lockedCombo(db, id, now)
  // What it is made of, or is a part of, may have changed since.
  const around = comboWith(menu, combo)
  if (around) throw conflict(messages.isItem(combo.product_name, around.product_name))
  const nestedCombo = combo.combo_items.find((item) => menu.get(item.product_id)!.combo_id !== null)
  if (nestedCombo) throw conflict(messages.isCombo(nestedCombo.product_name))
  await record({ ...about(combo), summary: `Restored the combo ${nameAt(combo)}`, after: audited(combo) })
  return combo
}

/** The combo, not deleted, of a title at a cinema, for those who know no other id. */
export async function comboIdOf(db: Db, at: { rosetta_product_id: string; cinema_id: string }): Promise<number> {
  const id = await comboOf(db, at.rosetta_product_id, at.cinema_id)
  if (id === undefined) throw notFound('combo deal')
  return id
}

/** A combo that is not deleted, with what its cinema sells, while nobody else changes either. */
async function lockedCombo(db: Db, id: number, now: Date): Promise<{ menu: Menu; combo: ConcessionProduct }> {
  const found = await findCombo(db, id)
  if (!found) throw notFound('combo deal')
  const menu = await lockedMenu(db, found.cinema_id, now)
  const combo = [...menu.values()].find((product) => product.combo_id === id)
  if (!combo) throw notFound('combo deal')
  return { menu, combo }
}

/** Prices are the server's: another than the title's is refused with the right one (decisions: Deviations). */
function mustCost(title: ConcessionProduct, sent: number | undefined) {
  if (sent !== undefined && toKobo(sent) !== toKobo(title.display_price))
    throw invalid({ display_price: `${nameAt(title)} costs ${showNaira(title.display_price)}` })
}

/** The rows of a combo's items. An item that it has already may stay although it is not sold any more. */
function itemsAt(menu: Menu, ids: readonly string[], title: ConcessionProduct, field: string): number[] {
  const had = new Set(title.combo_items.map((item) => item.product_id))
  return ids.map((id) => {
    const item = menu.get(id)
    if (id === title.product_id) throw invalid({ [field]: messages.isItsTitle })
    if (!item || !(item.isSold || had.has(id))) throw invalid({ [field]: messages.notSold(item?.product_name ?? id) })
    if (item.combo_id !== null) throw invalid({ [field]: messages.isCombo(item.product_name) })
    return item.id
  })
}

/** The combo that a product is an item of: a combo is no item of another. */
const comboWith = (menu: Menu, { product_id: id }: ConcessionProduct) =>
  [...menu.values()].find((combo) => combo.combo_items.some((item) => item.product_id === id))

/** What its price saves on its items, in kobo. */
const savedKobo = (menu: Menu, { display_price, combo_items }: ConcessionProduct): number =>
  Math.max(0, sum(combo_items.map((item) => toKobo(menu.get(item.product_id)!.display_price))) - toKobo(display_price))
const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0)

async function withFreeTitle<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    throw isTitleInUse(error) ? conflict(messages.hasCombo) : error
  }
}

const nameAt = ({ product_name, cinema_name }: ConcessionProduct) => `${product_name} at ${cinema_name}`
const about = ({ combo_id: id }: ConcessionProduct) => ({ entity: 'combo deal', id: id! })
const audited = (combo: ConcessionProduct) => ({
  title: combo.product_name,
  cinema: combo.cinema_name,
  price: combo.display_price,
  items: itemNames(combo),
})
