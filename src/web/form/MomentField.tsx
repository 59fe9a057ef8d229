import { useId } from 'react'
import { isDay } from '#contract/time.ts'
import { ClockInput } from './ClockInput.tsx'
import { DayInput } from './DayInput.tsx'
import styles from './MomentField.module.css'

type Props = {
  label: string
  /** YYYY-MM-DDTHH:mm as typed, without a zone; empty: none. */
  value: string
  onChange: (value: string) => void
  /** Time for a date without one. */
  clock: string
  hint?: string
  error?: string | undefined
  disabled?: boolean
}

/** Date and time, both typed or chosen. Loaded on demand, because it includes a calendar. */
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
