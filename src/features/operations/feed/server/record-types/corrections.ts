import { correct, correctionsSent, NotCorrected } from '../correcting.ts'
import { ACCEPTED, DUPLICATE, rejected, type Outcome, type Ingester } from './ingest-context.ts'

/** Lines that count and should not, or not as they were sent: each by itself, in the order in which they came. */
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

/** What the fields of a change are called in a line. */
const NAMES = { external_id: 'line_id', line: 'line' } as const
