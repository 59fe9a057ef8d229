import type * as z from 'zod/mini'
import type { ApprovalAction } from './approval.ts'
import type { Permission } from './permissions.ts'

/** Any zod schema; the looser core type keeps type-checking of a large API fast. */
export type Schema = z.core.$ZodType

/**
 * Permission of a call: 'public', any signed-in admin or service token ('session'), signed-in admins only ('person'),
 * superadmins only, programs with a feed key, or holders of a permission. A list requires all its permissions.
 */
export type RequiredPermission =
  | 'public'
  | 'session'
  | 'person'
  | 'superadmin'
  | 'feed'
  | Permission
  | readonly Permission[]

/** An API call as plain data. Server routes, checks, documents and the typed client read it. */
export type Row = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to the API's base address; parameters in braces: `/movie/fetch-movie/{id}`. */
  path: `/${string}`
  permission: RequiredPermission
  summary: string
  /**
   * Records that a call is about, by kind (`policy.ts` of the server's features), with the place of their ids in the call:
   * `params.id`, `body.cinema_id`, or `body.cinemas.id` for each in a list. Used if the permission can be limited to some
   * cinemas (`areas`): records of other cinemas are denied.
   *
   * A write without it requires the permission for all cinemas. A read lists the chosen cinemas here.
   */
  about?: Readonly<Record<string, `${'params' | 'query' | 'body'}.${string}`>>
  /** Requires a permission that can be limited to some cinemas for all cinemas, because its records belong to no cinema. */
  scope?: 'chain'
  /** Sensitive: the caller must have re-authenticated within REAUTHENTICATION_MINUTES. */
  reauthenticate?: true
  /**
   * Actions that need approval if a rule of the chain requires it. The handler states the amount (`declareAmount`).
   */
  approval?: ApprovalAction | readonly ApprovalAction[]
  params?: Schema
  query?: Schema
  body?: Schema
  /** Shape of `data` in the reply. Fields that it does not name never leave the server. */
  reply?: Schema
  /**
   * The body is multipart/form-data, streamed to the handler, which opens its own transaction. A `body` is the shape of the
   * form's other fields; the handler parses them.
   */
  files?: true
  /** Content type of a streamed reply, instead of `reply`. With both, the handler returns either. */
  stream?: string
  /** Shape of `data` in a stream of JSON that replaces `reply`. */
  streamed?: Schema
  status?: 200 | 201
  /** Largest body in bytes, if larger than any form sends. */
  bodyLimit?: number
  /**
   * Seconds for which anyone may cache the reply of a public read. It is the same for all callers, has an ETag, and is
   * readable by scripts of every website (CORS).
   */
  maxAge?: number
  /**
   * Lets `db` be a replica, for lists, figures and exports. A replica is a moment behind, but never behind its caller's
   * writes. Not for reads that must be exact: permissions, records to edit, remaining stock.
   */
  allowReplica?: true
  /** Reason why a POST ignores its Idempotency-Key. The client does not repeat it automatically. */
  unkept?: string
  /** The success message. */
  says?: string
  /** Other features whose cached reads become stale; its own feature's always do. */
  alsoStale?: readonly string[]
  /**
   * A handler audits its write (`record`) in its transaction; a write without an entry fails. 'none' exempts a write that
   * changes no data of the chain (a search by POST, a sign-in that writes its own entry).
   */
  audit?: 'none'
  /**
   * The handler opens its own transaction with `write`. For calls that wait for external systems, and for those that must
   * keep what they stored although they fail.
   */
  transaction?: 'own'
}

export type Endpoint = Row & { feature: string; name: string }
export type Table = Record<string, Endpoint>
/** Returns the name of a call, such as `movies.list`. */
export const nameOf = ({ feature, name }: Pick<Endpoint, 'feature' | 'name'>) => `${feature}.${name}`

/** Adds feature and name to each row, for the query key, the operation id and the audit action. */
export const endpoints = <const F extends string, const T extends Record<string, Row>>(feature: F, rows: T) =>
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, { ...row, feature, name }])) as {
    [K in keyof T & string]: T[K] & { feature: F; name: K }
  }

/** Parsed values, as a handler receives them. */
export type Output<S> = S extends Schema ? z.core.output<S> : undefined
/** Values as a caller sends them. */
export type Input<S> = S extends Schema ? z.core.input<S> : undefined
