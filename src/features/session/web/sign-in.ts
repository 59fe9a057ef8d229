import { isAdmin } from '#contract/permissions.ts'
import type { Profile } from '#contract/session.ts'
import type { Answer } from '#web/api/client.ts'
import { ApiFailure, failureOf } from '#web/api/failure.ts'
import { send } from '#web/api/send.ts'
import { endOnServer } from '#web/api/session.ts'
import { endSession, startSession } from '#web/api/store.ts'
import { session as rows } from '../contract.ts'
import { messages } from '../rules.ts'

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
