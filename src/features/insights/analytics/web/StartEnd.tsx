import { useId } from 'react'
import styles from './Analytics.module.css'
import { DayField } from './DayField.tsx'
import type { Range } from './figures.ts'

type Props = {
  /** What the range is of, so that each field's name is its own. */
  of: string
  range: Range
  problem: string | undefined
  onChange: (range: Range) => void
}

/** Start and end date, both included. What is wrong with them stands under the end. */
export function StartEnd({ of, range, problem, onChange }: Props) {
  const id = useId()
  return (
    <div className={styles.startEnd} role="group" aria-label={`${of}: start and end date`}>
      <DayField label="Start date" value={range.start} onChange={(start) => onChange({ ...range, start })} />
      <span aria-hidden>–</span>
      <DayField
        label="End date"
        value={range.end}
        describedBy={problem && id}
        onChange={(end) => onChange({ ...range, end })}
      />
      {problem && (
        <p id={id} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
