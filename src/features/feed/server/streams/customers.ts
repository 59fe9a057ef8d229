import { sql } from 'drizzle-orm'
import { holdCustomers } from './people.ts'
import { ACCEPTED, DUPLICATE, listOf, rowsOf, utc, type Take } from './taking.ts'

/** What was told last stands, by the lines' own `at`; a line that is no later than what stands changes nothing. */
export const takeCustomers: Take<'customers'> = async (at, lines) => {
  const { db, zone } = at
  const people = await holdCustomers(
    at,
    lines.map(({ id }) => id),
  )
  const { rows } = await db.execute<{ id: number; told: number | null }>(sql`
    select id, (extract(epoch from told_at) * 1000)::float8 as told from customers
    where id = any(${listOf([...people.values()], 'bigint')})`)
  const told = new Map(rows.map((row) => [row.id, row.told]))
  const latest = new Map<number, (typeof lines)[number]>()
  const outcomes = lines.map((line) => {
    const id = people.get(line.id)!
    const before = told.get(id) ?? null
    const now = Date.parse(line.at ?? line.registered_at)
    if (before !== null && now <= before) return DUPLICATE
    told.set(id, now)
    latest.set(id, line)
    return ACCEPTED
  })
  const changes = [...latest].map(([id, line]) => ({
    ...line,
    id,
    registered_at: utc(line.registered_at),
    told_at: utc(line.at ?? line.registered_at),
  }))
  if (changes.length)
    await db.execute(sql`
      update customers c set
        first_name = x.first_name, last_name = x.last_name, email = x.email, phone = x.phone,
        birth_date = x.birth_date, channel = x.channel, told_at = x.told_at, registered_at = x.registered_at,
        registered_on = (x.registered_at at time zone ${zone})::date
      from ${rowsOf(
        changes,
        `id bigint, first_name text, last_name text, email text, phone text, birth_date date, channel text,
         told_at timestamptz, registered_at timestamptz`,
      )}
      where c.id = x.id`)
  return outcomes
}
