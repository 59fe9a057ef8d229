import { DateInput } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import type { ReactNode } from 'react'
import { isDay, type Day } from '#contract/time.ts'

type Props = {
  label: string
  /** YYYY-MM-DD; empty when there is none. */
  value: Day | ''
  onChange: (day: Day | '') => void
  error?: ReactNode
  latest?: Day
  /** The calendar opens with years to choose from: a date of birth is far back. */
  fromYears?: boolean
  onBlur?: () => void
}

/** A day as DD/MM/YYYY, typed or chosen from a calendar. */
export const DayInput = ({ label, value, onChange, error, latest, fromYears = false, onBlur }: Props) => (
  <DateInput
    label={label}
    placeholder="DD/MM/YYYY"
    valueFormat="DD/MM/YYYY"
    dateParser={parse}
    weekendDays={[]}
    maxDate={latest}
    defaultLevel={fromYears ? 'decade' : 'month'}
    value={value || null}
    onChange={(day) => onChange(day ?? '')}
    onBlur={onBlur}
    error={error}
    ariaLabels={{ nextMonth: 'Next month', previousMonth: 'Month before', monthLevelControl: 'Choose a month' }}
  />
)

/** A typed day: 5/11/1990, 05-11-1990 or 05.11.1990. */
const parse = (typed: string): Day | null => {
  const [, date, month, year] = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\s*$/.exec(typed) ?? []
  const day = year && `${year}-${month!.padStart(2, '0')}-${date!.padStart(2, '0')}`
  return day && isDay(day) ? day : null
}
