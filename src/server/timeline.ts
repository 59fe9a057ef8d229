import { sql, type SQL } from 'drizzle-orm'
import { CURSOR, type CustomerFact, TIMELINE_KINDS, type TimelineEvent, type TimelineKind } from '#contract/timeline.ts'
import type { Permission } from '#contract/permissions.ts'
import type { Db } from './db/connect.ts'
import { gathering } from './queue.ts'

/** Of whom: the record, which a guest has none of, those that were merged into it, and the address that letters and bookings bear. */
export type Whose = { id: number | null; ids: readonly number[]; email: string | null }
/** The rows before a place in the order `at desc, id desc`; `at` to the microsecond. */
type Before = { at: string; id: string }
type TimelineQuery = { whose: Whose; before: Before | undefined; limit: number; zone: string; now: Date; meId: number }

/** An event, and the exact instant by which the next page goes on. */
export type TimelineEntry = Pick<TimelineEvent, 'id' | 'title'> & { at: string } & Partial<
    Omit<TimelineEvent, 'id' | 'title' | 'at' | 'kind'>
  >

/** What a feature adds to a customer's page, for those who have the permission. */
export type OfCustomer = {
  permission: Permission
  facts?: (db: Db, customerId: number, now: Date) => Promise<CustomerFact[]>
  /** What happened, of one kind: at most `limit`, in the order `at desc, id desc`. */
  events?: { kind: TimelineKind; read: (db: Db, query: TimelineQuery) => Promise<TimelineEntry[]> }
}

/** An instant as text, to the microsecond: a page goes on exactly where the one before ended. */
export const exactly = (at: SQL): SQL => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** The condition for a page, and its order and length. */
export const upTo = ({ before, limit }: Pick<TimelineQuery, 'before' | 'limit'>, at: SQL, id: SQL) => ({
  where: before ? sql`(${at}, ${id}) < (${before.at}::timestamptz, ${before.id}::bigint)` : sql`true`,
  slice: sql`order by ${at} desc, ${id} desc limit ${limit}`,
})

const HIGHEST_ID = '9223372036854775807'

/** Where the rows of one kind go on behind an event of any kind: those of the same instant are in the order of the kinds. */
function beforeOf(cursor: string | undefined, kind: TimelineKind): Before | undefined {
  const [, at, rank, id] = CURSOR.exec(cursor ?? '') ?? []
  if (!at) return
  const behind = TIMELINE_KINDS.indexOf(kind) - Number(rank)
  return { at, id: behind > 0 ? HIGHEST_ID : behind < 0 ? '0' : id! }
}

type Of = Omit<TimelineQuery, 'before' | 'limit'> & {
  cursor: string | undefined
  limit: number
  kinds: readonly TimelineKind[]
}

/** One page of all kinds together, newest first, and where the next begins: each kind is asked once. */
export async function timelineOf(
  sources: readonly OfCustomer[],
  scopedDb: (permission: Permission) => Db,
  { cursor, limit, kinds, ...query }: Of,
): Promise<{ events: TimelineEvent[]; next: string | null }> {
  const found = await Promise.all(
    sources.map(async ({ permission, events }) => {
      if (!events || !kinds.includes(events.kind)) return []
      const { kind, read } = events
      const page = { ...query, before: beforeOf(cursor, kind), limit: limit + 1 }
      const entries = await gathering(() => read(scopedDb(permission), page))
      return entries.map((event) => ({ ...event, kind }))
    }),
  )
  const rank = (kind: TimelineKind) => TIMELINE_KINDS.indexOf(kind)
  const all = found
    .flat()
    // Each kind comes in its own order, which a stable sort keeps.
    .toSorted((one, other) => (one.at === other.at ? rank(one.kind) - rank(other.kind) : one.at < other.at ? 1 : -1))
  const page = all.slice(0, limit)
  const last = page.at(-1)
  return {
    events: page.map((event) => ({
      more: [],
      by: '',
      naira: null,
      status: '',
      links: [],
      note: null,
      ...event,
      at: new Date(event.at).toISOString(),
    })),
    next: all.length > limit && last ? `${last.at} ${rank(last.kind)} ${last.id}` : null,
  }
}
