import { IconDatabaseImport } from '@tabler/icons-react'
import { demo } from '../contract.ts'
import { useRead } from '#web/api/queries.ts'
import styles from './DemoNote.module.css'

const POLL_MS = 3000

/** While the demo chain's trade is still coming in behind the screens. Nothing is asked again once it is there. */
export function DemoNote() {
  const { data } = useRead(demo.progress, {}, { refetchInterval: (last) => (last?.percent == null ? 0 : POLL_MS) })
  if (data?.percent == null) return null
  return (
    <aside className={styles.note} aria-label="Demo chain">
      <IconDatabaseImport size={16} aria-hidden /> The demo chain is being loaded: {data.percent}%
    </aside>
  )
}
