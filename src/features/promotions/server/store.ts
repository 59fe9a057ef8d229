import { and, count, desc, eq, gt, isNotNull, isNull, lt, lte, not, or, sql, type SQL } from 'drizzle-orm'
import { startOfDay } from '#contract/time.ts'
import { findMovie, idsOfNumber } from '#features/movies/server/public.ts'
import type { Db } from '#server/db/connect.ts'
import { eachDay } from '#server/db/days.ts'
import { hasWords } from '#server/db/search.ts'
import type { CalendarDays } from '#server/feature.ts'
import type { Position, PromotionState } from '../rules.ts'
import { promotions } from './tables.ts'

export type Stored = typeof promotions.$inferSelect
type Columns = typeof promotions.$inferInsert
/** What staff enter, all of it. */
export type Entered = Omit<Stored, 'id' | 'onLanding' | 'version' | 'createdAt' | 'deletedAt' | 'words'>

export type Filter = { position: Position; search?: string | undefined; state?: PromotionState | undefined }

const isStanding = isNull(promotions.deletedAt)
const hasEnded = (now: Date) => lte(promotions.endsAt, now)
const runs = (now: Date) =>
  and(
    or(isNull(promotions.startsAt), lte(promotions.startsAt, now)),
    or(isNull(promotions.endsAt), gt(promotions.endsAt, now)),
  )
const inState: Record<PromotionState, (now: Date) => SQL | undefined> = {
  off: () => not(promotions.isActive),
  ended: (now) => and(promotions.isActive, hasEnded(now)),
  scheduled: (now) =>
    and(promotions.isActive, gt(promotions.startsAt, now), or(isNull(promotions.endsAt), gt(promotions.endsAt, now))),
  live: (now) => and(promotions.isActive, runs(now)),
}
const where = ({ position, search, state }: Filter, now: Date) =>
  and(
    eq(promotions.position, position),
    isStanding,
    search ? hasWords(sql`${promotions.words}`, search) : undefined,
    state && inState[state](now),
  )

/** Newest first; a page starts at an offset or, in an export, after a row. */
export const pageOfPromotions = (
  db: Db,
  filter: Filter,
  now: Date,
  page: { limit: number; offset?: number; after?: Stored | undefined },
): Promise<Stored[]> =>
  db
    .select()
    .from(promotions)
    .where(and(where(filter, now), page.after && lt(promotions.id, page.after.id)))
    .orderBy(desc(promotions.id))
    .limit(page.limit)
    .offset(page.offset ?? 0)

export const countPromotions = async (db: Db, filter: Filter, now: Date): Promise<number> =>
  (await db.select({ n: count() }).from(promotions).where(where(filter, now)))[0]!.n

export const isLive = (position: Position, now: Date): SQL | undefined => where({ position, state: 'live' }, now)

/** What is live at this instant: that of the landing page first, and the newest. */
export const livePromotions = (db: Db, position: Position, now: Date, limit: number): Promise<Stored[]> =>
  db
    .select()
    .from(promotions)
    .where(isLive(position, now))
    .orderBy(desc(promotions.onLanding), desc(promotions.id))
    .limit(limit)

type Scheduled = Pick<Stored, 'id' | 'title' | 'isActive' | 'startsAt' | 'endsAt'>

/** Those that have times: so many of each day on which they begin, or end without a beginning, and of those that run on. */
export async function promotionsOn(db: Db, days: CalendarDays): Promise<Scheduled[]> {
  const columns = sql`id, title, is_active as "isActive", starts_at as "startsAt", ends_at as "endsAt"`
  const begin = startOfDay(days.from, days.zone).toISOString()
  const { rows } = await db.execute<Scheduled & { startsAt: string | null; endsAt: string | null }>(sql`
    (select ${columns} from promotions
     where position = 'body' and deleted_at is null and starts_at < ${begin} and ends_at > ${begin}
     order by ends_at, id limit ${days.perDay})
    union all
    select p.* from ${eachDay(days)} d cross join lateral (
      select ${columns} from promotions
      where position = 'body' and deleted_at is null
        and coalesce(starts_at, ends_at) >= d.starts_at and coalesce(starts_at, ends_at) < d.ends_at
      order by coalesce(starts_at, ends_at), id limit ${days.perDay}
    ) p`)
  const at = (text: string | null) => (text === null ? null : new Date(text))
  return rows.map((row) => ({ ...row, startsAt: at(row.startsAt), endsAt: at(row.endsAt) }))
}

/** One that is there, or one that was deleted; locked until the transaction ends where it is to be changed. */
export async function findPromotion(
  db: Db,
  id: number,
  { lock = false, deleted = false } = {},
): Promise<Stored | undefined> {
  const query = db
    .select()
    .from(promotions)
    .where(and(eq(promotions.id, id), deleted ? isNotNull(promotions.deletedAt) : isStanding))
  return (await (lock ? query.for('update') : query))[0]
}

/** @param onLanding whether it has a place on the landing page (landing.ts) */
export const addPromotion = async (tx: Db, entered: Entered, now: Date, onLanding = false): Promise<Stored> =>
  (
    await tx
      .insert(promotions)
      .values({ ...entered, onLanding, createdAt: now })
      .returning()
  )[0]!

/** The version goes on, whatever changes. */
export const changePromotion = async (tx: Db, id: number, change: Partial<Columns>): Promise<Stored> =>
  (
    await tx
      .update(promotions)
      .set({ ...change, version: sql`${promotions.version} + 1` })
      .where(eq(promotions.id, id))
      .returning()
  )[0]!

/** The movie of an id, or of a number without regard to leading zeros; undefined where there is none, or more than one. */
export async function movieOf(db: Db, id: string | number): Promise<string | undefined> {
  if (typeof id === 'string') return (await findMovie(db, id))?.id
  const ids = await idsOfNumber(db, id)
  return ids.length === 1 ? ids[0] : undefined
}
