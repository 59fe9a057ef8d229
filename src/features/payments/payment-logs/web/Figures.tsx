import styles from './PaymentLogs.module.css'

type Props = {
  /** Amounts by label. */
  of: Record<string, string>
  label?: string
  /** Values of the previous query. */
  isOld?: boolean
}

/** Row of amounts. */
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
