const SECOND = 1000
const MINUTE = 60 * SECOND
/** Pauses between requests to the provider for an outcome, which can take days. */
const PAUSES_MS = [30 * SECOND, 30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE]
const LONGEST_PAUSE_MS = 60 * MINUTE

/** Returns when the provider is asked again for the outcome of a charge or refund. */
export const askAgainAt = (attempts: number, now: Date): Date =>
  new Date(now.getTime() + (PAUSES_MS[attempts - 1] ?? LONGEST_PAUSE_MS))
