import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { CustomerOrGuest } from '#features/customers/contract.ts'
import type { Actor } from '#server/audit/store.ts'
import type { Db } from '#server/db/connect.ts'
import { guestId, type SearchTerms } from '#server/person.ts'
import type { Erasure, Kept } from '../contract.ts'
import { erasures } from './tables.ts'

export type Running = Pick<typeof erasures.$inferSelect, 'id' | 'words' | 'tablesLeft' | 'lookedAt'>

const isOf = (whose: CustomerOrGuest) =>
  'id' in whose ? eq(erasures.customerId, whose.id) : eq(erasures.guest, guestId(whose.email))

/** The latest erasure of a person, and how far it is; undefined when there is none. */
export async function findErasure(db: Db, whose: CustomerOrGuest): Promise<Erasure | undefined> {
  const [found] = await db.select().from(erasures).where(isOf(whose)).orderBy(desc(erasures.id)).limit(1)
  if (!found) return
  const { at, actor, reason, kept, words, tablesLeft, tableCount, failedAt } = found
  return {
    at: at.toISOString(),
    actor,
    reason,
    kept,
    running: words && {
      done: tableCount - tablesLeft.length,
      tables: tableCount,
      failedAt: failedAt?.toISOString() ?? null,
    },
  }
}

type Added = { by: Actor; reason: string; now: Date; kept: Kept[]; words: SearchTerms; tables: string[] }

/** Notes an erasure, with what its job needs: nothing where no text can name the person. */
export async function addErasure(
  tx: Db,
  whose: CustomerOrGuest,
  { by, reason, now, kept, words: { anywhere, needles }, tables }: Added,
): Promise<void> {
  const isNamed = needles.length > 0
  await tx.insert(erasures).values({
    ...('id' in whose ? { customerId: whose.id } : { guest: guestId(whose.email) }),
    at: now,
    actorId: by.id,
    actor: by.name,
    reason,
    kept,
    words: isNamed ? { anywhere, needles } : null,
    tablesLeft: isNamed ? tables : [],
    tableCount: tables.length,
  })
}

export const runningErasures = async (db: Db): Promise<number[]> =>
  (await db.select({ id: erasures.id }).from(erasures).where(isNotNull(erasures.words)).orderBy(asc(erasures.id))).map(
    ({ id }) => id,
  )

/** Erasures that do not get on, with the customers whose they are. */
export const failedErasures = (db: Db) =>
  db
    .select({ id: erasures.id, customerId: erasures.customerId, actor: erasures.actor })
    .from(erasures)
    .where(and(isNotNull(erasures.words), isNotNull(erasures.failedAt)))

/** A running erasure, held until the transaction ends; undefined of one that is done or that another server holds. */
export async function holdRunning(tx: Db, id: number): Promise<Running | undefined> {
  const { words, tablesLeft, lookedAt } = erasures
  const [found] = await tx
    .select({ id: erasures.id, words, tablesLeft, lookedAt })
    .from(erasures)
    .where(and(eq(erasures.id, id), isNotNull(words)))
    .for('update', { skipLocked: true })
  return found
}

/** Notes how far an erasure is. What its job needed goes with the last table. */
export const noteStep = (tx: Db, id: number, tablesLeft: string[], lookedAt: string[] | null) =>
  tx
    .update(erasures)
    .set({ tablesLeft, lookedAt, failedAt: null, ...(tablesLeft.length === 0 && { words: null }) })
    .where(eq(erasures.id, id))

export const noteFailure = (db: Db, id: number, now: Date) =>
  db
    .update(erasures)
    .set({ failedAt: sql`coalesce(${erasures.failedAt}, ${now.toISOString()}::timestamptz)` })
    .where(eq(erasures.id, id))
