import type { Clock } from '#server/clock.ts'
import type { Db } from '#server/db/connect.ts'
import type { Authenticate } from '#server/http/principal.ts'
import { principalOf } from './store.ts'
import type { AccessTokens } from './tokens.ts'

/** The platform's way to the session: a token is as good as its session is now, not as it was when it was signed. */
export const authenticator =
  (db: Db, tokens: AccessTokens, clock: Clock): Authenticate =>
  async (token) => {
    const sessionId = await tokens.read(token)
    return sessionId ? principalOf(db, sessionId, clock.now()) : undefined
  }
