import { and, asc, count, desc, eq, gte, lt, gt, notInArray, or, sql, type SQL } from 'drizzle-orm'
import type { Output } from '#contract/endpoint.ts'
import { addDays, startOfDay } from '#contract/time.ts'
import { auditLog } from '#server/audit/tables.ts'
import type { Db } from '#server/db/connect.ts'
import { hasWords } from '#server/db/search.ts'
import type { audit, AuditLine } from '../contract.ts'

/** `hidden`: entities of which nobody is named, and so none is found by a name. */
export type Filter = Output<(typeof audit)['csv']['query']> & { zone: string; hidden: string[] }

const where = (filter: Filter): SQL | undefined => {
  const { zone, hidden, search, start_date: start, end_date: end } = filter
  return and(
    start ? gte(auditLog.at, startOfDay(start, zone)) : undefined,
    end ? lt(auditLog.at, startOfDay(addDays(end, 1), zone)) : undefined,
    filter.entity ? eq(auditLog.entity, filter.entity) : undefined,
    filter.entity_id ? eq(auditLog.entityId, filter.entity_id) : undefined,
    search ? hasWords(sql`${auditLog.words}`, search) : undefined,
    search && hidden.length ? or(notInArray(auditLog.entity, hidden), hasWords(wordsWithoutNames, search)) : undefined,
  )
}

/** As the column, of what is said without names. */
const wordsWithoutNames = sql`fold(regexp_replace(
  ${auditLog.actor} || ' ' || ${auditLog.action} || ' ' || ${auditLog.entityId} || ' ' || ${auditLog.summary},
  '\\u2068[^\\u2069]*\\u2069', '', 'g'))`

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
