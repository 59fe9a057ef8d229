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

/** Decisions of staff on quarantined records. */

export async function recordOr404(db: Db, id: number, how: { lock?: boolean } = {}): Promise<StoredRecord> {
  const line = await findRecord(db, id, how)
  if (!line) throw notFound('record')
  return line
}

/**
 * Finds and locks a record for a decision.
 * @throws if the record was changed or rejected
 */
export async function openRecord(db: Db, id: number, version: number | undefined, zone: string): Promise<StoredRecord> {
  const line = await recordOr404(db, id, { lock: true })
  if (version !== undefined && version !== line.version) throw stale(toQuarantined(line, zone))
  if (line.state === 'rejected') throw conflict(messages.isRejected, toQuarantined(line, zone))
  return line
}

/**
 * Ingests a record as if it were sent now.
 * @returns the parsed record, if its shape is right
 */
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

/** Returns a record with the sale stored under its id, and the purchase of a refund. */
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
/** Returns the references of payments that a record is about, in any of its versions. */
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
/** Names the payments in an audit log entry: the keys for search, and the end of its summary. */
export const aboutPayments = (payments: readonly string[]) => ({
  about: payments.map(paymentNamed),
  suffix: payments.length ? ` (payment ${payments.join(', ')})` : '',
})
export const aboutRecord = ({ id }: StoredRecord) => ({ entity: 'feed line', id })
/** Returns the values for the audit log: items and times, without names. */
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
