import type { FastifyBaseLogger } from 'fastify'
import { dayOf, type Day, type Zones } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import type { FeedRecord } from '../../records-contract.ts'
import type { ValidationRule, OutcomeState, RecordType } from '../../rules.ts'

/** When lines are taken: the zone of the business days, and the day in the chain's zone. */
type IngestTime = { zone: string; now: Date; today: Day }
export const ingestTime = ({ zone, dayZone }: Zones, now: Date): IngestTime => ({
  zone: dayZone,
  now,
  today: dayOf(now, zone),
})

/**
 * The open transaction of a batch, and what its lines need: whose ids they carry, and when it is. `released`: staff have
 * looked at the lines, and what is only unlikely holds them no more.
 */
export type IngestContext = IngestTime & {
  db: Db
  source: string
  log: FastifyBaseLogger
  released?: boolean
  /** The key that sent the lines; undefined of what staff decide. */
  keyId?: number | undefined
  /** Since when they are known, of what takes the place of what is voided. */
  moment?: string
}

/** `rule` and `reason` of one that is held; `reason` of one that is refused. */
export type Outcome = { state: OutcomeState; rule?: ValidationRule; reason?: string; note?: string }

/** Takes lines; answers the outcome of each, in their order. */
export type Ingester<S extends RecordType> = (at: IngestContext, lines: readonly FeedRecord<S>[]) => Promise<Outcome[]>

export const ACCEPTED: Outcome = { state: 'accepted' }
export const DUPLICATE: Outcome = { state: 'duplicate' }
export const DIFFERS: Outcome = {
  ...DUPLICATE,
  note: 'This differs from what was reported before under this id, which is kept',
}
export const CORRECTED: Outcome = {
  ...DUPLICATE,
  note: 'This was corrected since it was sent, and the correction is kept',
}
export const PENDING: Outcome = { state: 'pending' }
export const rejected = (reason: string): Outcome => ({ state: 'rejected', reason })
export const quarantined = (rule: ValidationRule, reason: string): Outcome => ({ state: 'quarantined', rule, reason })

/** Whether a line counts, from now on or before. */
export const isCounted = ({ state }: Outcome): boolean => state === 'accepted' || state === 'duplicate'

type Identified = { id: string }

/** So many lines of one id and different content a batch may have: each is looked at by itself. */
const MOST_CONTENTS = 50

/**
 * Each id once at a time. A line that repeats one of its batch is a duplicate of it where that was accepted, and fares as it
 * did otherwise; one of the same id with other content is looked at after it, as if it came in the next batch.
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
        : others.map(() => rejected(`id is that of more than ${MOST_CONTENTS} different lines of this batch`))
    return placed.map(({ first, again, other }) => {
      if (other !== undefined) return ofOthers[other]!
      const outcome = outcomes[first ?? again!]!
      return first === undefined && outcome.state === 'accepted' ? DUPLICATE : outcome
    })
  }

const isSame = (one: Identified, other: Identified) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Lines in the order of their ids: two batches that hold the same lines write them in the same order, so that one waits
 * for the other and never both for each other.
 */
export const byId = <L extends Identified>(lines: readonly L[]): L[] =>
  lines.toSorted((one, other) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0))

/** The outcomes of lines of which these ids were not reported before. @param differing ids of rows that are stored otherwise */
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

/** The outcome of each of these, which were reported before: with a note where they are stored otherwise. */
export async function duplicatesOf<R extends Identified>(
  rows: readonly R[],
  differing: (rows: readonly R[]) => Promise<string[]>,
): Promise<(id: string) => Outcome> {
  const others = new Set(rows.length ? await differing(rows) : [])
  return (id) => (others.has(id) ? DIFFERS : DUPLICATE)
}

/** An instant as the database takes it, whatever zone it was reported in. */
export const utc = (at: string): string => new Date(at).toISOString()
export const instantOrNone = (at: string | null | undefined): Date | null => (at ? new Date(at) : null)
