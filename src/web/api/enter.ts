import { isAdmin } from '#contract/permissions.ts'
import { sessionCalls as rows, type Profile, type Tokens } from '#contract/session.ts'
import type { Answer } from './client.ts'
import { ApiFailure, failureOf } from './failure.ts'
import { send } from './send.ts'
import { endOnServer } from './sign-out.ts'
import { endSession, startSession } from './store.ts'

/**
 * Starts a session; its profile must be an admin's (core 5).
 * @throws ApiFailure with the message to show
 */
export async function enter({ access_token: jwt, refresh_token: refreshToken }: Tokens): Promise<Profile> {
  const tokens = { jwt, refreshToken }
  const profile = await fetchProfile(jwt)
  if (!isAdmin(profile.userType)) {
    void endOnServer(tokens)
    throw new ApiFailure(403, { message: 'No permissions' })
  }
  startSession(profile, tokens)
  return profile
}

/** Retries once after a 401 or 403, which clears the stored session (core 8). */
async function fetchProfile(jwt: string): Promise<Profile> {
  let response = await send(rows.profile, jwt, {})
  if (response.status === 401 || response.status === 403) {
    endSession('out')
    response = await send(rows.profile, jwt, {})
  }
  if (!response.ok) throw await failureOf(response)
  return ((await response.json()) as Answer<typeof rows.profile>).data
}
