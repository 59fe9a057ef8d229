import { and, count, eq, gt, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { ON_LANDING_PAGE } from '../rules.ts'
import { promotions } from './tables.ts'

/**
 * Who gives out a slot of the landing page does so alone, until the transaction ends. Taken before any row is held. That
 * no more than three are given out the database itself sees to (promotions_landing).
 */
export const holdLandingPage = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('landing page'))`)

/**
 * A free slot for a promotion; that of one that has ended is free. The landing page must be held.
 * @returns undefined when all are taken
 */
export async function freeSlot(tx: Db, id: number, now: Date): Promise<number | undefined> {
  await tx
    .update(promotions)
    .set({ landingSlot: null })
    .where(
      and(
        isNotNull(promotions.landingSlot),
        isNull(promotions.deletedAt),
        lte(promotions.endsAt, now),
        ne(promotions.id, id),
      ),
    )
  const { rows } = await tx.execute<{ slot: number }>(sql`
    select slot from generate_series(1, ${ON_LANDING_PAGE}::int) slot
    where not exists (
      select from promotions p where p.landing_slot = slot and p.deleted_at is null and p.id <> ${id})
    order by slot limit 1`)
  return rows[0]?.slot
}

/** How many promotions are shown on the landing page, or will be when their time comes. */
export const countOnLandingPage = async (db: Db, now: Date): Promise<number> =>
  (
    await db
      .select({ n: count() })
      .from(promotions)
      .where(
        and(
          eq(promotions.position, 'body'),
          isNotNull(promotions.landingSlot),
          isNull(promotions.deletedAt),
          or(isNull(promotions.endsAt), gt(promotions.endsAt, now)),
        ),
      )
  )[0]!.n
