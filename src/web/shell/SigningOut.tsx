import { useEffect } from 'react'
import { signOut } from '../api/session.ts'
import { dropAllDrafts } from '../form/draft-store.ts'
import { clearAlerts } from './alerts.ts'

/** Arriving here ends the session, and leaves nothing of what was typed. */
export function SigningOut() {
  useEffect(() => {
    clearAlerts()
    dropAllDrafts()
    void signOut()
  }, [])
  return null
}
