import { counted } from '#contract/counted.ts'
import { toNaira } from '#contract/money.ts'
import { paymentNamed } from '#features/payment-logs/rules.ts'
import { paymentsOf, storedAs, type Stored } from '#features/trade/server/public.ts'
import type { Db } from '#server/db/connect.ts'
import { conflict, notFound, stale } from '#server/http/problem.ts'
import type { KeptDetail } from '../contract.ts'
import type { Line } from '../lines-contract.ts'
import { LINE_NOUNS, messages, type CorrectableStream, type GuardedStream } from '../rules.ts'
import { findLine, toKept, wordsOf, type StoredLine } from './store.ts'
import { takers, type Outcome, type Take } from './streams/index.ts'
import { CORRECTED, DIFFERS, type Taking } from './streams/taking.ts'
import { beforeCounting } from './streams/waiting.ts'
import { readLine } from './read-line.ts'
import { differs } from './tell.ts'

/** What staff decide of a line that does not count. */

export async function lineOr404(db: Db, id: number, how: { lock?: boolean } = {}): Promise<StoredLine> {
  const line = await findLine(db, id, how)
  if (!line) throw notFound('line')
  return line
}

/** A line that staff can decide on, locked. @throws where it was changed since, or rejected */
export async function openLine(db: Db, id: number, version: number | undefined, zone: string): Promise<StoredLine> {
  const line = await lineOr404(db, id, { lock: true })
  if (version !== undefined && version !== line.version) throw stale(toKept(line, zone))
  if (line.state === 'rejected') throw conflict(messages.isRejected, toKept(line, zone))
  return line
}

/** Takes a line as if it were sent now. @returns the line as its stream has it, where it has the right shape */
export async function takeAgain(
  at: Taking,
  stream: GuardedStream,
  sent: object,
): Promise<{ line?: Line<GuardedStream>; outcome: Outcome }> {
  const { line, outcome } = readLine(stream, sent, at.now)
  if (!line || outcome) return { ...(line && { line }), outcome: outcome! }
  await beforeCounting(at.db)
  const [taken] = await (takers[stream] as Take<GuardedStream>)(at, [line])
  if (taken !== DIFFERS && taken !== CORRECTED) return { line, outcome: taken! }
  return { line, outcome: differs((await storedAs(at.db, stream, at.source, [line.id])).get(line.id)) }
}

/** A line with what is stored under its id, and of a refund its purchase. */
export async function detailOf(db: Db, stored: StoredLine, zone: string): Promise<KeptDetail> {
  const { source, stream, external_id, purchase_id, line } = stored
  const own = await storedAs(db, stream, source, [external_id])
  const bought = await storedAs(db, 'purchases', source, purchase_id === null ? [] : [purchase_id])
  const shown = ([one]: Iterable<Stored>) =>
    one ? { at: one.at.toISOString(), amount: toNaira(one.kobo), what: wordsOf(one.lines) } : null
  return { ...toKept(stored, zone), line, stored: shown(own.values()), purchase: shown(bought.values()) }
}

export const nameOf = ({
  stream,
  external_id,
  source,
}: Pick<StoredLine, 'external_id' | 'source'> & { stream: CorrectableStream }): string =>
  `the ${LINE_NOUNS[stream].toLowerCase()} ${external_id} of ${source}`
/** The references of the payments that sales have, or that refunds are of, in any of these shapes of a line. */
export async function paymentsOfLine(
  db: Db,
  { source, stream }: { source: string; stream: CorrectableStream },
  lines: readonly (object | null)[],
): Promise<string[]> {
  const told = lines.flatMap(
    (line) => (line as { id?: string; purchase_id?: string; payment_reference?: string }) ?? [],
  )
  const ids = told.flatMap(({ id, purchase_id }) =>
    stream === 'purchases' ? id : stream === 'refunds' ? purchase_id : [],
  )
  const known = await paymentsOf(
    db,
    source,
    ids.filter((one) => one !== undefined),
  )
  return [...new Set([...known, ...told.flatMap(({ payment_reference: reference }) => reference || [])])]
}
/** What an audit line says of payments: by which it is found, and in its words. */
export const aboutPayments = (payments: readonly string[]) => ({
  about: payments.map(paymentNamed),
  words: payments.length ? ` (payment ${payments.join(', ')})` : '',
})
export const aboutLine = ({ id }: StoredLine) => ({ entity: 'feed line', id })
/** What the audit keeps of a line: what was sold and when, and nobody's name. */
export const auditedLine = ({ line }: { line: AuditedLine }) => ({
  at: line.at,
  cinema: line.cinema_id ?? null,
  channel: line.channel ?? null,
  currency: line.currency ?? null,
  lines: line.lines?.map(({ kind, quantity, amount }) => `${wordsOf([{ kind, quantity }])}: ${amount}`) ?? [
    line.tickets === undefined
      ? counted(line.count ?? 1, 'visit')
      : wordsOf([{ kind: 'ticket', quantity: line.tickets }]),
  ],
})
type AuditedLine = Omit<StoredLine['line'], 'lines'> &
  Partial<Pick<StoredLine['line'], 'lines'>> & { tickets?: number; count?: number }
