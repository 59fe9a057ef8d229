import { InputBase } from '@mantine/core'
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import styles from './ClockInput.module.css'

type Props = {
  label: string
  hoursLabel: string
  minutesLabel: string
  /** HH:mm, or empty. */
  value: string
  onChange: (value: string) => void
  required?: boolean
  disabled?: boolean
  error?: ReactNode
}

const MOST = [23, 59] as const
const padded = (digits: string) => digits && digits.padStart(2, '0')

/** A time of day, typed as two numbers; arrows count. It is empty until both are there. */
export function ClockInput({ label, hoursLabel, minutesLabel, value, onChange, required, disabled, error }: Props) {
  const id = useId()
  const fields = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const [typed, setTyped] = useState(() => partsOf(value))
  const [known, setKnown] = useState(value)
  if (value !== known) {
    setKnown(value)
    if (value !== clockOf(typed)) setTyped(partsOf(value))
  }
  const say = (at: number, digits: string) => {
    const next = typed.with(at, digits)
    setTyped(next)
    const clock = clockOf(next)
    if (clock === value) return
    setKnown(clock)
    onChange(clock)
  }
  const type = (at: number, text: string) => {
    const digits = text.replace(/\D/g, '').slice(-2)
    const isWhole = digits.length === 2 || Number(digits) > MOST[at]! / 10
    if (Number(digits) > MOST[at]!) return say(at, digits.slice(-1))
    say(at, digits)
    if (isWhole && at === 0) fields[1]!.current?.focus()
  }
  const step = (at: number, by: number) => {
    const all = MOST[at]! + 1
    const from = typed[at] ? Number(typed[at]) : by > 0 ? -1 : 0
    say(at, padded(String((from + by + all) % all)))
  }
  const onKeyDown = (at: number) => (event: KeyboardEvent<HTMLInputElement>) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    const to = { ArrowLeft: 0, ArrowRight: 1, Backspace: typed[at] ? undefined : 0 }[event.key]
    if (by) step(at, by)
    else if (to !== undefined && to !== at) fields[to]!.current?.focus()
    else return
    event.preventDefault()
  }
  const field = (at: number, name: string) => (
    <input
      ref={fields[at]}
      id={at === 0 ? id : undefined}
      className={styles.field}
      aria-label={name}
      inputMode="numeric"
      autoComplete="off"
      placeholder="--"
      disabled={disabled}
      value={typed[at]}
      onChange={(event) => type(at, event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => typed[at] && say(at, padded(typed[at]))}
      onKeyDown={onKeyDown(at)}
    />
  )
  return (
    <InputBase
      component="div"
      id={id}
      label={label}
      required={required}
      disabled={disabled}
      error={error}
      onMouseDown={(event) => {
        // Beside the numbers: the first.
        if (event.target !== event.currentTarget && event.target instanceof HTMLInputElement) return
        event.preventDefault()
        fields[0]!.current?.focus()
      }}
    >
      <span className={styles.clock}>
        {field(0, hoursLabel)}:{field(1, minutesLabel)}
      </span>
    </InputBase>
  )
}

const partsOf = (value: string): string[] => {
  const [hours = '', minutes = ''] = value.split(':')
  return [hours, minutes]
}
const clockOf = (parts: string[]) => (parts.every(Boolean) ? parts.map(padded).join(':') : '')
