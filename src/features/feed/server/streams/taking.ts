import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/db/connect.ts'
import type { Line } from '../../lines.ts'
import type { LineState, StreamName } from '../../rules.ts'

/** The open transaction of a batch, and what its lines need: whose ids they carry, and the zone of the days. */
export type Taking = { db: Db; source: string; zone: string; now: Date; log: FastifyBaseLogger }

export type Outcome = { state: LineState; reason?: string; note?: string }

/** Takes lines; answers the outcome of each, in their order. */
export type Take<S extends StreamName> = (at: Taking, lines: readonly Line<S>[]) => Promise<Outcome[]>

export const ACCEPTED: Outcome = { state: 'accepted' }
export const DUPLICATE: Outcome = { state: 'duplicate' }
const DIFFERS: Outcome = { ...DUPLICATE, note: 'This differs from what was told before under this id, which stands' }
export const WAITING: Outcome = { state: 'waiting' }
export const refused = (reason: string): Outcome => ({ state: 'refused', reason })

type Identified = { id: string }

/**
 * Each id once within the batch. A line that repeats one that was taken is a duplicate; one that repeats a line that was
 * refused or waits fares as that did.
 */
export const once =
  <S extends StreamName>(take: Take<S>): Take<S> =>
  async (at, lines) => {
    const places = new Map<string, number>()
    const firsts: Line<S>[] = []
    const placed = lines.map((line) => {
      const known = places.get(line.id)
      if (known !== undefined) return { at: known, again: true }
      places.set(line.id, firsts.length)
      return { at: firsts.push(line) - 1, again: false }
    })
    const outcomes = await take(at, firsts)
    return placed.map(({ at: place, again }, index) => {
      const outcome = outcomes[place]!
      if (!again || outcome.state !== 'accepted') return outcome
      return isSame(firsts[place]!, lines[index]!) ? DUPLICATE : DIFFERS
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
