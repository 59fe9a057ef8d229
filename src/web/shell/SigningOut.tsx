import { useEffect } from 'react'
import { signOut } from '../api/sign-out.ts'
import { getSession } from '../api/store.ts'
import { dropAllDrafts } from '../form/draft-store.ts'
import { forgetStarts } from '../list/start.ts'
import { clearToasts } from './toasts.ts'

const leaveOf = async (provider: string) =>
  (await import('../api/provider.ts').catch(() => undefined))?.leaveAddress(provider)

/** Arriving here ends the session, and leaves nothing of what was typed. */
export function SigningOut() {
  useEffect(() => {
    clearToasts()
    dropAllDrafts()
    forgetStarts()
    const provider = getSession().user?.provider
    void (async () => {
      // Asked first: the page may not wait for it once the session has ended and the sign-in is shown.
      const leave = provider && (await leaveOf(provider))
      await signOut()
      if (leave) location.assign(leave)
    })()
  }, [])
  return null
}
