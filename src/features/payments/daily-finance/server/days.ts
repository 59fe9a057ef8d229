/** Business days, newest first, with what is left to do for each. */
import { sql } from 'drizzle-orm'
import { toNaira } from '#contract/money.ts'
import { addDays, daysBetween, type Day } from '#contract/time.ts'
import { LINE_KINDS } from '#features/sales/trade/rules.ts'
import type { Db } from '#server/db/connect.ts'
import { sliceOf, type Paging } from '#server/db/page.ts'
import type { ClosingDay } from '../close-contract.ts'
import type { Reconciliation } from '../reconciliation-contract.ts'
import { isCompared, openMismatches } from './mismatches.ts'
import { bool, number, orNull, query, text, textOf } from '#server/db/query.ts'

const row = {
  day: text,
  revenue: number,
  payout: orNull(number),
  due: orNull(number),
  open: number,
  is_compared: bool,
  closed_by: orNull(text),
  is_restated: bool,
  comparison: orNull(textOf<Reconciliation['state']>()),
  finished_at: orNull(text),
}

/** From the first day on which anything was sold until today. */
export async function pageOfDays(db: Db, provider: string, today: Day, paging: Paging) {
  const { rows: first } = await query(db, { day: orNull(text) })`select min(day)::text as day from sales_days`
  const since = first[0]!.day
  if (!since || since > today) return { days: [], totalCount: 0 }
  const totalCount = daysBetween(since, today) + 1
  const { limit, offset } = sliceOf(paging)
  const last = addDays(today, -offset)
  const until = Math.min(limit, totalCount - offset)
  if (until <= 0) return { days: [], totalCount }
  const { rows } = await query(db, row)`
    select d.day::text as day, coalesce(s.kobo, 0)::bigint as revenue, m.payout, m.due, ${openMismatches(provider, sql`d.day`)} as open,
      ${isCompared(provider, sql`d.day`)} as is_compared, r.state as comparison, r.finished_at,
      c.closed_by,
      coalesce(
        exists (select from purchases p where p.day = d.day and p.recorded_at > c.closed_at)
        or exists (select from refunds r where r.day = d.day and r.recorded_at > c.closed_at)
        or exists (
          select from provider_transactions x
          where x.provider = ${provider} and x.day = d.day and x.recorded_at > c.closed_at), false) as is_restated
    from (select (${last}::date - n) as day from generate_series(0, ${until - 1}::int) n) d
    cross join lateral (select sum(kobo) as kobo from sales_days s where s.day = d.day and s.kind in ${LINE_KINDS}) s
    cross join lateral (
      select sum(kobo) filter (where kind = 'payout')::bigint as payout,
        sum(case kind when 'charge' then kobo when 'payout' then 0 else -kobo end)::bigint as due
      from provider_transactions m where m.provider = ${provider} and m.day = d.day
    ) m
    left join reconciliations r on r.provider = ${provider} and r.day = d.day
    left join day_closes c on c.day = d.day and c.reopened_at is null
    order by d.day desc`
  const days = rows.map((row): ClosingDay => ({
    day: row.day,
    state: row.closed_by !== null ? (row.is_restated ? 'restated' : 'closed') : row.day >= today ? 'running' : 'open',
    revenue: toNaira(row.revenue),
    payout: row.is_compared ? toNaira(row.payout ?? 0) : null,
    difference: row.is_compared ? toNaira((row.payout ?? 0) - (row.due ?? 0)) : null,
    openMismatches: row.is_compared ? row.open : null,
    comparison: row.comparison && {
      state: row.comparison,
      finishedAt: row.finished_at && new Date(row.finished_at).toISOString(),
    },
    closedBy: row.closed_by,
  }))
  return { days, totalCount }
}
