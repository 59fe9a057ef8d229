import type { Problem } from '#contract/problem.ts'
import type { core } from 'zod/mini'
import { sqlError } from '../db/connect.ts'
import { IntegrationError } from '../integrations/error.ts'

/** A refusal with a status and words for people; anything else that is thrown answers 500 and is logged. */
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
export const unauthorized = (message = 'Sign in to go on') => new Refusal(401, message)
export const forbidden = (message = 'Permission denied') => new Refusal(403, message)
/** The call is made again after `session.confirm`. */
export const confirmFirst = () => new Refusal(403, 'Confirm that it is you to go on', { code: 'confirm' })
export const factorFirst = () => new Refusal(403, 'Set up a second factor first', { code: 'factor' })
/** @param what the thing's name, as in "movie" */
export const notFound = (what: string) => new Refusal(404, `There is no such ${what}`)
export const conflict = (message: string, data?: unknown) => new Refusal(409, message, { data })
/** A save that was based on an older version; `current` is the record as it is now. */
export const stale = (current: unknown) =>
  new Refusal(409, 'Somebody else changed this in the meantime', { data: current })
export const tooLarge = (message: string) => new Refusal(413, message)
export const unsupported = (message: string) => new Refusal(415, message)
/** One entry per field. */
export const invalid = (errors: Record<string, string>) =>
  new Refusal(422, Object.values(errors)[0] ?? 'Validation failed', {
    errors: Object.entries(errors).map(([field, message]) => ({ field, message })),
  })
export const tooMany = (retryAfter: number, of = 'tries') =>
  new Refusal(429, `Too many ${of}. Wait ${waiting(retryAfter)} and try again`, { retryAfter })
export const unavailable = (message: string, retryAfter = 5) => new Refusal(503, message, { retryAfter })

export const databaseUnavailable = () =>
  unavailable('The database is not answering. Nothing was changed; try again shortly')
/** Its answer to the end of a transaction is what was lost. */
export const possiblySaved = () =>
  unavailable('The database stopped answering while this was being saved. Refresh to see whether it was')

const waiting = (seconds: number) => (seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`)

/** Zod's findings as a refusal: the first of each field. */
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
  // PgBouncer says everything with this one.
  '08P01',
  // A primary that has become a replica: the new one is found in a moment.
  '25006',
])

const CONNECTION_CLOSED =
  /timeout exceeded when trying to connect|Connection terminated|after calling end on the pool|is not queryable/

/** With those of its cause, which the library wraps. */
const messagesOf = (error: unknown): string =>
  String((error as Error)?.message ?? '') + String(((error as Error)?.cause as Error | undefined)?.message ?? '')

export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, syscall } = sqlError(error)
  return (
    Boolean(code && DATABASE_UNAVAILABLE.has(code)) ||
    // The socket that it listens at is gone, or so many wait there that it takes no more.
    ((code === 'ENOENT' || code === 'EAGAIN') && syscall === 'connect') ||
    CONNECTION_CLOSED.test(messagesOf(error))
  )
}

/** Of a file that may not be written, PostgreSQL says the same as of a table that somebody may not read. */
const OF_FILES = /could not \w+ (file|directory|to file)/

/** Any thrown thing as a refusal; undefined for a fault of ours. */
export const asRefusal = (error: unknown): Refusal | undefined => {
  if (error instanceof Refusal) return error
  if (error instanceof IntegrationError)
    return new Refusal(error.status, error.message, { retryAfter: error.retryAfter })
  const { code } = sqlError(error)
  if (code === '53100')
    return unavailable('There is no room left where the database is. Nothing was changed; tell who runs the server', 60)
  if (code === '58030' || (code === '42501' && OF_FILES.test(messagesOf(error))))
    return unavailable(
      'The disk of the database takes nothing any more. Nothing was changed; tell who runs the server',
      60,
    )
  if (code === '57014') return unavailable('That took too long and was stopped. Narrow the range and try again', 30)
  if (isDatabaseUnavailable(error)) return databaseUnavailable()
  if (code === '22021' || code === '22P05') return malformed('The text holds a character that cannot be stored')
  if (code === '22008') return malformed('A date is earlier or later than can be stored')
  if (code === '22003') return malformed('A number is larger than can be stored')
  if (code === '23505') return conflict('There is one like this already')
  const status = (error as { statusCode?: number })?.statusCode
  if (status && status >= 400 && status < 500)
    return new Refusal(
      status,
      status === 413
        ? 'That is too large'
        : status === 415
          ? 'That content type is not accepted'
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
