import * as z from 'zod/mini'
import { NOT_JSON } from '#server/http/ndjson.ts'
import { aheadOf, LINES, otherCurrencyOf, type Line } from '../lines-contract.ts'
import { isGuarded, messages, type StreamName } from '../rules.ts'
import { held, refused, type Outcome } from './streams/taking.ts'

/** A line as its stream takes it, its outcome where that is known already, or both. */
export type Read<S extends StreamName> = { id: string | null; line?: Line<S>; outcome?: Outcome }
/** A line as its stream takes it, or the field and the rule that it breaks. */
export function readLine<S extends StreamName>(stream: S, told: unknown, now: Date): Read<S> {
  if (told === NOT_JSON) return { id: null, outcome: refused(messages.notJson) }
  const parsed = z.safeParse(LINES[stream], told)
  if (parsed.success) {
    const line = parsed.data as Line<S>
    const { id } = line
    const ahead = aheadOf(stream, line, now)
    if (ahead) return isGuarded(stream) ? { id, line, outcome: held('time', ahead) } : { id, outcome: refused(ahead) }
    const currency = isGuarded(stream) && otherCurrencyOf(line)
    return currency ? { id, line, outcome: held('currency', currency) } : { id, line }
  }
  const [issue] = parsed.error.issues
  return { id: idIn(told), outcome: refused([issue!.path.join('.'), issue!.message].filter(Boolean).join(' ')) }
}

const idIn = (told: unknown): string | null => {
  const id = (told as { id?: unknown } | null)?.id
  return typeof id === 'string' ? id.slice(0, 100) : null
}
