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
  /** A day, null, or what was typed instead of one: the form refuses it, and nothing is put back silently. */
  onChange: (day: string | null) => void
  minDate?: Day | undefined
  maxDate?: Day | undefined
  /** What the calendar opens with: a day long ago is reached by its decade. */
  defaultLevel?: 'month' | 'year' | 'decade'
  clearable?: boolean
  clearButtonProps?: { 'aria-label': string }
}

/** A day as DD/MM/YYYY, typed or chosen from a calendar. What is no day stays as it was typed, and is said to be none. */
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
  /** As long as it is being typed, or is no day. */
  const [typed, setTyped] = useState(value && !day ? value : undefined)
  const [isChecked, setChecked] = useState(typed !== undefined)
  // Focus opens the calendar, also when a question that the day led to gives it back: then nobody wants it.
  const [isChosen, setChosen] = useState(false)
  const [known, setKnown] = useState(day)
  if (day !== known) {
    setKnown(day)
    // A day that was not typed here.
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
  /** Said once the field is left, or the form sent from it. */
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
  if (!day) return `${text.trim()} is not a day`
  if (min && day < min) return `${showDay(day)} is before ${showDay(min)}`
  if (max && day > max) return `${showDay(day)} is after ${showDay(max)}`
}
