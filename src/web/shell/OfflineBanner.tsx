import { IconCloudOff } from '@tabler/icons-react'
import { useEffect, useSyncExternalStore } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { isLost, subscribeConnection } from '../api/connection.ts'
import { useDelayed } from '../ui/useDelayed.ts'
import styles from './OfflineBanner.module.css'

/** As long as no answer comes from the server. When it is back, what failed is asked for again. */
export function OfflineBanner() {
  const lost = useSyncExternalStore(subscribeConnection, isLost)
  const isVisible = useDelayed(lost, 400)
  const client = useQueryClient()
  useEffect(() => {
    if (!lost) void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
  }, [lost, client])
  return (
    <div role="status" className={styles.place}>
      {isVisible && (
        <p className={styles.banner}>
          <IconCloudOff size={16} aria-hidden /> No connection. What you type is kept; saving works again when it is
          back.
        </p>
      )}
    </div>
  )
}
