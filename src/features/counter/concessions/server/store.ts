import { eq, inArray, sql } from 'drizzle-orm'
import { sqlError, type Db } from '#server/db/connect.ts'
import type { ConcessionProduct } from '../contract.ts'
import { lockMenu } from './follow.ts'
import { productsWhere } from './menu.ts'
import { cinemaProducts, comboDeals, comboItems, products } from './tables.ts'
import { bool, number, query, text } from '#server/db/query.ts'

export { menuProducts } from './menu.ts'

/** One product at a cinema. */
export const productAt = async (db: Db, id: number, at: Date): Promise<ConcessionProduct | undefined> =>
  (await productsWhere(db, sql`cp.id = ${id}`, at))[0]

/** All products of a cinema by the point of sale's ids, also those that are gone, while nobody else changes them. */
export async function lockedMenu(tx: Db, cinemaId: string, at: Date): Promise<Map<string, ConcessionProduct>> {
  await lockMenu(tx, cinemaId)
  const rows = await productsWhere(tx, sql`cp.cinema_id = ${cinemaId}`, at)
  return new Map(rows.map((product) => [product.product_id, product]))
}

/** A product at all the cinemas that sell it, while nobody else changes it there. */
export async function lockedEverywhere(tx: Db, productId: number, at: Date): Promise<ConcessionProduct[]> {
  await tx.execute(sql`select from cinema_products where product_id = ${productId} order by id for no key update`)
  return productsWhere(tx, sql`cp.product_id = ${productId}`, at)
}

export async function setActive(tx: Db, ids: readonly number[], isActive: boolean): Promise<void> {
  await tx.execute(sql`
    update cinema_products set is_active = ${isActive}, version = version + 1
    where id = any(${sql.param([...ids])}::integer[])`)
}

/** @param change `overrideKobo` of null follows the point of sale again */
export const changeProduct = (
  tx: Db,
  id: number,
  change: { overrideKobo?: number | null; overrideSince?: Date; isActive?: boolean },
) =>
  tx
    .update(cinemaProducts)
    .set({ ...change, version: sql`${cinemaProducts.version} + 1` })
    .where(eq(cinemaProducts.id, id))

/** @returns the picture's product as it was, or nothing when there is none */
export async function findProduct(db: Db, rosettaId: string, { lock = false } = {}) {
  const query = db.select().from(products).where(eq(products.rosettaId, rosettaId))
  return (await (lock ? query.for('update') : query))[0]
}

export async function setImage(tx: Db, id: number, image: string): Promise<number> {
  const [row] = await tx
    .update(products)
    .set({ image, version: sql`${products.version} + 1` })
    .where(eq(products.id, id))
    .returning({ version: products.version })
  return row!.version
}

/** How far sales have been looked through for these products, and since when all of them have been. */
export const noteCounted = (tx: Db, ids: readonly number[], until: number, at: Date | null) =>
  tx
    .update(products)
    .set({ countedTo: until, countedAt: at })
    .where(inArray(products.id, [...ids]))

/** @throws a unique violation when its title is a combo already (`isTitleTaken`) */
export async function addCombo(tx: Db, titleId: number, items: readonly number[], now: Date): Promise<void> {
  const [combo] = await tx
    .insert(comboDeals)
    .values({ cinemaProductId: titleId, createdAt: now })
    .returning({ id: comboDeals.id })
  await setItems(tx, combo!.id, items)
}

export async function changeCombo(tx: Db, id: number, items: readonly number[]): Promise<void> {
  await tx
    .update(comboDeals)
    .set({ version: sql`${comboDeals.version} + 1` })
    .where(eq(comboDeals.id, id))
  await tx.delete(comboItems).where(eq(comboItems.comboId, id))
  await setItems(tx, id, items)
}

const setItems = (tx: Db, comboId: number, items: readonly number[]) =>
  tx.insert(comboItems).values(items.map((cinemaProductId, place) => ({ comboId, cinemaProductId, place })))

/** A combo's place, deleted or not. */
export async function findCombo(db: Db, id: number) {
  const { rows } = await query(db, { title_id: number, cinema_id: text, is_deleted: bool })`
    select cp.id as title_id, cp.cinema_id, d.deleted_at is not null as is_deleted
    from combo_deals d join cinema_products cp on cp.id = d.cinema_product_id
    where d.id = ${id}`
  return rows[0]
}

/** The combo, not deleted, of a title at a cinema. */
export async function comboOf(db: Db, rosettaId: string, cinemaId: string): Promise<number | undefined> {
  const { rows } = await query(db, { id: number })`
    select d.id from combo_deals d join cinema_products cp on cp.id = d.cinema_product_id join products p on p.id = cp.product_id
    where p.rosetta_id = ${rosettaId} and cp.cinema_id = ${cinemaId} and d.deleted_at is null`
  return rows[0]?.id
}

/** @throws a unique violation when its title is a combo again (`isTitleTaken`) */
export const setDeleted = (tx: Db, id: number, deletedAt: Date | null) =>
  tx
    .update(comboDeals)
    .set({ deletedAt, version: sql`${comboDeals.version} + 1` })
    .where(eq(comboDeals.id, id))

export const isTitleInUse = (error: unknown): boolean => sqlError(error).constraint === 'combo_deals_standing'

/** The cinema of a product of one. */
