import type { Output } from '#contract/endpoint.ts'
import { showNaira, toNaira } from '#contract/money.ts'
import { storedAs, type Stored } from '#features/trade/server/public.ts'
import type { Db } from '#server/db/connect.ts'
import type { Context } from '#server/http/handle.ts'
import { mapInSlices } from '#server/slices.ts'
import type { feed } from '../contract.ts'
import { notePassedOver, type Line } from '../lines-contract.ts'
import { isGuarded, NO_LINES, type GuardedStream, type StreamName } from '../rules.ts'
import { noteCounts } from './counts.ts'
import { keep, letGo } from './kept.ts'
import { readLine, type Read } from './read-line.ts'
import { takers, type Outcome, type Take } from './streams/index.ts'
import { DIFFERS, held, isCounted, refused, type Taking } from './streams/taking.ts'
import { beforeCorrecting, beforeCounting } from './streams/waiting.ts'

type Telling = Omit<Taking, 'db'> & {
  write: Context<(typeof feed)['tell']>['write']
  keyId: number
  /** Says what would become of the lines, and changes nothing. */
  isTry: boolean
  /** A line with a field that its stream does not have is refused. */
  isStrict: boolean
}
type Reply = Output<(typeof feed)['tell']['reply']>

/** Ends the transaction of a batch that is only tried. */
class Tried extends Error {
  readonly outcomes: Outcome[]
  constructor(outcomes: Outcome[]) {
    super('Nothing was changed')
    this.outcomes = outcomes
  }
}

/** Takes a batch in one transaction, and answers what became of each of its lines, in the batch's order. */
export async function tell<S extends StreamName>(
  telling: Telling,
  stream: S,
  batch: readonly unknown[],
): Promise<Reply> {
  const { write, isTry, isStrict, ...at } = telling
  const passedOver = new Set<string>()
  const read = await mapInSlices(batch, (told) => {
    const one = readLine(stream, told, at.now)
    if (!one.line) return one
    const names = new Set<string>()
    notePassedOver(names, told, one.line)
    if (!names.size) return one
    if (isStrict) return { id: one.id, outcome: refused(`${[...names][0]!} is no field of ${stream}`) }
    for (const name of names) passedOver.add(name)
    return one
  })
  let outcomes: Outcome[]
  try {
    outcomes = await write(async ({ db }) => {
      const found = await outcomesOf({ ...at, db }, stream, read)
      if (isTry) throw new Tried(found)
      return found
    })
  } catch (error) {
    if (!(error instanceof Tried)) throw error
    outcomes = error.outcomes
  }
  const counts = { ...NO_LINES }
  const lines: Reply['lines'] = []
  for (const [index, { id }] of read.entries()) {
    const { state, reason, note } = outcomes[index]!
    counts[state]++
    if (state !== 'accepted')
      lines.push({ line: index + 1, id, state, ...(reason && { reason }), ...(note && { note }) })
  }
  return { ...counts, lines, ...(passedOver.size && { passed_over: [...passedOver].slice(0, MOST_NAMED) }) }
}

/** Of fields that are passed over, so many are named. */
const MOST_NAMED = 50

type At = Omit<Telling, 'write' | 'isTry' | 'isStrict'> & { db: Db }

async function outcomesOf<S extends StreamName>(at: At, stream: S, read: readonly Read<S>[]): Promise<Outcome[]> {
  await (stream === 'corrections' ? beforeCorrecting : beforeCounting)(at.db)
  const good = read.flatMap(({ line, outcome }) => (line && !outcome ? [line] : []))
  const taken = good.length ? await (takers[stream] as Take<S>)(at, good) : []
  let next = 0
  const outcomes = read.map(({ outcome }) => outcome ?? taken[next++]!)
  const told = isGuarded(stream) ? await kept(at, stream, read, outcomes) : outcomes
  await noteCounts(at.db, at, stream, told, newestOf(read, told))
  return told
}

const isAside = ({ state }: Outcome) => state === 'held' || state === 'waiting'

/** Keeps what does not count, and lets go of what was kept and now does. */
async function kept(
  at: At,
  stream: GuardedStream,
  read: readonly Read<StreamName>[],
  found: readonly Outcome[],
): Promise<Outcome[]> {
  const { db, source } = at
  const idAt = (index: number) => read[index]!.id!
  const differing = found.flatMap((outcome, index) => (outcome === DIFFERS ? [idAt(index)] : []))
  const stored = await storedAs(db, stream, source, differing)
  const outcomes = found.map((outcome, index) => (outcome === DIFFERS ? differs(stored.get(idAt(index))) : outcome))
  // What came of an id last in the batch stands.
  const last = new Map(
    outcomes.flatMap((outcome, index) =>
      isAside(outcome) || isCounted(outcome) ? [[idAt(index), { outcome, line: read[index]!.line! }] as const] : [],
    ),
  )
  const aside = [...last].flatMap(([id, { outcome, line }]) =>
    isAside(outcome) ? [{ id, line, guard: outcome.guard, reason: outcome.reason }] : [],
  )
  const gone = [...last].flatMap(([id, { outcome }]) => (isCounted(outcome) ? [id] : []))
  if (gone.length) await letGo(db, source, stream, gone)
  if (!aside.length) return outcomes
  const rejected = await keep(db, at, stream, aside)
  return outcomes.map((outcome, index) => {
    const note = isAside(outcome) ? rejected.get(idAt(index)) : undefined
    return note === undefined ? outcome : refused(`was rejected by staff: ${note}`)
  })
}

/** A refund that staff asked for here is stored under a name of ours. */
export const differs = (was: Stored | undefined): Outcome =>
  was
    ? held(
        'differs',
        `differs from what is stored under this id: ${showNaira(toNaira(was.kobo))} at ${was.at.toISOString()}`,
      )
    : DIFFERS

/** When the newest of those that were accepted happened. */
function newestOf(read: readonly Read<StreamName>[], outcomes: readonly Outcome[]): string | null {
  let newest = ''
  for (const [index, { line }] of read.entries()) {
    if (!line || outcomes[index]!.state !== 'accepted') continue
    const at = new Date('at' in line && line.at ? line.at : (line as Line<'customers'>).registered_at).toISOString()
    if (at > newest) newest = at
  }
  return newest || null
}
