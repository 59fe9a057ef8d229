import type { ComponentProps } from 'react'
import { ChartCard, type Reading } from './ChartCard.tsx'
import { ChartTable } from './ChartTable.tsx'
import { Plot } from './Plot.tsx'
import { labelOf, partsOf } from './labels.ts'
import type { Format, Kind, Point, Series } from './types.ts'

type Props = Pick<
  ComponentProps<typeof ChartCard>,
  'title' | 'info' | 'file' | 'controls' | 'headline' | 'problem' | 'empty'
> & {
  kind: Kind
  series: readonly Series[]
  /** Undefined while loading. */
  points: readonly Point[] | undefined
  format: Format
  /** Kind of point, as the table's heading: Date, Month. */
  rows: string
  total?: boolean
  reading: Reading
}

/** Chart over days or months, with its table. */
export function Chart({ title, kind, series, points, format, rows, total, ...card }: Props) {
  const isEmpty = points?.every(({ values }) => values.every((value) => !value))
  return (
    <ChartCard {...card} title={title} series={series} is={!points ? 'loading' : isEmpty ? 'empty' : 'there'}>
      {(view) =>
        view === 'table' ? (
          <ChartTable
            label={title}
            headings={[rows, ...series.map(({ label }) => label), ...(total && series.length > 1 ? ['Total'] : [])]}
            rows={points!.map((point) => ({
              id: point.id,
              cells: [labelOf(point), ...partsOf(point, { series, format, total }).map(([, value]) => value)],
            }))}
          />
        ) : (
          <Plot label={title} {...{ kind, series, format, total }} points={points!} />
        )
      }
    </ChartCard>
  )
}
