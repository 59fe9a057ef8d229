import { DateInput, type DateInputProps } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { dayTyped } from './typed-day.ts'

/** A day as DD/MM/YYYY, typed or chosen from a calendar. */
export const DayInput = (props: DateInputProps) => (
  <DateInput
    placeholder="DD/MM/YYYY"
    valueFormat="DD/MM/YYYY"
    dateParser={dayTyped}
    weekendDays={[]}
    ariaLabels={{ nextMonth: 'Next month', previousMonth: 'Month before', monthLevelControl: 'Choose a month' }}
    {...props}
  />
)
