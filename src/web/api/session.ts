import { useSyncExternalStore } from 'react'
import { isAdmin } from '#contract/permissions.ts'
import { session as rows, type Profile } from '#features/session/contract.ts'
import { messages } from '#features/session/rules.ts'
import type { Answer } from './client.ts'
import { ApiFailure, failureOf } from './failure.ts'
import { send } from './send.ts'
import { endSession, getSession, startSession, subscribeSession, type Ended, type Session } from './store.ts'

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

/**
 * Signs in: tokens, then the profile, which must be an admin's (core 5).
 * @throws ApiFailure with the message to show
 */
export async function signIn(email: string, password: string): Promise<Profile> {
  const response = await send(rows.login, '', { body: { email, password } })
  if (!response.ok) throw await failureOf(response)
  const { data } = (await response.json()) as Answer<typeof rows.login>
  const tokens = { jwt: data.tokens.access_token, refreshToken: data.tokens.refresh_token }
  const profile = await fetchProfile(tokens.jwt)
  if (!isAdmin(profile.userType)) {
    void endOnServer(tokens)
    throw new ApiFailure(403, { message: messages.noPermissions })
  }
  startSession(profile, tokens)
  return profile
}

/** A 401 or 403 on the profile clears what is stored and is tried once more (core 8). */
async function fetchProfile(jwt: string): Promise<Profile> {
  let response = await send(rows.profile, jwt, {})
  if (response.status === 401 || response.status === 403) {
    endSession('out')
    response = await send(rows.profile, jwt, {})
  }
  if (!response.ok) throw await failureOf(response)
  return ((await response.json()) as Answer<typeof rows.profile>).data
}

/** Ends the session here at once, and on the server as soon as it can be reached. */
export async function signOut(why: Ended = 'out'): Promise<void> {
  const last = endSession(why)
  if (last) await endOnServer(last)
}

/** An access token that has run out (idleness outlasts it) is renewed once, so that the session does end. */
export async function endOnServer({ jwt, refreshToken }: { jwt: string; refreshToken: string }): Promise<void> {
  try {
    const first = await send(rows.logout, jwt, { keepalive: true })
    if (first.status !== 401) return
    const renewed = await send(rows.refresh, '', { body: { token: refreshToken }, keepalive: true })
    if (!renewed.ok) return
    const { data } = (await renewed.json()) as Answer<typeof rows.refresh>
    await send(rows.logout, data.tokens.access_token, { keepalive: true })
  } catch {
    // Nobody holds the tokens any more; the server forgets them in its time.
  }
}
