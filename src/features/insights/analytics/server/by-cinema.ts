import type { Output } from '#contract/endpoint.ts'
import { toNaira } from '#contract/money.ts'
import { weekdaysFrom } from '#contract/cinema-week.ts'
import { clockOf, momentOn, weekdayOf, type Day } from '#contract/time.ts'
import type { analytics, CinemaFigures, CinemaRow } from '../contract.ts'
import {
  comparedOf,
  periodOf,
  unitOfPeriod,
  type Compared,
  type CompareTo,
  type Period,
  type Range,
} from '../compared-rules.ts'
import { DAYPARTS, percentage } from '../rules.ts'
import * as store from './cinema-store.ts'
import { zonesOf, type At } from './figures.ts'
import { daysUntil } from './periods.ts'

/** Cinemas side by side in a period, and a period by weekday and daypart. */

type Reply<K extends 'byCinema' | 'byTime'> = Output<(typeof analytics)[K]['reply']>
export type PeriodQuery = { period: Period; date?: Day | undefined }
type Against = { now: CinemaFigures; before: CinemaFigures | null; year_before: CinemaFigures | null }

export const rangeOf = ({ period, date }: PeriodQuery, { today, weekBegins }: At): Range =>
  periodOf(period, date ?? today, weekBegins)

/** Sums of one cinema or of several: rates are made of these. */
type Sums = {
  tickets: number
  ticket: number
  concession: number
  subscription: number
  refunds: number
  refunded: number
}
type Seats = Omit<store.Showings, 'cinema_id'>

const sumsOf = (rows: readonly store.Sold[]): Sums => {
  const of = (kind: string, what: 'count' | 'kobo') =>
    rows.reduce((sum, row) => sum + (row.kind === kind ? row[what] : 0), 0)
  return {
    tickets: of('ticket', 'count'),
    ticket: of('ticket', 'kobo'),
    concession: of('concession', 'kobo'),
    subscription: of('subscription', 'kobo'),
    refunds: of('refund', 'count'),
    refunded: of('refund', 'kobo'),
  }
}
const seatsOf = (rows: readonly store.Showings[]): Seats => {
  const of = (what: keyof Seats) => rows.reduce((sum, row) => sum + row[what], 0)
  return { showings: of('showings'), occupied: of('occupied'), seats: of('seats') }
}
/** Naira for each of so many; null where there is none. */
const perOne = (kobo: number, count: number) => (count > 0 ? toNaira(kobo) / count : null)

const figuresOf = (sold: readonly store.Sold[], screenings: readonly store.Showings[]): CinemaFigures => {
  const { tickets, ticket, concession, subscription, refunds, refunded } = sumsOf(sold)
  const { showings, occupied, seats } = seatsOf(screenings)
  return {
    tickets,
    revenue: toNaira(ticket + concession + subscription),
    ticket_revenue: toNaira(ticket),
    concession_revenue: toNaira(concession),
    spend_per_head: perOne(ticket + concession, tickets),
    concessions_per_ticket: perOne(concession, tickets),
    refunds,
    refunded: toNaira(refunded),
    showings,
    occupancy: percentage(occupied, seats),
  }
}

/** What the days are compared with, one way or the other. */
const comparisons = (range: Range, period: Period, { now, today, ...zones }: At) => {
  const to = (to: CompareTo) =>
    comparedOf(range, { today, clock: clockOf(now, zonesOf(zones).zone), to, unit: unitOfPeriod(period) })
  return { before: to('before'), year_before: to('year') }
}

type Spans = { sales: store.Span | undefined; shows?: store.Span | undefined }

/** What was sold and shown in each of some spans, of a cinema or of all; nothing in one that is none. */
async function readSpans<const Of extends readonly Spans[]>({ db, zone }: At, ids: readonly string[], of: Of) {
  const there = of.flatMap(({ sales, shows = sales }, at) => (sales && shows ? [{ at, sales, shows }] : []))
  const [sold, screenings] = await Promise.all(
    there.length
      ? [
          store.soldAt(
            db,
            ids,
            there.map(({ sales }) => sales),
          ),
          store.showingsAt(
            db,
            ids,
            there.map(({ shows }) => shows),
            zone,
          ),
        ]
      : [[], []],
  )
  return of.map((_, at) => {
    const n = there.findIndex((one) => one.at === at)
    return (id?: string) => {
      const isOf = (row: { n: number; cinema_id: string }) => row.n === n && (id === undefined || row.cinema_id === id)
      return { ...figuresOf(sold.filter(isOf), screenings.filter(isOf)), isThere: sold.some(isOf) }
    }
  }) as { [K in keyof Of]: (id?: string) => CinemaFigures & { isThere: boolean } }
}

/** @param reach the cinemas that somebody sees; all without */
export async function byCinema(
  at: At,
  requested: PeriodQuery & { sort?: string | undefined },
  scope: readonly string[] | undefined,
): Promise<Reply<'byCinema'>> {
  const { db, now } = at
  const range = rangeOf(requested, at)
  const compared = comparisons(range, requested.period, at)
  const known = await store.knownCinemas(db, at.cinemas ?? scope)
  const ids = known.map(({ id }) => id)
  const baseOf = (of: Compared | undefined): store.Span | undefined =>
    of && { ...of.before, before: of.until === undefined ? undefined : momentOn(of.before.end, of.until, zonesOf(at)) }
  const span = compared.before?.now
  const [current, before, year] = await readSpans(at, ids, [
    { sales: span, shows: span && begun(span, at.today, now) },
    { sales: baseOf(compared.before) },
    { sales: baseOf(compared.year_before) },
  ])
  const against = (first: Day | null, id?: string): Against => {
    const one = (of: typeof current, base: Compared | undefined) =>
      !base || first === null || base.before.start < first ? null : plain(of(id))
    return {
      now: plain(current(id)),
      before: one(before, compared.before),
      year_before: one(year, compared.year_before),
    }
  }
  const rows = known
    .filter(({ id, closed }) => (!closed && id !== '') || [current, before, year].some((of) => of(id).isThere))
    .map(({ id, name, state, first }) => ({
      cinema_id: id,
      cinema_name: id === '' ? 'No cinema' : name,
      state,
      first_sale_on: first,
      ...against(first, id),
    }))
  const firsts = known.flatMap(({ first }) => first ?? []).toSorted()
  return {
    cinemas: sorted(ranked(rows), requested.sort ?? '-revenue'),
    total: against(firsts[0] ?? null),
    days: range,
    compared: { before: toReply(compared.before), year_before: toReply(compared.year_before) },
  }
}

const plain = ({ isThere: _, ...figures }: CinemaFigures & { isThere: boolean }): CinemaFigures => figures
const toReply = (of: Compared | undefined) =>
  of ? { now: of.now, before: of.before, ...(of.until !== undefined && { until: of.until }) } : null

/** Those who sold as much share a rank. */
function ranked(rows: readonly Omit<CinemaRow, 'rank'>[]): CinemaRow[] {
  const best = rows.filter(({ cinema_id: id }) => id !== '').toSorted((a, b) => b.now.revenue - a.now.revenue)
  const rankOf = ({ now }: (typeof rows)[number]) => best.findIndex((other) => other.now.revenue === now.revenue) + 1
  return rows.map((row) => ({ ...row, rank: row.cinema_id === '' ? null : rankOf(row) }))
}

const changed = (now: CinemaFigures, before: CinemaFigures | null) =>
  before && before.revenue > 0 ? now.revenue / before.revenue : null

/** What is unknown, and what was sold at no cinema, comes last either way. */
function sorted(rows: readonly CinemaRow[], sort: string): CinemaRow[] {
  const by = sort.replace(/^-/, '')
  const sign = sort.startsWith('-') ? -1 : 1
  const valueOf = ({ now, before, year_before }: CinemaRow): number | null => {
    if (by === 'change') return changed(now, before)
    if (by === 'year_change') return changed(now, year_before)
    return now[by as keyof CinemaFigures]
  }
  return rows.toSorted((a, b) => {
    if ((a.rank === null) !== (b.rank === null)) return a.rank === null ? 1 : -1
    if (by === 'cinema_name') return sign * a.cinema_name.localeCompare(b.cinema_name)
    const [one, other] = [valueOf(a), valueOf(b)]
    if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1
    return sign * (one - other)
  })
}

/** The days of a period that are over, by weekday, and its showings that began, by daypart. */
export async function byTime(
  at: At,
  requested: PeriodQuery,
  scope: readonly string[] | undefined,
): Promise<Reply<'byTime'>> {
  const { db, now, today } = at
  const range = rangeOf(requested, at)
  const ids = (await store.knownCinemas(db, at.cinemas ?? scope)).map(({ id }) => id)
  const over = comparedOf(range, { today })?.now
  const [sold, screenings] = await Promise.all([
    over ? store.soldByDay(db, ids, over) : [],
    range.start <= today ? store.showingsByHour(db, ids, begun(range, today, now), zonesOf(at)) : [],
  ])
  const days = over ? daysUntil(over.start, over.end, today) : []
  return {
    weekdays: weekdaysFrom(at.weekBegins).map((weekday) => {
      const those = sold.filter(({ day }) => weekdayOf(day) === weekday)
      return {
        weekday,
        days: days.filter((day) => weekdayOf(day) === weekday).length,
        tickets: those.reduce((sum, { tickets }) => sum + tickets, 0),
        revenue: toNaira(those.reduce((sum, { kobo }) => sum + kobo, 0)),
      }
    }),
    dayparts: DAYPARTS.map(({ id }) => {
      const those = screenings.filter(({ hour }) => daypartOf(hour) === id)
      const of = (what: keyof Seats) => those.reduce((sum, row) => sum + row[what], 0)
      return {
        daypart: id,
        showings: of('showings'),
        occupied: of('occupied'),
        seats: of('seats'),
        occupancy: percentage(of('occupied'), of('seats')),
      }
    }),
  }
}

const daypartOf = (hour: number) => DAYPARTS.findLast(({ from }) => hour >= from)?.id ?? 'late'
const begun = ({ start, end }: Range, today: Day, now: Date): store.Span =>
  end < today ? { start, end } : { start, end: today, before: now }
