import { useId, type ReactNode } from 'react'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { Reading } from './ChartCard.tsx'
import { Tip } from '#web/ui/Tip.tsx'
import { Info } from './Info.tsx'
import styles from './Metric.module.css'

/** How a figure moved: in words, and whether that is good. */
export type Change = { text: string; tone: 'good' | 'bad' | 'neutral' }
/** Or what there is of the days that are compared instead, after the words for them. */
export type ChangeOrNote = Change | string

type Props = {
  label: string
  /** The label where it would need a second line. */
  short?: string
  info: string
  /** Undefined while it is on its way. */
  value: string | undefined
  /** Or why there is none of these days; left out where nothing is compared. */
  change?: ChangeOrNote | undefined
  /** Compared with what, or what the figure is of. */
  note?: string
  /** The days that are compared, in full: shown while the change is pointed at. */
  days?: string | undefined
}

/** One figure in large. */
export function Metric({ label, short, info, value, change, note, days }: Props) {
  const id = useId()
  return (
    <div className={styles.metric} role="group" aria-labelledby={id}>
      <p className={styles.label}>
        <span id={id} data-full={short && true}>
          {label}
        </span>
        {short && (
          <span className={styles.short} aria-hidden>
            {short}
          </span>
        )}
        <Info of={label} text={info} />
      </p>
      <p className={styles.value}>{value ?? <Skeleton width="60%" height={24} />}</p>
      {(change !== undefined || note) && (
        <p className={styles.change}>
          <Compared change={change} note={note} days={days} />
        </p>
      )}
    </div>
  )
}

type RowProps = {
  /** What the figures are of, for those who hear it. */
  label: string
  reading: Pick<Reading, 'error' | 'refetch'> & { data: unknown }
  children: ReactNode
}

/** Figures side by side; if they cannot be read, why. */
export const Metrics = ({ label, reading, children }: RowProps) => (
  <div role="group" aria-label={label}>
    {reading.error && (
      <div className={styles.failed}>
        <ErrorState error={reading.error} onRetry={reading.refetch} compact />
      </div>
    )}
    {(!reading.error || reading.data !== undefined) && <div className={styles.row}>{children}</div>}
  </div>
)

type HeadlineProps = Pick<Props, 'value' | 'change' | 'days'> & { note: string }

/** The figure that stands for a chart, in its head. */
export const Headline = ({ value, change, note, days }: HeadlineProps) => (
  <p className={styles.headline}>
    <b>{value ?? <Skeleton width={96} height={20} />}</b>
    <Compared change={change} note={note} days={days} />
  </p>
)

/** How a figure moved, and what was compared while it is pointed at. */
export const Pill = ({ change, days }: { change: Change; days?: string | undefined }) => (
  <Tip label={days}>
    <span className={styles.pill} data-tone={change.tone}>
      {change.text}
    </span>
  </Tip>
)

const Compared = ({ change, note, days }: Pick<Props, 'change' | 'days'> & { note: string | undefined }) =>
  typeof change === 'string' ? (
    <Tip label={days}>
      <span>{note ? `${note}: ${change}` : change}</span>
    </Tip>
  ) : (
    <>
      {change && <Pill change={change} days={days} />}
      <span>{note}</span>
    </>
  )
