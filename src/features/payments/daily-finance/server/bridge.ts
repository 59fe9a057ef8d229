/** The bridge of a day in kobo, by cinema, counted from what is on file. */
import { sql } from 'drizzle-orm'
import { rowsOfDay } from '#features/insights/analytics/server/public.ts'
import { LINE_KINDS } from '#features/sales/trade/rules.ts'
import type { Db } from '#server/db/connect.ts'
import { bridgeOf, LINES, type Figures, type Line } from '../close-rules.ts'
import {
  cinemaOf,
  cubes,
  known,
  providerTransactions,
  sales,
  soldUnder,
  voidedSince,
  type Known,
} from './day-transactions.ts'
import { json, number, query, text, textOf } from '#server/db/query.ts'

/** Figures by cinema; what belongs to none, or to several, stands under ''. */
export type ByCinema = Map<string, Figures>

export const chainOf = (all: ByCinema): Figures => {
  const sum: Figures = {}
  for (const figures of all.values())
    for (const [line, kobo] of Object.entries(figures) as [Line | 'payout', number][])
      sum[line] = (sum[line] ?? 0) + kobo
  return sum
}

/**
 * The provider's charges and refunds are compared with ours by their references: what differs stands on lines of its own, so
 * that the bridge closes whatever differs. A payout is one amount: of it each cinema has what is due for it, and what is
 * left belongs to none.
 */
export async function readBridge(db: Db, of: Known): Promise<ByCinema> {
  const there = { purchases: known(sql`p.recorded_at`, of.asOf), refunds: known(sql`r.recorded_at`, of.asOf) }
  const isElsewhere = sql`exists (
    select from provider_transactions m where m.provider = ${of.provider} and m.reference = x.reference and m.kind = 'charge'
      and m.day <> ${of.day} and ${known(sql`m.recorded_at`, of.asOf)})`
  const isSoldElsewhere = sql`(exists (
    select from ${soldUnder(of)} s where s.day <> ${of.day}
  ) or exists (
    select from cube_payments y where y.provider = ${of.provider} and y.reference = x.reference
      and ${known(sql`y.recorded_at`, of.asOf)}))`
  const { rows } = await query(db, { cinema: text, line: textOf<Line>(), kobo: number })`
    with sold as materialized (select * from ${sales(of)} s), cube as materialized (select * from ${cubes(of)} c),
    transactions as materialized (
      select x.*, case when x.kind = 'payout' then '' else ${cinemaOf(of)} end as cinema
      from (select kind, reference, sum(kobo)::bigint as kobo from ${providerTransactions(of)} m group by 1, 2) x
    ), ledger as (
      select is_refund, reference, min(cinema) as cinema, sum(kobo)::bigint as kobo from (
        select is_refund, reference, cinema, kobo from sold where paid_by = 'provider'
        union all
        select is_refund, reference, cinema, kobo from cube where paid_by = 'provider'
      ) o group by 1, 2
    ), charges as (
      select coalesce(o.reference, m.reference) as reference, coalesce(o.cinema, m.cinema) as cinema, o.kobo as ledger_kobo, m.kobo as provider_kobo
      from (select * from ledger where not is_refund) o
      full join (select * from transactions where kind = 'charge' and kobo <> 0) m on m.reference = o.reference
    ), backs as (
      select coalesce(o.cinema, m.cinema) as cinema, o.kobo as ledger_kobo, m.kobo as provider_kobo
      from (select * from ledger where is_refund) o
      full join (select * from transactions where kind = 'refund') m on m.reference = o.reference
    )
    select cinema, line, sum(kobo)::bigint as kobo from (
      select cinema_id as cinema, kind as line, kobo from ${rowsOfDay(of.day, there)} where kind in ${LINE_KINDS}
      union all
      select coalesce(cinema_id, ''), kind, case when is_refund then -kobo else kobo end from ${voidedSince(of)} v
      union all
      select cinema, 'cubes', case when is_refund then -kobo else kobo end from cube
      union all
      select cinema, paid_by, case when is_refund then kobo else -kobo end from sold where paid_by <> 'provider'
      union all
      select cinema, paid_by, case when is_refund then kobo else -kobo end from cube where paid_by <> 'provider'
      union all
      select cinema, 'refunds_added', kobo from ledger where is_refund
      union all
      select cinema, case
          when provider_kobo is null then case when ${isElsewhere} then 'other_day' else 'not_there' end
          when ledger_kobo is null then case when ${isSoldElsewhere} then 'other_day' else 'not_here' end
          else 'amount' end, coalesce(provider_kobo, 0) - coalesce(ledger_kobo, 0)
      from charges x where coalesce(provider_kobo, 0) <> coalesce(ledger_kobo, 0)
      union all
      select cinema, 'refunds', -ledger_kobo from backs where ledger_kobo is not null
      union all
      select cinema, 'refunds_differ', coalesce(ledger_kobo, 0) - coalesce(provider_kobo, 0) from backs
      union all
      select cinema, case kind when 'fee' then 'fees' when 'chargeback' then 'chargebacks' else 'payout' end,
        case when kind = 'payout' then kobo else -kobo end
      from transactions where kind in ('fee', 'chargeback', 'payout')
    ) lines group by 1, 2 having sum(kobo) <> 0 order by 1, 2`
  const all: ByCinema = new Map()
  for (const { cinema, line, kobo } of rows) all.set(cinema, { ...all.get(cinema), [line]: kobo })
  return withPayouts(all)
}

/**
 * As known at a moment. At that of a close it is what was closed, also where what was voided since was not kept
 * (`voided_sales`).
 */
export async function readKnown(db: Db, of: Known): Promise<ByCinema> {
  const { rows } = await query(db, { figures: json<Record<string, Figures>>() })`
    select figures from day_closes where day = ${of.day} and closed_at = ${of.asOf ?? null}::timestamptz`
  return rows[0] ? fromStored(rows[0].figures) : readBridge(db, of)
}

/** Each cinema's part of the payout is what is due for it, where anything was paid out. */
function withPayouts(all: ByCinema): ByCinema {
  const payout = all.get('')?.payout ?? 0
  if (payout === 0) return all
  let rest = payout
  for (const [cinema, figures] of all) {
    if (cinema === '') continue
    const { due } = bridgeOf(figures).subtotals
    rest -= due
    all.set(cinema, { ...figures, payout: due })
  }
  all.set('', { ...all.get(''), payout: rest })
  return all
}

/** As it is kept: lines in their order, so that the same figures are the same text. */
export const toStored = (all: ByCinema) =>
  Object.fromEntries(
    [...all].map(([cinema, figures]) => [
      cinema,
      Object.fromEntries(
        [...LINES, 'payout' as const].flatMap((line) => (figures[line] ? [[line, figures[line]]] : [])),
      ),
    ]),
  )
export const fromStored = (stored: Record<string, Figures>): ByCinema => new Map(Object.entries(stored))
