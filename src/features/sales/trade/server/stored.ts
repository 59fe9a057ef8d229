import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { listOf } from '#server/db/rows.ts'
import { json, number, query, text } from '#server/db/query.ts'

/** Stored purchase or refund, under the sender's id. */
export type Stored = { id: string; at: Date; kobo: number; lines: { kind: string; quantity: number }[] }

const LINES = {
  purchases: sql`select s.source, s.external_id, s.at, s.kobo, l.kind, l.quantity, l.n from purchases s join purchase_lines l on l.purchase_id = s.id`,
  refunds: sql`select s.source, s.external_id, s.at, s.kobo, l.kind, l.quantity, l.n from refunds s join refund_lines l on l.refund_id = s.id`,
} as const

/** Finds purchases or refunds by ids of their sender. */
export async function storedAs(
  db: Db,
  what: keyof typeof LINES,
  source: string,
  ids: readonly string[],
): Promise<Map<string, Stored>> {
  if (!ids.length) return new Map()
  const { rows } = await query(db, {
    id: text,
    kobo: number,
    lines: json<{ kind: string; quantity: number }[]>(),
    at: text,
  })`
    select external_id as id, at, kobo,
      jsonb_agg(jsonb_build_object('kind', kind, 'quantity', quantity) order by n) as lines
    from (${LINES[what]}) s where source = ${source} and external_id = any(${listOf(ids, 'text')})
    group by external_id, at, kobo`
  return new Map(rows.map((row) => [row.id, { ...row, at: new Date(row.at) }]))
}
