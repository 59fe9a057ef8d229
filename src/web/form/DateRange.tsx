import { Button } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { relativeDay } from '#contract/relative-day.ts'
import { showDay, type Day } from '#contract/time.ts'
import { config } from '../config.ts'
import { today } from '../ui/format.ts'
import { lazyDialog } from '../ui/lazyDialog.tsx'
import { useOpener } from '../ui/useOpener.ts'
import styles from './DateRange.module.css'

// Loaded on hover or focus, because most visits never open the calendar.
const RangeCalendar = lazyDialog(() => import('./RangeCalendar.tsx').then((module) => module.RangeCalendar))

export type Range = { start: Day; end: Day }
/** The dates are relative (`relativeDay`), so that they move with the calendar. */
export type Preset = Range & { label: string }

export const LAST_MONTH: Preset = { label: 'Last month to today', start: 'today-1m', end: 'today' }
/** Presets for the past. */
export const LATELY: readonly Preset[] = [
  { label: 'Today', start: 'today', end: 'today' },
  { label: 'Last 7 days', start: 'today-6', end: 'today' },
  { label: 'Last 30 days', start: 'today-29', end: 'today' },
  { label: 'This month', start: 'month', end: 'today' },
  { label: 'Last month', start: 'month-1m', end: 'month-1' },
  { label: 'This year', start: 'year', end: 'today' },
]
export const CINEMA_WEEKS: readonly Preset[] = [
  { label: 'This cinema week', start: `${config.weekBegins}-7`, end: `${config.weekBegins}-1` },
  { label: 'Last cinema week', start: `${config.weekBegins}-14`, end: `${config.weekBegins}-8` },
  { label: 'Latest weekend', start: 'friday-7', end: 'friday-5' },
]
/** Presets for the future. */
export const SOON: readonly Preset[] = [
  { label: 'Today', start: 'today', end: 'today' },
  { label: 'Next 7 days', start: 'today', end: 'today+6' },
  { label: 'Next 14 days', start: 'today', end: 'today+13' },
]

type Props = Partial<Range> & {
  label: string
  /** Text next to the button that names the dates. */
  caption?: string
  onChange: (range: Range) => void
  presets?: readonly Preset[]
  /** Day that presets count from. */
  now?: Day
  /** Clears the dates where they are optional. */
  onClear?: (() => void) | undefined
}

/** Start and end date, both included. Changes are reported when both are chosen; the end is never before the start. */
export function DateRange({ label, caption, start, end, onChange, presets = [], now = today(), onClear }: Props) {
  const { opener, popup } = useOpener('dialog', RangeCalendar)
  const text = usePreset(presets, now, { ...(start && { start }), ...(end && { end }) })?.label ?? inDays(start, end)
  return (
    <span className={styles.range}>
      {caption && <span aria-hidden>{caption}</span>}
      <Button variant="default" leftSection={<IconCalendar size={15} />} aria-label={`${label}: ${text}`} {...opener}>
        {text}
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

const inDays = (start: Day | undefined, end: Day | undefined): string =>
  start || end ? `${start ? showDay(start) : '…'} – ${end ? showDay(end) : '…'}` : 'Any date'

/** Returns the preset of the address, if its dates are the current ones. */
function usePreset(presets: readonly Preset[], now: Day, days: Partial<Range>): Preset | undefined {
  const inAddress = new Set(Object.values(useSearch({ strict: false })))
  const isPreset = ({ start, end }: Preset) =>
    inAddress.has(start) &&
    inAddress.has(end) &&
    relativeDay(start, now) === days.start &&
    relativeDay(end, now) === days.end
  // On the first of a month "This month" is a single day, too.
  return presets.find((preset) => preset.start !== preset.end && isPreset(preset)) ?? presets.find(isPreset)
}
