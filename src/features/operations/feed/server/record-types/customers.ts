import { updateReported, REPORTED_FIELDS, reportedUntil } from '#features/customers/customers/server/public.ts'
import { toE164 } from '#server/phone.ts'
import type { FeedRecord } from '../../records-contract.ts'
import { lockCardNumbers } from './cards.ts'
import { wrongIdentity } from './contacts.ts'
import { ingestKidsClub } from './kids-club.ts'
import { lockCustomers, type Person } from './people.ts'
import {
  ACCEPTED,
  DUPLICATE,
  rejected,
  utc,
  type Outcome,
  type Ingester,
  type IngestContext,
} from './ingest-context.ts'

type CustomerLine = FeedRecord<'customers'>

/**
 * Upserts customers. The latest values by `at` win; a record that is not later than the stored values, or than the last
 * change by staff, changes nothing.
 */
export const ingestCustomers: Ingester<'customers'> = async (at, batch) => {
  const people = await lockCustomers(
    at,
    batch.map(({ id }) => id),
  )
  const lines = batch.map((line) => (people.get(line.id)!.isMadeHere ? withoutIdentity(line) : line))
  const latestAt = await reportedUntil(
    at.db,
    [...people.values()].map(({ id }) => id),
  )
  const cards = await lockCardNumbers(at, lines)
  const latest = new Map<number, { line: CustomerLine; person: Person }>()
  const outcomes = lines.map((line): Outcome => {
    const person = people.get(line.id)!
    if (person.isErased) return rejected('id is of a customer whose data was erased')
    const before = latestAt.get(person.id) ?? null
    const now = momentOf(line).getTime()
    if (before !== null && now <= before) return DUPLICATE
    const wrong = wrongIdentity(line, at.today)
    if (wrong) return rejected(wrong)
    if (!cards.give(person.id, line)) return rejected('card_number belongs to another customer')
    latestAt.set(person.id, now)
    latest.set(person.id, { line: withEarlierFields(latest.get(person.id)?.line, line), person })
    return ACCEPTED
  })
  if (latest.size) {
    await cards.removeFromOwners()
    await change(at, [...latest.values()])
    await ingestKidsClub(
      at,
      [...latest].map(([id, { line }]) => ({ id, line, at: momentOf(line) })),
    )
  }
  return outcomes
}

/** Removes the fields that only staff can change of a customer created in Marquee: identity, card and guardian. */
const withoutIdentity = ({
  id,
  registered_at,
  at,
  channel,
  default_cinema_id,
  trailers_watched,
}: CustomerLine): CustomerLine =>
  ({
    id,
    registered_at,
    channel,
    ...(at !== undefined && { at }),
    ...(default_cinema_id !== undefined && { default_cinema_id }),
    ...(trailers_watched !== undefined && { trailers_watched }),
  }) as CustomerLine

const momentOf = (line: CustomerLine): Date => new Date(line.at ?? line.registered_at)

/** Fills the omitted fields of a record from an earlier record of the batch. */
const withEarlierFields = (before: CustomerLine | undefined, line: CustomerLine): CustomerLine => {
  if (!before) return line
  const { kids_club } = before
  const fields = REPORTED_FIELDS.filter((field) => field in before).map((field) => [field, before[field]])
  return { ...Object.fromEntries(fields), ...(kids_club && { kids_club }), ...line }
}

async function change({ db, zone }: IngestContext, reported: readonly { line: CustomerLine; person: Person }[]) {
  const changes = reported.map(({ line, person }) => ({
    ...line,
    id: person.id,
    phone: line.phone && toE164(line.phone),
    registered_at: utc(line.registered_at),
    reported_at: momentOf(line).toISOString(),
    is_anothers: person.isAnothers,
    is_own: person.isMadeHere,
    reported: REPORTED_FIELDS.filter((field) => field in line),
  }))
  await updateReported(db, changes, zone)
}
