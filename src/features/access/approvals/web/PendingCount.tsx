import { pending } from '#contract/pending-approvals.ts'
import { useRead } from '#web/api/queries.ts'
import styles from './WaitingCount.module.css'

const EVERY_MS = 60_000

/** How many proposals wait for whoever is signed in; nothing where none does. */
export function PendingCount() {
  const { data } = useRead(pending.pending, {}, { refetchInterval: () => EVERY_MS })
  return data?.count ? (
    <span className={styles.count}>
      {data.count}
      <span className={styles.unseen}> waiting for you</span>
    </span>
  ) : null
}
