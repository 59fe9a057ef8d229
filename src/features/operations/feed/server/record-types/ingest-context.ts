import type { FastifyBaseLogger } from 'fastify'
import { dayOf, type Day, type Zones } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import type { FeedRecord } from '../../records-contract.ts'
import type { ValidationRule, OutcomeState, RecordType } from '../../rules.ts'

/** Time of ingestion: the zone of business days, and the date in the chain's zone. */
type IngestTime = { zone: string; now: Date; today: Day }
export const ingestTime = ({ zone, dayZone }: Zones, now: Date): IngestTime => ({
  zone: dayZone,
  now,
  today: dayOf(now, zone),
})

/**
 * Open transaction of a batch with the source, time and log of its records. `released`: staff reviewed the records, so
 * unlikely values do not quarantine them.
 */
export type IngestContext = IngestTime & {
  db: Db
  source: string
  log: FastifyBaseLogger
  released?: boolean
  /** Key that sent the records; undefined for a decision by staff. */
  keyId?: number | undefined
  /** Start of validity, for a record that replaces a voided one. */
  moment?: string
}

/** Result of a record: `rule` and `reason` when quarantined, `reason` when rejected. */
export type Outcome = { state: OutcomeState; rule?: ValidationRule; reason?: string; note?: string }

/** Ingests records and returns the result of each in order. */
export type Ingester<S extends RecordType> = (at: IngestContext, lines: readonly FeedRecord<S>[]) => Promise<Outcome[]>

export const ACCEPTED: Outcome = { state: 'accepted' }
export const DUPLICATE: Outcome = { state: 'duplicate' }
export const DIFFERS: Outcome = {
  ...DUPLICATE,
  note: 'Differs from the record stored under this ID, which is kept',
}
export const CORRECTED: Outcome = {
  ...DUPLICATE,
  note: 'This record was corrected after it was sent, and the correction is kept',
}
export const PENDING: Outcome = { state: 'pending' }
export const rejected = (reason: string): Outcome => ({ state: 'rejected', reason })
export const quarantined = (rule: ValidationRule, reason: string): Outcome => ({ state: 'quarantined', rule, reason })

/** Returns whether a record is included in reports, now or since earlier. */
export const isCounted = ({ state }: Outcome): boolean => state === 'accepted' || state === 'duplicate'

type Identified = { id: string }

/** Maximum number of different records with one id in a batch: each is processed by itself. */
const MOST_CONTENTS = 50

/**
 * Processes each id once at a time. A repeated record is a duplicate if the first was accepted, else has the same
 * result. A record with the same id and other content is processed afterwards, as in the next batch.
 */
export const once =
  <S extends RecordType>(take: Ingester<S>, contents = MOST_CONTENTS): Ingester<S> =>
  async (at, lines) => {
    const places = new Map<string, number>()
    const firsts: FeedRecord<S>[] = []
    const others: FeedRecord<S>[] = []
    const placed = lines.map((line) => {
      const known = places.get(line.id)
      if (known !== undefined && !isSame(firsts[known]!, line)) return { other: others.push(line) - 1 }
      if (known !== undefined) return { again: known }
      places.set(line.id, firsts.length)
      return { first: firsts.push(line) - 1 }
    })
    const outcomes = await take(at, firsts)
    const ofOthers = !others.length
      ? []
      : contents > 1
        ? await once(take, contents - 1)(at, others)
        : others.map(() => rejected(`id has more than ${MOST_CONTENTS} different records in this batch`))
    return placed.map(({ first, again, other }) => {
      if (other !== undefined) return ofOthers[other]!
      const outcome = outcomes[first ?? again!]!
      return first === undefined && outcome.state === 'accepted' ? DUPLICATE : outcome
    })
  }

const isSame = (one: Identified, other: Identified) => JSON.stringify(one) === JSON.stringify(other)

/** Sorts records by id, so that concurrent batches lock rows in the same order and cannot deadlock. */
export const byId = <L extends Identified>(lines: readonly L[]): L[] =>
  lines.toSorted((one, other) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0))

/**
 * Returns accepted for each new id, and the result of a duplicate for the others.
 * @param differing finds the ids of rows that are stored with other values
 */
export async function outcomesOf<R extends Identified>(
  lines: readonly Identified[],
  fresh: { has: (id: string) => boolean },
  rows: readonly R[],
  differing: (rows: readonly R[]) => Promise<string[]>,
): Promise<Outcome[]> {
  const duplicate = await duplicatesOf(
    rows.filter(({ id }) => !fresh.has(id)),
    differing,
  )
  return lines.map(({ id }) => (fresh.has(id) ? ACCEPTED : duplicate(id)))
}

/** Returns the result of duplicates, with a note for those stored with other values. */
export async function duplicatesOf<R extends Identified>(
  rows: readonly R[],
  differing: (rows: readonly R[]) => Promise<string[]>,
): Promise<(id: string) => Outcome> {
  const others = new Set(rows.length ? await differing(rows) : [])
  return (id) => (others.has(id) ? DIFFERS : DUPLICATE)
}

/** Converts a time in any zone to UTC for the database. */
export const utc = (at: string): string => new Date(at).toISOString()
export const instantOrNone = (at: string | null | undefined): Date | null => (at ? new Date(at) : null)
