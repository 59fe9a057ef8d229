import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { listOf, rowsOf } from '#server/db/rows.ts'
import type { ValidationRule, ValidatedRecordType } from '../rules.ts'
import { query, text } from '#server/db/query.ts'

/** Record that is not included: quarantined by a rule or pending for a purchase. */
export type UncountedRecord = {
  id: string
  line: object
  rule?: ValidationRule | undefined
  reason?: string | undefined
}
type Sender = { source: string; keyId: number; now: Date }

/**
 * Stores records in quarantine as last sent. A decision by staff is kept while the content is unchanged.
 * @returns reasons of records that staff rejected with the same content, by id
 */
export async function quarantine(
  db: Db,
  { source, keyId, now }: Sender,
  recordType: ValidatedRecordType,
  lines: readonly UncountedRecord[],
): Promise<Map<string, string>> {
  const last = [...new Map(lines.map((entry) => [entry.id, entry])).values()]
  const { rows } = await query(db, { id: text, note: text })`
    with kept as (
      insert into quarantined_records as w (source, record_type, external_id, pending_for, record, since, reason, rule, key_id, seen_at)
      select ${source}, ${recordType}, x.id, x.pending_for, x.record, ${now.toISOString()}, x.reason, x.rule, ${keyId},
        ${now.toISOString()}
      from ${rowsOf(
        last.map(({ id, line, rule, reason }) => ({
          id,
          pending_for: 'purchase_id' in line ? line.purchase_id : null,
          record: line,
          rule,
          reason,
        })),
        'id text, pending_for text, record jsonb, rule text, reason text',
      )}
      order by x.id
      on conflict (source, record_type, external_id) do update set
        record = excluded.record, pending_for = excluded.pending_for, reason = excluded.reason, rule = excluded.rule,
        key_id = excluded.key_id, seen_at = excluded.seen_at, times = w.times + 1,
        since = case when w.record = excluded.record then w.since else excluded.since end,
        rejected_at = case when w.record = excluded.record then w.rejected_at end,
        rejected_by = case when w.record = excluded.record then w.rejected_by end,
        note = case when w.record = excluded.record then w.note else '' end,
        version = w.version + case when w.record = excluded.record then 0 else 1 end
      returning external_id as id, note, rejected_at
    )
    select id, note from kept where rejected_at is not null`
  return new Map(rows.map(({ id, note }) => [id, note]))
}

/** Removes included records from quarantine, whatever the result of earlier versions. */
export const removeQuarantined = (db: Db, source: string, recordType: ValidatedRecordType, ids: readonly string[]) =>
  db.execute(sql`
    delete from quarantined_records
    where source = ${source} and record_type = ${recordType} and external_id = any(${listOf(ids, 'text')})`)
