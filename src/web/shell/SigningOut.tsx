import { useEffect } from 'react'
import { signOut } from '../api/sign-out.ts'
import { getSession } from '../api/store.ts'
import { dropAllDrafts } from '../form/draft-store.ts'
import { forgetStarts } from '../list/start.ts'
import { clearToasts } from './toasts.ts'

const leaveOf = async (provider: string) =>
  (await import('../api/provider.ts').catch(() => undefined))?.leaveAddress(provider)

/** Ends the session and deletes all drafts. */
export function SigningOut() {
  useEffect(() => {
    clearToasts()
    dropAllDrafts()
    forgetStarts()
    const provider = getSession().user?.provider
    void (async () => {
      // Read first, because the page shows the sign-in once the session has ended.
      const leave = provider && (await leaveOf(provider))
      await signOut()
      if (leave) location.assign(leave)
    })()
  }, [])
  return null
}
