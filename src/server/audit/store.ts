import { count, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { prepared } from '../db/prepared.ts'
import { listOf, rowsOf } from '../db/rows.ts'
import type { AuditSummary } from './summary.ts'
import { auditLog } from './tables.ts'
import { bool, query, text, number } from '../db/query.ts'

/** The change as a handler describes it. The framework adds the actor, the time and the call. */
export type AuditLine = {
  /** The kind of record as in the glossary: movie, film, admin … */
  entity: string
  id: string | number
  /** A sentence for the list, without personal data beyond names. */
  summary: AuditSummary
  /** The record before and after; only the changed fields are stored. */
  before?: Record<string, unknown> | undefined
  after?: Record<string, unknown> | undefined
  /** Further records by which the entry is found, such as the payment of a sale. */
  about?: readonly string[] | undefined
}

export type Actor = { id: number | null; name: string }

/** `cinemaIds`: the cinemas of the entry's record; none for a record of the chain. */
type At = { requestId: string | null; now: Date; cinemaIds?: readonly string[] }

/** Adds an entry in the caller's transaction. */
export async function addLine(db: Db, actor: Actor, action: string, line: AuditLine, at: At): Promise<void> {
  const [before, after] = line.before && line.after ? changed(line.before, line.after) : [line.before, line.after]
  await db.insert(auditLog).values({
    at: at.now,
    actorId: actor.id,
    actor: actor.name,
    action,
    entity: line.entity,
    entityId: String(line.id),
    summary: line.summary,
    before,
    after,
    requestId: at.requestId,
    cinemaIds: [...(at.cinemaIds ?? [])],
    about: [...new Set(line.about)],
  })
}

/** Returns the actors of actions on records of a kind, by record id, each at the time of the action. */
export async function actorsAt(
  db: Db,
  entity: string,
  records: readonly { id: string; at: string }[],
): Promise<Map<string, string>> {
  if (!records.length) return new Map()
  const { rows } = await query(db, { id: text, actor: text })`
    select x.id, l.actor
    from ${rowsOf(records, 'id text, at timestamptz')}
    join audit_log l on l.entity = ${entity} and l.entity_id = x.id and l.at = x.at`
  return new Map(rows.map(({ id, actor }) => [id, actor]))
}

type Opening = {
  actor: Actor
  /** The calls that open the record. */
  actions: readonly [string, ...string[]]
  now: Date
}
/** Names of all calls that open a record about a person. */
export const OPENINGS = ['fetch', 'booking', 'guestBookings', 'member']

const ONE_OPENING_MS = 15 * 60_000
const AFTER_OWN_WRITE_MS = 60_000
const A_DAY_MS = 12 * 3_600_000

type Opened = {
  db: Db
  write: (run: (writing: { db: Db; record: (line: AuditLine) => Promise<void> }) => Promise<void>) => Promise<void>
}

/** Records that a person opened a record about a person: once for each opening, however often it is read. */
export async function recordOpening({ db, write }: Opened, line: AuditLine, by: Opening): Promise<void> {
  // Most reads are of an open record and need no lock.
  if (await isOpenAlready(db, line, by)) return
  await write(async ({ db: tx, record }) => {
    // Locks the opening until the transaction ends, because one of two parallel reads is the opening.
    const of = `${line.entity} ${line.id} ${by.actor.id} ${by.actor.name}`
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${of}, 0))`)
    if (!(await isOpenAlready(tx, line, by))) await record(line)
  })
}

/**
 * Checks whether a person has the record open, so that reading it again is not another opening. They opened it a short
 * while ago, or earlier that day and have just edited it.
 */
async function isOpenAlready(db: Db, { entity, id }: AuditLine, { actor, actions, now }: Opening): Promise<boolean> {
  const opens = sql`action = any(${listOf(actions, 'text')})`
  const since = (ms: number) => sql`${new Date(now.getTime() - ms).toISOString()}::timestamptz`
  const { rows } = await query(db, { is_open: bool })(
    prepared(sql`
    select coalesce(bool_or(${opens} and at > ${since(ONE_OPENING_MS)})
      or bool_or(${opens})
        and bool_or(split_part(action, '.', 2) <> all(${listOf(OPENINGS, 'text')}) and at > ${since(AFTER_OWN_WRITE_MS)}),
      false) as is_open
    from audit_log
    where entity = ${entity} and entity_id = ${String(id)} and actor_id is not distinct from ${actor.id}::integer
      and actor = ${actor.name} and at > ${since(A_DAY_MS)}`),
  )
  return rows[0]!.is_open
}

/** Deletes old entries, except those that wait to be shipped, and merges of customers, which profiles show. */
export async function forgetAudit(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await query(db, { n: number })`
    select forget_audit(${before.toISOString()}::timestamptz, ${limit}) as n`
  return rows[0]!.n
}

/** Returns the actions of a person, newest first, with their total. */
export async function linesBy(db: Db, actorId: number, page: { limit: number; offset: number }) {
  const isByActor = eq(auditLog.actorId, actorId)
  const [lines, total] = await Promise.all([
    db
      .select({ id: auditLog.id, at: auditLog.at, summary: auditLog.summary })
      .from(auditLog)
      .where(isByActor)
      .orderBy(desc(auditLog.id))
      .limit(page.limit)
      .offset(page.offset),
    db.select({ n: count() }).from(auditLog).where(isByActor),
  ])
  return { lines, totalCount: total[0]!.n }
}

/** Returns the fields that differ. */
export const changed = (before: Record<string, unknown>, after: Record<string, unknown>) => {
  const differs = (key: string) => JSON.stringify(before[key]) !== JSON.stringify(after[key])
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(differs)
  const pick = (of: Record<string, unknown>) => Object.fromEntries(keys.map((key) => [key, of[key] ?? null]))
  return [pick(before), pick(after)] as const
}
