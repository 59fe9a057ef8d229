import { addReports } from '#features/operations/error-logs/server/public.ts'
import { lockCustomers } from './people.ts'
import { ACCEPTED, byId, DUPLICATE, utc, type Ingester } from './ingest-context.ts'

/** Stores errors reported by the web shop and the app. */
export const ingestErrors: Ingester<'errors'> = async (at, lines) => {
  const people = await lockCustomers(
    at,
    lines.map((line) => line.customer_id),
  )
  const reports = byId(lines).map((line) => ({
    ...line,
    at: utc(line.at),
    customer: line.customer_id ? people.get(line.customer_id)!.id : null,
  }))
  const added = new Set(await addReports(at.db, { source: at.source }, reports))
  return lines.map(({ id }) => (added.has(id) ? ACCEPTED : DUPLICATE))
}
