import { useRouter } from '@tanstack/react-router'
import { signOut } from '../api/session.ts'
import { clearAlerts } from './alerts.ts'

/** Signs out, unless a form with unsaved typing objects (its guard asks on the way to /dashboard/signed-out). */
export function useSignOut(): () => Promise<void> {
  const router = useRouter()
  return async () => {
    if (router.history.getBlockers?.().length && !(await mayLeave(router))) return
    clearAlerts()
    await signOut()
  }
}
