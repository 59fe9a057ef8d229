import { useSyncExternalStore } from 'react'
import type { RequiredPermission } from '#contract/endpoint.ts'
import { scopeOf } from '#contract/permissions.ts'
import type { Profile } from '#contract/session.ts'
import { getSession, subscribeSession, type Session } from './store.ts'

export const useSession = (): Session => useSyncExternalStore(subscribeSession, getSession)

/** The signed-in admin. Only for what is shown behind the sign-in. */
export function useMe(): Profile {
  const { user } = useSession()
  // Behind the idle sign-in the page stays mounted for the person who left it.
  if (user) lastUser = user
  if (!lastUser) throw new Error('Nobody is signed in')
  return lastUser
}
let lastUser: Profile | undefined

/** Whether what somebody is shown with a permission is the whole chain's, and not that of some cinemas alone. */
export const useSeesChain = (permission: RequiredPermission): boolean => scopeOf(useMe(), permission) === 'chain'
