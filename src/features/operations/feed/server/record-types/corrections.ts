import { correct, correctionsSent, NotCorrected } from '../correcting.ts'
import { ACCEPTED, DUPLICATE, rejected, type Outcome, type Ingester } from './ingest-context.ts'

/** Applies corrections of included records one by one, in order. */
export const ingestCorrections: Ingester<'corrections'> = async (at, lines) => {
  const { db, source, keyId } = at
  const known = await correctionsSent(
    db,
    source,
    lines.map(({ id }) => id),
  )
  const outcomes: Outcome[] = []
  for (const { id, record_type: recordType, line_id, reason, line } of lines) {
    if (known.has(id)) {
      outcomes.push(DUPLICATE)
      continue
    }
    const change = { record_type: recordType, source, external_id: line_id, reason, ...(line && { line }) }
    outcomes.push(
      await db
        .transaction((tx) => correct({ ...at, db: tx }, change, { name: source, keyId, sentId: id }))
        .then(
          () => {
            known.add(id)
            return ACCEPTED
          },
          (error: unknown) => {
            if (error instanceof NotCorrected) return rejected(`${NAMES[error.field]}: ${error.message}`)
            throw error
          },
        ),
    )
  }
  return outcomes
}

/** Names of a change's fields in a record. */
const NAMES = { external_id: 'line_id', line: 'line' } as const
