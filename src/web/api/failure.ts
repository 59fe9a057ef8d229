import { messageOf } from '#contract/message.ts'
import type { Problem } from '#contract/problem.ts'

/** Failed call. `message` is shown to people (core 8). */
export class ApiFailure extends Error {
  /** HTTP status; 0 without a response. */
  readonly status: number
  readonly problem: Partial<Problem>
  /** Seconds until the server accepts a retry (429, 503). */
  readonly retryAfter: number | undefined

  constructor(status: number, problem: Partial<Problem> = {}, retryAfter?: number) {
    super(messageOf(problem))
    this.name = 'ApiFailure'
    this.status = status
    this.problem = problem
    this.retryAfter = retryAfter
  }

  /** First error message of each field (422). */
  get fields(): Record<string, string> {
    const found: Record<string, string> = {}
    for (const { field, message } of this.problem.errors ?? []) if (field) found[field] ??= message
    return found
  }

  /** Current record after a stale save (409). */
  get current(): unknown {
    return this.status === 409 ? this.problem.data : undefined
  }
}

/** Failure of a call without a response; its message is about the connection. */
export const noAnswer = () => new ApiFailure(0)

export const isNoAnswer = (error: unknown) => error instanceof ApiFailure && error.status === 0

/** Returns whether the record is missing, or its id cannot exist, so that a retry is useless. */
export const isMissing = (error: unknown) =>
  error instanceof ApiFailure && (error.status === 404 || (error.status === 422 && 'id' in error.fields))

/** Returns whether the account lacks the permission, so that a retry is useless. */
export const isDenied = (error: unknown) => error instanceof ApiFailure && error.status === 403

/** Returns whether the response explains why the record is missing. */
export const isExplained = (error: unknown) => error instanceof ApiFailure && error.problem.data !== undefined

/** Returns whether a save may have arrived; a retry with the same key is safe. */
export const isUncertain = (error: unknown) =>
  error instanceof ApiFailure && (error.status === 0 || error.status >= 500)

/** Converts a failed response. A body in another format leaves the message about the connection. */
export function failureFrom(status: number, body: string, retryAfter: string | null): ApiFailure {
  let problem: Partial<Problem> = {}
  try {
    const parsed: unknown = JSON.parse(body)
    if (parsed && typeof parsed === 'object') problem = parsed
  } catch {
    // The body is another server's page, such as a proxy's.
  }
  return new ApiFailure(status, problem, Number(retryAfter) || undefined)
}

export const failureOf = async (response: Response) =>
  failureFrom(response.status, await response.text().catch(() => ''), response.headers.get('retry-after'))
