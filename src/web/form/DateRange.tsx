import { DatePickerInput } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { showDay, type Day } from '#contract/time.ts'

type Range = { start: Day; end: Day }
type Props = Range & { label: string; onChange: (range: Range) => void; presets?: readonly (Range & { label: string })[] }

/** Start and end date, both included. Nothing is asked of the server until both are chosen; the end is never before the start. */
export function DateRange({ label, start, end, onChange, presets = [] }: Props) {
  const [half, setHalf] = useState<[string | null, string | null]>()
  return (
    <DatePickerInput
      type="range"
      aria-label={`${label}: ${showDay(start)} – ${showDay(end)}`}
      valueFormat="DD/MM/YYYY"
      allowSingleDateInRange
      leftSection={<IconCalendar size={15} />}
      w={250}
      value={half ?? [start, end]}
      onChange={([from, until]) => {
        if (from && until) {
          setHalf(undefined)
          onChange({ start: from, end: until })
        } else setHalf([from, until])
      }}
      onDropdownClose={() => setHalf(undefined)}
      presets={presets.map((preset) => ({ label: preset.label, value: [preset.start, preset.end] as [string, string] }))}
      labelSeparator="–"
    />
  )
}
