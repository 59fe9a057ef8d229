/** How what the payment provider did with money differs from what is expected. */
import { sql } from 'drizzle-orm'
import { addDays, type Day } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import { EMBEDDED_FEE } from '#server/integrations/payments/embedded.ts'
import { readSetting } from '#server/settings.ts'
import type { MismatchSubject } from '#features/payments/payment-logs/rules.ts'
import { FEE_TERMS, feeExpected, mismatchOf, type FeeTerms } from '../reconciliation-rules.ts'
import type { ProviderTransaction } from './provider-transactions.ts'
import type { FoundMismatch } from './reconciliations.ts'
import { number, orNull, query, text } from '#server/db/query.ts'

/** A payout is missed when it is not there so many days later. */
const PAYOUT_DAYS = 3

/** What the provider is expected to keep; null where fees are not compared. */
export async function feeTermsOf(db: Db, provider: string): Promise<FeeTerms | null> {
  const set = await readSetting<FeeTerms | null>(db, FEE_TERMS)
  return set === undefined && provider === 'embedded' ? EMBEDDED_FEE : (set ?? null)
}

type DayTransactions = {
  provider: string
  day: Day
  transactions: readonly ProviderTransaction[]
  /** Kinds of which something cannot be read: what they add up to is unknown. */
  unread: ReadonlySet<ProviderTransaction['kind']>
  today: Day
}

/** Refunds, fees, chargebacks and the payout of a day, in the transaction that keeps them. */
export async function mismatchingTransactions(
  tx: Db,
  { provider, day, transactions, unread, today }: DayTransactions,
): Promise<FoundMismatch[]> {
  const terms = await feeTermsOf(tx, provider)
  const of = (kind: ProviderTransaction['kind']) => transactions.filter((one) => one.kind === kind)
  const found: FoundMismatch[] = unread.has('refund') ? [] : await refundsThatDiffer(tx, provider, day)
  for (const { id, reference, kobo } of of('chargeback'))
    found.push(differs('chargeback', reference ?? id, undefined, kobo, id))
  const charged = new Map(of('charge').map(({ id, kobo }) => [id, kobo]))
  if (terms)
    for (const { id, reference, kobo: withheld, cardCountry } of of('fee')) {
      const { kobo, foreignKobo, isForeignCard } = feeExpected(charged.get(id)!, terms, cardCountry)
      if (withheld !== kobo && withheld !== foreignKobo)
        found.push({
          ...differs('fee', reference ?? id, kobo, withheld, id),
          ledgerForeignKobo: foreignKobo,
          isForeignCard,
        })
    }
  const sum = (kind: ProviderTransaction['kind']) => of(kind).reduce((total, { kobo }) => total + kobo, 0)
  const due = sum('charge') - sum('refund') - sum('fee') - sum('chargeback')
  const paid = of('payout').length > 0
  if (unread.size) return withPaymentIds(tx, merged(found))
  if (paid ? sum('payout') !== due : due !== 0 && addDays(day, PAYOUT_DAYS) <= today)
    found.push(differs('payout', day, due, paid ? sum('payout') : undefined, of('payout')[0]?.id ?? null))
  return withPaymentIds(tx, merged(found))
}

const differs = (
  about: MismatchSubject,
  reference: string,
  ledgerKobo: number | undefined,
  providerKobo: number | undefined,
  providerId: string | null,
): FoundMismatch => {
  const side = (kobo: number | undefined) =>
    kobo !== undefined && { kobo, state: 'succeeded' as const, currency: 'NGN' }
  return {
    about,
    kind: mismatchOf(side(ledgerKobo) || undefined, side(providerKobo) || undefined) ?? 'amount',
    reference,
    paymentId: null,
    providerId,
    ledgerKobo: ledgerKobo ?? null,
    ledgerState: ledgerKobo === undefined ? null : 'succeeded',
    ledgerCurrency: ledgerKobo === undefined ? null : 'NGN',
    providerKobo: providerKobo ?? null,
    providerState: providerKobo === undefined ? null : 'succeeded',
    providerCurrency: providerKobo === undefined ? null : 'NGN',
  }
}

/** Several of one payment are one line. */
function merged(all: readonly FoundMismatch[]): FoundMismatch[] {
  const byKey = new Map<string, FoundMismatch>()
  for (const one of all) {
    const key = `${one.about} ${one.reference}`
    const before = byKey.get(key)
    const sum = (a: number | null, b: number | null) => (a === null && b === null ? null : (a ?? 0) + (b ?? 0))
    byKey.set(
      key,
      before
        ? {
            ...before,
            ledgerKobo: sum(before.ledgerKobo, one.ledgerKobo),
            ...(before.ledgerForeignKobo != null && {
              ledgerForeignKobo: sum(before.ledgerForeignKobo, one.ledgerForeignKobo ?? one.ledgerKobo),
            }),
            providerKobo: sum(before.providerKobo, one.providerKobo),
          }
        : one,
    )
  }
  return [...byKey.values()]
}

/** Refunds of payments of which one side paid back something on the day, and both together another sum. */
async function refundsThatDiffer(tx: Db, provider: string, day: Day): Promise<FoundMismatch[]> {
  const { rows } = await query(tx, { reference: text, ledgerKobo: orNull(number), providerKobo: orNull(number) })`
    with concerned as (
      select reference from provider_transactions
      where provider = ${provider} and day = ${day} and kind = 'refund' and reference <> ''
      union
      select p.payment from refunds r join purchases p on p.id = r.purchase_id
      where r.day = ${day} and paid_by(p.source, p.payment_reference, p.channel, p.payment_method) = 'provider'
    )
    select reference, "ledgerKobo", "providerKobo" from concerned c
    cross join lateral (
      select sum(kobo)::bigint as "ledgerKobo" from (
        select r.kobo from purchases p join refunds r on r.purchase_id = p.id where p.payment = c.reference
        union all
        select refund_kobo from cube_payments
        where provider = ${provider} and cube_payments.reference = c.reference and refund = 'done'
      ) x
    ) o
    cross join lateral (
      select sum(kobo)::bigint as "providerKobo" from provider_transactions m
      where m.provider = ${provider} and m.reference = c.reference and m.kind = 'refund'
    ) t
    where coalesce("ledgerKobo", 0) <> coalesce("providerKobo", 0) order by reference`
  return rows.map(({ reference, ledgerKobo, providerKobo }) =>
    differs('refund', reference, ledgerKobo ?? undefined, providerKobo ?? undefined, null),
  )
}

/** With the payment that each is of. */
async function withPaymentIds(tx: Db, found: readonly FoundMismatch[]): Promise<FoundMismatch[]> {
  const references = [...new Set(found.map(({ reference }) => reference))]
  const { rows } = await query(tx, { id: number, reference: text })`
    select id, reference from payments where reference = any(${sql.param(references)}::text[])`
  const ids = new Map(rows.map(({ id, reference }) => [reference, id]))
  return found.map((one) => ({ ...one, paymentId: ids.get(one.reference) ?? null }))
}
