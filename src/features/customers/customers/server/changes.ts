import { sql } from 'drizzle-orm'
import type { Output } from '#contract/endpoint.ts'
import { OWN_SOURCE } from '#features/sales/trade/rules.ts'
import type { Db } from '#server/db/connect.ts'
import type { customers } from '../contract.ts'
import { bool, number, orNull, query, text } from '#server/db/query.ts'

/** Changes that other programs read (GET /feed/changes). */

export type ChangeKind =
  | 'created'
  | 'edited'
  | 'tokens cleared'
  | 'card forgotten'
  | 'password set'
  | 'merged'
  | 'erased'

/**
 * Records a change of a customer. Call this last in the transaction: it locks all changes until the transaction ends.
 * Otherwise a higher number could become visible first, and a reader would miss the lower one.
 */
export async function noteChange(tx: Db, customerId: number, kind: ChangeKind, now: Date): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('customer changes', 0))`)
  await tx.execute(sql`
    insert into customer_changes (customer_id, kind, at) values (${customerId}, ${kind}, ${now.toISOString()})`)
}

type Change = Output<(typeof customers)['changes']['reply']>['changes'][number]
const row = {
  id: number,
  kind: text,
  at: text,
  external_id: text,
  is_here: bool,
  first_name: text,
  last_name: text,
  email: orNull(text),
  phone: orNull(text),
  birth_date: orNull(text),
  tokens_cleared_at: orNull(text),
  merged_into: orNull(text),
}

/** Lists changes of customers of a source and of our own customers, oldest first. */
export async function changesAfter(db: Db, source: string, after: number, limit: number): Promise<Change[]> {
  const { rows } = await query(db, row)`
    select h.id, h.kind, h.at, c.external_id, c.erased_at is null and c.merged_into is null as is_here,
      c.first_name, c.last_name, c.email, c.phone, c.birth_date, c.tokens_cleared_at,
      case when w.source in (${source}, ${OWN_SOURCE}) then w.external_id end as merged_into
    from customer_changes h join customers c on c.id = h.customer_id left join customers w on w.id = c.merged_into
    where h.id > ${after} and c.source in (${source}, ${OWN_SOURCE})
    order by h.id limit ${limit}`
  return rows.map(({ id, kind, at, external_id, is_here, merged_into, ...person }) => ({
    id,
    customer_id: external_id,
    kind,
    at: new Date(at).toISOString(),
    customer: is_here
      ? {
          first_name: person.first_name,
          last_name: person.last_name,
          email: person.email,
          phone: person.phone,
          birth_date: person.birth_date,
          tokens_cleared_at: person.tokens_cleared_at && new Date(person.tokens_cleared_at).toISOString(),
        }
      : null,
    merged_into,
  }))
}
