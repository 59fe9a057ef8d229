import { lostIn } from '#features/sales/trade/rules.ts'
import { sql, type SQL } from 'drizzle-orm'
import { toNaira } from '#contract/money.ts'
import type { Output } from '#contract/endpoint.ts'
import { dayOf, startOfDay } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import { allOf, isAmount } from '#server/db/filter.ts'
import type { Selection } from '#server/db/page.ts'
import type { Churn, customers } from '../contract.ts'
import { isOfPlan, planNames } from './list.ts'
import { customersMatching } from './search.ts'
import type { Seen } from './visibility.ts'
import { bool, number, orNull, query, text } from '#server/db/query.ts'

type Filter = Omit<Output<(typeof customers)['churnsCsv']['query']>, 'columns'>
const row = {
  customer_id: number,
  starts: number,
  plan: text,
  kobo: number,
  reason: text,
  ends_on: text,
  is_listed: bool,
  first_name: text,
  last_name: text,
  email: orNull(text),
}

const SINCE_EVER = '0001-01-01'

/** Source of churns without a search, which needs the customers too. */
const ENDED = sql`subscription_periods l`
/** Adds the customer `c` to a selection. */
export const churnWithPerson = ({ from }: Pick<Selection, 'from'>): SQL => (from === ENDED ? WITH_PEOPLE : from)
const WITH_PEOPLE = sql`${ENDED} join customers c on c.id = l.customer_id`

/** Selects lost subscriptions of a range, newest first, as reports count them. A search finds listed customers only. */
export function churnsListed(
  { search, start_date, end_date, plan, price }: Filter,
  now: Date,
  zone: string,
  seen?: Seen,
): Selection {
  const today = dayOf(now, zone)
  const range = { start_date: start_date ?? SINCE_EVER, end_date: end_date ?? today }
  const { before, renewedAfter } = lostIn(range, today)
  const isIncluded = sql`l.renewed_on > ${renewedAfter} and l.ends_at < ${startOfDay(before, zone).toISOString()}
    ${start_date ? sql`and l.ends_at >= ${startOfDay(start_date, zone).toISOString()}` : sql``}
    and ${allOf([plan && isOfPlan(planNames(plan), sql`l`), isAmount(price, sql`l.kobo`)])}`
  return {
    from: search ? WITH_PEOPLE : ENDED,
    where: search ? sql`${isIncluded} and c.is_listed and ${customersMatching(search, seen)}` : isIncluded,
    isSearch: Boolean(search),
    keys: [
      { of: sql`l.ends_at`, type: 'timestamptz' },
      { of: sql`l.customer_id`, type: 'bigint' },
    ],
    descending: true,
  }
}

export async function readChurns(db: Db, keys: string[][]): Promise<Required<Churn>[]> {
  const { rows } = await query(db, row)`
    select l.customer_id, extract(epoch from l.starts_at)::float8 as starts, l.plan, l.kobo, l.reason, l.ends_on,
      c.is_listed, c.first_name, c.last_name, c.email
    from unnest(${sql.param(keys.map(([at]) => at))}::timestamptz[], ${sql.param(keys.map(([, id]) => id))}::bigint[])
        with ordinality x(at, id, n)
      join subscription_periods l on l.customer_id = x.id and l.ends_at = x.at
      join customers c on c.id = x.id
    order by x.n`
  return rows.map((row) => ({
    id: `${row.customer_id}-${Math.round(row.starts)}`,
    reason: row.reason,
    date: row.ends_on,
    subscriptionName: row.plan,
    price: toNaira(row.kobo),
    user: row.is_listed
      ? { id: row.customer_id, firstName: row.first_name, lastName: row.last_name, email: row.email }
      : null,
  }))
}
