import { showInstant } from '#web/ui/format.ts'
import { SideDrawer } from '#web/ui/SideDrawer.tsx'
import type { UnreadRecord } from '../contract.ts'
import styles from './Connections.module.css'

/** Records of an outside system that cannot be read, with what is wrong with each. */
export default function UnreadRecords(props: { connection: string; records: UnreadRecord[]; onClose: () => void }) {
  const { connection, records, onClose } = props
  return (
    <SideDrawer opened onClose={onClose} title={`${connection}: unreadable records`} size="lg">
      <p>
        Marquee keeps the last known version of these records. Correct them in the external system to remove them from
        this list.
      </p>
      <ul className={styles.emails}>
        {records.map(({ name, what, since, last_seen_at: seen }) => (
          <li key={`${name} ${what} ${since}`} className={styles.email}>
            <div>
              <b>{name}</b>
              <span className={styles.reason}>{what}</span>
              <p>
                Since {showInstant(since)}, last seen {showInstant(seen)}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </SideDrawer>
  )
}
