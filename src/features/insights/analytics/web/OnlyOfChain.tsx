import { IconInfoCircle } from '@tabler/icons-react'
import styles from './Analytics.module.css'

/** Why somebody whose role is for some cinemas misses figures. */
export const OnlyOfChain = () => (
  <p className={styles.missing}>
    <IconInfoCircle size={15} aria-hidden />
    Customer, subscription, churn and visit figures cover all cinemas. You need a role for all cinemas to see them.
  </p>
)
