import { Input, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { isDay, type Day } from '#contract/time.ts'
import { typedDay } from '#contract/typed-day.ts'
import { showDay } from '#web/ui/format.ts'
import { lazyDialog } from '../ui/lazyDialog.tsx'
import { useOpener } from '../ui/useOpener.ts'

const DayMenu = lazyDialog(() => import('./DayMenu.tsx').then((module) => module.DayMenu))

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  value?: string | null
  /**
   * Day, null, or the typed text if it is not a day: the form then rejects it instead of silently restoring a value.
   */
  onChange: (day: string | null) => void
  minDate?: Day | undefined
  maxDate?: Day | undefined
  /** First view of the calendar; a day long ago is reached by its decade. */
  defaultLevel?: 'month' | 'year' | 'decade'
  clearable?: boolean
  clearButtonProps?: { 'aria-label': string }
}

/** Day as DD/MM/YYYY, typed or chosen from a calendar. Text that is not a day stays, with an error. */
export function DayInput({
  value = null,
  onChange,
  minDate,
  maxDate,
  defaultLevel = 'month',
  clearable = false,
  clearButtonProps,
  error,
  onFocus,
  onBlur,
  onClick,
  onKeyDown,
  ...props
}: Props) {
  const day = value && isDay(value) ? value : null
  /** Set while typing, or for text that is not a day. */
  const [typed, setTyped] = useState(value && !day ? value : undefined)
  const [isChecked, setChecked] = useState(typed !== undefined)
  // Because focus opens the calendar, also when a dialog caused by this day returns the focus.
  const [isChosen, setChosen] = useState(false)
  const [known, setKnown] = useState(day)
  if (day !== known) {
    setKnown(day)
    // The day was set from outside.
    if (day && day !== typedDay(typed ?? '', 'dmy')) setTyped(undefined)
  }
  const wrong = typed === undefined ? undefined : whatIsWrong(typed, minDate, maxDate)
  const { opener, popup } = useOpener(undefined, DayMenu)
  const { ref, onPointerEnter, onFocus: onComing } = opener
  const open = (isOpen: boolean) => popup.onChange(isOpen)
  const change = (to: string | null) => {
    setTyped(undefined)
    setChecked(false)
    onChange(to)
  }
  /** Shows the error when the field loses the focus or the form is submitted. */
  const say = () => {
    setChecked(true)
    if (wrong) onChange(typed!)
  }
  return (
    <>
      <TextInput
        ref={ref}
        placeholder="DD/MM/YYYY"
        autoComplete="off"
        {...props}
        value={typed ?? (day ? showDay(day) : '')}
        error={(isChecked && wrong) || error}
        rightSection={
          clearable && day && !props.disabled ? (
            <Input.ClearButton
              {...clearButtonProps}
              onClick={() => {
                change(null)
                open(false)
              }}
            />
          ) : undefined
        }
        onPointerEnter={onPointerEnter}
        onFocus={(event) => {
          onComing()
          if (!isChosen) open(true)
          onFocus?.(event)
        }}
        onClick={(event) => {
          setChosen(false)
          open(true)
          onClick?.(event)
        }}
        onChange={({ currentTarget: { value: text } }) => {
          setChosen(false)
          setChecked(false)
          setTyped(text)
          open(true)
          const next = typedDay(text, 'dmy')
          if (next && !whatIsWrong(text, minDate, maxDate)) onChange(next)
          else if (clearable && !text.trim()) onChange(null)
        }}
        onBlur={(event) => {
          open(false)
          say()
          if (!wrong) setTyped(undefined)
          onBlur?.(event)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') open(false)
          if (event.key === 'Enter') {
            setChosen(true)
            open(false)
            say()
          }
          onKeyDown?.(event)
        }}
      />
      <DayMenu
        {...popup}
        value={day}
        minDate={minDate}
        maxDate={maxDate}
        defaultLevel={defaultLevel}
        onChoose={(chosen) => {
          setChosen(true)
          open(false)
          change(clearable && chosen === day ? null : chosen)
        }}
      />
    </>
  )
}

function whatIsWrong(text: string, min: Day | undefined, max: Day | undefined): string | undefined {
  if (!text.trim()) return
  const day = typedDay(text, 'dmy')
  if (!day) return `${text.trim()} is not a date`
  if (min && day < min) return `${showDay(day)} is before ${showDay(min)}`
  if (max && day > max) return `${showDay(day)} is after ${showDay(max)}`
}
