import { IconChartBar } from '@tabler/icons-react'
import { useId, useState, type ReactNode } from 'react'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './Chart.module.css'
import './colors.css'
import { Info } from './Info.tsx'
import { Segments } from './Segments.tsx'
import type { Series } from './types.ts'

export type View = 'chart' | 'table'

/** Properties that a chart needs from a query; TanStack Query's result has them. */
export type Reading = { error: Error | null; refetch: () => unknown; isFetching: boolean }

type Props = {
  title: string
  /** Meaning of the figure. */
  info: string
  series: readonly Series[]
  /** Button that downloads the figures. */
  file?: ReactNode
  /** Selectors, ticks and the export, to the right of the title. */
  controls?: ReactNode
  /** Figure that sums up the chart. */
  headline?: ReactNode
  reading: Reading
  /** State of the figures. */
  is: 'loading' | 'empty' | 'there'
  /** Reason why nothing is requested, such as an end before its start. The date field shows the reason. */
  problem?: string | undefined
  empty?: string
  children: (view: View) => ReactNode
}

const VIEWS = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const

/** Frame of every chart, equally high while loading, empty, failed and complete. */
export function ChartCard({
  title,
  info,
  series,
  file,
  controls,
  headline,
  reading,
  is,
  problem,
  empty,
  children,
}: Props) {
  const id = useId()
  const [view, setView] = useState<View>('chart')
  return (
    <section className={styles.card} aria-labelledby={id}>
      <header className={styles.head}>
        <div className={styles.title}>
          <h3 id={id}>{title}</h3>
          <Info of={title} text={info} />
        </div>
        {series.length > 1 && <Legend series={series} />}
        <span className={styles.tools}>
          <Segments label={`View of ${title}`} options={VIEWS} value={view} onChange={setView} small />
          {file}
        </span>
      </header>
      {(controls || headline) && (
        <div className={styles.second}>
          {headline}
          {controls && <div className={styles.controls}>{controls}</div>}
        </div>
      )}
      <div className={styles.body} aria-busy={reading.isFetching}>
        {problem ? (
          <EmptyState icon={IconChartBar} title="Choose other dates" />
        ) : reading.error && is === 'loading' ? (
          <ErrorState error={reading.error} onRetry={reading.refetch} />
        ) : is === 'loading' ? (
          <Skeleton height="100%" radius={8} />
        ) : is === 'empty' ? (
          <EmptyState icon={IconChartBar} title={empty ?? 'No data for this period'} />
        ) : (
          children(view)
        )}
      </div>
      {reading.error && is !== 'loading' && !problem && (
        <div className={styles.failed}>
          <ErrorState error={reading.error} onRetry={reading.refetch} compact />
        </div>
      )}
    </section>
  )
}

const Legend = ({ series }: { series: readonly Series[] }) => (
  <ul className={styles.legend}>
    {series.map(({ id, label, color }) => (
      <li key={id}>
        <i style={{ background: color }} />
        {label}
      </li>
    ))}
  </ul>
)
