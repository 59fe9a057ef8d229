import { sql } from 'drizzle-orm'
import { byId, inserted, rowsOf, utc, type Take } from './taking.ts'

const COLUMNS = 'id text, at timestamptz, channel text, count integer'

export const takeVisits: Take<'visits'> = (at, lines) => {
  const rows = byId(lines).map((line) => ({ ...line, at: utc(line.at) }))
  return inserted(
    at,
    lines,
    rows,
    sql`
      insert into visits (source, external_id, at, day, channel, count)
      select ${at.source}, x.id, x.at, (x.at at time zone ${at.zone})::date, x.channel, x.count
      from ${rowsOf(rows, COLUMNS)}
      on conflict (source, external_id) do nothing returning external_id`,
    (told) => sql`
      select x.id from ${rowsOf(told, COLUMNS)} join visits v on v.source = ${at.source} and v.external_id = x.id
      where (v.at, v.channel, v.count) <> (x.at, x.channel, x.count)`,
  )
}
