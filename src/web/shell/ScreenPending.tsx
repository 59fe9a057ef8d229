import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './ScreenPending.module.css'

/** Skeleton of a page, while its screen loads. */
export const ScreenPending = () => (
  <div className={styles.pending} role="status" aria-label="Loading">
    <Skeleton width={200} height={24} />
    <Skeleton height={320} radius={10} />
  </div>
)
