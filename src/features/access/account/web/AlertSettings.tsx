import { Link } from '@tanstack/react-router'
import { paths as alerts } from '#features/messages/alerts/web/paths.ts'
import { Card } from '#web/ui/Card.tsx'
import styles from './Account.module.css'

/** What one is told of is chosen on a page of its own. */
export const AlertSettings = () => (
  <Card title="Alerts">
    <p className={styles.more}>
      Choose which alerts you get in Marquee and by email: <Link to={alerts.choices}>Alert settings</Link>
    </p>
  </Card>
)
