import { and, asc, count, desc, eq, gte, lt, gt, sql, type SQL } from 'drizzle-orm'
import type { Output } from '#contract/endpoint.ts'
import { addDays, startOfDay } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import { hasWords } from '#server/db/search.ts'
import type { audit, AuditLine } from '../contract.ts'
import { auditLog } from './tables.ts'

/** What a handler says of the change it made; the handle adds who, when and which call. */
export type Line = {
  /** The kind of record, in the glossary's word: movie, film, admin … */
  entity: string
  id: string | number
  /** One sentence's worth for the list, without personal data beyond names. */
  summary: string
  /** The record before and after; only what changed is kept of both. */
  before?: Record<string, unknown> | undefined
  after?: Record<string, unknown> | undefined
}

export type Actor = { id: number | null; name: string }

/** Adds a line in the caller's transaction. */
export async function addLine(
  db: Db,
  actor: Actor,
  action: string,
  line: Line,
  at: { requestId: string | null; now: Date },
): Promise<void> {
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
  })
}

export type Opening = {
  actor: Actor
  /** The call that opens it. */
  action: string
  features: readonly string[]
  entity: string
  id: number
  now: Date
}

const ONE_OPENING_MS = 15 * 60_000
const AFTER_OWN_WRITE_MS = 60_000
const A_DAY_MS = 12 * 3_600_000

/**
 * Whether a person has the record open already, so that reading it again is no other opening: they opened it a short while
 * ago, or earlier that day and have just changed it by a call of these features, and are shown what became of it.
 */
export async function isOpenAlready(db: Db, { actor, action, features, entity, id, now }: Opening): Promise<boolean> {
  const since = (ms: number) => sql`${new Date(now.getTime() - ms).toISOString()}::timestamptz`
  const { rows } = await db.execute<{ is_open: boolean }>(sql`
    select coalesce(bool_or(action = ${action} and at > ${since(ONE_OPENING_MS)})
      or bool_or(action = ${action})
        and bool_or(split_part(action, '.', 1) = any(${sql.param([...features])}::text[]) and at > ${since(AFTER_OWN_WRITE_MS)}),
      false) as is_open
    from audit_log
    where entity = ${entity} and entity_id = ${String(id)} and actor_id is not distinct from ${actor.id}::integer
      and actor = ${actor.name} and at > ${since(A_DAY_MS)}`)
  return rows[0]!.is_open
}

/** Only the fields that differ. */
const changed = (before: Record<string, unknown>, after: Record<string, unknown>) => {
  const differs = (key: string) => JSON.stringify(before[key]) !== JSON.stringify(after[key])
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(differs)
  const pick = (of: Record<string, unknown>) => Object.fromEntries(keys.map((key) => [key, of[key] ?? null]))
  return [pick(before), pick(after)] as const
}

export type Filter = Output<(typeof audit)['csv']['query']> & { zone: string }

const where = (filter: Filter): SQL | undefined => {
  const { zone, search, start_date: start, end_date: end } = filter
  return and(
    start ? gte(auditLog.at, startOfDay(start, zone)) : undefined,
    end ? lt(auditLog.at, startOfDay(addDays(end, 1), zone)) : undefined,
    filter.entity ? eq(auditLog.entity, filter.entity) : undefined,
    filter.entity_id ? eq(auditLog.entityId, filter.entity_id) : undefined,
    search ? hasWords(sql`${auditLog.words}`, search) : undefined,
  )
}

const inOrder = ({ sort }: Filter) => (sort === 'at' ? asc : desc)(auditLog.id)

/** Newest first unless sorted by `at`. */
export async function pageOfLines(
  db: Db,
  filter: Filter,
  page: { limit: number; offset: number },
): Promise<AuditLine[]> {
  const rows = await db
    .select()
    .from(auditLog)
    .where(where(filter))
    .orderBy(inOrder(filter))
    .limit(page.limit)
    .offset(page.offset)
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    actor: row.actor,
    action: row.action,
    entity: row.entity,
    entity_id: row.entityId,
    summary: row.summary,
    before: row.before ?? null,
    after: row.after ?? null,
    request_id: row.requestId,
  }))
}

/** A line as a file has it. */
export type ExportedLine = Pick<AuditLine, 'id' | 'at' | 'actor' | 'action' | 'entity' | 'entity_id' | 'summary'> & {
  before: string | null
  after: string | null
}

/**
 * The next lines of an export after one. The database writes instants and JSON as text, and no rows are mapped: of a
 * million lines each of these takes seconds.
 */
export async function exportedLines(
  db: Db,
  filter: Filter,
  page: { limit: number; after: ExportedLine | undefined },
): Promise<ExportedLine[]> {
  const follows = page.after && (filter.sort === 'at' ? gt : lt)(auditLog.id, page.after.id)
  const { rows } = await db.execute<ExportedLine>(sql`
    select id, to_char(at at time zone ${filter.zone}, 'DD/MM/YYYY HH24:MI') as at, actor, action, entity, entity_id,
      summary, before::text, after::text
    from ${auditLog} where ${and(where(filter), follows) ?? sql`true`}
    order by ${inOrder(filter)} limit ${page.limit}`)
  return rows
}

export const countLines = async (db: Db, filter: Filter): Promise<number> =>
  (await db.select({ n: count() }).from(auditLog).where(where(filter)))[0]!.n
