import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { prepared } from '#server/db/prepared.ts'
import { rowsOf } from '#server/db/rows.ts'
import type { Redeemed } from '../contract.ts'
import type { Sender } from './sell.ts'
import { number, orNull, query, text } from '#server/db/query.ts'

/** Tickets that were checked in, with the time and the show's time. */
export type Redemption = {
  id: string
  at: Date
  showAt: Date
  cinema: string | null | undefined
  customer: number | null | undefined
  tickets: number
  bySubscription: boolean
  /** The sender's id of the purchase. */
  purchase?: string | null | undefined
}

const COLUMNS = `id text, at timestamptz, "showAt" timestamptz, cinema text, customer bigint, tickets integer,
  "bySubscription" boolean, purchase text`

const rowsFrom = (redemptions: readonly Redemption[]) =>
  rowsOf(
    redemptions.map((one) => ({ ...one, at: one.at.toISOString(), showAt: one.showAt.toISOString() })),
    COLUMNS,
  )

/** Adds redemptions. @returns ids of the new ones */
export async function redeem(
  tx: Db,
  { source, zone }: Sender,
  redemptions: readonly Redemption[],
): Promise<Set<string>> {
  const { rows } = await query(tx, { external_id: text })`
    insert into redemptions
      (source, external_id, at, day, show_day, cinema_id, customer_id, tickets, by_subscription,
       purchase_external_id)
    select ${source}, x.id, x.at, (x.at at time zone ${zone})::date, (x."showAt" at time zone ${zone})::date,
      x.cinema, x.customer, x.tickets, x."bySubscription", x.purchase
    from ${rowsFrom(redemptions)}
    on conflict (source, external_id) do nothing returning external_id`
  return new Set(rows.map((row) => row.external_id))
}

/** Finds redemptions that are stored differently. @returns their ids */
export async function redeemedOtherwise(db: Db, source: string, redemptions: readonly Redemption[]): Promise<string[]> {
  const { rows } = await query(db, { id: text })`
    select x.id from ${rowsFrom(redemptions)} join redemptions r on r.source = ${source} and r.external_id = x.id
    where (r.at, r.tickets, r.by_subscription) <> (x.at, x.tickets, x."bySubscription")
      or r.cinema_id is distinct from x.cinema or r.purchase_external_id is distinct from x.purchase`
  return rows.map(({ id }) => id)
}

/** Sums the redemptions of purchases `p` that match a condition. */
export async function redeemedOf(db: Db, purchases: SQL): Promise<Redeemed> {
  const { rows } = await query(db, { tickets: number, at: orNull(text) })(
    prepared(sql`
    select coalesce(sum(r.tickets), 0)::int as tickets, max(r.at) as at
    from purchases p join redemptions r on r.source = p.source and r.purchase_external_id = p.external_id
    where ${purchases}`),
  )
  const { tickets, at } = rows[0]!
  return { tickets, at: at && new Date(at).toISOString() }
}
