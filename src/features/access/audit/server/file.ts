import { sql, type SQL } from 'drizzle-orm'
import { instantIn } from '#server/db/cells.ts'
import type { Db } from '#server/db/connect.ts'
import { everyRow, type Rows } from '#server/db/batches.ts'
import { listOf } from '#server/db/rows.ts'
import type { CopiedColumn } from '#server/http/csv.ts'
import { HIDDEN } from '../rules.ts'
import { countLines, where, type Filter } from './store.ts'

const ISOLATES = '\u2068\u2069'
const NAMED = '\u2068[^\u2069]*\u2069'
/** No JSON begins with it. */
const TO_MASK = '•'

/** All lines for a file. */
export async function everyLine(db: Db, filter: Filter): Promise<Rows> {
  const selection = {
    from: sql`audit_log`,
    where: where(filter) ?? sql`true`,
    keys: [{ of: sql`audit_log.id`, type: 'bigint' as const }],
    descending: filter.sort !== 'at',
    isSearch: Boolean(filter.search),
  }
  return everyRow(selection, await countLines(db, filter))
}

/** Of a file, whose lines somebody reads who may not see whom some records are about. */
export const columnsFor = (zone: string, hidden: string[], masked: (record: string) => string): CopiedColumn[] => {
  const isHidden = sql`entity = any(${listOf(hidden, 'text')})`
  const withoutMarks = (sentence: SQL) => sql`translate(${sentence}, ${ISOLATES}, '')`
  const summarySql = (sentence: SQL) =>
    withoutMarks(
      hidden.length
        ? sql`case when ${isHidden} then regexp_replace(${sentence}, ${NAMED}, ${HIDDEN}, 'g') else ${sentence} end`
        : sentence,
    )
  const record = (id: string, title: string, json: SQL): CopiedColumn =>
    hidden.length
      ? {
          id,
          title,
          cell: sql`case when ${isHidden} then ${TO_MASK}::text else '' end || ${json}::text`,
          made: (text) => (text.startsWith(TO_MASK) ? masked(text.slice(TO_MASK.length)) : text),
        }
      : { id, title, cell: sql`${json}::text` }
  return [
    { id: 'at', title: 'When', cell: instantIn(sql`at`, zone) },
    { id: 'actor', title: 'Who', cell: summarySql(sql`actor`) },
    { id: 'action', title: 'Action', cell: sql`action` },
    { id: 'record', title: 'Record', cell: sql`entity` },
    { id: 'record_id', title: 'Record ID', cell: sql`entity_id` },
    { id: 'summary', title: 'Summary', cell: summarySql(sql`summary`) },
    record('before', 'Before', sql`before`),
    record('after', 'After', sql`after`),
  ]
}
