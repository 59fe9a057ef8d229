import { counted } from '#contract/counted.ts'
import { toNaira } from '#contract/money.ts'
import { addDays, dayOf } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import { invalid } from '#server/http/problem.ts'
import type { Plan, PreviewCombo } from '../price-contract.ts'
import { changedKobo, daysText, messages, savingOf, wrongResult } from '../price-rules.ts'
import {
  combosWith,
  overlapping,
  soldAt,
  timesOf,
  unknownIds,
  type Overlap,
  type Place,
  type SoldAt,
} from './price-store.ts'

/** What a price change that is not saved yet would do. */

export type PlannedPrice = SoldAt & { after: number; problem: string | null }

/** @throws 422 of days that are none, and of products and cinemas that there are not */
async function timesFor(db: Db, plan: Plan, place: Place) {
  const { from_day: from, until_day: until = null } = plan
  if (from < dayOf(place.now, place.zone)) throw invalid({ from_day: messages.past })
  if (until && until < from) throw invalid({ until_day: messages.endsBefore })
  const [noProduct] = await unknownIds(db, 'products', plan.product_ids)
  if (noProduct !== undefined) throw invalid({ product_ids: messages.unknownProduct(noProduct) })
  const [noCinema] = await unknownIds(db, 'cinemas', plan.cinema_ids)
  if (noCinema !== undefined) throw invalid({ cinema_ids: messages.unknownCinema(noCinema) })
  return timesOf(from, until, place)
}

type Page = { limit: number; offset: number }

/** Each product at each cinema that sells it, before and after: all of them, or a page. @throws 422 */
export const pricesOf = async (db: Db, plan: Plan, place: Place, page?: Page): Promise<PlannedPrice[]> =>
  pricesAt(db, plan, (await timesFor(db, plan, place)).startsAt, page)

async function pricesAt(db: Db, plan: Plan, when: Date, page?: Page): Promise<PlannedPrice[]> {
  const sold = await soldAt(db, { products: plan.product_ids, cinemas: plan.cinema_ids, when }, page)
  return sold.map((one) => {
    const after = changedKobo(one.kobo, plan)
    return { ...one, after, problem: wrongResult(after) ?? null }
  })
}

/** A plan as a whole: when it holds, all its prices, and what it cannot stand beside. @throws 422 */
export async function planOf(db: Db, plan: Plan, place: Place) {
  const times = await timesFor(db, plan, place)
  const chosen = { products: plan.product_ids, cinemas: plan.cinema_ids }
  const prices = await pricesAt(db, plan, times.startsAt)
  return { times, prices, overlaps: await overlapping(db, chosen, times) }
}

/** The combos that a plan touches: those first that would cost more than their parts, then by what a guest saves less. */
export async function touchedCombos(
  db: Db,
  prices: readonly PlannedPrice[],
  when: Date,
): Promise<(PreviewCombo & { isAbove: boolean })[]> {
  const after = new Map(prices.map((price) => [price.id, price.after]))
  const parts = await combosWith(
    db,
    prices.map(({ id }) => id),
    when,
  )
  const combos = [...Map.groupBy(parts, (part) => part.combo_id).values()].map(([title, ...items]) => {
    const of = ({ id, kobo }: { id: number; kobo: number }) => ({
      before: toNaira(kobo),
      after: toNaira(after.get(id) ?? kobo),
    })
    const [titlePrices, all] = [of(title!), items.map(of)]
    const sum = (of: 'before' | 'after') => titlePrices[of] + savingOf(titlePrices, all, of)
    return {
      combo_name: title!.combo_name,
      cinema_name: title!.cinema_name,
      price_before: titlePrices.before,
      price_after: titlePrices.after,
      parts_before: sum('before'),
      parts_after: sum('after'),
      saving_before: savingOf(titlePrices, all, 'before'),
      saving_after: savingOf(titlePrices, all, 'after'),
      isAbove: savingOf(titlePrices, all, 'after') < 0,
    }
  })
  return combos.toSorted(
    (a, b) =>
      Number(b.isAbove) - Number(a.isAbove) || a.saving_after - a.saving_before - (b.saving_after - b.saving_before),
  )
}

export function overlapText({ name, startsAt, endsAt, product_name, cinema_name, prices }: Overlap, zone: string) {
  const days = daysText({
    from_day: dayOf(startsAt, zone),
    until_day: endsAt && addDays(dayOf(endsAt, zone), -1),
  })
  const more = prices > 1 ? ` and ${counted(prices - 1, 'more price')}` : ''
  return `“${name}” (${days}) changes ${product_name} at ${cinema_name}${more} on these days`
}

/** Why a plan cannot be saved, in words. */
export function refusalOf(
  { prices, overlaps }: { prices: readonly PlannedPrice[]; overlaps: readonly Overlap[] },
  zone: string,
): string | undefined {
  if (!prices.length) return messages.noneSold
  if (overlaps[0]) return overlapText(overlaps[0], zone)
  const wrong = prices.find(({ problem }) => problem !== null)
  return wrong && `${wrong.product_name} at ${wrong.cinema_name}: ${wrong.problem!.toLowerCase()}`
}
