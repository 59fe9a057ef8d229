import type { Output } from '#contract/endpoint.ts'
import type { Day } from '#contract/time.ts'
import { beforeSales, comparisonText } from '#web/charts/compared.ts'
import type { CompareTo } from '../compared-rules.ts'
import type { analytics } from '../contract.ts'

type Answer = Output<typeof analytics.byCinema.reply>

/** What cinemas side by side are compared with, one way or the other, and the words for it. */
export function againstOf({ compared, days, cinemas, total }: Answer, to: CompareTo, today: Day) {
  const of = to === 'year' ? compared.year_before : compared.before
  const base = to === 'year' ? total.year_before : total.before
  const text = of ? comparisonText({ ...of, until: of.until }, days, today) : undefined
  const first = cinemas.flatMap(({ first_sale_on: on }) => on ?? []).toSorted()[0] ?? null
  return {
    base: base ?? undefined,
    note: base ? text!.note : of ? beforeSales(first) : 'yet to come',
    days: text?.days,
  }
}
