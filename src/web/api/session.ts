import { useSyncExternalStore } from 'react'
import type { RequiredPermission } from '#contract/endpoint.ts'
import { scopeOf } from '#contract/permissions.ts'
import type { Profile } from '#contract/session.ts'
import { getSession, subscribeSession, type Session } from './store.ts'

export const useSession = (): Session => useSyncExternalStore(subscribeSession, getSession)

/** Returns the signed-in admin. Only for components behind the sign-in. */
export function useMe(): Profile {
  const { user } = useSession()
  // After an idle sign-out the page stays mounted behind the sign-in dialog.
  if (user) lastUser = user
  if (!lastUser) throw new Error('You are not signed in')
  return lastUser
}
let lastUser: Profile | undefined

/** Returns whether a permission covers all cinemas, and not only some. */
export const useSeesChain = (permission: RequiredPermission): boolean => scopeOf(useMe(), permission) === 'chain'
