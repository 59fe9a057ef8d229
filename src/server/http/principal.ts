import type { Rights } from '#contract/permissions.ts'
import type { Actor } from '../audit/store.ts'

/** The signed-in admin behind a request, or the program (`userType` FEED_KEY or SERVICE_TOKEN). */
export type Principal = Rights & {
  /** The admin's id; 0 for a program. */
  id: number
  name: string
  email: string
  sessionId: string
  /** The most points that they may move in one step. */
  pointsLimit: number
  /** The identity for rate limits and idempotency: "admin 7", "key 7", "token 7". */
  caller: string
  /** The person whose actions add up, such as "admin 7"; for a service token its creator. */
  person: string
  /** The time of their last confirmation. Programs need none. */
  confirmedAt?: Date
  /** Set for a service token. */
  tokenId?: number
  /** Whether two-factor authentication is set up, and the day from which their role requires it. */
  hasFactor?: boolean
  roleTwoFactorFrom?: string | null
  key?: { id: number; source: string; recordTypes: readonly string[] }
}

/** Returns the caller as the audit log's actor. A program has only a name. */
export const actorOf = (me: Principal | undefined): Actor => ({ id: me?.id || null, name: me?.name ?? NOT_SIGNED_IN })
export const NOT_SIGNED_IN = 'Not signed in'

/** Finds the principal of a credential. May return a reason if the credential is not valid. */
export type Authenticate = (token: string) => Promise<Principal | string | undefined>

/** `Authorization: Bearer TOKEN` and the raw `Authorization: TOKEN` are both accepted (decisions: The wire). */
export const tokenOf = (authorization: string | undefined): string | undefined =>
  authorization?.replace(/^Bearer\s+/i, '').trim() || undefined
