import { useEffect } from 'react'
import { signOut } from '../api/session.ts'
import { clearAlerts } from './alerts.ts'

/** Arriving here ends the session. */
export function SigningOut() {
  useEffect(() => {
    clearAlerts()
    void signOut()
  }, [])
  return null
}
