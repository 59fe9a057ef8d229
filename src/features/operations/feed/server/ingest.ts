import type { Output } from '#contract/endpoint.ts'
import { showNaira, toNaira } from '#contract/money.ts'
import { storedAs, type Stored } from '#features/sales/trade/server/public.ts'
import type { Db } from '#server/db/connect.ts'
import type { Context } from '#server/http/handle.ts'
import { mapInSlices } from '#server/slices.ts'
import type { feed } from '../contract.ts'
import { notePassedOver, type FeedRecord } from '../records-contract.ts'
import { isValidated, NO_OUTCOMES, type ValidatedRecordType, type RecordType } from '../rules.ts'
import { noteCounts } from './counts.ts'
import { quarantine, removeQuarantined } from './quarantine.ts'
import { readRecord, type Read } from './read-record.ts'
import { ingesters, type Outcome, type Ingester } from './record-types/index.ts'
import { DIFFERS, quarantined, isCounted, rejected, type IngestContext } from './record-types/ingest-context.ts'
import { lockForCorrecting, lockForCounting } from './record-types/locks.ts'

type BatchContext = Omit<IngestContext, 'db'> & {
  write: Context<(typeof feed)['ingest']>['write']
  keyId: number
  /** Returns the results without saving. */
  isTry: boolean
  /** Rejects a record with an unknown field. */
  isStrict: boolean
}
type Reply = Output<(typeof feed)['ingest']['reply']>

/** Rolls back the transaction of a dry run. */
class DryRun extends Error {
  readonly outcomes: Outcome[]
  constructor(outcomes: Outcome[]) {
    super('Nothing was changed')
    this.outcomes = outcomes
  }
}

/** Ingests a batch in one transaction and returns the result of each record in order. */
export async function ingest<S extends RecordType>(
  context: BatchContext,
  recordType: S,
  batch: readonly unknown[],
): Promise<Reply> {
  const { write, isTry, isStrict, ...at } = context
  const passedOver = new Set<string>()
  const read = await mapInSlices(batch, (sent) => {
    const one = readRecord(recordType, sent, at.now)
    if (!one.line) return one
    const names = new Set<string>()
    notePassedOver(names, sent, one.line)
    if (!names.size) return one
    if (isStrict) return { id: one.id, outcome: rejected(`${[...names][0]!} is not a field of ${recordType}`) }
    for (const name of names) passedOver.add(name)
    return one
  })
  let outcomes: Outcome[]
  try {
    outcomes = await write(async ({ db }) => {
      const found = await outcomesOf({ ...at, db }, recordType, read)
      if (isTry) throw new DryRun(found)
      return found
    })
  } catch (error) {
    if (!(error instanceof DryRun)) throw error
    outcomes = error.outcomes
  }
  const counts = { ...NO_OUTCOMES }
  const lines: Reply['lines'] = []
  for (const [index, { id }] of read.entries()) {
    const { state, reason, note } = outcomes[index]!
    counts[state]++
    if (state !== 'accepted')
      lines.push({ line: index + 1, id, state, ...(reason && { reason }), ...(note && { note }) })
  }
  return { ...counts, lines, ...(passedOver.size && { passed_over: [...passedOver].slice(0, MOST_NAMED) }) }
}

/** Maximum number of ignored fields in a reply. */
const MOST_NAMED = 50

type At = Omit<BatchContext, 'write' | 'isTry' | 'isStrict'> & { db: Db }

async function outcomesOf<S extends RecordType>(at: At, recordType: S, read: readonly Read<S>[]): Promise<Outcome[]> {
  await (recordType === 'corrections' ? lockForCorrecting : lockForCounting)(at.db)
  const good = read.flatMap(({ line, outcome }) => (line && !outcome ? [line] : []))
  const found = good.length ? await (ingesters[recordType] as Ingester<S>)(at, good) : []
  let next = 0
  const outcomes = read.map(({ outcome }) => outcome ?? found[next++]!)
  const settled = isValidated(recordType) ? await quarantineUncounted(at, recordType, read, outcomes) : outcomes
  await noteCounts(at.db, at, recordType, settled, newestOf(read, settled))
  return settled
}

const isAside = ({ state }: Outcome) => state === 'quarantined' || state === 'pending'

/** Quarantines records that are not included, and removes included ones from quarantine. */
async function quarantineUncounted(
  at: At,
  recordType: ValidatedRecordType,
  read: readonly Read<RecordType>[],
  found: readonly Outcome[],
): Promise<Outcome[]> {
  const { db, source } = at
  const idAt = (index: number) => read[index]!.id!
  const differing = found.flatMap((outcome, index) => (outcome === DIFFERS ? [idAt(index)] : []))
  const stored = await storedAs(db, recordType, source, differing)
  const outcomes = found.map((outcome, index) => (outcome === DIFFERS ? differs(stored.get(idAt(index))) : outcome))
  // The last result of an id in the batch wins.
  const last = new Map(
    outcomes.flatMap((outcome, index) =>
      isAside(outcome) || isCounted(outcome) ? [[idAt(index), { outcome, line: read[index]!.line! }] as const] : [],
    ),
  )
  const aside = [...last].flatMap(([id, { outcome, line }]) =>
    isAside(outcome) ? [{ id, line, rule: outcome.rule, reason: outcome.reason }] : [],
  )
  const counted = [...last].flatMap(([id, { outcome }]) => (isCounted(outcome) ? [id] : []))
  if (counted.length) await removeQuarantined(db, source, recordType, counted)
  if (!aside.length) return outcomes
  const rejections = await quarantine(db, at, recordType, aside)
  return outcomes.map((outcome, index) => {
    const note = isAside(outcome) ? rejections.get(idAt(index)) : undefined
    return note === undefined ? outcome : rejected(`was rejected by staff: ${note}`)
  })
}

/**
 * Returns the result of a record that differs from the stored one. A refund requested by staff has an id of Marquee.
 */
export const differs = (was: Stored | undefined): Outcome =>
  was
    ? quarantined(
        'differs',
        `differs from the record stored under this ID: ${showNaira(toNaira(was.kobo))} at ${was.at.toISOString()}`,
      )
    : DIFFERS

/** Returns the time of the newest accepted record. */
function newestOf(read: readonly Read<RecordType>[], outcomes: readonly Outcome[]): string | null {
  let newest = ''
  for (const [index, { line }] of read.entries()) {
    if (!line || outcomes[index]!.state !== 'accepted') continue
    const at = new Date(
      'at' in line && line.at ? line.at : (line as FeedRecord<'customers'>).registered_at,
    ).toISOString()
    if (at > newest) newest = at
  }
  return newest || null
}
