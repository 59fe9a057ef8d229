/** The bridge of a day in kobo, by cinema, counted from what is on file. */
import { sql } from 'drizzle-orm'
import { rowsOfDay } from '#features/analytics/server/public.ts'
import { LINE_KINDS } from '#features/trade/rules.ts'
import type { Db } from '#server/db/connect.ts'
import { bridgeOf, LINES, type Figures, type Line } from '../rules.ts'
import { cinemaOf, cubes, known, movements, sales, soldUnder, voidedSince, type Known } from './facts.ts'

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
  const { rows } = await db.execute<{ cinema: string; line: Line; kobo: number }>(sql`
    with sold as materialized (select * from ${sales(of)} s), cube as materialized (select * from ${cubes(of)} c),
    moved as materialized (
      select x.*, case when x.kind = 'payout' then '' else ${cinemaOf(of)} end as cinema
      from (select kind, reference, sum(kobo)::bigint as kobo from ${movements(of)} m group by 1, 2) x
    ), ours as (
      select is_back, reference, min(cinema) as cinema, sum(kobo)::bigint as kobo from (
        select is_back, reference, cinema, kobo from sold where way = 'provider'
        union all
        select is_back, reference, cinema, kobo from cube where way = 'provider'
      ) o group by 1, 2
    ), charges as (
      select coalesce(o.reference, m.reference) as reference, coalesce(o.cinema, m.cinema) as cinema, o.kobo as ours, m.kobo as theirs
      from (select * from ours where not is_back) o
      full join (select * from moved where kind = 'charge' and kobo <> 0) m on m.reference = o.reference
    ), backs as (
      select coalesce(o.cinema, m.cinema) as cinema, o.kobo as ours, m.kobo as theirs
      from (select * from ours where is_back) o
      full join (select * from moved where kind = 'refund') m on m.reference = o.reference
    )
    select cinema, line, sum(kobo)::bigint as kobo from (
      select cinema_id as cinema, kind as line, kobo from ${rowsOfDay(of.day, there)} where kind in ${LINE_KINDS}
      union all
      select coalesce(cinema_id, ''), kind, case when is_back then -kobo else kobo end from ${voidedSince(of)} v
      union all
      select cinema, 'cubes', case when is_back then -kobo else kobo end from cube
      union all
      select cinema, way, case when is_back then kobo else -kobo end from sold where way <> 'provider'
      union all
      select cinema, way, case when is_back then kobo else -kobo end from cube where way <> 'provider'
      union all
      select cinema, 'refunds_added', kobo from ours where is_back
      union all
      select cinema, case
          when theirs is null then case when ${isElsewhere} then 'other_day' else 'not_there' end
          when ours is null then case when ${isSoldElsewhere} then 'other_day' else 'not_here' end
          else 'amount' end, coalesce(theirs, 0) - coalesce(ours, 0)
      from charges x where coalesce(theirs, 0) <> coalesce(ours, 0)
      union all
      select cinema, 'refunds', -ours from backs where ours is not null
      union all
      select cinema, 'refunds_differ', coalesce(ours, 0) - coalesce(theirs, 0) from backs
      union all
      select cinema, case kind when 'fee' then 'fees' when 'chargeback' then 'chargebacks' else 'payout' end,
        case when kind = 'payout' then kobo else -kobo end
      from moved where kind in ('fee', 'chargeback', 'payout')
    ) lines group by 1, 2 having sum(kobo) <> 0 order by 1, 2`)
  const all: ByCinema = new Map()
  for (const { cinema, line, kobo } of rows) all.set(cinema, { ...all.get(cinema), [line]: kobo })
  return withPayouts(all)
}

/**
 * As known at a moment. At that of a close it is what was closed, also where what was voided since was not kept
 * (`voided_sales`).
 */
export async function readKnown(db: Db, of: Known): Promise<ByCinema> {
  const { rows } = await db.execute<{ figures: Record<string, Figures> }>(sql`
    select figures from day_closes where day = ${of.day} and closed_at = ${of.asOf ?? null}::timestamptz`)
  return rows[0] ? fromKept(rows[0].figures) : readBridge(db, of)
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
export const toKept = (all: ByCinema) =>
  Object.fromEntries(
    [...all].map(([cinema, figures]) => [
      cinema,
      Object.fromEntries(
        [...LINES, 'payout' as const].flatMap((line) => (figures[line] ? [[line, figures[line]]] : [])),
      ),
    ]),
  )
export const fromKept = (kept: Record<string, Figures>): ByCinema => new Map(Object.entries(kept))
