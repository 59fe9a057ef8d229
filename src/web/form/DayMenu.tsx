import { Popover } from '@mantine/core'
import { Calendar } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { useState } from 'react'
import type { Day } from '#contract/time.ts'
import { OpenedAt } from '../ui/OpenedAt.tsx'
import type { Opened } from '../ui/useOpener.ts'
import { pickerLabels } from './picker-labels.ts'

type Props = Opened & {
  value: Day | null
  minDate: Day | undefined
  maxDate: Day | undefined
  defaultLevel: 'month' | 'year' | 'decade'
  onChoose: (day: Day) => void
}

/** Calendar of a field, which keeps the focus. */
export const DayMenu = ({ id, opened, button, onChange, ...choices }: Props) => (
  <Popover id={id} opened={opened} onChange={onChange} position="bottom-start" withRoles={false}>
    <Popover.Target>
      <OpenedAt button={button} />
    </Popover.Target>
    <Popover.Dropdown onMouseDown={(event) => event.preventDefault()}>
      <Days {...choices} />
    </Popover.Dropdown>
  </Popover>
)

function Days({ value, minDate, maxDate, defaultLevel, onChoose }: Omit<Props, keyof Opened>) {
  const [month, setMonth] = useState(value ?? undefined)
  const [known, setKnown] = useState(value)
  if (value !== known) {
    setKnown(value)
    if (value) setMonth(value)
  }
  return (
    <Calendar
      __preventFocus
      date={month}
      onDateChange={setMonth}
      minDate={minDate}
      maxDate={maxDate}
      defaultLevel={defaultLevel}
      {...pickerLabels}
      getDayProps={(day) => ({ selected: day === value, onClick: () => onChoose(day) })}
      getMonthControlProps={(month) => ({ selected: month.slice(0, 7) === value?.slice(0, 7) })}
      getYearControlProps={(year) => ({ selected: year.slice(0, 4) === value?.slice(0, 4) })}
    />
  )
}
