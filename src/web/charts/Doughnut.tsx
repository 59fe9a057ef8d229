import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { ChartCard, type Reading } from './ChartCard.tsx'
import { ChartTable } from './ChartTable.tsx'
import styles from './Doughnut.module.css'
import { count } from './formats.ts'
import type { Series } from './types.ts'

export type Slice = Series & { value: number }

type Props = {
  title: string
  info: string
  /** Undefined while loading. */
  slices: readonly Slice[] | undefined
  reading: Reading
  empty?: string
  file?: ReactNode
  /** Secondary text under the title. */
  note?: string
}

const RADIUS = 60
const ROUND = 2 * Math.PI * RADIUS

/** Doughnut chart of parts with their shares. */
export function Doughnut({ title, info, slices, reading, empty, note, file }: Props) {
  const total = (slices ?? []).reduce((sum, { value }) => sum + value, 0)
  const share = (value: number) => `${((100 * value) / total).toFixed(1)}%`
  return (
    <ChartCard
      title={title}
      info={info}
      series={[]}
      file={file}
      reading={reading}
      is={!slices ? 'loading' : total ? 'there' : 'empty'}
      {...(empty && { empty })}
      {...(note && { headline: <p className={styles.note}>{note}</p> })}
    >
      {(view) =>
        view === 'table' ? (
          <ChartTable
            label={title}
            headings={['Part', 'Number', 'Share']}
            rows={slices!.map(({ id, label, value }) => ({ id, cells: [label, count.full(value), share(value)] }))}
          />
        ) : (
          <Ring title={title} slices={slices!} share={share} total={total} />
        )
      }
    </ChartCard>
  )
}

type RingProps = { title: string; slices: readonly Slice[]; share: (value: number) => string }

/** Shows in the middle the first part, or the one under the pointer or chosen with the arrow keys. */
function Ring({ title, slices, share, total: isFull }: RingProps & { total: number }) {
  const [at, setAt] = useState(0)
  const chosen = slices[at]!
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    setAt((at + step + slices.length) % slices.length)
  }
  return (
    <div className={styles.doughnut}>
      <div
        className={styles.ring}
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-roledescription="chart"
        aria-valuemin={1}
        aria-valuemax={slices.length}
        aria-valuenow={at + 1}
        aria-valuetext={`${chosen.label}: ${count.full(chosen.value)}, ${share(chosen.value)}`}
        onKeyDown={onKeyDown}
        onPointerLeave={() => setAt(0)}
      >
        <svg viewBox="0 0 144 144" aria-hidden>
          {slices.map(({ id, color, value }, index) => {
            const length = (ROUND * value) / isFull
            const before = slices.slice(0, index).reduce((sum, slice) => sum + (ROUND * slice.value) / isFull, 0)
            return (
              <circle
                key={id}
                cx={72}
                cy={72}
                r={RADIUS}
                stroke={color}
                strokeDasharray={`${length} ${ROUND - length}`}
                strokeDashoffset={-before}
                data-chosen={index === at || undefined}
                onPointerEnter={() => setAt(index)}
              />
            )
          })}
        </svg>
        <p className={styles.middle} aria-hidden>
          <b>{share(chosen.value)}</b>
          {chosen.label.toLowerCase()}
        </p>
      </div>
      <dl className={styles.parts}>
        {slices.map(({ id, label, color, value }) => (
          <div key={id}>
            <dt>
              <i style={{ background: color }} />
              {label}
            </dt>
            <dd>
              {count.full(value)} <span>{share(value)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
