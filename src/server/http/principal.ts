import type { Rights } from '#contract/permissions.ts'
import type { Actor } from '../audit/store.ts'

/** The signed-in admin behind a request, or the program (`userType` FEED_KEY or SERVICE_TOKEN). */
export type Principal = Rights & {
  /** The admin's; 0 of a program, which no admin has. */
  id: number
  name: string
  email: string
  sessionId: string
  /** How many points they may move at once. */
  pointsLimit: number
  /** Whose calls are counted and answered once together: "admin 7", "key 7", "token 7". */
  caller: string
  /** Whose acts are added up, as "admin 7": of a service token whoever made it. */
  person: string
  /** When they last confirmed who they are; a program is never asked. */
  confirmedAt?: Date
  /** Of a service token. */
  tokenId?: number
  /** Whether they have a second factor, and from which day on their role asks for one. */
  hasFactor?: boolean
  roleTwoFactorFrom?: string | null
  key?: { id: number; source: string; recordTypes: readonly string[] }
}

/** As the audit names who calls: a program has a name alone. */
export const actorOf = (me: Principal | undefined): Actor => ({ id: me?.id || null, name: me?.name ?? NOT_SIGNED_IN })
export const NOT_SIGNED_IN = 'Nobody signed in'

/** Finds whose a credential is. One that is good for nothing may be answered with why, in words. */
export type Authenticate = (token: string) => Promise<Principal | string | undefined>

/** `Authorization: Bearer TOKEN` and the raw `Authorization: TOKEN` are both accepted (decisions: The wire). */
export const tokenOf = (authorization: string | undefined): string | undefined =>
  authorization?.replace(/^Bearer\s+/i, '').trim() || undefined
