/** A day as its page shows it. */
import { sql } from 'drizzle-orm'
import { toNaira } from '#contract/money.ts'
import { dayOf, type Day } from '#contract/time.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import { known, isOfDay } from './day-transactions.ts'
import type { Bridge, DayDetail } from '../close-contract.ts'
import { bridgeOf, LINES, messages, SUBTOTAL_IDS, type Figures, type Line, type Subtotal } from '../close-rules.ts'
import { chainOf, fromStored, readKnown, type ByCinema } from './bridge.ts'
import { closesOf, inForce, NOTHING, readLate } from './closes.ts'
import { isCompared, openMismatches } from './mismatches.ts'
import { bool, number, query, text, textOf } from '#server/db/query.ts'

export const asBridge = (figures: Figures): Bridge => {
  const { subtotals, payout, difference } = bridgeOf(figures)
  return {
    lines: Object.fromEntries(LINES.map((line) => [line, toNaira(figures[line] ?? 0)])) as Record<Line, number>,
    subtotals: Object.fromEntries(SUBTOTAL_IDS.map((id) => [id, toNaira(subtotals[id])])) as Record<Subtotal, number>,
    payout: toNaira(payout),
    difference: toNaira(difference),
  }
}

export const NO_CINEMA = 'Several or none'
export async function namesOf(db: Db, all: ByCinema): Promise<Map<string, string>> {
  const { rows } = await query(db, { id: text, name: text })`
    select id, name from cinemas where id = any(${sql.param([...all.keys()])}::text[])`
  return new Map([['', NO_CINEMA], ...rows.map(({ id, name }): [string, string] => [id, name])])
}

/** Kobo by cinema: the last count of each, as known. */
export async function countsOf(
  db: Db,
  day: Day,
  asOf?: string | undefined,
): Promise<Map<string, { cash?: number; card?: number }>> {
  const { rows } = await query(db, { cinema: text, method: textOf<'cash' | 'card'>(), kobo: number })`
    select distinct on (cinema_id, method) cinema_id as cinema, method, kobo from till_counts
    where day = ${day} and ${known(sql`recorded_at`, asOf)} order by cinema_id, method, id desc`
  const counts = new Map<string, { cash?: number; card?: number }>()
  for (const { cinema, method, kobo } of rows) counts.set(cinema, { ...counts.get(cinema), [method]: kobo })
  return counts
}

/** Why a day cannot be closed. */
export async function refusalOf(db: Db, app: App, day: Day, now: Date): Promise<string | null> {
  if (day >= dayOf(now, app.env.dayZone)) return messages.notOver
  const { rows } = await query(db, { state: text })`
    select state from reconciliations where provider = ${app.payments.kind} and day = ${day} and state = 'done'`
  return rows.length ? null : messages.notCompared
}

export async function detailOf(
  db: Db,
  app: App,
  day: Day,
  { now, asOf }: { now: Date; asOf?: string | undefined },
): Promise<DayDetail> {
  const of = { day, zone: app.env.dayZone, provider: app.payments.kind, asOf }
  const all = await readKnown(db, of)
  const names = await namesOf(db, all)
  const counts = await countsOf(db, day, asOf)
  const closes = await closesOf(db, day)
  const current = inForce(closes)
  const { late, lateCount, restated } = current
    ? await readLate(db, of, current.closedAt)
    : { late: [], lateCount: 0, restated: NOTHING }
  const refusal = current ? messages.closedAlready : await refusalOf(db, app, day, now)
  const { rows } = await query(db, { open: number, compared: bool, vouchers: number, kobo: number })`
    select ${openMismatches(of.provider, sql`${day}::date`)} as open, ${isCompared(of.provider, sql`${day}::date`)} as compared, v.n as vouchers, v.kobo from (
      select count(*)::int as n, coalesce(sum(g.kobo), 0)::bigint as kobo
      from vouchers v join voucher_groups g on g.id = v.group_id
      where v.state = 'redeemed' and ${isOfDay(sql`v.redeemed_at`, of)} and ${known(sql`v.redeemed_at`, asOf)}
    ) v`
  const { open, compared, vouchers, kobo } = rows[0]!
  const inOrder = [...all].sort(([one], [other]) => {
    if (!one || !other) return one ? -1 : 1
    return (names.get(one) ?? one) < (names.get(other) ?? other) ? -1 : 1
  })
  const naira = (count: number | undefined) => (count === undefined ? null : toNaira(count))
  return {
    day,
    state: current ? (lateCount ? 'restated' : 'closed') : day >= dayOf(now, app.env.dayZone) ? 'running' : 'open',
    refusal,
    isCompared: compared || current !== undefined,
    asOf: asOf ?? null,
    chain: asBridge(chainOf(all)),
    cinemas: inOrder.map(([id, figures]) => ({ id, name: names.get(id) ?? id, ...asBridge(figures) })),
    closedFigures: current ? asBridge(chainOf(fromStored(current.figures))) : null,
    tills: inOrder
      .filter(([id, figures]) => id && (figures.cash || figures.card || counts.has(id)))
      .map(([id, figures]) => ({
        id,
        name: names.get(id) ?? id,
        cash: toNaira(-(figures.cash ?? 0)),
        cashCounted: naira(counts.get(id)?.cash),
        card: toNaira(-(figures.card ?? 0)),
        cardCounted: naira(counts.get(id)?.card),
      })),
    vouchers: { count: vouchers, amount: toNaira(kobo) },
    openMismatches: open,
    late,
    lateCount,
    restated: Object.fromEntries(
      Object.entries(restated).map(([measure, sum]) => [measure, toNaira(sum)]),
    ) as DayDetail['restated'],
    closes: closes.map(({ closedAt, closedBy, note, reopenedAt, reopenedBy, reason }) => ({
      closedAt,
      closedBy,
      note,
      reopenedAt,
      reopenedBy,
      reason,
    })),
  }
}
