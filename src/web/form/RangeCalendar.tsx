import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { useState } from 'react'
import type { Preset, Range } from './DateRange.tsx'

type Props = Range & { presets: readonly Preset[]; onChange: (range: Range) => void }

/** Two clicks choose a range; the presets take one. */
export default function RangeCalendar({ start, end, presets, onChange }: Props) {
  const [chosen, setChosen] = useState<[string | null, string | null]>([start, end])
  return (
    <DatePicker
      type="range"
      allowSingleDateInRange
      value={chosen}
      defaultDate={end}
      presets={presets.map((preset) => ({
        label: preset.label,
        value: [preset.start, preset.end] as [string, string],
      }))}
      onChange={([from, until]) => {
        setChosen([from, until])
        if (from && until) onChange({ start: from, end: until })
      }}
      ariaLabels={{ nextMonth: 'Next month', previousMonth: 'Month before', monthLevelControl: 'Choose a month' }}
    />
  )
}
