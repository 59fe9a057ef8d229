import type { Rights } from '#contract/permissions.ts'

/** The signed-in admin behind a request, or the program (`userType` FEED_KEY) with what its key is good for. */
export type Principal = Rights & {
  id: number
  name: string
  email: string
  sessionId: string
  /** How many points they may move at once. */
  pointsCeiling: number
  /** When they last confirmed who they are; a program is never asked. */
  confirmedAt?: Date
  key?: { source: string; streams: readonly string[] }
}

/** Finds who an access token belongs to; undefined when it is not valid or its session has ended. */
export type Authenticate = (token: string) => Promise<Principal | undefined>

/** `Authorization: Bearer TOKEN` and the raw `Authorization: TOKEN` are both accepted (decisions: The wire). */
export const tokenOf = (authorization: string | undefined): string | undefined =>
  authorization?.replace(/^Bearer\s+/i, '').trim() || undefined
