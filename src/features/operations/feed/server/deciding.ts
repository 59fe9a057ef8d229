import { counted } from '#contract/counted.ts'
import { toNaira } from '#contract/money.ts'
import { paymentNamed } from '#features/payments/payment-logs/rules.ts'
import { paymentsOf, storedAs, type Stored } from '#features/sales/trade/server/public.ts'
import type { Db } from '#server/db/connect.ts'
import { conflict, notFound, stale } from '#server/http/problem.ts'
import type { QuarantinedRecordDetail } from '../contract.ts'
import type { FeedRecord } from '../records-contract.ts'
import { RECORD_NOUNS, messages, type CorrectableRecordType, type ValidatedRecordType } from '../rules.ts'
import { findRecord, toQuarantined, describeItems, type StoredRecord } from './store.ts'
import { ingesters, type Outcome, type Ingester } from './record-types/index.ts'
import { CORRECTED, DIFFERS, type IngestContext } from './record-types/ingest-context.ts'
import { lockForCounting } from './record-types/locks.ts'
import { readRecord } from './read-record.ts'
import { differs } from './ingest.ts'

/** What staff decide of a line that does not count. */

export async function recordOr404(db: Db, id: number, how: { lock?: boolean } = {}): Promise<StoredRecord> {
  const line = await findRecord(db, id, how)
  if (!line) throw notFound('line')
  return line
}

/** A line that staff can decide on, locked. @throws where it was changed since, or rejected */
export async function openRecord(db: Db, id: number, version: number | undefined, zone: string): Promise<StoredRecord> {
  const line = await recordOr404(db, id, { lock: true })
  if (version !== undefined && version !== line.version) throw stale(toQuarantined(line, zone))
  if (line.state === 'rejected') throw conflict(messages.isRejected, toQuarantined(line, zone))
  return line
}

/** Takes a line as if it were sent now. @returns the line as its stream has it, where it has the right shape */
export async function reingest(
  at: IngestContext,
  recordType: ValidatedRecordType,
  sent: object,
): Promise<{ line?: FeedRecord<ValidatedRecordType>; outcome: Outcome }> {
  const { line, outcome } = readRecord(recordType, sent, at.now)
  if (!line || outcome) return { ...(line && { line }), outcome: outcome! }
  await lockForCounting(at.db)
  const [ingested] = await (ingesters[recordType] as Ingester<ValidatedRecordType>)(at, [line])
  if (ingested !== DIFFERS && ingested !== CORRECTED) return { line, outcome: ingested! }
  return { line, outcome: differs((await storedAs(at.db, recordType, at.source, [line.id])).get(line.id)) }
}

/** A line with what is stored under its id, and of a refund its purchase. */
export async function detailOf(db: Db, stored: StoredRecord, zone: string): Promise<QuarantinedRecordDetail> {
  const { source, record_type: recordType, external_id, purchase_id, line } = stored
  const own = await storedAs(db, recordType, source, [external_id])
  const bought = await storedAs(db, 'purchases', source, purchase_id === null ? [] : [purchase_id])
  const saleOf = ([one]: Iterable<Stored>) =>
    one ? { at: one.at.toISOString(), amount: toNaira(one.kobo), what: describeItems(one.lines) } : null
  return { ...toQuarantined(stored, zone), line, stored: saleOf(own.values()), purchase: saleOf(bought.values()) }
}

export const nameOf = ({
  record_type: recordType,
  external_id,
  source,
}: Pick<StoredRecord, 'external_id' | 'source'> & { record_type: CorrectableRecordType }): string =>
  `the ${RECORD_NOUNS[recordType].toLowerCase()} ${external_id} of ${source}`
/** The references of the payments that sales have, or that refunds are of, in any of these shapes of a line. */
export async function paymentsOfRecord(
  db: Db,
  { source, record_type: recordType }: { source: string; record_type: CorrectableRecordType },
  lines: readonly (object | null)[],
): Promise<string[]> {
  const records = lines.flatMap(
    (line) => (line as { id?: string; purchase_id?: string; payment_reference?: string }) ?? [],
  )
  const ids = records.flatMap(({ id, purchase_id }) =>
    recordType === 'purchases' ? id : recordType === 'refunds' ? purchase_id : [],
  )
  const known = await paymentsOf(
    db,
    source,
    ids.filter((one) => one !== undefined),
  )
  return [...new Set([...known, ...records.flatMap(({ payment_reference: reference }) => reference || [])])]
}
/** What an audit line says of payments: by which it is found, and in its words. */
export const aboutPayments = (payments: readonly string[]) => ({
  about: payments.map(paymentNamed),
  suffix: payments.length ? ` (payment ${payments.join(', ')})` : '',
})
export const aboutRecord = ({ id }: StoredRecord) => ({ entity: 'feed line', id })
/** What the audit keeps of a line: what was sold and when, and nobody's name. */
export const auditedRecord = ({ line }: { line: AuditedRecord }) => ({
  at: line.at,
  cinema: line.cinema_id ?? null,
  channel: line.channel ?? null,
  currency: line.currency ?? null,
  lines: line.lines?.map(({ kind, quantity, amount }) => `${describeItems([{ kind, quantity }])}: ${amount}`) ?? [
    line.tickets === undefined
      ? counted(line.count ?? 1, 'visit')
      : describeItems([{ kind: 'ticket', quantity: line.tickets }]),
  ],
})
type AuditedRecord = Omit<StoredRecord['line'], 'lines'> &
  Partial<Pick<StoredRecord['line'], 'lines'>> & { tickets?: number; count?: number }
