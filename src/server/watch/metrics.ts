/** Reasons of failed sign-ins. */
export const SIGN_IN_FAILURES = [
  'wrong_password',
  'too_many_tries',
  'no_admin',
  'passkey',
  'authenticator',
  'recovery_code',
  'token_reused',
  'provider',
] as const
export type SignInFailure = (typeof SIGN_IN_FAILURES)[number]

/** An answer with the pattern of its route, never an address with an id. */
export type Answered = { method: string; route: string; status: number }
export type Outcome = 'ok' | 'failed'

/** Receives counts of events in the server. They name no person and have a bounded number of labels. */
export type Metrics = {
  requestBegan: () => void
  /** @param seconds undefined for a stream that lasts as long as its reader */
  requestEnded: (answered: Answered, seconds: number | undefined) => void
  /** A request exceeded a rate limit. */
  rateLimited: (route: string) => void
  statement: (seconds: number, outcome: Outcome) => void
  job: (name: string, seconds: number, outcome: Outcome) => void
  signInFailed: (reason: SignInFailure) => void
  feedRecords: (recordType: string, counts: Record<string, number>) => void
  /** A reader of the live figures arrived (1) or left (-1). */
  listeners: (change: 1 | -1) => void
}

const nothing = () => {}
export const uncounted: Metrics = {
  requestBegan: nothing,
  requestEnded: nothing,
  rateLimited: nothing,
  statement: nothing,
  job: nothing,
  signInFailed: nothing,
  feedRecords: nothing,
  listeners: nothing,
}
