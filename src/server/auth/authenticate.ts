import type { App } from '../app.ts'
import type { Db } from '../db/connect.ts'
import type { Authenticate, Principal } from '../http/principal.ts'
import { KEY_PREFIX, programOf } from './keys.ts'
import { integrationById, integrationOf, TOKEN_PREFIX } from './service-tokens.ts'
import { principalOf } from './sessions.ts'

/**
 * Authenticates callers of the platform: a token by its session as it is now, and a program's key or token by its list.
 */
export const authenticator =
  (app: () => App): Authenticate =>
  async (token) => {
    const { db, accessTokens, clock, env } = app()
    if (token.startsWith(KEY_PREFIX)) return programOf(db, token, clock.now())
    if (token.startsWith(TOKEN_PREFIX)) return integrationOf(db, token, clock.now(), env.zone)
    const sessionId = await accessTokens.read(token)
    return sessionId ? principalOf(db, sessionId, clock.now()) : undefined
  }

/** Reads a caller again, for replies that take long. @returns undefined if their session or token has ended */
export async function principalNow(db: Db, me: Principal, now: Date, zone: string): Promise<Principal | undefined> {
  if (me.tokenId === undefined) return principalOf(db, me.sessionId, now)
  const found = await integrationById(db, me.tokenId, now, zone)
  return typeof found === 'string' ? undefined : found
}
