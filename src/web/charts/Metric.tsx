import { useId, type ReactNode } from 'react'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { Reading } from './ChartCard.tsx'
import { Tip } from '#web/ui/Tip.tsx'
import { Info } from './Info.tsx'
import styles from './Metric.module.css'

/** Change of a figure: its text and whether it is good. */
export type Change = { text: string; tone: 'good' | 'bad' | 'neutral' }
/** Change, or a note about the compared days instead. */
export type ChangeOrNote = Change | string

type Props = {
  label: string
  /** Shorter label where the label needs a second line. */
  short?: string
  info: string
  /** Undefined while loading. */
  value: string | undefined
  /** Change, or the reason for its absence; omitted when nothing is compared. */
  change?: ChangeOrNote | undefined
  /** Basis of the comparison, or of the figure. */
  note?: string
  /** Compared days in full, shown on hover over the change. */
  days?: string | undefined
}

/** Large figure. */
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
  /** Name of the group for screen readers. */
  label: string
  reading: Pick<Reading, 'error' | 'refetch'> & { data: unknown }
  children: ReactNode
}

/** Row of figures, or the error when they cannot be read. */
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

/** Figure for a chart, in its header. */
export const Headline = ({ value, change, note, days }: HeadlineProps) => (
  <p className={styles.headline}>
    <b>{value ?? <Skeleton width={96} height={20} />}</b>
    <Compared change={change} note={note} days={days} />
  </p>
)

/** Change of a figure, with the compared days on hover. */
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
