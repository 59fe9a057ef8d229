import type { Db } from '#server/db/connect.ts'
import { listOf } from '#server/db/rows.ts'
import { CORRECTION_LABELS, type CorrectableRecordType, type CorrectionKind } from '../rules.ts'
import { CORRECTED, DIFFERS, rejected, type Outcome, type IngestContext } from './record-types/ingest-context.ts'
import { json, orNull, query, text, textOf, type RowOf } from '#server/db/query.ts'

const latestCorrectionRow = {
  kind: textOf<CorrectionKind>(),
  reason: text,
  before: orNull(json<Record<string, unknown>>()),
}
type LatestCorrection = RowOf<typeof latestCorrectionRow>

/** Returns the latest correction of each record, by id. */
export async function latestCorrections(
  db: Db,
  source: string,
  recordType: CorrectableRecordType,
  ids: readonly string[],
): Promise<Map<string, LatestCorrection>> {
  const { rows } = await query(db, { ...latestCorrectionRow, id: text })`
    select distinct on (c.external_id) c.external_id as id, c.kind, c.reason, c.before from feed_corrections c
    where c.source = ${source} and c.record_type = ${recordType} and c.external_id = any(${listOf(ids, 'text')})
    order by c.external_id, c.id desc`
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Ingests records except voided ones, which are rejected. A record that was corrected is a duplicate of its correction.
 */
export async function ingestUnlessVoided<L extends { id: string }>(
  { db, source }: Pick<IngestContext, 'db' | 'source'>,
  recordType: CorrectableRecordType,
  lines: readonly L[],
  take: (lines: readonly L[]) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  const corrections = await latestCorrections(
    db,
    source,
    recordType,
    lines.map(({ id }) => id),
  )
  const voided = asVoided(corrections)
  const remaining = lines.filter(({ id }) => !voided.has(id))
  const outcomes = await take(remaining)
  const outcomeById = new Map(
    remaining.map(({ id }, n) => [id, outcomes[n] === DIFFERS && corrections.has(id) ? CORRECTED : outcomes[n]!]),
  )
  return lines.map(({ id }) => voided.get(id) ?? outcomeById.get(id)!)
}

/** Returns the result of each voided record, by id. */
const asVoided = (corrections: ReadonlyMap<string, LatestCorrection>): Map<string, Outcome> =>
  new Map(
    [...corrections].flatMap(([id, { kind, reason }]) =>
      kind === 'void' ? [[id, rejected(`was ${CORRECTION_LABELS.void.toLowerCase()}: ${reason}`)] as const] : [],
    ),
  )
