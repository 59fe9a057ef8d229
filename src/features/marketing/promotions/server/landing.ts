import type { AuditSummary } from '#server/audit/summary.ts'
import { and, count, isNull, lte, ne, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { conflict } from '#server/http/problem.ts'
import { messages, type Position } from '../rules.ts'
import { findPromotion, isLive, reorder, type Stored } from './store.ts'
import { promotions } from './tables.ts'
import { orNull, query, text } from '#server/db/query.ts'

/**
 * Who gives out a place on the landing page, or changes its order, does so alone, until the transaction ends. Taken before any row is held. That
 * at no moment more than three are given out the database itself sees to (schema.sql).
 */
export const lockLandingPage = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('landing page'))`)

type Visibility = { startsAt: Date | null; endsAt: Date | null }

/**
 * The first moment at which there is no room for a promotion, from its start to its end; the place of one that has ended
 * is free. The landing page must be locked. @param id of the promotion itself; 0 for a new one
 */
export async function fullAt(
  tx: Db,
  id: number,
  { startsAt, endsAt }: Visibility,
  now: Date,
): Promise<Date | undefined> {
  const hasEnded = and(promotions.onLanding, isNull(promotions.deletedAt), lte(promotions.endsAt, now))
  await tx
    .update(promotions)
    .set({ onLanding: false })
    .where(and(hasEnded, ne(promotions.id, id)))
  const at = (moment: Date | null) => sql`${moment?.toISOString() ?? null}::timestamptz`
  const from = startsAt && startsAt > now ? startsAt : now
  const { rows } = await query(tx, {
    at: orNull(text),
  })`select landing_full_at(${id}, ${at(from)}, ${at(endsAt)}) as at`
  return rows[0]!.at === null ? undefined : new Date(rows[0]!.at)
}

/** How many promotions the landing page shows. */
export const countOnLandingPage = async (db: Db, now: Date): Promise<number> =>
  (
    await db
      .select({ n: count() })
      .from(promotions)
      .where(and(promotions.onLanding, isLive('body', now)))
  )[0]!.n

/**
 * Puts one before another of its position, or last.
 * @returns it, and what was done in words; undefined where there is none at this position
 * @throws 409 where the other one is not there any more
 */
export async function move(
  tx: Db,
  position: Position,
  id: number,
  beforeId: number | null,
): Promise<{ one: Stored; summary: AuditSummary } | undefined> {
  await lockLandingPage(tx)
  const one = await findPromotion(tx, id)
  if (one?.position !== position) return undefined
  const before = beforeId === null ? undefined : await findPromotion(tx, beforeId)
  if (beforeId !== null && before?.position !== position) throw conflict(messages.beforeRemoved)
  await reorder(tx, one, beforeId)
  return { one, summary: `Moved "${one.title}" ${before ? `before "${before.title}"` : 'to the end'}` }
}
