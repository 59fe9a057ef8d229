import { ExportButton } from '#web/list/ExportButton.tsx'
import { analytics, type CHAIN_CHARTS, type CHARTS } from '../contract.ts'
import { placeFor, useChosen } from './address.ts'

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
    <ExportButton
      of={of}
      endpoint={analytics.chartCsv}
      query={{ chart: which.chart, ...when, ...placeFor(analytics.chartCsv, place) }}
    />
  ) : (
    <ExportButton of={of} endpoint={analytics.chainChartCsv} query={{ chart: which.chainChart, ...when }} />
  )
}
