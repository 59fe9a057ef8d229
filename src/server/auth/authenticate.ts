import type { App } from '../app.ts'
import type { Db } from '../db/connect.ts'
import type { Authenticate, Principal } from '../http/principal.ts'
import { KEY_PREFIX, programOf } from './keys.ts'
import { integrationById, integrationOf, TOKEN_PREFIX } from './service-tokens.ts'
import { principalOf } from './sessions.ts'

/**
 * The platform's way to who calls: a token is as good as its session is now, not as it was when it was signed; a
 * program's key or token is as good as it stands in their lists.
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

/** Whoever called, as they are now; undefined when their session or token has ended. For replies that take long. */
export async function principalNow(db: Db, me: Principal, now: Date, zone: string): Promise<Principal | undefined> {
  if (me.tokenId === undefined) return principalOf(db, me.sessionId, now)
  const found = await integrationById(db, me.tokenId, now, zone)
  return typeof found === 'string' ? undefined : found
}
