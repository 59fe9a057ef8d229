import { Button, Popover } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { showDay, type Day } from '#contract/time.ts'
import styles from './DateRange.module.css'

// The calendar is fetched when it is opened: most visits never do.
const RangeCalendar = lazy(() => import('./RangeCalendar.tsx'))

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
  const [isOpen, setOpen] = useState(false)
  const shown = start || end ? `${start ? showDay(start) : '…'} – ${end ? showDay(end) : '…'}` : 'Any date'
  return (
    <span className={styles.range}>
      {beside && <span aria-hidden>{beside}</span>}
      <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus withinPortal>
        <Popover.Target>
          <Button
            variant="default"
            leftSection={<IconCalendar size={15} />}
            aria-label={`${label}: ${shown}`}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {shown}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={label}>
          <Suspense fallback={<div style={{ width: 260, height: 300 }} />}>
            <RangeCalendar
              start={start}
              end={end}
              presets={presets}
              onChange={(range) => {
                setOpen(false)
                onChange(range)
              }}
              onClear={
                onClear &&
                (() => {
                  setOpen(false)
                  onClear()
                })
              }
            />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
    </span>
  )
}
