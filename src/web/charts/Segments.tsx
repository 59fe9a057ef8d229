import styles from './Segments.module.css'

type Props<V extends string> = {
  label: string
  options: readonly { value: V; label: string }[]
  /** None is pressed where the value is none of them. */
  value: V | undefined
  onChange: (value: V) => void
  /** For the head of a card. */
  small?: boolean
}

/** One of a few, side by side. */
export const Segments = <V extends string>({ label, options, value, onChange, small }: Props<V>) => (
  <div className={styles.segments} data-small={small || undefined} role="group" aria-label={label}>
    {options.map((option) => (
      <button
        key={option.value}
        type="button"
        className={styles.segment}
        aria-pressed={option.value === value}
        onClick={() => onChange(option.value)}
      >
        {option.label}
      </button>
    ))}
  </div>
)
