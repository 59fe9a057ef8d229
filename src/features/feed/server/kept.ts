import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { listOf, rowsOf } from '#server/db/rows.ts'
import type { Guard, GuardedStream } from '../rules.ts'

/** A line that is not counted: held by a guard, or waiting for a purchase. */
export type Kept = {
  id: string
  line: object
  guard?: Guard | undefined
  reason?: string | undefined
}
type Sender = { source: string; keyId: number; now: Date }

/**
 * Keeps lines that do not count. One that is kept already stays as it was sent last; the word of staff on it goes with what it was
 * said of. @returns by the ids of those that staff rejected as they are, why
 */
export async function keep(
  db: Db,
  { source, keyId, now }: Sender,
  stream: GuardedStream,
  lines: readonly Kept[],
): Promise<Map<string, string>> {
  const last = [...new Map(lines.map((kept) => [kept.id, kept])).values()]
  const { rows } = await db.execute<{ id: string; note: string }>(sql`
    with kept as (
      insert into quarantined_records as w (source, stream, external_id, waits_for, line, since, reason, guard, key_id, seen_at)
      select ${source}, ${stream}, x.id, x.waits_for, x.line, ${now.toISOString()}, x.reason, x.guard, ${keyId},
        ${now.toISOString()}
      from ${rowsOf(
        last.map(({ id, line, guard, reason }) => ({
          id,
          waits_for: 'purchase_id' in line ? line.purchase_id : null,
          line,
          guard,
          reason,
        })),
        'id text, waits_for text, line jsonb, guard text, reason text',
      )}
      order by x.id
      on conflict (source, stream, external_id) do update set
        line = excluded.line, waits_for = excluded.waits_for, reason = excluded.reason, guard = excluded.guard,
        key_id = excluded.key_id, seen_at = excluded.seen_at, times = w.times + 1,
        since = case when w.line = excluded.line then w.since else excluded.since end,
        rejected_at = case when w.line = excluded.line then w.rejected_at end,
        rejected_by = case when w.line = excluded.line then w.rejected_by end,
        note = case when w.line = excluded.line then w.note else '' end,
        version = w.version + case when w.line = excluded.line then 0 else 1 end
      returning external_id as id, note, rejected_at
    )
    select id, note from kept where rejected_at is not null`)
  return new Map(rows.map(({ id, note }) => [id, note]))
}

/** Lines that were taken are kept no more, whatever became of an earlier one of their ids. */
export const letGo = (db: Db, source: string, stream: GuardedStream, ids: readonly string[]) =>
  db.execute(sql`
    delete from quarantined_records
    where source = ${source} and stream = ${stream} and external_id = any(${listOf(ids, 'text')})`)
