import { generateSync } from 'otplib'
import { factors, type Proof } from '#contract/factors.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { session } from '#features/access/session/contract.ts'
import { hashPassword } from '#server/auth/password.ts'
import { passkeyOrigin } from '#server/auth/passkeys.ts'
import { addAdmin, defaultRoleId, type NewAdmin } from '#server/auth/store.ts'
import { tokensIn, type Call, type TestServer } from '#server/test/harness.ts'
import { softPasskey } from '#server/test/soft-passkey.ts'
import { accountFactors } from '../../factor-contract.ts'

export const PASSWORD = 'lagos island 1962'
let people = 0

/** Somebody new, and what they do to their own second factors and to sign in with them. */
export async function newAccount(server: TestServer, about: Partial<NewAdmin> = {}) {
  const email = `person${++people}@factors.example`
  const { id } = await addAdmin(server.db, {
    email,
    firstName: 'Ṣadé',
    lastName: 'Bello',
    userType: 'Admin',
    roleId: await defaultRoleId(server.db),
    passwordHash: await hashPassword(PASSWORD),
    ...about,
  })
  let headers: Record<string, string> = {}
  const unauthenticated = <E extends Endpoint>(row: E, body?: unknown) => server.call(row, { as: 'nobody', body })
  const call = <E extends Endpoint>(row: E, more: Pick<Call<E>, 'params' | 'query' | 'body'> = {}) =>
    server.call(row, { ...more, as: 'nobody', headers } as Call<E>)

  const codeOf = (secret: string) => generateSync({ secret, epoch: Math.floor(server.clock.now().getTime() / 1000) })
  const bearing = (tokens: { access_token: string }) => ({ authorization: `Bearer ${tokens.access_token}` })

  return {
    id,
    email,
    call,
    headers: () => headers,
    codeOf,
    /** Signs in with the password alone and goes on with that session. */
    enter: async () => {
      headers = bearing(tokensIn(await unauthenticated(session.login, { email, password: PASSWORD })))
    },
    /** Goes on with the session of these tokens. */
    goOn: (tokens: { access_token: string }) => {
      headers = bearing(tokens)
    },
    /** The password's answer where a factor is asked for. */
    ask: async () => {
      const { body } = await unauthenticated(session.login, { email, password: PASSWORD })
      if (!('factor' in body.data)) throw new Error('No second factor was asked for')
      return body.data.factor
    },
    prove: (challengeToken: string, proof: Proof) => unauthenticated(factors.factor, { challengeToken, proof }),
    addPasskey: async (name = 'Phone', how?: { counts?: boolean }) => {
      const device = softPasskey(passkeyOrigin(server.app).origin, how)
      const { challengeToken, options } = (await call(accountFactors.passkeyOptions)).body.data
      const added = await call(accountFactors.addPasskey, {
        body: { challengeToken, name, attestation: device.attest(options) },
      })
      return { ...device, added }
    },
    addAuthenticator: async () => {
      const { challengeToken, secret } = (await call(accountFactors.newAuthenticator)).body.data
      const added = await call(accountFactors.setAuthenticator, { body: { challengeToken, code: codeOf(secret) } })
      return { secret, added }
    },
    newRecoveryCodes: async () => (await call(accountFactors.newRecoveryCodes)).body.data.codes,
  }
}

/** The clock goes on, so that an authenticator app shows another code. */
export const pass = (server: TestServer, seconds: number) =>
  server.clock.set(new Date(server.clock.now().getTime() + seconds * 1000).toISOString())
