import { and, asc, desc, eq, gt, gte, isNotNull, lt, lte, notInArray, or, sql, type SQL } from 'drizzle-orm'
import type { Output } from '#contract/endpoint.ts'
import { readChoice, type FilterText } from '#contract/filter.ts'
import { unmarked } from '#contract/isolate.ts'
import { addDays, startOfDay } from '#contract/time.ts'
import { auditLog } from '#server/audit/tables.ts'
import type { Db } from '#server/db/connect.ts'
import { isChosen } from '#server/db/filter.ts'
import { listOf } from '#server/db/rows.ts'
import { isScoped } from '#server/db/scoped.ts'
import { hasTerms } from '#server/db/search.ts'
import { actionKindOf, areaOf } from '../kind-rules.ts'
import type { audit, AuditLine } from '../contract.ts'
import { MOST_LISTED } from '../rules.ts'
import { number, query, text, present } from '#server/db/query.ts'

type Query = Output<(typeof audit)['csv']['query']> & { zone: string; hidden: string[] }
/**
 * `hidden`: entities of which nobody is named, and so none is found by a name. `actions`: those of the area and act that
 * are asked for.
 */
export type Filter = Query & { actions: string[] | undefined }

/** With the actions there are that fit the area and the act. */
export async function filterOf(db: Db, query: Query): Promise<Filter> {
  const { area, actionKind: kind } = query
  if (!area && !kind) return { ...query, actions: undefined }
  const isOf = (choice: FilterText<'choice'> | undefined, name: string | undefined) => {
    const chosen = choice === undefined ? 'some' : readChoice(choice)
    return chosen === 'some' || (name !== undefined && chosen.values.includes(name))
  }
  const fits = (action: string) => isOf(area, areaOf(action)) && isOf(kind, actionKindOf(action))
  return { ...query, actions: (await everyAction(db)).filter(fits) }
}

const everyAction = async (db: Db): Promise<string[]> => {
  const { rows } = await query(db, { action: present(text) })`select action from audit_actions`
  return rows.map(({ action }) => action)
}

/** Everybody with an id in the log, under the name that they had last; by name. */
export const peopleInLog = async (db: Db): Promise<{ id: number; name: string }[]> => {
  const { rows } = await query(db, { id: present(number), name: text })(
    isScoped(db)
      ? sql`
    select * from (
      select actor_id as id, (array_agg(actor order by id desc))[1] as name
      from audit_log where actor_id is not null group by actor_id) p
    order by lower(name), id`
      : sql`
    with recursive known (id) as (
      select min(actor_id) from audit_log
      union all
      select (select min(actor_id) from audit_log l where l.actor_id > known.id) from known where known.id is not null)
    select * from (
      select known.id, (select actor from audit_log l where l.actor_id = known.id order by l.id desc limit 1) as name
      from known where known.id is not null) p
    order by lower(name), id`,
  )
  return rows.map(({ id, name }) => ({ id, name: unmarked(name) }))
}

export const where = (filter: Filter): SQL | undefined => {
  const { zone, hidden, search, actions, start_date: start, end_date: end } = filter
  return and(
    isChosen(filter.person, sql`${auditLog.actorId}`, { type: 'bigint' }),
    actions && sql`${auditLog.action} = any(${listOf(actions, 'text')})`,
    start ? gte(auditLog.at, startOfDay(start, zone)) : undefined,
    end ? lt(auditLog.at, startOfDay(addDays(end, 1), zone)) : undefined,
    filter.entity ? eq(auditLog.entity, filter.entity) : undefined,
    filter.entity_id ? eq(auditLog.entityId, filter.entity_id) : undefined,
    filter.about ? sql`${auditLog.about} @> array[${filter.about}]::text[] and ${auditLog.about} <> '{}'` : undefined,
    search ? hasTerms(sql`${auditLog.searchText}`, search) : undefined,
    search && hidden.length
      ? or(notInArray(auditLog.entity, hidden), hasTerms(searchTextWithoutNames, search))
      : undefined,
  )
}

/** As the column, of what is said without names. */
const searchTextWithoutNames = sql`fold(regexp_replace(
  ${auditLog.actor} || ' ' || ${auditLog.action} || ' ' || ${auditLog.entityId} || ' ' || ${auditLog.summary},
  '\\u2068[^\\u2069]*\\u2069', '', 'g'))`

const inOrder = ({ sort }: Filter) => (sort === 'at' ? asc : desc)(auditLog.id)

type PageRange = { limit: number; offset: number }

/** A page, newest first unless sorted by `at`, and how many lines there are, up to those that are listed. */
export async function pageOfLog(db: Db, filter: Filter, { limit, offset }: PageRange, most = MOST_LISTED) {
  const [lines, found] = await Promise.all([
    pageOfLines(db, filter, { limit: Math.max(0, Math.min(limit, most - offset)), offset }),
    countLines(db, filter, most + 1),
  ])
  return { lines, totalCount: Math.min(found, most), isTruncated: found > most }
}

async function pageOfLines(db: Db, filter: Filter, { limit, offset }: PageRange): Promise<AuditLine[]> {
  if (!limit) return []
  const rows = await db
    .select()
    .from(auditLog)
    .where(where(filter))
    .orderBy(inOrder(filter))
    .limit(limit)
    .offset(offset)
  return rows.map(toEntry)
}

const toEntry = (row: typeof auditLog.$inferSelect): AuditLine => ({
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
})

export async function findLine(db: Db, id: number): Promise<AuditLine | undefined> {
  const [row] = await db.select().from(auditLog).where(eq(auditLog.id, id))
  return row && toEntry(row)
}

/** Lines on each side of one that are looked at. */
const MOST_OF_RECORD = 2000

/** Those of the same record that say anything of its fields, the oldest first. */
export async function linesOfRecord(db: Db, { id, entity, entity_id }: AuditLine, most = MOST_OF_RECORD) {
  const ofRecord = and(
    eq(auditLog.entity, entity),
    eq(auditLog.entityId, entity_id),
    or(isNotNull(auditLog.before), isNotNull(auditLog.after)),
  )
  const [until, since] = await Promise.all([
    db
      .select()
      .from(auditLog)
      .where(and(ofRecord, lte(auditLog.id, id)))
      .orderBy(desc(auditLog.id))
      .limit(most + 1),
    db
      .select()
      .from(auditLog)
      .where(and(ofRecord, gt(auditLog.id, id)))
      .orderBy(asc(auditLog.id))
      .limit(most + 1),
  ])
  const lines = [...until.slice(0, most).toReversed(), ...since.slice(0, most)].map(toEntry)
  return { lines, isTruncated: until.length > most || since.length > most }
}

/** @param most where they are more, they are not counted any further */
export async function countLines(db: Db, filter: Filter, most?: number): Promise<number> {
  const { rows } = await query(db, { n: number })`
    select count(*) as n from (
      select from ${auditLog} where ${where(filter) ?? sql`true`} ${most === undefined ? sql`` : sql`limit ${most}`}
    ) found`
  return rows[0]!.n
}
