import { useEffect } from 'react'
import { sessionCalls, type Profile } from '#contract/session.ts'
import { useRead } from './queries.ts'
import { freshSession, renewUser } from './store.ts'
import { isSpent, oneTabAtATime } from './tabs.ts'

/**
 * What the person may do can change while they are signed in: it is read at the start, when the tab is looked at again,
 * after a refusal and after a role was changed. Nothing waits for it.
 */
export function Rights({ isSignedIn }: { isSignedIn: boolean }) {
  const { data, dataUpdatedAt } = useRead(sessionCalls.profile, {}, { enabled: isSignedIn, staleTime: 0 })
  useEffect(() => {
    if (data) void keep(data)
  }, [data, dataUpdatedAt])
  return null
}

/** Beside it stand the tokens: not while another tab puts new ones there, or has, and they are not seen here yet. */
const keep = (profile: Profile) =>
  oneTabAtATime(async () => {
    if (await isSpent(freshSession().refreshToken)) return
    const { signedIn, user } = freshSession()
    if (signedIn && user?.id === profile.id && JSON.stringify(user) !== JSON.stringify(profile)) renewUser(profile)
  })
