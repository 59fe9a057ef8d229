import { DateInput, type DateInputProps } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { useState } from 'react'
import { isDay } from '#contract/time.ts'
import { showDay } from '#web/ui/format.ts'
import { pickerWords } from './picker-words.ts'
import { dayTyped } from './typed-day.ts'

type Props = Omit<DateInputProps, 'value' | 'onChange'> & {
  value?: string | null
  /** A day, null, or what was typed instead of one: the form refuses it, and nothing is put back silently. */
  onChange: (day: string | null) => void
}

/** A day as DD/MM/YYYY, typed or chosen from a calendar. What is no day stays as it was typed, and is said to be none. */
export function DayInput({
  value = null,
  onChange,
  onBlur,
  error,
  minDate,
  maxDate,
  onClick,
  onKeyDown,
  ...props
}: Props) {
  const [typed, setTyped] = useState(() => (value && !isDay(value) ? value : undefined))
  const [isAsked, setAsked] = useState(typed !== undefined)
  // Focus opens the calendar, also when a question that the day led to gives it back: then nobody wants it.
  const [isChosen, setChosen] = useState(false)
  // The calendar knows days alone: beside what is none it keeps the last day there was.
  const [known, setKnown] = useState(() => (value && isDay(value) ? value : null))
  const day = value && !isDay(value) ? known : value
  if (day !== known) {
    setKnown(day)
    setTyped(undefined)
  }
  const wrong = typed === undefined ? undefined : whatIsWrong(typed, minDate, maxDate)
  /** Said once the field is left, or the form sent from it. */
  const say = () => {
    setAsked(true)
    if (wrong) onChange(typed!)
  }
  return (
    <DateInput
      placeholder="DD/MM/YYYY"
      valueFormat="DD/MM/YYYY"
      dateParser={(text) => dayTyped(text)}
      {...pickerWords()}
      {...props}
      {...(minDate && { minDate })}
      {...(maxDate && { maxDate })}
      value={day}
      onChange={(to) => {
        setTyped(undefined)
        onChange(to)
      }}
      fixOnBlur={!wrong}
      popoverProps={{ disabled: isChosen }}
      getDayProps={() => ({ onClick: () => setChosen(true) })}
      onClick={(event) => {
        setChosen(false)
        onClick?.(event)
      }}
      onInput={({ currentTarget }) => {
        setChosen(false)
        setAsked(false)
        setTyped((currentTarget as HTMLInputElement).value)
      }}
      onBlur={(event) => {
        say()
        onBlur?.(event)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          setChosen(true)
          say()
        }
        onKeyDown?.(event)
      }}
      error={(isAsked && wrong) || error}
    />
  )
}

function whatIsWrong(text: string, min: DateInputProps['minDate'], max: DateInputProps['maxDate']): string | undefined {
  if (!text.trim()) return
  const day = dayTyped(text)
  if (!day) return `${text.trim()} is not a day`
  if (typeof min === 'string' && day < min) return `${showDay(day)} is before ${showDay(min)}`
  if (typeof max === 'string' && day > max) return `${showDay(day)} is after ${showDay(max)}`
}
