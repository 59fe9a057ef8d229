import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { listOf } from '#server/db/rows.ts'
import { CORRECTION_LABELS, type CorrectionKind, type GuardedStream } from '../rules.ts'
import { refused, type Outcome } from './streams/taking.ts'

type Word = { kind: CorrectionKind; reason: string; before: Record<string, unknown> | null }

/** The last word on lines that were corrected after they had counted, by their ids. */
export async function lastWords(
  db: Db,
  source: string,
  stream: GuardedStream,
  ids: readonly string[],
): Promise<Map<string, Word>> {
  const { rows } = await db.execute<Word & { id: string }>(sql`
    select distinct on (c.external_id) c.external_id as id, c.kind, c.reason, c.before from feed_corrections c
    where c.source = ${source} and c.stream = ${stream} and c.external_id = any(${listOf(ids, 'text')})
    order by c.external_id, c.id desc`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Lines that were voided: sent again they are refused, with the reason. */
export async function voided(
  db: Db,
  source: string,
  stream: GuardedStream,
  lines: readonly { id: string }[],
): Promise<Map<string, Outcome>> {
  if (!lines.length) return new Map()
  const words = await lastWords(
    db,
    source,
    stream,
    lines.map(({ id }) => id),
  )
  return new Map(
    [...words].flatMap(([id, { kind, reason }]) =>
      kind === 'void' ? [[id, refused(`was ${CORRECTION_LABELS.void.toLowerCase()}: ${reason}`)] as const] : [],
    ),
  )
}
