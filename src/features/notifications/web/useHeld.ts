import { useEffect } from 'react'
import { callWith } from '#web/api/client.ts'
import { notifications } from '../contract.ts'

/** Half of the time for which it is held: one call may be lost. */
const AGAIN_MS = 60_000

/** While this is open, the notification does not begin. */
export function useHeld(id: number | undefined): void {
  useEffect(() => {
    if (id === undefined) return
    // Without an answer it may begin, as it would have: saving says so then.
    const hold = () => void callWith(notifications.hold, { params: { id } }).catch(() => undefined)
    hold()
    const timer = setInterval(hold, AGAIN_MS)
    return () => clearInterval(timer)
  }, [id])
}
