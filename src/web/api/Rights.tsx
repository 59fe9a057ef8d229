import { useEffect } from 'react'
import { sessionCalls, type Profile } from '#contract/session.ts'
import { useRead } from './queries.ts'
import { freshSession, renewUser } from './store.ts'
import { isSpent, oneTabAtATime } from './tabs.ts'

/**
 * Keeps the permissions of the signed-in person current: reads them at the start, when the tab gets the focus, after a
 * denial and after a role change. Nothing waits for them.
 */
export function Rights({ isSignedIn }: { isSignedIn: boolean }) {
  const { data, dataUpdatedAt } = useRead(sessionCalls.profile, {}, { enabled: isSignedIn, staleTime: 0 })
  useEffect(() => {
    if (data) void keep(data)
  }, [data, dataUpdatedAt])
  return null
}

/** Stores the profile next to the tokens. The lock prevents a race with another tab that is storing new tokens. */
const keep = (profile: Profile) =>
  oneTabAtATime(async () => {
    if (await isSpent(freshSession().refreshToken)) return
    const { signedIn, user } = freshSession()
    if (signedIn && user?.id === profile.id && JSON.stringify(user) !== JSON.stringify(profile)) renewUser(profile)
  })
