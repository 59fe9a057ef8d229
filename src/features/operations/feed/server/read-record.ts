import * as z from 'zod/mini'
import { NOT_JSON } from '#server/http/ndjson.ts'
import { aheadOf, RECORD_SCHEMAS, otherCurrencyOf, type FeedRecord } from '../records-contract.ts'
import { isValidated, messages, type RecordType } from '../rules.ts'
import { quarantined, rejected, type Outcome } from './record-types/ingest-context.ts'

/** Parsed record, its result where known already, or both. */
export type Read<S extends RecordType> = { id: string | null; line?: FeedRecord<S>; outcome?: Outcome }
/** Parses a record, or returns the field and rule that it breaks. */
export function readRecord<S extends RecordType>(recordType: S, sent: unknown, now: Date): Read<S> {
  if (sent === NOT_JSON) return { id: null, outcome: rejected(messages.notJson) }
  const parsed = z.safeParse(RECORD_SCHEMAS[recordType], sent)
  if (parsed.success) {
    const line = parsed.data as FeedRecord<S>
    const { id } = line
    const ahead = aheadOf(recordType, line, now)
    if (ahead)
      return isValidated(recordType)
        ? { id, line, outcome: quarantined('time', ahead) }
        : { id, outcome: rejected(ahead) }
    const currency = isValidated(recordType) && otherCurrencyOf(line)
    return currency ? { id, line, outcome: quarantined('currency', currency) } : { id, line }
  }
  const [issue] = parsed.error.issues
  return { id: idIn(sent), outcome: rejected([issue!.path.join('.'), issue!.message].filter(Boolean).join(' ')) }
}

const idIn = (sent: unknown): string | null => {
  const id = (sent as { id?: unknown } | null)?.id
  return typeof id === 'string' ? id.slice(0, 100) : null
}
