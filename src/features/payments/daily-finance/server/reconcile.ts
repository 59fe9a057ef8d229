import type { AuditSummary } from '#server/audit/summary.ts'
import { sql } from 'drizzle-orm'
import { counted } from '#contract/counted.ts'
import { showNaira, toNaira } from '#contract/money.ts'
import { dayOf, daysAsInstants, type Day } from '#contract/time.ts'
import { addLine, type AuditLine } from '#server/audit/store.ts'
import { logShopCharge } from '#features/payments/payments/server/public.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import { IntegrationError } from '#server/integrations/error.ts'
import { inParallel } from '#server/in-parallel.ts'
import type { ProviderCharge, UnreadCharge } from '#server/integrations/payments/port.ts'
import type { Unread } from '#server/integrations/records.ts'
import { paymentNamed } from '#features/payments/payment-logs/rules.ts'
import { mismatchOf, type Side } from '../reconciliation-rules.ts'
import { mismatchingTransactions } from './transaction-mismatches.ts'
import { readTransactions, storeTransactions } from './provider-transactions.ts'
import { noteChargebacks, noteCharges, SYSTEM } from '#features/payments/payment-logs/server/public.ts'
import { raiseMismatches } from './alerts.ts'
import { failDay, finishDay, lockDay, keepMismatches, type FoundMismatch, type Sum } from './reconciliations.ts'
import { number, orNull, query, text, type RowOf } from '#server/db/query.ts'

const moneyRow = { kobo: number, currency: text }
type Money = RowOf<typeof moneyRow>
/** `isSum`: of several charges under one reference. */
type Listed = ProviderCharge & { isSum?: true }
const ledgerPaymentRow = { ...moneyRow, id: number, reference: text, status: text, providerId: orNull(text) }
type LedgerPayment = RowOf<typeof ledgerPaymentRow>

/** Payments that are not listed are asked for, so many at most, and so many at once. */
const MAX_LOOKUPS = 1000
const LOOKUP_CONCURRENCY = 8
/** References that are looked for at once. */
const CHUNK = 1000

/**
 * Compares our payments of a day of the chain's zone with the provider's list, and stores what differs. The provider is
 * asked outside of any transaction; where it fails, what was found before stands. What cannot be read of its lists is set
 * aside: it is named with the day, its payment is left as it was, and what was found before stands until it is read. `run` is
 * the comparison's number: where another of the day has taken over, or the same ran twice, it stores nothing.
 */
export async function compareDay(app: App, day: Day, run: number): Promise<void> {
  const { db, payments } = app
  const range = daysAsInstants(day, day, app.env.dayZone)
  try {
    const { all: providerCharges, charges, unread } = await listed(app, range)
    const { transactions, unread: unreadTransactions } = await readTransactions(app, day, charges)
    const ledger = await ledgerBetween(db, payments.kind, range)
    const others = [...providerCharges.keys()].filter((reference) => !ledger.has(reference))
    const elsewhere = await ledgerPaymentsOf(db, others)
    const unlisted = await foundUnlisted(app, ledger, providerCharges, unread)
    const aside = new Set(unread.map(({ reference }) => reference))
    const reason = reasonOf([...unread, ...unreadTransactions])
    const known = (reference: string) => unlisted.get(reference) ?? providerCharges.get(reference)
    const compared = [...ledger.values()].filter((one) => !aside.has(one.reference))
    const found = compared.flatMap((one) => differing(one.reference, one, known(one.reference)))
    found.push(
      ...others
        .filter((reference) => !aside.has(reference))
        .flatMap((reference) => differing(reference, elsewhere.get(reference), providerCharges.get(reference))),
    )
    const paid = [...ledger.values()].filter(({ status }) => status === 'succeeded')
    const charged = [...providerCharges.values()].filter(({ state }) => state === 'succeeded')
    await db.transaction(async (tx) => {
      if (!(await lockDay(tx, payments.kind, day, run))) return
      const now = app.clock.now()
      const reported = paid.filter(({ providerId, reference }) => providerId === null && !aside.has(reference))
      await noteCharges(tx, payments.kind, reported.map(({ reference }) => known(reference)).filter(isOneInNaira))
      const missed = found
        .filter(({ about, kind }) => about === 'charge' && kind === 'missing here')
        .map(({ reference }) => providerCharges.get(reference)!)
      const paymentIds = await keepMissed(tx, payments.kind, missed, now)
      const unreadCharges = unread.flatMap(({ reference: _, ...one }) =>
        (['charge', 'fee'] as const).map((kind) => ({ ...one, kind })),
      )
      const allUnread = [...unreadCharges, ...unreadTransactions]
      await storeTransactions(tx, { provider: payments.kind, day, transactions, unread: allUnread, run })
      await noteChargebacks(tx, payments.kind, day)
      found.push(
        ...(await mismatchingTransactions(tx, {
          provider: payments.kind,
          day,
          transactions,
          unread: new Set(allUnread.map(({ kind }) => kind)),
          today: dayOf(now, app.env.dayZone),
        })),
      )
      await keepMismatches(
        tx,
        payments.kind,
        day,
        found.map((one) => ({ ...one, paymentId: one.paymentId ?? paymentIds.get(one.reference) ?? null })),
        { isComplete: !reason, now },
      )
      await raiseMismatches(tx, payments.kind, day, now)
      await finishDay(tx, payments.kind, day, { ledgerSum: sumOf(paid), providerSum: sumOf(charged), reason, now })
    })
  } catch (error) {
    const reason = error instanceof IntegrationError ? error.message : FAULT
    await failDay(db, payments.kind, day, run, reason, app.clock.now())
    if (!(error instanceof IntegrationError)) throw error
    app.log.warn({ day, reason }, 'a day could not be compared with the payment provider')
  }
}

const isOneInNaira = (charge: Listed | undefined): charge is Listed =>
  charge?.state === 'succeeded' && charge.currency === 'NGN' && !charge.isSum

/**
 * Charges of which nobody told become payments without an order: they are found by whoever paid, and can be refunded.
 * @returns the payments' ids by reference
 */
async function keepMissed(tx: Db, provider: string, charges: readonly ProviderCharge[], now: Date) {
  const news: ProviderCharge[] = []
  for (const charge of charges) if ((await logShopCharge(tx, provider, charge, now)).isNew) news.push(charge)
  const { rows } = await query(tx, { id: number, reference: text })`
    select id, reference from payments
    where reference = any(${sql.param(charges.map(({ reference }) => reference))}::text[])`
  const ids = new Map(rows.map(({ id, reference }) => [reference, id]))
  for (const { reference, currency, kobo } of news) {
    const amount = currency === 'NGN' ? showNaira(toNaira(kobo)) : currency
    const summary: AuditSummary = `Imported a charge of ${amount} without an order from the payment provider: ${reference}`
    const line: AuditLine = { entity: 'payment', id: ids.get(reference)!, summary, about: [paymentNamed(reference)] }
    await addLine(tx, SYSTEM, 'reconciliation.compare', line, { requestId: null, now })
  }
  return ids
}

/** Names in a day's reason. */
const MOST_NAMED = 3
/** What of a day cannot be read, in words for staff; empty: nothing. */
function reasonOf(unread: readonly Unread[]): string {
  if (!unread.length) return ''
  const named = unread.slice(0, MOST_NAMED).map(({ name, what }) => `${name}: ${what}`)
  const more = unread.length > MOST_NAMED ? `; and ${unread.length - MOST_NAMED} more` : ''
  return `${counted(unread.length, 'record')} of the provider cannot be read and ${unread.length === 1 ? 'was' : 'were'} not compared (${named.join('; ')}${more})`
}

const FAULT = 'Internal error. See the server log.'

function sumOf(all: readonly Money[]): Sum {
  const sums: Record<string, number> = {}
  for (const { kobo, currency } of all) sums[currency] = (sums[currency] ?? 0) + kobo
  const { NGN = 0, ...others } = sums
  return { count: all.length, kobo: NGN, others }
}

/**
 * The provider's list by reference. Of several tries under one reference those that succeeded count, all of them: more than
 * one is more than was paid. While it is read the list can grow, and tell of a charge again.
 */
async function listed({ payments }: App, [from, until]: [Date, Date]) {
  const all = new Map<string, Listed>()
  const every: ProviderCharge[] = []
  const unread: UnreadCharge[] = []
  const ids = new Set<string>()
  for (let page = 1; ; page++) {
    const { records, unread: named, isLast } = await payments.charges(from, until, page)
    unread.push(...named)
    for (const charge of records) {
      if (ids.has(charge.id)) continue
      ids.add(charge.id)
      every.push(charge)
      const before = all.get(charge.reference)
      if (before?.state !== 'succeeded') all.set(charge.reference, charge)
      else if (charge.state === 'succeeded')
        all.set(charge.reference, { ...before, kobo: before.kobo + charge.kobo, isSum: true })
    }
    if (isLast) return { all, charges: every, unread }
  }
}

/** Ours is what was sold, where that is known: what was charged is the provider's. */
const COLUMNS = sql`id, reference, currency, status, provider_id as "providerId",
  case when sold_kobo > 0 and currency = 'NGN' then sold_kobo else kobo end as kobo`
/** Of what a comparison found there nobody here knows an order yet. */
const IS_IN_LEDGER = sql`not (bookings = '' and exists (
  select from reconciliation_mismatches m where m.payment_id = payments.id and m.kind = 'missing here'
) and not exists (
  select from cube_payments c where c.provider = payments.provider and c.reference = payments.reference
))`
const byReference = (rows: readonly LedgerPayment[]) => new Map(rows.map((row) => [row.reference, row]))

/** What was paid to staff, or through another provider, is not this one's; of what cost nothing no provider was asked. */
async function ledgerBetween(
  db: Db,
  provider: string,
  [from, until]: [Date, Date],
): Promise<Map<string, LedgerPayment>> {
  const { rows } = await query(db, ledgerPaymentRow)`
    select ${COLUMNS} from payments
    where at >= ${from.toISOString()} and at < ${until.toISOString()} and coalesce(provider, ${provider}) = ${provider}
      and kobo > 0 and ${IS_IN_LEDGER}
    order by at desc, id desc`
  return byReference(rows)
}

/** Payments of other days. */
async function ledgerPaymentsOf(db: Db, references: readonly string[]): Promise<Map<string, LedgerPayment>> {
  const rows: LedgerPayment[] = []
  for (let n = 0; n < references.length; n += CHUNK) {
    const found = await query(db, ledgerPaymentRow)`
      select ${COLUMNS} from payments
      where reference = any(${sql.param(references.slice(n, n + CHUNK))}::text[]) and ${IS_IN_LEDGER}`
    rows.push(...found.rows)
  }
  return byReference(rows)
}

/**
 * What was paid to us and is not listed as paid: the provider may have it on another day. What cannot be read of it goes to
 * `unread`.
 */
async function foundUnlisted(
  { payments }: App,
  ledger: ReadonlyMap<string, LedgerPayment>,
  providerCharges: ReadonlyMap<string, ProviderCharge>,
  unread: UnreadCharge[],
): Promise<Map<string, ProviderCharge>> {
  const found = new Map<string, ProviderCharge>()
  const aside = new Set(unread.map(({ reference }) => reference))
  const unlisted = [...ledger.values()].filter(
    ({ reference, status }) =>
      status === 'succeeded' && providerCharges.get(reference)?.state !== 'succeeded' && !aside.has(reference),
  )
  await inParallel(unlisted.slice(0, MAX_LOOKUPS), LOOKUP_CONCURRENCY, async ({ reference }) => {
    try {
      const charge = await payments.find(reference)
      if (charge) found.set(reference, charge)
    } catch (error) {
      if (!(error instanceof IntegrationError) || !error.isOfOneRequest) throw error
      unread.push({ id: null, name: `Payment ${reference}`, what: error.message, reference })
    }
  })
  return found
}

const ledgerSideOf = ({ kobo, currency, status }: LedgerPayment): Side => ({
  kobo,
  currency,
  state: status === 'needs_customer' ? 'open' : (status as 'succeeded' | 'failed'),
})
const providerSideOf = ({ kobo, state, currency }: ProviderCharge): Side => ({
  kobo,
  currency,
  state: state === 'succeeded' || state === 'failed' ? state : 'open',
})

function differing(
  reference: string,
  ledgerPayment: LedgerPayment | undefined,
  providerCharge: ProviderCharge | undefined,
): FoundMismatch[] {
  const kind = mismatchOf(
    ledgerPayment && ledgerSideOf(ledgerPayment),
    providerCharge && providerSideOf(providerCharge),
  )
  if (!kind) return []
  return [
    {
      about: 'charge',
      kind,
      reference,
      paymentId: ledgerPayment?.id ?? null,
      providerId: providerCharge?.id ?? ledgerPayment?.providerId ?? null,
      ledgerKobo: ledgerPayment?.kobo ?? null,
      ledgerState: ledgerPayment?.status ?? null,
      ledgerCurrency: ledgerPayment?.currency ?? null,
      providerKobo: providerCharge?.kobo ?? null,
      providerState: providerCharge?.state ?? null,
      providerCurrency: providerCharge?.currency ?? null,
    },
  ]
}
