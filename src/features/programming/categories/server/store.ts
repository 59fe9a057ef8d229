import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { sqlError, type Db } from '#server/db/connect.ts'
import type { Category } from '../contract.ts'
import { categories } from './tables.ts'

const toWire = ({ id, name, createdAt, version }: typeof categories.$inferSelect): Category => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  version,
})

export const everyCategory = async (db: Db): Promise<Category[]> =>
  (
    await db
      .select()
      .from(categories)
      .where(isNull(categories.deletedAt))
      .orderBy(sql`${categories.name} collate "und-x-icu"`, categories.id)
  ).map(toWire)

const withId = (id: number) => and(eq(categories.id, id), isNull(categories.deletedAt))

export const findCategory = async (db: Db, id: number): Promise<Category | undefined> =>
  (await db.select().from(categories).where(withId(id)).prepare('category').execute()).map(toWire)[0]

/** A category, locked until the transaction ends. */
export const lockCategory = async (tx: Db, id: number): Promise<Category | undefined> =>
  (await tx.select().from(categories).where(withId(id)).for('update')).map(toWire)[0]

/** @throws a unique violation when there is one of that name (`isDuplicateName`), as `changeCategory` and `restoreCategory` */
export const addCategory = async (tx: Db, name: string, now: Date): Promise<Category> =>
  toWire((await tx.insert(categories).values({ name, createdAt: now }).returning())[0]!)

const nextVersion = sql`${categories.version} + 1`

export const changeCategory = async (tx: Db, id: number, name: string): Promise<Category> =>
  toWire((await tx.update(categories).set({ name, version: nextVersion }).where(withId(id)).returning())[0]!)

export const removeCategory = (tx: Db, id: number, now: Date) =>
  tx.update(categories).set({ deletedAt: now, version: nextVersion }).where(withId(id))

/** @returns undefined when there is none that was deleted */
export const restoreCategory = async (tx: Db, id: number): Promise<Category | undefined> =>
  (
    await tx
      .update(categories)
      .set({ deletedAt: null, version: nextVersion })
      .where(and(eq(categories.id, id), isNotNull(categories.deletedAt)))
      .returning()
  ).map(toWire)[0]

export const isDuplicateName = (error: unknown): boolean => sqlError(error).constraint === 'categories_name'
