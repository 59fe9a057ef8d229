import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './Notifications.module.css'

/** A notification that is on its way: its message, and how a phone shows it. */
export const Bones = () => (
  <div className={styles.columns}>
    <Card title="Message">
      <div className={styles.fields}>
        <Skeleton height={36} />
        <Skeleton height={84} />
        <Skeleton height={36} />
      </div>
    </Card>
    <Card title="Preview">
      <Skeleton height={220} />
    </Card>
  </div>
)
