import type * as z from 'zod/mini'
import type { ApprovalAction } from './approval.ts'
import type { Permission } from './permissions.ts'

/** Any zod schema; the looser core type keeps type-checking of a large API fast. */
export type Schema = z.core.$ZodType

/**
 * Who may call: anybody, any signed-in admin or service token, signed-in admins alone ('person'), superadmins alone, a
 * program with a feed key, or holders of a permission; of a list, holders of each.
 */
export type RequiredPermission =
  | 'public'
  | 'session'
  | 'person'
  | 'superadmin'
  | 'feed'
  | Permission
  | readonly Permission[]

/** One call of the API, as plain data. Server routes, checks, documents and the typed client all read it. */
export type Row = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to the API's base address; parameters in braces: `/movie/fetch-movie/{id}`. */
  path: `/${string}`
  permission: RequiredPermission
  summary: string
  /**
   * Of a write whose permission somebody can have for some cinemas (`areas`): the records that it is about, by their kind
   * (`policy.ts` of the server's features), and where in the call their ids are, as `params.id`, `body.cinema_id`, or
   * `body.cinemas.id` of each in a list. What belongs to another cinema is refused. A write that does not say it takes the
   * permission for all cinemas. A read says it of the cinemas that are chosen.
   */
  about?: Readonly<Record<string, `${'params' | 'query' | 'body'}.${string}`>>
  /** Of a call whose permission somebody can have for some cinemas: it takes it for all, as what it is about belongs to none. */
  scope?: 'chain'
  /** Costly: whoever confirmed longer ago who they are (setting REAUTHENTICATION_MINUTES) confirms it first. */
  reauthenticate?: true
  /**
   * Does an act that a second person must approve where a rule of the chain says so, or any of several; its handler says of
   * how much (`weigh`).
   */
  approval?: ApprovalAction | readonly ApprovalAction[]
  params?: Schema
  query?: Schema
  body?: Schema
  /** Shape of `data` in the reply. It is also the presenter: what it does not name never leaves the server. */
  reply?: Schema
  /**
   * The body is multipart/form-data and is streamed to the handler, which opens its own transaction. With a `body`, those
   * are the form's fields beside its file; the handler parses them.
   */
  files?: true
  /** Content type of a streamed reply, in place of `reply`; with a `reply`, the handler answers the one or the other. */
  stream?: string
  /** Shape of `data` where a stream of JSON takes the place of `reply`. */
  streamed?: Schema
  status?: 200 | 201
  /** The largest body in bytes, where it is more than any form sends. */
  bodyLimit?: number
  /**
   * For how many seconds anybody may keep the reply of an open read: it is the same for all, has an ETag, and the scripts
   * of every website may read it (CORS).
   */
  maxAge?: number
  /**
   * A list, figures or an export: its `db` may be a replica, which is a moment behind, but never behind what its caller
   * has written. What must be exact is no such call: rights, a record that is edited, what is left to sell.
   */
  allowReplica?: true
  /** Of a POST: why it is not done once however often it is sent with one Idempotency-Key. It is not sent again by itself. */
  unkept?: string
  /** The message that goes with success. */
  says?: string
  /** Other features whose cached reads this write makes stale; its own feature always is. */
  alsoStale?: readonly string[]
  /**
   * A write is audited by its handler (`record`) in its transaction; a write that leaves no record fails.
   * 'none' exempts a write that changes nothing of the chain's (a search by POST, a sign-in that audits itself).
   */
  audit?: 'none'
  /**
   * No transaction is held open around the handler, it opens its own with `write`: for calls that wait for the outside
   * world, and for those that must keep what they stored although they refuse.
   */
  transaction?: 'own'
}

export type Endpoint = Row & { feature: string; name: string }
export type Table = Record<string, Endpoint>
/** What a call is called everywhere else, as in `movies.list`. */
export const nameOf = ({ feature, name }: Pick<Endpoint, 'feature' | 'name'>) => `${feature}.${name}`

/** Stamps each row with its feature and name: the query key, the operation id and the audit action come from them. */
export const endpoints = <const F extends string, const T extends Record<string, Row>>(feature: F, rows: T) =>
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, { ...row, feature, name }])) as {
    [K in keyof T & string]: T[K] & { feature: F; name: K }
  }

/** What a handler receives: parsed values. */
export type Output<S> = S extends Schema ? z.core.output<S> : undefined
/** What a caller sends. */
export type Input<S> = S extends Schema ? z.core.input<S> : undefined
