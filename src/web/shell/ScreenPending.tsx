import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './ScreenPending.module.css'

/** The shape of a page, while its screen is being fetched. */
export const ScreenPending = () => (
  <div className={styles.pending} role="status" aria-label="Loading">
    <Skeleton width={200} height={24} />
    <Skeleton height={320} radius={10} />
  </div>
)
