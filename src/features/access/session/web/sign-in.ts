import type { Endpoint } from '#contract/endpoint.ts'
import type { TwoFactorRequired } from '#contract/session.ts'
import type { Answer, Data } from '#web/api/client.ts'
import { failureOf } from '#web/api/failure.ts'
import { send } from '#web/api/send.ts'
import { enter } from '#web/api/enter.ts'
import { session as rows } from '../contract.ts'

/**
 * Signs in: tokens, then the profile, which must be an admin's (core 5).
 * @returns what is asked of somebody with a second factor, who is not signed in yet
 * @throws ApiFailure with the message to show
 */
export async function signIn(email: string, password: string): Promise<TwoFactorRequired | undefined> {
  const data = await ask(rows.login, { email, password })
  if ('factor' in data) return data.factor
  await enter(data.tokens)
}

/** Asks for a reset link. @throws ApiFailure */
export const askForLink = (email: string) => ask(rows.forgotPassword, { email })

/** A call that needs no session. @throws ApiFailure */
export async function ask<E extends Endpoint>(row: E, body?: object): Promise<Data<E>> {
  const response = await send(row, '', { body })
  if (!response.ok) throw await failureOf(response)
  return ((await response.json()) as Answer<E>).data
}
