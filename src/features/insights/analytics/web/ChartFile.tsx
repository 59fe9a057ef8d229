import { analytics, type CHAIN_CHARTS, type CHARTS } from '../contract.ts'
import { placeFor, useChosen } from './address.ts'
import { FileButton } from './FileButton.tsx'

type Props = {
  /** The chart's title. */
  of: string
  year?: number
  month?: number
} & ({ chart: (typeof CHARTS)[number] } | { chainChart: (typeof CHAIN_CHARTS)[number] })

/** Downloads what a chart shows. */
export function ChartFile({ of, year, month, ...which }: Props) {
  const { place } = useChosen()
  const when = { ...(year && { year }), ...(month && { month }) }
  return 'chart' in which ? (
    <FileButton
      of={of}
      endpoint={analytics.chartCsv}
      query={{ chart: which.chart, ...when, ...placeFor(analytics.chartCsv, place) }}
    />
  ) : (
    <FileButton of={of} endpoint={analytics.chainChartCsv} query={{ chart: which.chainChart, ...when }} />
  )
}
