import { useId } from 'react'
import { isDay } from '#contract/time.ts'
import { ClockInput } from './ClockInput.tsx'
import { DayInput } from './DayInput.tsx'
import styles from './MomentField.module.css'

type Props = {
  label: string
  /** YYYY-MM-DDTHH:mm as it is typed, in no zone; empty for none. */
  value: string
  onChange: (value: string) => void
  /** What the clock says when only a day is chosen. */
  clock: string
  hint?: string
  error?: string | undefined
  disabled?: boolean
}

/** A day and a clock, both to be typed or chosen. Fetched on demand: it brings a calendar with it. */
export default function MomentField({ label, value, onChange, clock, hint, error, disabled }: Props) {
  const id = useId()
  const [day = '', time = ''] = value.split('T')
  const say = (nextDay: string | null, nextTime: string) =>
    (!nextDay || isDay(nextDay)) && onChange(nextDay ? `${nextDay}T${nextTime}` : '')
  return (
    <div role="group" aria-label={label} aria-describedby={error || hint ? id : undefined}>
      <div className={styles.pair}>
        <DayInput
          label={`${label} date`}
          clearable
          clearButtonProps={{ 'aria-label': `Clear the ${label.toLowerCase()}` }}
          value={day || null}
          onChange={(chosen) => say(chosen, time || clock)}
          error={Boolean(error)}
          disabled={disabled}
        />
        <ClockInput
          label={`${label} time`}
          value={time}
          onChange={(chosen) => say(day || null, chosen)}
          disabled={disabled || !day}
          error={Boolean(error)}
          hoursLabel={`${label} hours`}
          minutesLabel={`${label} minutes`}
        />
      </div>
      {(error || hint) && (
        <p id={id} className={styles.hint} data-wrong={Boolean(error) || undefined}>
          {error ?? hint}
        </p>
      )}
    </div>
  )
}
