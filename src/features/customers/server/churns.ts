import { sql } from 'drizzle-orm'
import type { Output } from '#contract/endpoint.ts'
import type { Db } from '#server/db/connect.ts'
import type { customers } from '../contract.ts'
import { isOfListed } from './counts.ts'
import { pageOf, type Selection } from './pages.ts'
import { customersMeant } from './search.ts'

type Churn = Output<(typeof customers)['churns']['reply']>['churns'][number]
type Query = Output<(typeof customers)['churns']['query']>
type Row = {
  customer_id: number
  starts: number
  plan: string
  reason: string
  ends_on: string
  first_name: string
  last_name: string
  email: string | null
}

const churned = (search: string | undefined, now: Date): Selection => {
  const isOver = sql`l.renewed_on = 'infinity' and l.ends_at <= ${now.toISOString()}`
  return {
    ...(search
      ? {
          from: sql`stints l join customers c on c.id = l.customer_id`,
          where: sql`${isOver} and c.is_listed and ${customersMeant(search)}`,
          isSearch: true,
        }
      : { from: sql`stints l`, where: sql`${isOver} and ${isOfListed(sql`l.customer_id`)}` }),
    keys: [
      { of: sql`l.ends_at`, type: 'timestamptz' },
      { of: sql`l.customer_id`, type: 'bigint' },
    ],
    descending: true,
  }
}

/** Subscriptions of listed customers that ended and were not renewed, newest first. */
export async function churnsOf(db: Db, { page, perPage, search, $include }: Query, now: Date) {
  const { keys, total: totalCount } = await pageOf(db, [churned(search, now)], { page, perPage })
  const { rows } = await db.execute<Row>(sql`
    select l.customer_id, extract(epoch from l.starts_at)::float8 as starts, l.plan, l.reason, l.ends_on, c.first_name,
      c.last_name, c.email
    from unnest(${sql.param(keys.map(([, id]) => id))}::bigint[]) with ordinality x(id, n)
      join stints l on l.customer_id = x.id and l.renewed_on = 'infinity'
      join customers c on c.id = x.id
    order by x.n`)
  const isWithUser = $include?.split(',').includes('user')
  const churns = rows.map((row): Churn => ({
    id: `${row.customer_id}-${Math.round(row.starts)}`,
    reason: row.reason,
    date: row.ends_on,
    subscriptionName: row.plan,
    ...(isWithUser && {
      user: { id: row.customer_id, firstName: row.first_name, lastName: row.last_name, email: row.email },
    }),
  }))
  return { churns, totalCount }
}
