import type { Profile } from '#contract/session.ts'
import type { Answer } from '#web/api/client.ts'
import { failureOf } from '#web/api/failure.ts'
import { send } from '#web/api/send.ts'
import { enter } from '#web/api/enter.ts'
import { session as rows } from '../contract.ts'

/**
 * Signs in: tokens, then the profile, which must be an admin's (core 5).
 * @throws ApiFailure with the message to show
 */
export async function signIn(email: string, password: string): Promise<Profile> {
  const response = await send(rows.login, '', { body: { email, password } })
  if (!response.ok) throw await failureOf(response)
  const { data } = (await response.json()) as Answer<typeof rows.login>
  return enter(data.tokens)
}
