/** Mismatches between payments and the provider, found by daily comparisons. */
import { sql, type SQL } from 'drizzle-orm'
import { toNaira } from '#contract/money.ts'
import type { Db } from '#server/db/connect.ts'
import { bool, number, orNull, query, text, textOf } from '#server/db/query.ts'
import type { Mismatch } from '../contract.ts'
import type { MismatchSubject } from '../rules.ts'

const iso = (at: string | null) => at && new Date(at).toISOString()

/**
 * Returns the unique key of a mismatch in a day: the payment's reference for a charge, otherwise the subject and the
 * reference.
 */
export const mismatchKey = ({ about, reference }: { about: MismatchSubject; reference: string }) =>
  about === 'charge' ? reference : `${about} ${reference}`
const referenceIn = (about: MismatchSubject, key: string) => (about === 'charge' ? key : key.slice(about.length + 1))

const mismatchRow = {
  email: text,
  id: number,
  kind: textOf<Mismatch['kind']>(),
  name: text,
  reference: text,
  day: text,
  version: number,
  note: text,
  about: textOf<Mismatch['about']>(),
  isForeignCard: orNull(bool),
  resolvedBy: orNull(text),
  payment_id: orNull(number),
  at: orNull(text),
  provider_id: orNull(text),
  ledger_kobo: orNull(number),
  ledger_state: orNull(text),
  ledger_currency: orNull(text),
  provider_kobo: orNull(number),
  provider_state: orNull(text),
  provider_currency: orNull(text),
  ledger_foreign_kobo: orNull(number),
  refunding_kobo: number,
  found_at: text,
  cleared_at: orNull(text),
  resolved_at: orNull(text),
}

export async function readMismatches(db: Db, where: SQL, page: SQL = sql``): Promise<Mismatch[]> {
  const { rows } = await query(db, mismatchRow)`
    select m.id, day::text as day, about, kind, m.reference, payment_id, m.provider_id, ledger_kobo, ledger_state, ledger_currency,
      provider_kobo, provider_state, provider_currency, is_foreign_card as "isForeignCard", ledger_foreign_kobo, found_at, cleared_at, resolved_at, resolved_by as "resolvedBy", note, version,
      coalesce(e.refunding_kobo, 0)::bigint as refunding_kobo, e.at, coalesce(e.email, '') as email, coalesce(e.name, '') as name
    from reconciliation_mismatches m left join payments e on e.id = m.payment_id where ${where} ${page}`
  return rows.map((row) => ({
    id: row.id,
    day: row.day,
    about: row.about,
    kind: row.kind,
    reference: referenceIn(row.about, row.reference),
    paymentId: row.payment_id,
    at: iso(row.at),
    email: row.email,
    name: row.name,
    providerId: row.provider_id,
    ledgerSide:
      row.ledger_state === null
        ? null
        : { amount: toNaira(row.ledger_kobo!), state: row.ledger_state, currency: row.ledger_currency! },
    providerSide:
      row.provider_state === null
        ? null
        : { amount: toNaira(row.provider_kobo!), state: row.provider_state, currency: row.provider_currency! },
    amountRefunded: toNaira(row.refunding_kobo),
    ledgerForeign: row.ledger_foreign_kobo === null ? null : toNaira(row.ledger_foreign_kobo),
    isForeignCard: row.isForeignCard,
    foundAt: new Date(row.found_at).toISOString(),
    clearedAt: iso(row.cleared_at),
    resolvedAt: iso(row.resolved_at),
    resolvedBy: row.resolvedBy,
    note: row.note,
    version: row.version,
  }))
}

/** Returns the mismatch of a payment in the latest comparison of its day. */
export const mismatchOfPayment = async (db: Db, paymentId: number): Promise<Mismatch | undefined> =>
  (
    await readMismatches(
      db,
      sql`payment_id = ${paymentId} and about = 'charge' and cleared_at is null`,
      sql`order by m.id desc limit 1`,
    )
  )[0]
