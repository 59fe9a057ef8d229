import { addReports } from '#features/error-logs/server/public.ts'
import { holdCustomers } from './people.ts'
import { ACCEPTED, byId, DUPLICATE, utc, type Take } from './taking.ts'

/** Faults of the web shop and the app, as they reported them. */
export const takeErrors: Take<'errors'> = async (at, lines) => {
  const people = await holdCustomers(
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
