import styles from './Segments.module.css'

type Props<V extends string> = {
  label: string
  options: readonly { value: V; label: string }[]
  /** No option is pressed if none has this value. */
  value: V | undefined
  onChange: (value: V) => void
  /** For the header of a card. */
  small?: boolean
}

/** Choice of one of a few options, side by side. */
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
