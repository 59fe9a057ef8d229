import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import type { Day } from '#contract/time.ts'
import { FIRST_YEAR } from '../rules.ts'

/** One click chooses a day. */
export default function DayCalendar({ value, onChange }: { value: Day; onChange: (day: Day) => void }) {
  return (
    <DatePicker
      value={value}
      defaultDate={value}
      minDate={`${FIRST_YEAR}-01-01`}
      weekendDays={[]}
      onChange={(day) => day && onChange(day)}
      ariaLabels={{ nextMonth: 'Next month', previousMonth: 'Previous month', monthLevelControl: 'Choose a month' }}
    />
  )
}
