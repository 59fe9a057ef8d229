import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { listOf } from '#server/db/rows.ts'
import { CORRECTION_LABELS, type CorrectableStream, type CorrectionKind } from '../rules.ts'
import { CORRECTED, DIFFERS, refused, type Outcome, type Taking } from './streams/taking.ts'

type Word = { kind: CorrectionKind; reason: string; before: Record<string, unknown> | null }

/** The last word on lines that were corrected after they had counted, by their ids. */
export async function lastWords(
  db: Db,
  source: string,
  stream: CorrectableStream,
  ids: readonly string[],
): Promise<Map<string, Word>> {
  const { rows } = await db.execute<Word & { id: string }>(sql`
    select distinct on (c.external_id) c.external_id as id, c.kind, c.reason, c.before from feed_corrections c
    where c.source = ${source} and c.stream = ${stream} and c.external_id = any(${listOf(ids, 'text')})
    order by c.external_id, c.id desc`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Takes lines, but for those that were voided, which are refused; one that was corrected is a duplicate of what it is since. */
export async function takeBeside<L extends { id: string }>(
  { db, source }: Pick<Taking, 'db' | 'source'>,
  stream: CorrectableStream,
  lines: readonly L[],
  take: (lines: readonly L[]) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  const words = await lastWords(
    db,
    source,
    stream,
    lines.map(({ id }) => id),
  )
  const gone = asVoided(words)
  const taken = lines.filter(({ id }) => !gone.has(id))
  const outcomes = await take(taken)
  const ofTaken = new Map(
    taken.map(({ id }, n) => [id, outcomes[n] === DIFFERS && words.has(id) ? CORRECTED : outcomes[n]!]),
  )
  return lines.map(({ id }) => gone.get(id) ?? ofTaken.get(id)!)
}

/** What is answered of those that were voided, by their ids. */
const asVoided = (words: ReadonlyMap<string, Word>): Map<string, Outcome> =>
  new Map(
    [...words].flatMap(([id, { kind, reason }]) =>
      kind === 'void' ? [[id, refused(`was ${CORRECTION_LABELS.void.toLowerCase()}: ${reason}`)] as const] : [],
    ),
  )
