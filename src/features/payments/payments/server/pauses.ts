const SECOND = 1000
const MINUTE = 60 * SECOND
/** Between one question to the provider and the next: what is not known at once can take days. */
const PAUSES_MS = [30 * SECOND, 30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE]
const LONGEST_PAUSE_MS = 60 * MINUTE

/** When the provider is asked again what became of a charge or a refund. */
export const askAgainAt = (attempts: number, now: Date): Date =>
  new Date(now.getTime() + (PAUSES_MS[attempts - 1] ?? LONGEST_PAUSE_MS))
