import { and, asc, count, desc, eq, gt, isNotNull, isNull, lt, lte, not, or, sql, type SQL } from 'drizzle-orm'
import type { Output } from '#contract/endpoint.ts'
import { startOfDay } from '#contract/time.ts'
import { findMovie, idsOfNumber } from '#features/programming/movies/server/public.ts'
import type { Db } from '#server/db/connect.ts'
import { eachDay } from '#server/db/days.ts'
import { isAnyOf, isOnDays, isSo } from '#server/db/filter.ts'
import { hasTerms } from '#server/db/search.ts'
import type { CalendarDays } from '#server/feature.ts'
import type { heroBanners as banners } from '../banner-contract.ts'
import type { promotions as calls } from '../contract.ts'
import type { Position, PromotionState } from '../rules.ts'
import { promotions } from './tables.ts'
import { bool, number, orNull, query, text } from '#server/db/query.ts'

export type Stored = typeof promotions.$inferSelect
type Columns = typeof promotions.$inferInsert
/** What staff enter, all of it. */
export type Entered = Omit<
  Stored,
  'id' | 'onLanding' | 'rank' | 'version' | 'createdAt' | 'deletedAt' | 'searchText' | 'code'
>

/** `zone`: whose days are meant, where any are. */
export type Filter = { position: Position; zone?: string } & Partial<
  Omit<Output<(typeof calls)['csv']['query']>, 'position' | 'columns'> &
    Pick<Output<(typeof banners)['list']['query']>, 'type'>
>

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
/** As `isOnLandingPage` has it. */
const isOnPage = (now: Date) => sql`case when ${promotions.position} = 'banner' then ${promotions.isActive}
  else ${promotions.onLanding} and coalesce(${promotions.endsAt} > ${now.toISOString()}, true) end`
const where = ({ position, search, state, starts, ends, landing, type, zone = 'UTC' }: Filter, now: Date) =>
  and(
    eq(promotions.position, position),
    isStanding,
    search ? hasTerms(sql`${promotions.searchText}`, search) : undefined,
    isAnyOf(state, (one) => sql`(${inState[one as PromotionState](now)})`),
    isOnDays(starts, sql`${promotions.startsAt}`, zone),
    isOnDays(ends, sql`${promotions.endsAt}`, zone),
    isSo(landing, isOnPage(now)),
    isAnyOf(type, (one) => sql`${promotions.isMovie} = ${one === 'movie'}`),
  )

/** As the landing page has them. */
const inOrder = [asc(promotions.rank), desc(promotions.id)]
const follows = ({ rank, id }: Stored) =>
  or(gt(promotions.rank, rank), and(eq(promotions.rank, rank), lt(promotions.id, id)))

/** Banners in their order, promotions newest first; a page starts at an offset or, in an export, after a row. */
export const pageOfPromotions = (
  db: Db,
  filter: Filter,
  now: Date,
  page: { limit: number; offset?: number; after?: Stored | undefined },
): Promise<Stored[]> =>
  db
    .select()
    .from(promotions)
    .where(
      and(
        where(filter, now),
        page.after && (filter.position === 'banner' ? follows(page.after) : lt(promotions.id, page.after.id)),
      ),
    )
    .orderBy(...(filter.position === 'banner' ? inOrder : [desc(promotions.id)]))
    .limit(page.limit)
    .offset(page.offset ?? 0)

export const countPromotions = async (db: Db, filter: Filter, now: Date): Promise<number> =>
  (await db.select({ n: count() }).from(promotions).where(where(filter, now)))[0]!.n

export const isLive = (position: Position, now: Date): SQL | undefined =>
  and(eq(promotions.position, position), isStanding, inState.live(now))

/** What is live at this instant: banners in their order; promotions of the landing page in theirs, then the newest. */
export const livePromotions = (db: Db, position: Position, now: Date, limit: number): Promise<Stored[]> =>
  db
    .select()
    .from(promotions)
    .where(isLive(position, now))
    .orderBy(
      desc(promotions.onLanding),
      asc(sql`case when ${promotions.onLanding} or ${promotions.position} = 'banner' then ${promotions.rank} end`),
      desc(promotions.id),
    )
    .limit(limit)

/** What the landing page shows or is to show: of banners all that are switched on, of promotions those with a place. */
export const visibleOrPlanned = (db: Db, position: Position, now: Date, limit: number): Promise<Stored[]> =>
  db
    .select()
    .from(promotions)
    .where(
      and(
        eq(promotions.position, position),
        isStanding,
        promotions.isActive,
        position === 'body' ? promotions.onLanding : undefined,
        or(isNull(promotions.endsAt), gt(promotions.endsAt, now)),
      ),
    )
    .orderBy(...inOrder)
    .limit(limit)

/**
 * Puts one before another of its position in their order, or last. The landing page must be locked (landing.ts); the rows
 * themselves are not: an order is nothing that a save could be based on.
 */
export async function reorder(tx: Db, { id, position }: Stored, beforeId: number | null): Promise<void> {
  await tx.execute(sql`
    with numbered as (
      select id, 2 * row_number() over (order by rank, id desc) as rank from promotions where position = ${position}
    ), wanted as (
      select id, case when id <> ${id} then rank
        else coalesce((select rank - 1 from numbered where id = ${beforeId}), (select max(rank) + 1 from numbered))
      end as rank
      from numbered
    )
    update promotions set rank = wanted.rank from wanted
    where promotions.id = wanted.id and promotions.rank <> wanted.rank`)
}

type Scheduled = Pick<Stored, 'id' | 'title' | 'isActive' | 'startsAt' | 'endsAt'>

/** Those that have times: so many of each day on which they begin, or end without a beginning, and of those that run on. */
export async function promotionsOn(db: Db, days: CalendarDays): Promise<Scheduled[]> {
  const columns = sql`id, title, is_active as "isActive", starts_at as "startsAt", ends_at as "endsAt"`
  const begin = startOfDay(days.from, days.zone).toISOString()
  const { rows } = await query(db, {
    id: number,
    title: text,
    isActive: bool,
    startsAt: orNull(text),
    endsAt: orNull(text),
  })`
    (select ${columns} from promotions
     where position = 'body' and deleted_at is null and starts_at < ${begin} and ends_at > ${begin}
     order by ends_at, id limit ${days.perDay})
    union all
    select p.* from ${eachDay(days)} d cross join lateral (
      select ${columns} from promotions
      where position = 'body' and deleted_at is null
        and coalesce(starts_at, ends_at) >= d.starts_at and coalesce(starts_at, ends_at) < d.ends_at
      order by coalesce(starts_at, ends_at), id limit ${days.perDay}
    ) p`
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

/** A new one, before all others of its position. @param onLanding whether it has a place on the landing page (landing.ts) */
export const addPromotion = async (tx: Db, entered: Entered, now: Date, onLanding = false): Promise<Stored> =>
  (
    await tx
      .insert(promotions)
      .values({
        ...entered,
        onLanding,
        rank: sql`(select coalesce(min(rank), 0) - 1 from promotions where position = ${entered.position})`,
        createdAt: now,
      })
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
