import { useId } from 'react'
import styles from './Segmented.module.css'

type Props<V extends string> = {
  label: string
  options: readonly { value: V; label: string }[]
  value: V
  onChange: (value: V) => void
  small?: boolean
  /** Uses the full width. */
  isWide?: boolean
}

/** Choice of one of a few options side by side, as radio buttons with arrow keys. */
export function Segmented<V extends string>({ label, options, value, onChange, small, isWide }: Props<V>) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={styles.segmented}
      data-small={small || undefined}
      data-wide={isWide || undefined}
    >
      {options.map((option) => (
        <label key={option.value} className={styles.segment}>
          <input
            type="radio"
            className={styles.input}
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
