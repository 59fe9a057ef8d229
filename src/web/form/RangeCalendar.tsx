import { Button, Popover } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { useState } from 'react'
import { OpenedAt } from '../ui/OpenedAt.tsx'
import type { Opened } from '../ui/useOpener.ts'
import type { Preset, Range } from './DateRange.tsx'
import { pickerLabels } from './picker-labels.ts'
import styles from './RangeCalendar.module.css'

type Choices = Partial<Range> & {
  presets: readonly Preset[]
  onChoose: (range: Range) => void
  onClear?: (() => void) | undefined
}

/** Calendar for a range, chosen with two clicks or a preset. */
export const RangeCalendar = ({
  id,
  opened,
  button,
  onChange,
  label,
  ...choices
}: Opened & Choices & { label: string }) => (
  <Popover id={id} opened={opened} onChange={onChange} position="bottom-end" trapFocus returnFocus withinPortal>
    <Popover.Target>
      <OpenedAt button={button} />
    </Popover.Target>
    <Popover.Dropdown aria-label={label}>
      <Calendar
        {...choices}
        onChoose={(range) => {
          onChange(false)
          choices.onChoose(range)
        }}
        onClear={
          choices.onClear &&
          (() => {
            onChange(false)
            choices.onClear!()
          })
        }
      />
    </Popover.Dropdown>
  </Popover>
)

function Calendar({ start, end, presets, onChoose, onClear }: Choices) {
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
            <Button key={label} variant="subtle" color="gray" size="compact-sm" onClick={() => onChoose(range)}>
              {label}
            </Button>
          ))}
        </div>
      )}
      <DatePicker
        type="range"
        allowSingleDateInRange
        {...pickerLabels}
        value={chosen}
        defaultDate={end ?? start}
        onChange={([from, until]) => {
          setChosen([from, until])
          if (from && until) onChoose({ start: from, end: until })
        }}
      />
    </div>
  )
}
