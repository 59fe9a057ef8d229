import type { Rights } from '#contract/permissions.ts'

/** The signed-in admin behind a request. */
export type Principal = Rights & { id: number; name: string; email: string; sessionId: string }

/** Finds who an access token belongs to; undefined when it is not valid or its session has ended. */
export type Authenticate = (token: string) => Promise<Principal | undefined>

/** `Authorization: Bearer TOKEN` and the raw `Authorization: TOKEN` are both accepted (decisions: The wire). */
export const tokenOf = (authorization: string | undefined): string | undefined =>
  authorization?.replace(/^Bearer\s+/i, '').trim() || undefined
