/**
 * Why an outside system gave no answer, in words for staff. It never holds an address, a key or what was sent.
 * To a caller of the API it is 502, or 503 for what we store ourselves.
 */
export class IntegrationError extends Error {
  readonly status: 502 | 503
  /** Trying again may help: it was away, busy, or broke off. What it refused, it will refuse again. */
  readonly isPassing: boolean
  /** It works, and refuses this one request: an unknown recipient says nothing of the mail server. */
  readonly isOfOneRequest: boolean
  /** It certainly did nothing of what was asked: it was never reached, or refused before it began. */
  readonly isUndone: boolean
  /** Seconds that it asked us to wait. */
  readonly retryAfter: number | undefined
  /** The HTTP status that it answered with, where that was the reason. */
  readonly answered: number | undefined

  constructor(
    message: string,
    more: {
      status?: 503
      isPassing?: boolean
      isOfOneRequest?: boolean
      isUndone?: boolean
      retryAfter?: number
      answered?: number
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: more.cause })
    this.status = more.status ?? 502
    this.isPassing = more.isPassing ?? false
    this.isOfOneRequest = more.isOfOneRequest ?? false
    this.isUndone = more.isUndone ?? false
    this.retryAfter = more.retryAfter
    this.answered = more.answered
  }
}
