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
type Parts = [hours: number | undefined, minutes: number | undefined]

/** Time of day, typed as two numbers or changed with the arrow keys. The value is empty until both are set. */
export function ClockInput({ label, hoursLabel, minutesLabel, value, onChange, required, disabled, error }: Props) {
  const id = useId()
  const fields = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)] as const
  const [parts, setParts] = useState(() => partsOf(value))
  const [known, setKnown] = useState(value)
  if (value !== known) {
    setKnown(value)
    if (value !== clockOf(parts)) setParts(partsOf(value))
  }
  const go = (at: number) => fields[at]?.current?.focus()
  const set = (at: number, to: number | undefined) => {
    const next = parts.with(at, to) as Parts
    setParts(next)
    const clock = clockOf(next)
    if (clock !== value) onChange(clock)
  }
  const type = (at: 0 | 1, text: string) => {
    const digits = text.replace(/\D/g, '')
    if (!digits) return
    const most = MOST[at]
    // Keeps the last digits that are a time, so that a third digit starts over.
    const to = [...digits].reduce(
      (sum, digit) => (sum * 10 + Number(digit) > most ? Number(digit) : sum * 10 + Number(digit)),
      0,
    )
    set(at, to)
    if (to > Math.floor(most / 10) || digits.startsWith('00')) go(at + 1)
  }
  const onKeyDown = (at: 0 | 1) => (event: KeyboardEvent) => {
    const now = parts[at]
    switch (event.key) {
      case 'ArrowUp':
        set(at, now === undefined ? 0 : Math.min(now + 1, MOST[at]))
        break
      case 'ArrowDown':
        set(at, now === undefined ? MOST[at] : Math.max(now - 1, 0))
        break
      case 'ArrowLeft':
        go(at - 1)
        break
      case 'ArrowRight':
        go(at + 1)
        break
      case 'Backspace':
      case 'Delete':
        if (now === undefined) go(at - 1)
        else set(at, undefined)
        break
      default:
        return
    }
    event.preventDefault()
  }
  const field = (at: 0 | 1, name: string) => (
    <input
      ref={fields[at]}
      id={at === 0 ? id : undefined}
      className={styles.field}
      role="spinbutton"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={MOST[at]}
      aria-valuenow={parts[at] ?? 0}
      inputMode="numeric"
      autoComplete="off"
      placeholder="--"
      disabled={disabled}
      value={padded(parts[at])}
      onChange={(event) => type(at, event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onClick={(event) => event.currentTarget.select()}
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
        if (event.target instanceof HTMLInputElement) return
        // A press next to the numbers selects the first.
        event.preventDefault()
        go(0)
      }}
    >
      <span className={styles.clock}>
        {field(0, hoursLabel)}:{field(1, minutesLabel)}
      </span>
    </InputBase>
  )
}

const padded = (part: number | undefined) => (part === undefined ? '' : String(part).padStart(2, '0'))
const partsOf = (clock: string): Parts => {
  const [hours, minutes] = clock.split(':').map(Number)
  return clock ? [hours, minutes] : [undefined, undefined]
}
const clockOf = (parts: Parts) => (parts.includes(undefined) ? '' : parts.map(padded).join(':'))
