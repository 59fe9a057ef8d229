import { useEffect } from 'react'
import { callWith } from '#web/api/client.ts'
import { notifications } from '../contract.ts'

/** Half of the time for which it is held: one call may be lost. */
const AGAIN_MS = 60_000

/** While this is open, the notification does not begin. */
export function useKeepLocked(id: number | undefined): void {
  useEffect(() => {
    if (id === undefined) return
    // Without an answer it may begin, as it would have: saving says so then.
    const lock = () => void callWith(notifications.lock, { params: { id } }).catch(() => undefined)
    lock()
    const timer = setInterval(lock, AGAIN_MS)
    return () => clearInterval(timer)
  }, [id])
}
