import type { Clock } from '../clock.ts'
import type { Db } from '../db/connect.ts'
import type { Authenticate } from '../http/principal.ts'
import { KEY_PREFIX, programOf } from './keys.ts'
import { principalOf } from './sessions.ts'
import type { AccessTokens } from './tokens.ts'

/**
 * The platform's way to who calls: a token is as good as its session is now, not as it was when it was signed; a
 * program's key is as good as it stands in the list of keys.
 */
export const authenticator =
  (db: Db, tokens: AccessTokens, clock: Clock): Authenticate =>
  async (token) => {
    if (token.startsWith(KEY_PREFIX)) return programOf(db, token, clock.now())
    const sessionId = await tokens.read(token)
    return sessionId ? principalOf(db, sessionId, clock.now()) : undefined
  }
