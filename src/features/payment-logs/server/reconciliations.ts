import { sql, type SQL } from 'drizzle-orm'
import { toNaira } from '#contract/money.ts'
import type { Day } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import { sliceOf, type Paging } from '#server/db/page.ts'
import { isScoped } from '#server/db/scoped.ts'
import type { Mismatch, Money, Reconciliation } from '../contract.ts'
import type { MismatchKind, MismatchSubject } from '../rules.ts'

/** Longer than a comparison takes: one that runs for longer died with its server. */
const DIED_MS = 60 * 60_000

/** Begins a comparison of a day. @returns its number among those of the day; undefined while another runs */
export async function claimDay(
  db: Db,
  provider: string,
  day: Day,
  { by, now }: { by: string; now: Date },
): Promise<number | undefined> {
  const { rows } = await db.execute<{ run: number }>(sql`
    insert into reconciliations as r (day, provider, state, started_at, started_by)
    values (${day}, ${provider}, 'running', ${now.toISOString()}, ${by})
    on conflict (day, provider) do update set
      state = 'running', reason = '', started_at = excluded.started_at, started_by = excluded.started_by, finished_at = null,
      run = r.run + 1
    where r.state <> 'running' or r.started_at < ${new Date(now.getTime() - DIED_MS).toISOString()}
    returning run`)
  return rows[0]?.run
}

/** Holds a comparison until the transaction ends. @returns whether it is still the one of its day: no other took over, or ended it */
export async function holdDay(tx: Db, provider: string, day: Day, run: number): Promise<boolean> {
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
  { ours, theirs, reason, now }: { ours: Sum; theirs: Sum; reason: string; now: Date },
) =>
  db.execute(sql`
    update reconciliations set state = 'done', reason = ${reason}, finished_at = ${now.toISOString()},
      ours = ${ours.count}, ours_kobo = ${ours.kobo}, ours_others = ${JSON.stringify(ours.others)},
      theirs = ${theirs.count}, theirs_kobo = ${theirs.kobo}, theirs_others = ${JSON.stringify(theirs.others)}
    where day = ${day} and provider = ${provider}`)

export const failDay = (db: Db, provider: string, day: Day, run: number, reason: string, now: Date) =>
  db.execute(sql`
    update reconciliations set state = 'failed', reason = ${reason}, finished_at = ${now.toISOString()}
    where day = ${day} and provider = ${provider} and state = 'running' and run = ${run}`)

type ReconciliationRow = {
  day: string
  provider: string
  state: Reconciliation['state']
  reason: string
  started_at: string
  started_by: string
  finished_at: string | null
  /** Null to people who see some cinemas. */
  ours: number | null
  ours_kobo: number
  ours_others: Others
  theirs: number
  theirs_kobo: number
  theirs_others: Others
  open: number
  resolved: number
}

const moneyOf = (others: Others): Money[] =>
  Object.entries(others).map(([currency, kobo]) => ({ amount: toNaira(kobo), currency }))
const iso = (at: string) => new Date(at).toISOString()
const isoOrNull = (at: string | null) => at && iso(at)

/** What all payments of a day add up to is the chain's. */
const SUMS = sql`r.ours, r.ours_kobo, r.ours_others, r.theirs, r.theirs_kobo, r.theirs_others`
const NO_SUMS = sql`null as ours`

async function readDays(db: Db, where: SQL, page: SQL = sql``): Promise<Reconciliation[]> {
  const { rows } = await db.execute<ReconciliationRow>(sql`
    select r.day::text as day, r.provider, r.state, r.reason, r.started_at, r.started_by, r.finished_at,
      ${isScoped(db) ? NO_SUMS : SUMS}, n.open, n.resolved
    from reconciliations r
    cross join lateral (
      select count(*) filter (where resolved_at is null)::int as open,
        count(*) filter (where resolved_at is not null)::int as resolved
      from reconciliation_mismatches m where m.day = r.day and m.provider = r.provider and m.gone_at is null
    ) n
    where ${where} order by r.day desc ${page}`)
  return rows.map((row) => ({
    day: row.day,
    provider: row.provider,
    state: row.state,
    reason: row.reason,
    startedAt: iso(row.started_at),
    startedBy: row.started_by,
    finishedAt: isoOrNull(row.finished_at),
    ...(row.state === 'done' && row.ours !== null
      ? {
          ours: row.ours,
          oursAmount: toNaira(row.ours_kobo),
          oursOthers: moneyOf(row.ours_others),
          theirs: row.theirs,
          theirsAmount: toNaira(row.theirs_kobo),
          theirsOthers: moneyOf(row.theirs_others),
        }
      : { ours: null, oursAmount: null, oursOthers: [], theirs: null, theirsAmount: null, theirsOthers: [] }),
    open: row.open,
    resolved: row.resolved,
  }))
}

export const dayCompared = async (db: Db, provider: string, day: Day): Promise<Reconciliation | undefined> =>
  (await readDays(db, sql`r.provider = ${provider} and r.day = ${day}`))[0]

export async function daysCompared(db: Db, provider: string, paging: Paging) {
  const { limit, offset } = sliceOf(paging)
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from reconciliations where provider = ${provider}`)
  const cut = sql`limit ${limit} offset ${offset}`
  return { reconciliations: await readDays(db, sql`r.provider = ${provider}`, cut), totalCount: rows[0]!.n }
}

/** A difference as a comparison finds it. */
export type FoundMismatch = {
  about: MismatchSubject
  kind: MismatchKind
  reference: string
  paymentId: number | null
  providerId: string | null
  oursKobo: number | null
  oursState: string | null
  oursCurrency: string | null
  theirsKobo: number | null
  theirsState: string | null
  theirsCurrency: string | null
  /** Of a fee: whether the card is of another country, and what is expected if it is; absent of the rest. */
  isForeignCard?: boolean | null
  oursForeignKobo?: number | null
}

/**
 * A day has a mismatch once: what is wrong with its charge stands under a payment's reference, what is wrong with the rest
 * of its money under the word for that and the reference.
 */
const keyOf = ({ about, reference }: { about: MismatchSubject; reference: string }) =>
  about === 'charge' ? reference : `${about} ${reference}`
const referenceIn = (about: MismatchSubject, key: string) => (about === 'charge' ? key : key.slice(about.length + 1))

/**
 * Stores what a comparison found. What was noted before stays; a mismatch that is another than the one that was resolved
 * is open again, and one that is found no more is gone. While something of the day cannot be read, none is gone.
 */
export async function keepMismatches(
  tx: Db,
  provider: string,
  day: Day,
  found: readonly FoundMismatch[],
  { isWhole, now }: { isWhole: boolean; now: Date },
) {
  const at = now.toISOString()
  const all = JSON.stringify(found.map((one) => ({ ...one, reference: keyOf(one) })))
  await tx.execute(sql`
    insert into reconciliation_mismatches as m (day, provider, about, kind, reference, payment_id, provider_id, ours_kobo, ours_state,
      ours_currency, theirs_kobo, theirs_state, theirs_currency, is_foreign_card, ours_foreign_kobo, found_at)
    select ${day}, ${provider}, x.about, x.kind, x.reference, x."paymentId", x."providerId", x."oursKobo", x."oursState",
      x."oursCurrency", x."theirsKobo", x."theirsState", x."theirsCurrency", x."isForeignCard",
      x."oursForeignKobo", ${at}
    from jsonb_to_recordset(${all}::jsonb) as x(about text, kind text, reference text, "paymentId" bigint,
      "providerId" text, "oursKobo" bigint, "oursState" text, "oursCurrency" text, "theirsKobo" bigint, "theirsState" text,
      "theirsCurrency" text, "isForeignCard" boolean, "oursForeignKobo" bigint)
    on conflict (day, provider, reference) do update set
      kind = excluded.kind, payment_id = excluded.payment_id, provider_id = excluded.provider_id,
      ours_kobo = excluded.ours_kobo, ours_state = excluded.ours_state, ours_currency = excluded.ours_currency,
      theirs_kobo = excluded.theirs_kobo, theirs_state = excluded.theirs_state, theirs_currency = excluded.theirs_currency,
      is_foreign_card = excluded.is_foreign_card, ours_foreign_kobo = excluded.ours_foreign_kobo,
      resolved_at = null, resolved_by = null, gone_at = null, version = m.version + 1
    where m.gone_at is not null
      or (m.kind, m.ours_kobo, m.ours_state, m.ours_currency, m.theirs_kobo, m.theirs_state, m.theirs_currency,
        m.is_foreign_card, m.ours_foreign_kobo)
        is distinct from (excluded.kind, excluded.ours_kobo, excluded.ours_state, excluded.ours_currency,
          excluded.theirs_kobo, excluded.theirs_state, excluded.theirs_currency,
          excluded.is_foreign_card, excluded.ours_foreign_kobo)`)
  // One that was found before it had a payment of its own.
  await tx.execute(sql`
    update reconciliation_mismatches m set payment_id = x."paymentId"
    from jsonb_to_recordset(${all}::jsonb) as x(reference text, "paymentId" bigint)
    where m.day = ${day} and m.provider = ${provider} and m.reference = x.reference and m.payment_id is null`)
  if (!isWhole) return
  await tx.execute(sql`
    update reconciliation_mismatches set gone_at = ${at}, version = version + 1
    where day = ${day} and provider = ${provider} and gone_at is null
      and not exists (
        select from jsonb_to_recordset(${all}::jsonb) as x(reference text)
        where x.reference = reconciliation_mismatches.reference)`)
}

type MismatchRow = Omit<
  Mismatch,
  'paymentId' | 'providerId' | 'at' | 'ours' | 'theirs' | 'oursForeign' | 'foundAt' | 'goneAt' | 'resolvedAt'
> & {
  payment_id: number | null
  at: string | null
  provider_id: string | null
  ours_kobo: number | null
  ours_state: string | null
  ours_currency: string | null
  theirs_kobo: number | null
  theirs_state: string | null
  theirs_currency: string | null
  ours_foreign_kobo: number | null
  refunding_kobo: number
  found_at: string
  gone_at: string | null
  resolved_at: string | null
}

export async function readMismatches(db: Db, where: SQL, page: SQL = sql``): Promise<Mismatch[]> {
  const { rows } = await db.execute<MismatchRow>(sql`
    select m.id, day::text as day, about, kind, m.reference, payment_id, m.provider_id, ours_kobo, ours_state, ours_currency,
      theirs_kobo, theirs_state, theirs_currency, is_foreign_card as "isForeignCard", ours_foreign_kobo, found_at, gone_at, resolved_at, resolved_by as "resolvedBy", note, version,
      coalesce(e.refunding_kobo, 0)::bigint as refunding_kobo, e.at, coalesce(e.email, '') as email, coalesce(e.name, '') as name
    from reconciliation_mismatches m left join payments e on e.id = m.payment_id where ${where} ${page}`)
  return rows.map((row) => ({
    id: row.id,
    day: row.day,
    about: row.about,
    kind: row.kind,
    reference: referenceIn(row.about, row.reference),
    paymentId: row.payment_id,
    at: isoOrNull(row.at),
    email: row.email,
    name: row.name,
    providerId: row.provider_id,
    ours:
      row.ours_state === null
        ? null
        : { amount: toNaira(row.ours_kobo!), state: row.ours_state, currency: row.ours_currency! },
    theirs:
      row.theirs_state === null
        ? null
        : { amount: toNaira(row.theirs_kobo!), state: row.theirs_state, currency: row.theirs_currency! },
    amountRefunded: toNaira(row.refunding_kobo),
    oursForeign: row.ours_foreign_kobo === null ? null : toNaira(row.ours_foreign_kobo),
    isForeignCard: row.isForeignCard,
    foundAt: iso(row.found_at),
    goneAt: isoOrNull(row.gone_at),
    resolvedAt: isoOrNull(row.resolved_at),
    resolvedBy: row.resolvedBy,
    note: row.note,
    version: row.version,
  }))
}

const STATE = {
  open: sql`resolved_at is null and gone_at is null`,
  resolved: sql`resolved_at is not null`,
  all: sql`true`,
} as const

/** How many of a day wait for somebody. */
export async function openMismatches(db: Db, provider: string, day: Day): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from reconciliation_mismatches
    where day = ${day} and provider = ${provider} and ${STATE.open}`)
  return rows[0]!.n
}

/** Open ones first, as they came. */
export async function mismatchesOf(
  db: Db,
  { provider, day, state }: { provider: string; day: Day; state: keyof typeof STATE },
  paging: Paging,
) {
  const { limit, offset } = sliceOf(paging)
  const where = sql`m.day = ${day} and m.provider = ${provider} and ${STATE[state]}`
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from reconciliation_mismatches m where ${where}`)
  const cut = sql`order by (resolved_at is null and gone_at is null) desc, m.id limit ${limit} offset ${offset}`
  return { mismatches: await readMismatches(db, where, cut), totalCount: rows[0]!.n }
}

/** The mismatch of a payment that the last comparison of its day found. */
export const mismatchOfPayment = async (db: Db, paymentId: number): Promise<Mismatch | undefined> =>
  (
    await readMismatches(
      db,
      sql`payment_id = ${paymentId} and about = 'charge' and gone_at is null`,
      sql`order by m.id desc limit 1`,
    )
  )[0]

export const findMismatch = async (db: Db, id: number): Promise<Mismatch | undefined> =>
  (await readMismatches(db, sql`m.id = ${id}`))[0]

/** A mismatch, locked until the transaction ends. */
export const holdMismatch = async (tx: Db, id: number): Promise<Mismatch | undefined> =>
  (await readMismatches(tx, sql`m.id = ${id}`, sql`for update of m`))[0]

type Resolution = { at: Date | null; by: string | null; note: string }
export async function resolveMismatch(tx: Db, id: number, { at, by, note }: Resolution): Promise<Mismatch> {
  await tx.execute(sql`
    update reconciliation_mismatches set resolved_at = ${at?.toISOString() ?? null}, resolved_by = ${by}, note = ${note},
      version = version + 1
    where id = ${id}`)
  return (await readMismatches(tx, sql`m.id = ${id}`))[0]!
}
