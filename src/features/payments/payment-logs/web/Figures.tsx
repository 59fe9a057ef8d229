import styles from './PaymentLogs.module.css'

type Props = {
  /** Amounts by what they are called. */
  of: Record<string, string>
  label?: string
  /** They are of what was asked for before. */
  isOld?: boolean
}

/** A few amounts beside each other. */
export const Figures = ({ of, label, isOld }: Props) => (
  <dl className={styles.figures} data-fetching={isOld || undefined} aria-label={label}>
    {Object.entries(of).map(([name, amount]) => (
      <div key={name} className={styles.figure}>
        <dt>{name}</dt>
        <dd>{amount}</dd>
      </div>
    ))}
  </dl>
)
