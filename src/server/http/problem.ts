import { counted } from '#contract/counted.ts'
import { errors } from '#contract/errors.ts'
import type { Problem } from '#contract/problem.ts'
import type { core } from 'zod/mini'
import { sqlError } from '../db/connect.ts'
import { IntegrationError } from '../integrations/error.ts'

/** An error with a status and a message for people. Anything else that is thrown is answered with 500 and logged. */
export class Refusal extends Error {
  readonly status: number
  readonly errors: Problem['errors']
  readonly data: unknown
  readonly code: Problem['code']
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    message: string,
    more: { errors?: Problem['errors']; data?: unknown; code?: Problem['code']; retryAfter?: number } = {},
  ) {
    super(message)
    this.status = status
    this.errors = more.errors
    this.data = more.data
    this.code = more.code
    this.retryAfter = more.retryAfter
  }
}

export const malformed = (message: string) => new Refusal(400, message)
export const unauthorized = (message = 'Sign in to continue') => new Refusal(401, message)
export const forbidden = (message = 'Permission denied') => new Refusal(403, message)
/** The caller repeats the call after `session.confirm`. */
export const confirmFirst = () => new Refusal(403, "Confirm it's you to continue", { code: 'confirm' })
export const factorFirst = () => new Refusal(403, 'Set up two-factor authentication first', { code: 'factor' })
/** @param what a noun without an article: “movie” */
export const notFound = (what: string) => new Refusal(404, errors.notFound(what))
export const conflict = (message: string, data?: unknown) => new Refusal(409, message, { data })
/** Rejects a save that was based on an older version. @param current the record as it is now */
export const stale = (current: unknown) => new Refusal(409, errors.stale, { data: current })
export const tooLarge = (message: string) => new Refusal(413, message)
export const unsupported = (message: string) => new Refusal(415, message)
/** @param errors one message per field */
export const invalid = (errors: Record<string, string>) =>
  new Refusal(422, Object.values(errors)[0] ?? 'Validation failed', {
    errors: Object.entries(errors).map(([field, message]) => ({ field, message })),
  })
export const tooMany = (retryAfter: number, of = 'attempts') =>
  new Refusal(429, `Too many ${of}. Try again in ${waiting(retryAfter)}.`, { retryAfter })
export const unavailable = (message: string, retryAfter = 5) => new Refusal(503, message, { retryAfter })

export const databaseUnavailable = () =>
  unavailable('We cannot reach the database. Nothing was saved. Try again in a minute.')
/** The connection broke before the database confirmed the end of a transaction. */
export const possiblySaved = () =>
  unavailable('We lost the connection while saving. Refresh to check whether your change was saved.')

const waiting = (seconds: number) =>
  seconds < 90 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute')

/** Turns Zod's issues into an error with the first message of each field. */
export const invalidInput = (issues: readonly core.$ZodIssue[]): Refusal => {
  const byField = new Map<string, string>()
  for (const issue of issues) {
    const field = issue.path.join('.')
    if (!byField.has(field)) byField.set(field, issue.message)
  }
  const errors = [...byField].map(([field, message]) => ({ ...(field && { field }), message }))
  return new Refusal(422, errors[0]?.message ?? 'Validation failed', { errors })
}

const DATABASE_UNAVAILABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08000',
  '08003',
  '08006',
  // PgBouncer uses this code for every error.
  '08P01',
  // A primary that has become a replica: the client finds the new primary in a moment.
  '25006',
])

const CONNECTION_CLOSED =
  /timeout exceeded when trying to connect|Connection terminated|after calling end on the pool|is not queryable/

/** Includes the message of the cause, because the library wraps database errors. */
const messagesOf = (error: unknown): string =>
  String((error as Error)?.message ?? '') + String(((error as Error)?.cause as Error | undefined)?.message ?? '')

export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, syscall } = sqlError(error)
  return (
    Boolean(code && DATABASE_UNAVAILABLE.has(code)) ||
    // The socket does not exist, or its queue of waiting connections is full.
    ((code === 'ENOENT' || code === 'EAGAIN') && syscall === 'connect') ||
    CONNECTION_CLOSED.test(messagesOf(error))
  )
}

/** PostgreSQL uses one code for a file that it cannot write and for a table that a role cannot read. */
const OF_FILES = /could not \w+ (file|directory|to file)/

/** Turns anything thrown into an error for the caller. @returns undefined for our own errors */
export const asRefusal = (error: unknown): Refusal | undefined => {
  if (error instanceof Refusal) return error
  if (error instanceof IntegrationError)
    return new Refusal(error.status, error.message, { retryAfter: error.retryAfter })
  const { code } = sqlError(error)
  if (code === '53100')
    return unavailable('The database is out of disk space. Nothing was saved. Contact your administrator.', 60)
  if (code === '58030' || (code === '42501' && OF_FILES.test(messagesOf(error))))
    return unavailable('The database cannot write to disk. Nothing was saved. Contact your administrator.', 60)
  if (code === '57014') return unavailable('This took too long. Choose a shorter date range and try again.', 30)
  if (isDatabaseUnavailable(error)) return databaseUnavailable()
  if (code === '22021' || code === '22P05') return malformed('The text contains a character that cannot be stored')
  if (code === '22008') return malformed('A date is too early or too late to be stored')
  if (code === '22003') return malformed('A number is too large to be stored')
  if (code === '23505') return conflict('This already exists')
  const status = (error as { statusCode?: number })?.statusCode
  if (status && status >= 400 && status < 500)
    return new Refusal(
      status,
      status === 413
        ? 'The request is too large'
        : status === 415
          ? 'This content type is not supported'
          : (error as Error).message,
    )
}

export const toProblem = (refusal: Refusal): Problem => ({
  status: refusal.status,
  message: refusal.message,
  ...(refusal.code && { code: refusal.code }),
  ...(refusal.errors && { errors: refusal.errors }),
  ...(refusal.data !== undefined && { data: refusal.data }),
})
