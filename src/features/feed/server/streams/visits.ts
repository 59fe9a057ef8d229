import { sql } from 'drizzle-orm'
import { byId, inserted, rowsOf, utc, type Take } from './taking.ts'

export const takeVisits: Take<'visits'> = (at, lines) =>
  inserted(
    at,
    lines,
    sql`
      insert into visits (source, external_id, at, day, channel, count)
      select ${at.source}, x.id, x.at, (x.at at time zone ${at.zone})::date, x.channel, x.count
      from ${rowsOf(
        byId(lines).map((line) => ({ ...line, at: utc(line.at) })),
        'id text, at timestamptz, channel text, count integer',
      )}
      on conflict (source, external_id) do nothing returning external_id`,
  )
