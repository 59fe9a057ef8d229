import { IconCloudOff } from '@tabler/icons-react'
import { useEffect, useSyncExternalStore } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { isLost, subscribeConnection } from '../api/connection.ts'
import { useDelayed } from '../ui/useDelayed.ts'
import styles from './OfflineBanner.module.css'

/** Banner without a connection to the server. Failed reads are repeated when it is back. */
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
          <IconCloudOff size={16} aria-hidden /> You’re offline. Your changes are kept on this device; you can save when
          you’re back online.
        </p>
      )}
    </div>
  )
}
