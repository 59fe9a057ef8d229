import { Button } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { useState } from 'react'
import type { Preset, Range } from './DateRange.tsx'
import styles from './RangeCalendar.module.css'

type Props = Partial<Range> & {
  presets: readonly Preset[]
  onChange: (range: Range) => void
  onClear?: (() => void) | undefined
}

/** Two clicks choose a range; a preset is one. */
export default function RangeCalendar({ start, end, presets, onChange, onClear }: Props) {
  const [chosen, setChosen] = useState<[string | null, string | null]>([start ?? null, end ?? null])
  return (
    <div className={styles.calendar}>
      {(presets.length > 0 || onClear) && (
        <div className={styles.presets}>
          {onClear && (
            <Button variant="subtle" color="gray" size="compact-sm" onClick={onClear}>
              Any date
            </Button>
          )}
          {presets.map(({ label, ...range }) => (
            <Button key={label} variant="subtle" color="gray" size="compact-sm" onClick={() => onChange(range)}>
              {label}
            </Button>
          ))}
        </div>
      )}
      <DatePicker
        type="range"
        allowSingleDateInRange
        weekendDays={[]}
        value={chosen}
        defaultDate={end ?? start}
        onChange={([from, until]) => {
          setChosen([from, until])
          if (from && until) onChange({ start: from, end: until })
        }}
        ariaLabels={{ nextMonth: 'Next month', previousMonth: 'Previous month', monthLevelControl: 'Choose a month' }}
      />
    </div>
  )
}
