/** What the payment provider did with the money of a day, as it tells of it. */
import { sql } from 'drizzle-orm'
import { daysAsInstants, type Day } from '#contract/time.ts'
import type { App } from '#server/app.ts'
import { withoutStatementTimeout, type Database, type Db } from '#server/db/connect.ts'
import { rowsOf } from '#server/db/rows.ts'
import type { Unread } from '#server/integrations/records.ts'
import { MOVEMENT_KINDS, type ProviderCharge, type ProviderMovement } from '#server/integrations/payments/port.ts'

/** Of a day, in kobo: whole sums, not what is new. */
export type ProviderTransaction = {
  kind: 'charge' | 'fee' | ProviderMovement['kind']
  id: string
  chargeId: string | null
  reference: string | null
  kobo: number
  at: string
  /** Of a fee: where the card is from, where the provider says it. */
  cardCountry?: string | undefined
}

/** What moved and cannot be read. */
export type UnreadTransaction = Unread & { kind: ProviderTransaction['kind'] }

/** Outside of any transaction. @throws IntegrationError */
export async function readTransactions(
  app: App,
  day: Day,
  charges: readonly ProviderCharge[],
): Promise<{ transactions: ProviderTransaction[]; unread: UnreadTransaction[] }> {
  const [from, until] = daysAsInstants(day, day, app.env.dayZone)
  const transactions: ProviderTransaction[] = []
  const unread: UnreadTransaction[] = []
  for (const charge of charges) {
    if (charge.state !== 'succeeded' || charge.currency !== 'NGN') continue
    const { id, reference, kobo, feeKobo, cardCountry } = charge
    const of = { id, chargeId: id, reference, at: charge.at.toISOString() }
    transactions.push({ ...of, kind: 'charge', kobo })
    if (feeKobo !== undefined) transactions.push({ ...of, kind: 'fee', kobo: feeKobo, cardCountry })
  }
  for (const kind of MOVEMENT_KINDS)
    for (let page = 1; ; page++) {
      const { records, unread: named, isLast } = await app.payments.movements(kind, from, until, page)
      transactions.push(...records.map((one) => ({ ...one, at: one.at.toISOString() })))
      unread.push(...named.map((one) => ({ ...one, kind })))
      if (isLast) break
    }
  return { transactions, unread }
}

/**
 * Keeps what is new, and how what was known before has changed: what is told of no more is taken off again, but nothing
 * that may be told of by what cannot be read. The reference of a charge is looked up where the provider says its id alone.
 */
export const storeTransactions = (
  tx: Db,
  {
    provider,
    day,
    transactions,
    unread,
    run,
  }: {
    provider: string
    day: Day
    transactions: readonly ProviderTransaction[]
    unread: readonly UnreadTransaction[]
    run: number
  },
) =>
  tx.execute(sql`
    with reported as (
      select kind, id, min("chargeId") as charge_id, min(reference) as reference, min(at) as at, sum(kobo)::bigint as kobo
      from (
        select distinct * from jsonb_to_recordset(${JSON.stringify(transactions)}::jsonb)
          as x(kind text, id text, "chargeId" text, reference text, kobo bigint, at timestamptz)
      ) x group by kind, id
    ), known as (
      select kind, provider_id as id, max(reference) as reference, min(at) as at, sum(kobo)::bigint as kobo
      from provider_transactions where provider = ${provider} and day = ${day} group by 1, 2
    )
    insert into provider_transactions (provider, kind, provider_id, reference, day, at, kobo, run)
    select ${provider}, kind, id, coalesce(t.reference, nullif(k.reference, ''), (
        select reference from payments e where e.provider = ${provider} and e.provider_id = t.charge_id limit 1
      ), ''), ${day}, coalesce(t.at, k.at), coalesce(t.kobo, 0) - coalesce(k.kobo, 0),
      ${run}
    from reported t full join known k using (kind, id)
    where coalesce(t.kobo, 0) <> coalesce(k.kobo, 0) and (t.id is not null or not exists (
      select from ${rowsOf(unread, 'kind text, id text')} where x.kind = k.kind and coalesce(x.id, k.id) = k.id))
    order by kind, id`)

/** What is kept is of the days of another zone. A day is compared again before it is closed. */
export const redateTransactions = (database: Database, zone: string): Promise<unknown> =>
  withoutStatementTimeout(database, (tx) =>
    tx.execute(sql`
      update provider_transactions set day = (at at time zone ${zone})::date
      where day <> (at at time zone ${zone})::date`),
  )
