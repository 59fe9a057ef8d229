import { messageOf } from '#contract/message.ts'
import type { Problem } from '#contract/problem.ts'

/** A call that did not succeed. `message` is what a person is told (core 8). */
export class ApiFailure extends Error {
  /** The HTTP status; 0 when no answer came. */
  readonly status: number
  readonly problem: Partial<Problem>
  /** Seconds after which the server wants to be asked again (429, 503). */
  readonly retryAfter: number | undefined

  constructor(status: number, problem: Partial<Problem> = {}, retryAfter?: number) {
    super(messageOf(problem))
    this.name = 'ApiFailure'
    this.status = status
    this.problem = problem
    this.retryAfter = retryAfter
  }

  /** What is wrong, by field: the first message of each (422). */
  get fields(): Record<string, string> {
    const found: Record<string, string> = {}
    for (const { field, message } of this.problem.errors ?? []) if (field) found[field] ??= message
    return found
  }

  /** The record as it is now, of a save that came too late (409). */
  get current(): unknown {
    return this.status === 409 ? this.problem.data : undefined
  }
}

/** No answer came: the connection's message. */
export const noAnswer = () => new ApiFailure(0)

export const isNoAnswer = (error: unknown) => error instanceof ApiFailure && error.status === 0

/** What was asked for is not there, or nothing can be there by that id: asking again does not help. */
export const isMissing = (error: unknown) =>
  error instanceof ApiFailure && (error.status === 404 || (error.status === 422 && 'id' in error.fields))

/** The answer says why it is not there: nothing is to be guessed. */
export const isExplained = (error: unknown) => error instanceof ApiFailure && error.problem.data !== undefined

/** A save that may or may not have arrived: it is safe to send it again with the same key. */
export const isUncertain = (error: unknown) =>
  error instanceof ApiFailure && (error.status === 0 || error.status >= 500)

/** A failed response as a failure; a body that is none of ours leaves the connection's message. */
export function failureFrom(status: number, body: string, retryAfter: string | null): ApiFailure {
  let problem: Partial<Problem> = {}
  try {
    const parsed: unknown = JSON.parse(body)
    if (parsed && typeof parsed === 'object') problem = parsed
  } catch {
    // An intermediary's page.
  }
  return new ApiFailure(status, problem, Number(retryAfter) || undefined)
}

export const failureOf = async (response: Response) =>
  failureFrom(response.status, await response.text().catch(() => ''), response.headers.get('retry-after'))
