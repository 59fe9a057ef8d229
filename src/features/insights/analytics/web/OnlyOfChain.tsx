import { IconInfoCircle } from '@tabler/icons-react'
import styles from './Analytics.module.css'

/** Why somebody whose role is for some cinemas misses figures. */
export const OnlyOfChain = () => (
  <p className={styles.missing}>
    <IconInfoCircle size={15} aria-hidden />
    Customers, subscriptions, churn and visits belong to no single cinema. Their figures are for roles at all cinemas.
  </p>
)
