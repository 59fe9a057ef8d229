import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { CustomerOrGuest } from '#features/customers/customers/contract.ts'
import type { Actor } from '#server/audit/store.ts'
import type { Db } from '#server/db/connect.ts'
import { guestId, type SearchTerms } from '#server/person.ts'
import type { Erasure, Retained } from '../contract.ts'
import { erasures } from './tables.ts'

export type Running = Pick<typeof erasures.$inferSelect, 'id' | 'searchTerms' | 'remainingTables' | 'lastKey'>

const isOf = (whose: CustomerOrGuest) =>
  'id' in whose ? eq(erasures.customerId, whose.id) : eq(erasures.guest, guestId(whose.email))

/** The latest erasure of a person, and how far it is; undefined when there is none. */
export async function findErasure(db: Db, whose: CustomerOrGuest): Promise<Erasure | undefined> {
  const [found] = await db.select().from(erasures).where(isOf(whose)).orderBy(desc(erasures.id)).limit(1)
  if (!found) return
  const { at, actor, reason, retained, searchTerms, remainingTables, tableCount, failedAt } = found
  return {
    at: at.toISOString(),
    actor,
    reason,
    retained,
    running: searchTerms && {
      done: tableCount - remainingTables.length,
      tables: tableCount,
      failedAt: failedAt?.toISOString() ?? null,
    },
  }
}

type Added = { by: Actor; reason: string; now: Date; retained: Retained[]; searchTerms: SearchTerms; tables: string[] }

/** Notes an erasure, with what its job needs: nothing where no text can name the person. */
export async function addErasure(
  tx: Db,
  whose: CustomerOrGuest,
  { by, reason, now, retained, searchTerms: { anywhere, needles }, tables }: Added,
): Promise<void> {
  const isNamed = needles.length > 0
  await tx.insert(erasures).values({
    ...('id' in whose ? { customerId: whose.id } : { guest: guestId(whose.email) }),
    at: now,
    actorId: by.id,
    actor: by.name,
    reason,
    retained,
    searchTerms: isNamed ? { anywhere, needles } : null,
    remainingTables: isNamed ? tables : [],
    tableCount: tables.length,
  })
}

export const runningErasures = async (db: Db): Promise<number[]> =>
  (
    await db.select({ id: erasures.id }).from(erasures).where(isNotNull(erasures.searchTerms)).orderBy(asc(erasures.id))
  ).map(({ id }) => id)

/** Erasures that do not get on, with the customers whose they are. */
export const failedErasures = (db: Db) =>
  db
    .select({ id: erasures.id, customerId: erasures.customerId, actor: erasures.actor })
    .from(erasures)
    .where(and(isNotNull(erasures.searchTerms), isNotNull(erasures.failedAt)))

/** A running erasure, held until the transaction ends; undefined of one that is done or that another server holds. */
export async function lockRunning(tx: Db, id: number): Promise<Running | undefined> {
  const { searchTerms, remainingTables, lastKey } = erasures
  const [found] = await tx
    .select({ id: erasures.id, searchTerms, remainingTables, lastKey })
    .from(erasures)
    .where(and(eq(erasures.id, id), isNotNull(searchTerms)))
    .for('update', { skipLocked: true })
  return found
}

/** Notes how far an erasure is. What its job needed goes with the last table. */
export const noteStep = (tx: Db, id: number, remainingTables: string[], lastKey: string[] | null) =>
  tx
    .update(erasures)
    .set({ remainingTables, lastKey, failedAt: null, ...(remainingTables.length === 0 && { searchTerms: null }) })
    .where(eq(erasures.id, id))

export const noteFailure = (db: Db, id: number, now: Date) =>
  db
    .update(erasures)
    .set({ failedAt: sql`coalesce(${erasures.failedAt}, ${now.toISOString()}::timestamptz)` })
    .where(eq(erasures.id, id))
