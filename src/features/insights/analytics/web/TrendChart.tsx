import type { ReactNode } from 'react'
import { Chart } from '#web/charts/Chart.tsx'
import type { analytics } from '../contract.ts'
import { placeFor, useChosen } from './address.ts'
import { FileButton, FilePlace } from './FileButton.tsx'
import { rangeQuery } from './figures.ts'
import { StartEnd } from './StartEnd.tsx'
import type { ComponentProps } from 'react'

type Props = Pick<
  ComponentProps<typeof Chart>,
  'title' | 'info' | 'kind' | 'series' | 'points' | 'format' | 'reading' | 'problem'
> & {
  headline: ReactNode
  csv: (typeof analytics)['churnCsv' | 'redemptionCsv' | 'usersCsv']
}

/** Day by day over a range that these charts share: last month to today when nothing is chosen (core 9). */
export function TrendChart({ headline, csv, problem, ...chart }: Props) {
  const { trend, compare, place, set } = useChosen()
  return (
    <Chart
      {...chart}
      problem={problem}
      rows="Date"
      // Its place is kept, and the days stay where they are.
      headline={problem ? <span /> : headline}
      controls={
        <>
          <StartEnd
            of={chart.title}
            range={trend}
            problem={problem}
            onChange={({ start, end }) => set({ trend_start: start, trend_end: end })}
          />
          {problem ? (
            <FilePlace />
          ) : (
            <FileButton endpoint={csv} query={{ ...rangeQuery(trend), compare, ...placeFor(csv, place) }} />
          )}
        </>
      }
    />
  )
}
