import { sql } from 'drizzle-orm'
import { holdCustomers } from './people.ts'
import { byId, inserted, rowsOf, utc, type Take } from './taking.ts'

/** Faults of the web shop and the app, as they reported them. */
export const takeErrors: Take<'errors'> = async (at, lines) => {
  const people = await holdCustomers(
    at,
    lines.map((line) => line.customer_id),
  )
  const rows = byId(lines).map((line) => ({
    ...line,
    at: utc(line.at),
    customer: line.customer_id ? people.get(line.customer_id)!.id : null,
  }))
  return inserted(
    at,
    lines,
    sql`
      insert into error_reports (source, external_id, at, message, stack, page, release, channel, customer_id)
      select ${at.source}, x.id, x.at, x.message, x.stack, x.page, x.release, x.channel, x.customer
      from ${rowsOf(
        rows,
        `id text, at timestamptz, message text, stack text, page text, release text, channel text, customer bigint`,
      )}
      on conflict (source, external_id) do nothing returning external_id`,
  )
}
