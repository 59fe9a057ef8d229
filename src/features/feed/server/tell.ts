import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import type { Output } from '#contract/endpoint.ts'
import type { Context } from '#server/http/handle.ts'
import { NOT_JSON } from '#server/http/ndjson.ts'
import { mapInSlices } from '#server/slices.ts'
import type { feed } from '../contract.ts'
import { aheadOf, LINES, notePassedOver, type Line } from '../lines.ts'
import { messages, type LineState, type StreamName } from '../rules.ts'
import { takers, type Outcome, type Take } from './streams/index.ts'

type Telling = {
  write: Context<(typeof feed)['tell']>['write']
  source: string
  zone: string
  now: Date
  log: FastifyBaseLogger
}
type Reply = Output<(typeof feed)['tell']['reply']>

/** Takes a batch in one transaction, and answers what became of each of its lines, in the batch's order. */
export async function tell<S extends StreamName>(
  { write, ...at }: Telling,
  stream: S,
  batch: readonly unknown[],
): Promise<Reply> {
  const passedOver = new Set<string>()
  const read = await mapInSlices(batch, (told) => {
    const one = readLine(stream, told, at.now)
    if (one.line) notePassedOver(passedOver, told, one.line)
    return one
  })
  const good = read.flatMap((one) => (one.line ? [one.line] : []))
  const taken = good.length ? await write(({ db }) => (takers[stream] as Take<S>)({ db, ...at }, good)) : []
  let next = 0
  const counts: Record<LineState, number> = { accepted: 0, duplicate: 0, waiting: 0, refused: 0 }
  const lines: Reply['lines'] = []
  for (const [index, { line, id, refused }] of read.entries()) {
    const { state, reason, note }: Outcome = line ? taken[next++]! : { state: 'refused', reason: refused! }
    counts[state]++
    if (state !== 'accepted')
      lines.push({ line: index + 1, id, state, ...(reason && { reason }), ...(note && { note }) })
  }
  return { ...counts, lines, ...(passedOver.size && { passed_over: [...passedOver].slice(0, MOST_NAMED) }) }
}

/** Of fields that are passed over, so many are named. */
const MOST_NAMED = 50

type Read<S extends StreamName> = { id: string | null; line?: Line<S>; refused?: string }

/** A line as its stream takes it, or the field and the rule that it breaks. */
function readLine<S extends StreamName>(stream: S, told: unknown, now: Date): Read<S> {
  if (told === NOT_JSON) return { id: null, refused: messages.notJson }
  const parsed = z.safeParse(LINES[stream], told)
  if (parsed.success) {
    const line = parsed.data as Line<S>
    const refused = aheadOf(stream, line, now)
    return refused ? { id: line.id, refused } : { id: line.id, line }
  }
  const [issue] = parsed.error.issues
  return { id: idIn(told), refused: [issue!.path.join('.'), issue!.message].filter(Boolean).join(' ') }
}

const idIn = (told: unknown): string | null => {
  const id = (told as { id?: unknown } | null)?.id
  return typeof id === 'string' ? id.slice(0, 100) : null
}
