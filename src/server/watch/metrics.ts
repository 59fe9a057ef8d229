/** Why somebody did not get in. */
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

/** An answer: of which route, as its pattern, never an address with somebody's id in it. */
export type Answered = { method: string; route: string; status: number }
export type Outcome = 'ok' | 'failed'

/** What happens in the server, told to whoever counts it. Nothing of it names a person or grows without bound. */
export type Metrics = {
  requestBegan: () => void
  /** @param seconds undefined of a stream that lasts as long as somebody listens */
  requestEnded: (answered: Answered, seconds: number | undefined) => void
  /** A request was refused because there were too many. */
  rateLimited: (route: string) => void
  statement: (seconds: number, outcome: Outcome) => void
  job: (name: string, seconds: number, outcome: Outcome) => void
  signInFailed: (reason: SignInFailure) => void
  feedRecords: (recordType: string, counts: Record<string, number>) => void
  /** Somebody began (1) or ceased (-1) to listen to the live figures. */
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
