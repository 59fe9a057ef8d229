import { sql, type SQL } from 'drizzle-orm'
import { toNaira } from '#contract/money.ts'
import type { Day } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import { sliceOf, type Paging } from '#server/db/page.ts'
import { isScoped } from '#server/db/scoped.ts'
import type { Mismatch, Money } from '#features/payments/payment-logs/contract.ts'
import type { MismatchKind, MismatchSubject } from '#features/payments/payment-logs/rules.ts'
import { mismatchKey, readMismatches } from '#features/payments/payment-logs/server/public.ts'
import type { Reconciliation } from '../reconciliation-contract.ts'
import { STATES } from './mismatches.ts'
import { json, number, orNull, query, text, textOf } from '#server/db/query.ts'

/** Longer than a comparison takes: one that runs for longer died with its server. */
const DIED_MS = 60 * 60_000

/** Begins a comparison of a day. @returns its number among those of the day; undefined while another runs */
export async function claimDay(
  db: Db,
  provider: string,
  day: Day,
  { by, now }: { by: string; now: Date },
): Promise<number | undefined> {
  const { rows } = await query(db, { run: number })`
    insert into reconciliations as r (day, provider, state, started_at, started_by)
    values (${day}, ${provider}, 'running', ${now.toISOString()}, ${by})
    on conflict (day, provider) do update set
      state = 'running', reason = '', started_at = excluded.started_at, started_by = excluded.started_by, finished_at = null,
      run = r.run + 1
    where r.state <> 'running' or r.started_at < ${new Date(now.getTime() - DIED_MS).toISOString()}
    returning run`
  return rows[0]?.run
}

/** Holds a comparison until the transaction ends. @returns whether it is still the one of its day: no other took over, or ended it */
export async function lockDay(tx: Db, provider: string, day: Day, run: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from reconciliations where day = ${day} and provider = ${provider} and state = 'running'
      and run = ${run} for update`)
  return rows.length > 0
}

/** Hundredths by currency. */
type Others = Record<string, number>
/** Payments that succeeded: how many, their naira, and what was paid in other currencies. */
export type Sum = { count: number; kobo: number; others: Others }
/** @param reason what of the day cannot be read, if anything */
export const finishDay = (
  db: Db,
  provider: string,
  day: Day,
  { ledgerSum, providerSum, reason, now }: { ledgerSum: Sum; providerSum: Sum; reason: string; now: Date },
) =>
  db.execute(sql`
    update reconciliations set state = 'done', reason = ${reason}, finished_at = ${now.toISOString()},
      ledger_count = ${ledgerSum.count}, ledger_kobo = ${ledgerSum.kobo}, ledger_others = ${JSON.stringify(ledgerSum.others)},
      provider_count = ${providerSum.count}, provider_kobo = ${providerSum.kobo}, provider_others = ${JSON.stringify(providerSum.others)}
    where day = ${day} and provider = ${provider}`)

export const failDay = (db: Db, provider: string, day: Day, run: number, reason: string, now: Date) =>
  db.execute(sql`
    update reconciliations set state = 'failed', reason = ${reason}, finished_at = ${now.toISOString()}
    where day = ${day} and provider = ${provider} and state = 'running' and run = ${run}`)

const reconciliationRow = {
  day: text,
  provider: text,
  state: textOf<Reconciliation['state']>(),
  reason: text,
  started_at: text,
  started_by: text,
  finished_at: orNull(text),
  /** Null to people who see some cinemas. */
  ledger_count: orNull(number),
  ledger_kobo: number,
  ledger_others: json<Others>(),
  provider_count: number,
  provider_kobo: number,
  provider_others: json<Others>(),
  open: number,
  resolved: number,
}

const moneyOf = (others: Others): Money[] =>
  Object.entries(others).map(([currency, kobo]) => ({ amount: toNaira(kobo), currency }))
const iso = (at: string) => new Date(at).toISOString()
const isoOrNull = (at: string | null) => at && iso(at)

/** What all payments of a day add up to is the chain's. */
const SUMS = sql`r.ledger_count, r.ledger_kobo, r.ledger_others, r.provider_count, r.provider_kobo, r.provider_others`
const NO_SUMS = sql`null::bigint as ledger_count, 0::bigint as ledger_kobo, '{}'::jsonb as ledger_others,
  0::bigint as provider_count, 0::bigint as provider_kobo, '{}'::jsonb as provider_others`

async function readDays(db: Db, where: SQL, page: SQL = sql``): Promise<Reconciliation[]> {
  const { rows } = await query(db, reconciliationRow)`
    select r.day::text as day, r.provider, r.state, r.reason, r.started_at, r.started_by, r.finished_at,
      ${isScoped(db) ? NO_SUMS : SUMS}, n.open, n.resolved
    from reconciliations r
    cross join lateral (
      select count(*) filter (where resolved_at is null)::int as open,
        count(*) filter (where resolved_at is not null)::int as resolved
      from reconciliation_mismatches m where m.day = r.day and m.provider = r.provider and m.cleared_at is null
    ) n
    where ${where} order by r.day desc ${page}`
  return rows.map((row) => ({
    day: row.day,
    provider: row.provider,
    state: row.state,
    reason: row.reason,
    startedAt: iso(row.started_at),
    startedBy: row.started_by,
    finishedAt: isoOrNull(row.finished_at),
    ...(row.state === 'done' && row.ledger_count !== null
      ? {
          ledgerCount: row.ledger_count,
          ledgerAmount: toNaira(row.ledger_kobo),
          ledgerOthers: moneyOf(row.ledger_others),
          providerCount: row.provider_count,
          providerAmount: toNaira(row.provider_kobo),
          providerOthers: moneyOf(row.provider_others),
        }
      : {
          ledgerCount: null,
          ledgerAmount: null,
          ledgerOthers: [],
          providerCount: null,
          providerAmount: null,
          providerOthers: [],
        }),
    open: row.open,
    resolved: row.resolved,
  }))
}

export const dayCompared = async (db: Db, provider: string, day: Day): Promise<Reconciliation | undefined> =>
  (await readDays(db, sql`r.provider = ${provider} and r.day = ${day}`))[0]

export async function daysCompared(db: Db, provider: string, paging: Paging) {
  const { limit, offset } = sliceOf(paging)
  const { rows } = await query(db, { n: number })`
    select count(*)::int as n from reconciliations where provider = ${provider}`
  const page = sql`limit ${limit} offset ${offset}`
  return { reconciliations: await readDays(db, sql`r.provider = ${provider}`, page), totalCount: rows[0]!.n }
}

/** A difference as a comparison finds it. */
export type FoundMismatch = {
  about: MismatchSubject
  kind: MismatchKind
  reference: string
  paymentId: number | null
  providerId: string | null
  ledgerKobo: number | null
  ledgerState: string | null
  ledgerCurrency: string | null
  providerKobo: number | null
  providerState: string | null
  providerCurrency: string | null
  /** Of a fee: whether the card is of another country, and what is expected if it is; absent of the rest. */
  isForeignCard?: boolean | null
  ledgerForeignKobo?: number | null
}

/**
 * Stores what a comparison found. What was noted before stays; a mismatch that is another than the one that was resolved
 * is open again, and one that is found no more is gone. While something of the day cannot be read, none is gone.
 */
export async function keepMismatches(
  tx: Db,
  provider: string,
  day: Day,
  found: readonly FoundMismatch[],
  { isComplete, now }: { isComplete: boolean; now: Date },
) {
  const at = now.toISOString()
  const all = JSON.stringify(found.map((one) => ({ ...one, reference: mismatchKey(one) })))
  await tx.execute(sql`
    insert into reconciliation_mismatches as m (day, provider, about, kind, reference, payment_id, provider_id, ledger_kobo, ledger_state,
      ledger_currency, provider_kobo, provider_state, provider_currency, is_foreign_card, ledger_foreign_kobo, found_at)
    select ${day}, ${provider}, x.about, x.kind, x.reference, x."paymentId", x."providerId", x."ledgerKobo", x."ledgerState",
      x."ledgerCurrency", x."providerKobo", x."providerState", x."providerCurrency", x."isForeignCard",
      x."ledgerForeignKobo", ${at}
    from jsonb_to_recordset(${all}::jsonb) as x(about text, kind text, reference text, "paymentId" bigint,
      "providerId" text, "ledgerKobo" bigint, "ledgerState" text, "ledgerCurrency" text, "providerKobo" bigint, "providerState" text,
      "providerCurrency" text, "isForeignCard" boolean, "ledgerForeignKobo" bigint)
    on conflict (day, provider, reference) do update set
      kind = excluded.kind, payment_id = excluded.payment_id, provider_id = excluded.provider_id,
      ledger_kobo = excluded.ledger_kobo, ledger_state = excluded.ledger_state, ledger_currency = excluded.ledger_currency,
      provider_kobo = excluded.provider_kobo, provider_state = excluded.provider_state, provider_currency = excluded.provider_currency,
      is_foreign_card = excluded.is_foreign_card, ledger_foreign_kobo = excluded.ledger_foreign_kobo,
      resolved_at = null, resolved_by = null, cleared_at = null, version = m.version + 1
    where m.cleared_at is not null
      or (m.kind, m.ledger_kobo, m.ledger_state, m.ledger_currency, m.provider_kobo, m.provider_state, m.provider_currency,
        m.is_foreign_card, m.ledger_foreign_kobo)
        is distinct from (excluded.kind, excluded.ledger_kobo, excluded.ledger_state, excluded.ledger_currency,
          excluded.provider_kobo, excluded.provider_state, excluded.provider_currency,
          excluded.is_foreign_card, excluded.ledger_foreign_kobo)`)
  // One that was found before it had a payment of its own.
  await tx.execute(sql`
    update reconciliation_mismatches m set payment_id = x."paymentId"
    from jsonb_to_recordset(${all}::jsonb) as x(reference text, "paymentId" bigint)
    where m.day = ${day} and m.provider = ${provider} and m.reference = x.reference and m.payment_id is null`)
  if (!isComplete) return
  await tx.execute(sql`
    update reconciliation_mismatches set cleared_at = ${at}, version = version + 1
    where day = ${day} and provider = ${provider} and cleared_at is null
      and not exists (
        select from jsonb_to_recordset(${all}::jsonb) as x(reference text)
        where x.reference = reconciliation_mismatches.reference)`)
}

/** Open ones first, as they came. */
export async function mismatchesOf(
  db: Db,
  { provider, day, state }: { provider: string; day: Day; state: keyof typeof STATES },
  paging: Paging,
) {
  const { limit, offset } = sliceOf(paging)
  const where = sql`m.day = ${day} and m.provider = ${provider} and ${STATES[state]}`
  const { rows } = await query(db, { n: number })`
    select count(*)::int as n from reconciliation_mismatches m where ${where}`
  const page = sql`order by (${STATES.open}) desc, m.id limit ${limit} offset ${offset}`
  return { mismatches: await readMismatches(db, where, page), totalCount: rows[0]!.n }
}

/** A mismatch, locked until the transaction ends. */
export const lockMismatch = async (tx: Db, id: number): Promise<Mismatch | undefined> =>
  (await readMismatches(tx, sql`m.id = ${id}`, sql`for update of m`))[0]

type Resolution = { at: Date | null; by: string | null; note: string }
export async function resolveMismatch(tx: Db, id: number, { at, by, note }: Resolution): Promise<Mismatch> {
  await tx.execute(sql`
    update reconciliation_mismatches set resolved_at = ${at?.toISOString() ?? null}, resolved_by = ${by}, note = ${note},
      version = version + 1
    where id = ${id}`)
  return (await readMismatches(tx, sql`m.id = ${id}`))[0]!
}
