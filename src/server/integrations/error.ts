/**
 * Failure of an outside system, with a message for staff. The message never contains an address, a key or request data.
 * API callers receive 502, or 503 for our own storage.
 */
export class IntegrationError extends Error {
  readonly status: 502 | 503
  /**
   * True if a retry may help: the system was away or busy, or closed the connection early. A rejected request stays
   * rejected.
   */
  readonly isPassing: boolean
  /** True if the system works and rejects only this request, such as an email to an unknown recipient. */
  readonly isOfOneRequest: boolean
  /** True if the system certainly did nothing: no connection, or rejected before the work began. */
  readonly isUndone: boolean
  /** Seconds to wait, as the system requested. */
  readonly retryAfter: number | undefined
  /** HTTP status of the answer, if the status was the reason. */
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
