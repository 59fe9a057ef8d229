import { Link } from '@tanstack/react-router'
import { paths as notices } from '#features/notices/web/paths.ts'
import { Card } from '#web/ui/Card.tsx'
import styles from './Account.module.css'

/** What one is told of is chosen on a page of its own. */
export const NoticeSettings = () => (
  <Card title="Notices">
    <p className={styles.more}>
      What you are told of, under the bell and by mail: <Link to={notices.choices}>Notice settings</Link>
    </p>
  </Card>
)
