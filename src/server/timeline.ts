import { sql, type SQL } from 'drizzle-orm'
import { CURSOR, type CustomerFact, TIMELINE_KINDS, type TimelineEvent, type TimelineKind } from '#contract/timeline.ts'
import type { Permission } from '#contract/permissions.ts'
import type { Db } from './db/connect.ts'
import { gathering } from './queue.ts'

/** The customer: the record (null: a guest), the records merged into it, and the address of emails and bookings. */
export type Whose = { id: number | null; ids: readonly number[]; email: string | null }
/** The rows before a place in the order `at desc, id desc`; `at` to the microsecond. */
type Before = { at: string; id: string }
type TimelineQuery = { whose: Whose; before: Before | undefined; limit: number; zone: string; now: Date; meId: number }

/** An event with the exact time from which the next page continues. */
export type TimelineEntry = Pick<TimelineEvent, 'id' | 'title'> & { at: string } & Partial<
    Omit<TimelineEvent, 'id' | 'title' | 'at' | 'kind'>
  >

/** A feature's additions to a customer's page, with their permission. */
export type OfCustomer = {
  permission: Permission
  facts?: (db: Db, customerId: number, now: Date) => Promise<CustomerFact[]>
  /** Events of one kind: at most `limit`, in the order `at desc, id desc`. */
  events?: { kind: TimelineKind; read: (db: Db, query: TimelineQuery) => Promise<TimelineEntry[]> }
}

/** Writes a time to the microsecond, so that a page continues exactly where the previous one ended. */
export const exactly = (at: SQL): SQL => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** The condition, order and length of a page. */
export const upTo = ({ before, limit }: Pick<TimelineQuery, 'before' | 'limit'>, at: SQL, id: SQL) => ({
  where: before ? sql`(${at}, ${id}) < (${before.at}::timestamptz, ${before.id}::bigint)` : sql`true`,
  slice: sql`order by ${at} desc, ${id} desc limit ${limit}`,
})

const HIGHEST_ID = '9223372036854775807'

/**
 * Returns where the rows of a kind continue after an event of any kind. At equal times the order is that of the kinds.
 */
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

/** Returns a page of all kinds, newest first, and the start of the next page. Each kind is queried once. */
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
    // A stable sort keeps the order within each kind.
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
