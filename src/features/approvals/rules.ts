/** Rules and words of approvals. */
import { ACTS, amountInWords, isMoney, type Act } from '#contract/approval.ts'
import { typedNumber, typedProblem } from '#contract/typed-number.ts'

export const TABS = ['pending', 'mine', 'all'] as const
export type Tab = (typeof TABS)[number]

export const STATES = ['pending', 'approved', 'rejected', 'withdrawn', 'expired'] as const
export type State = (typeof STATES)[number]
export const STATE_WORDS: Record<State, string> = {
  pending: 'Waiting',
  approved: 'Approved',
  rejected: 'Refused',
  withdrawn: 'Withdrawn',
  expired: 'Lapsed',
}

export const APPROVAL_REQUESTS_PAGE = 15
export const DECISION_LENGTH = 300
/** For how many hours a proposal waits: at most a month. */
export const HOURS_MOST = 720
export const HOURS_USUAL = 72
export const THRESHOLD_MOST = 1_000_000_000

export const messages = {
  noSuchApprovalRequest: 'There is no such proposal',
  noReason: 'Say why',
  approved: 'Approved and done',
  rejected: 'Refused',
  withdrawn: 'Withdrawn',
  saved: 'Rule saved',
  noSecond: 'Only one person may do this, and nobody else could approve it. Give somebody else the right to it first',
  lastSecond: (rule: string) =>
    `The approval rule “${rule}” would be left without two people who may approve. Give somebody else the right first, or switch the rule off`,
  onePerson:
    'Somebody else created or changed this account in the last 24 hours, or it may belong to whoever proposed this: another person has to decide',
  ownApprovalRequest: 'You proposed this yourself: another person has to decide',
  ownToken: 'You made the token that proposed this: another person has to decide',
  notYours: 'Only whoever proposed this can withdraw it',
  noProgram: 'A person has to decide',
  moved:
    'What this is based on has changed since. Nothing was done: look at the change as it is now, and approve it again',
  gone: (name: string) => `${name} has left`,
  lost: (name: string, why: string) => `${name} may not do this any more (${why})`,
  rejectedAlready: (why: string) => `${why}, so the proposal was refused. Nothing was done`,
  cannot: (why: string) => `This can no longer be done as proposed, and nothing was: ${why}`,
  butThen: (why: string) => `Approved, but: ${why}`,
  noCall: 'This version of Marquee has no such call any more',
  decided: (state: State, by: string | null) =>
    state === 'expired' ? 'This proposal has lapsed' : `${by ?? 'Somebody'} has ${DID[state]} this proposal already`,
  noThreshold: 'Enter a number',
  badThreshold: 'Enter a number above 0, at most a thousand million',
  wholeThreshold: 'Enter a whole number',
  badHours: `Enter whole hours, from 1 to ${HOURS_MOST}`,
} as const

const DID: Record<State, string> = {
  pending: 'taken up',
  approved: 'approved',
  rejected: 'rejected',
  withdrawn: 'withdrawn',
  expired: 'left',
}

/** What is wrong with a threshold, as it is on the wire; undefined where nothing is. */
export function wrongThreshold(act: Act, threshold: number): string | undefined {
  if (!(threshold > 0 && threshold <= THRESHOLD_MOST)) return messages.badThreshold
  const whole = isMoney(act) ? Math.round(threshold * 100) / 100 : Math.round(threshold)
  return whole === threshold ? undefined : messages.wholeThreshold
}

/** What a rule's form holds, as it is typed. */
export type RuleDraft = { isOn: boolean; threshold: string; hours: string; isMailed: boolean }

export const ruleErrors = (act: Act, { isOn, threshold, hours }: RuleDraft) => ({
  threshold:
    !isOn || ACTS[act].unit === 'each'
      ? null
      : (typedProblem(threshold, { empty: messages.noThreshold, wrong: (value) => wrongThreshold(act, value) }) ??
        null),
  hours: !isOn || isHours(typedNumber(hours)) ? null : messages.badHours,
})

export const isHours = (hours: number): boolean => Number.isInteger(hours) && hours >= 1 && hours <= HOURS_MOST

/** "From ₦500,000 on", "Always", "Off". */
export const ruleInWords = (act: Act, threshold: number | null): string =>
  threshold === null ? 'Off' : ACTS[act].unit === 'each' ? 'Always' : `${amountInWords(act, threshold)} or more`
