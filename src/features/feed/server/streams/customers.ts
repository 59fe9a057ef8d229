import { sql } from 'drizzle-orm'
import { toE164 } from '#server/phone.ts'
import { listOf, rowsOf } from '#server/db/rows.ts'
import type { Line } from '../../lines.ts'
import { holdCardNumbers } from './cards.ts'
import { takeKidsClub } from './kids-club.ts'
import { holdCustomers, type Person } from './people.ts'
import { ACCEPTED, DUPLICATE, refused, utc, type Outcome, type Take, type Taking } from './taking.ts'

type Told = Line<'customers'>

/** Fields that stay as they are when a line leaves them out. */
const KEPT = ['gender', 'card_number', 'default_cinema_id', 'trailers_watched'] as const
const keptNow = sql.join(
  KEPT.map((field) => sql.raw(`${field} = case when '${field}' = any(x.told) then x.${field} else c.${field} end`)),
  sql`, `,
)

/**
 * What was told last stands, by the lines' own `at`; a line that is no later than what stands, staff's last change too,
 * changes nothing.
 */
export const takeCustomers: Take<'customers'> = async (at, batch) => {
  const people = await holdCustomers(
    at,
    batch.map(({ id }) => id),
  )
  const lines = batch.map((line) => (people.get(line.id)!.isOurs ? withoutIdentity(line) : line))
  const told = await toldUntil(at, people)
  const cards = await holdCardNumbers(at, lines)
  const latest = new Map<number, { line: Told; person: Person }>()
  const outcomes = lines.map((line): Outcome => {
    const person = people.get(line.id)!
    if (person.isErased) return refused('id is of a customer who was erased, and of whom nothing is kept any more')
    const before = told.get(person.id) ?? null
    const now = momentOf(line).getTime()
    if (before !== null && now <= before) return DUPLICATE
    if (!cards.give(person.id, line)) return refused("card_number is another customer's")
    told.set(person.id, now)
    latest.set(person.id, { line: withKept(latest.get(person.id)?.line, line), person })
    return ACCEPTED
  })
  if (latest.size) {
    await cards.takeBack()
    await change(at, [...latest.values()])
    await takeKidsClub(
      at,
      [...latest].map(([id, { line }]) => ({ id, line, at: momentOf(line) })),
    )
  }
  return outcomes
}

/** Who somebody is who was made here, their card and their guardian are for staff alone to change. */
const withoutIdentity = ({ id, registered_at, at, channel, default_cinema_id, trailers_watched }: Told): Told =>
  ({
    id,
    registered_at,
    channel,
    ...(at !== undefined && { at }),
    ...(default_cinema_id !== undefined && { default_cinema_id }),
    ...(trailers_watched !== undefined && { trailers_watched }),
  }) as Told

const momentOf = (line: Told): Date => new Date(line.at ?? line.registered_at)

/** A line with what an earlier one of the batch told, and this one leaves out. */
const withKept = (before: Told | undefined, line: Told): Told => {
  if (!before) return line
  const { kids_club } = before
  const kept = KEPT.filter((field) => field in before).map((field) => [field, before[field]])
  return { ...Object.fromEntries(kept), ...(kids_club && { kids_club }), ...line }
}

async function toldUntil({ db }: Taking, people: Map<string, Person>): Promise<Map<number, number | null>> {
  const ids = [...people.values()].map(({ id }) => id)
  const { rows } = await db.execute<{ id: number; told: number | null }>(sql`
    select id, (extract(epoch from told_at) * 1000)::float8 as told from customers
    where id = any(${listOf(ids, 'bigint')})`)
  return new Map(rows.map((row) => [row.id, row.told]))
}

const identity = sql.join(
  ['first_name', 'last_name', 'email', 'phone', 'birth_date'].map((field) =>
    sql.raw(`${field} = case when x.is_ours then c.${field} else x.${field} end`),
  ),
  sql`, `,
)

const keepsRegistration = sql.raw('x.is_anothers and c.registered_at is not null')

/** When and where somebody registered is told by lines that bear their own id. */
async function change({ db, zone }: Taking, told: readonly { line: Told; person: Person }[]) {
  const changes = told.map(({ line, person }) => ({
    ...line,
    id: person.id,
    phone: line.phone && (toE164(line.phone) ?? line.phone),
    registered_at: utc(line.registered_at),
    told_at: momentOf(line).toISOString(),
    is_anothers: person.isAnothers,
    is_ours: person.isOurs,
    told: KEPT.filter((field) => field in line),
  }))
  await db.execute(sql`
    update customers c set
      ${identity},
      told_at = x.told_at, version = c.version + case when c.told_at is null then 0 else 1 end, ${keptNow},
      channel = case when ${keepsRegistration} then c.channel else x.channel end,
      registered_at = case when ${keepsRegistration} then c.registered_at else x.registered_at end,
      registered_on = case when ${keepsRegistration} then c.registered_on
        else (x.registered_at at time zone ${zone})::date end
    from ${rowsOf(
      changes,
      `id bigint, first_name text, last_name text, email text, phone text, birth_date date, channel text,
       told_at timestamptz, registered_at timestamptz, is_anothers boolean, is_ours boolean, told text[], gender text, card_number text,
       default_cinema_id text, trailers_watched integer`,
    )}
    where c.id = x.id`)
}
