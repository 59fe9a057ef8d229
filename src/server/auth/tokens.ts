import { createHash, randomBytes } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/connect.ts'
import type { Env } from '../env.ts'
import { settleSetting } from '../settings.ts'

const ACCESS_MINUTES = 15
export const RESET_MINUTES = 30

/** Makes an opaque token and the hash that is stored, so that a stolen table opens nothing. */
export const newToken = () => {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Type of the token, so that a token signed with the same key for another use is rejected. */
const TYPE = 'at+jwt'
const AUDIENCE = 'marquee'

/** Signs and reads access tokens: a JWT of 15 minutes that names the session. */
export type AccessTokens = {
  sign: (sessionId: string, now: Date) => Promise<string>
  /** Returns the session; undefined for a forged or expired token. */
  read: (token: string) => Promise<string | undefined>
}

/** Returns SESSION_SECRET or, without it, one stored in the database, so that all servers share it. */
export const sessionSecret = async (db: Db, env: Env): Promise<string> =>
  env.sessionSecret ?? (await settleSetting(db, 'session-secret', randomBytes(32).toString('hex')))

/** Valid tokens that are cached in memory, because each is sent with every call for 15 minutes. */
const MOST_KNOWN = 10_000

export function accessTokens(secret: string, clock: Clock): AccessTokens {
  const key = new TextEncoder().encode(secret)
  const good = new Map<string, { sessionId: string; until: number }>()
  return {
    sign: (sessionId, now) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: TYPE })
        .setAudience(AUDIENCE)
        .setIssuedAt(Math.floor(now.getTime() / 1000))
        .setExpirationTime(Math.floor(now.getTime() / 1000) + ACCESS_MINUTES * 60)
        .sign(key),
    read: async (token) => {
      const known = good.get(token)
      if (known && clock.now().getTime() < known.until) return known.sessionId
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          typ: TYPE,
          audience: AUDIENCE,
          requiredClaims: ['exp'],
          currentDate: clock.now(),
        })
        if (typeof payload.sid !== 'string') return
        if (good.size >= MOST_KNOWN) good.clear()
        good.set(token, { sessionId: payload.sid, until: payload.exp! * 1000 })
        return payload.sid
      } catch {
        good.delete(token)
        return undefined
      }
    },
  }
}
