import { changeOf, pointsOf } from '#web/charts/compared.ts'
import { show } from '#web/charts/labels.ts'
import { Headline } from '#web/charts/Metric.tsx'
import type { Format } from '#web/charts/types.ts'

type Figure = number | null | undefined

type Props<D> = {
  /** As `useRanged` gives it. */
  ranged: { value: D | undefined; base: D | undefined; note: string; days: string | undefined }
  /** What stands for the chart, of its days or of those they are compared with; an amount is shown without kobo. */
  figure: (data: D) => Figure
  format: Format
  note?: string
  /** A rate moves in points; it is one of things that are lost where less is good. */
  rate?: 'gained' | 'lost'
  /** More of it is neither good nor bad. */
  isNeutral?: boolean
}

/** The figure of the days that are compared, in the head of their chart, and how it moved. */
export function RangedHeadline<D>({ ranged, figure, format, note, rate, isNeutral }: Props<D>) {
  const { value, base, days } = ranged
  const [now, before] = [value && figure(value), base && figure(base)]
  const change = rate
    ? pointsOf(now, before, rate === 'lost' ? 'down' : 'up')
    : changeOf(now, before, isNeutral ? 'neither' : 'up')
  return (
    <Headline
      value={value && show(format, rate ? now : now && Math.round(now))}
      change={value && base ? change : undefined}
      note={note ?? ranged.note}
      days={days}
    />
  )
}
