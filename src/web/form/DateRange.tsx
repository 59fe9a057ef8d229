import { Button } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { showDay, type Day } from '#contract/time.ts'
import { openedLazily } from '../ui/openedLazily.tsx'
import { useOpener } from '../ui/useOpener.ts'
import styles from './DateRange.module.css'

// The calendar is fetched when somebody comes near: most visits never do.
const RangeCalendar = openedLazily(() => import('./RangeCalendar.tsx').then((module) => module.RangeCalendar))

export type Range = { start: Day; end: Day }
export type Preset = Range & { label: string }
type Props = Partial<Range> & {
  label: string
  /** A word beside the button that says which dates are meant. */
  beside?: string
  onChange: (range: Range) => void
  presets?: readonly Preset[]
  /** Takes the days away where none need be chosen. */
  onClear?: (() => void) | undefined
}

/** Start and end date, both included. Nothing is asked of the server until both are chosen; the end is never before the start. */
export function DateRange({ label, beside, start, end, onChange, presets = [], onClear }: Props) {
  const { opener, popup } = useOpener('dialog', RangeCalendar)
  const shown = start || end ? `${start ? showDay(start) : '…'} – ${end ? showDay(end) : '…'}` : 'Any date'
  return (
    <span className={styles.range}>
      {beside && <span aria-hidden>{beside}</span>}
      <Button variant="default" leftSection={<IconCalendar size={15} />} aria-label={`${label}: ${shown}`} {...opener}>
        {shown}
      </Button>
      <RangeCalendar
        {...popup}
        label={label}
        start={start}
        end={end}
        presets={presets}
        onChoose={onChange}
        onClear={onClear}
      />
    </span>
  )
}
