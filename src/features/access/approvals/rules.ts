/** Rules and words of approvals. */
import { APPROVAL_ACTIONS, describeAmount, isMoney, type ApprovalAction } from '#contract/approval.ts'
import { typedNumber, typedProblem } from '#contract/typed-number.ts'

export const TABS = ['pending', 'own', 'all'] as const
export type Tab = (typeof TABS)[number]

export const STATES = ['pending', 'approved', 'rejected', 'withdrawn', 'expired'] as const
export type State = (typeof STATES)[number]
export const STATE_LABELS: Record<State, string> = {
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
export const DEFAULT_HOURS = 72
export const THRESHOLD_MOST = 1_000_000_000

export const messages = {
  noSuchApprovalRequest: 'There is no such proposal',
  noReason: 'Say why',
  approved: 'Approved and done',
  rejected: 'Refused',
  withdrawn: 'Withdrawn',
  saved: 'Rule saved',
  noSecondApprover:
    'Only one person may do this, and nobody else could approve it. Give somebody else the right to it first',
  lastSecondApprover: (rule: string) =>
    `The approval rule “${rule}” would be left without two people who may approve. Give somebody else the right first, or switch the rule off`,
  onePerson:
    'Somebody else created or changed this account in the last 24 hours, or it may belong to whoever proposed this: another person has to decide',
  ownApprovalRequest: 'You proposed this yourself: another person has to decide',
  ownToken: 'You made the token that proposed this: another person has to decide',
  notYours: 'Only whoever proposed this can withdraw it',
  noProgram: 'A person has to decide',
  changed:
    'What this is based on has changed since. Nothing was done: look at the change as it is now, and approve it again',
  requesterLeft: (name: string) => `${name} has left`,
  lost: (name: string, reason: string) => `${name} may not do this any more (${reason})`,
  rejectedAlready: (reason: string) => `${reason}, so the proposal was refused. Nothing was done`,
  cannot: (reason: string) => `This can no longer be done as proposed, and nothing was: ${reason}`,
  butThen: (reason: string) => `Approved, but: ${reason}`,
  noCall: 'This version of Marquee has no such call any more',
  decided: (state: State, by: string | null) =>
    state === 'expired' ? 'This proposal has lapsed' : `${by ?? 'Somebody'} has ${DID[state]} this proposal already`,
  noThreshold: 'Enter a number',
  badThreshold: 'Enter a number above 0, at most a thousand million',
  integerThreshold: 'Enter a whole number',
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
export function wrongThreshold(action: ApprovalAction, threshold: number): string | undefined {
  if (!(threshold > 0 && threshold <= THRESHOLD_MOST)) return messages.badThreshold
  const rounded = isMoney(action) ? Math.round(threshold * 100) / 100 : Math.round(threshold)
  return rounded === threshold ? undefined : messages.integerThreshold
}

/** What a rule's form holds, as it is typed. */
export type RuleDraft = { isOn: boolean; threshold: string; hours: string; isEmailed: boolean }

export const ruleErrors = (action: ApprovalAction, { isOn, threshold, hours }: RuleDraft) => ({
  threshold:
    !isOn || APPROVAL_ACTIONS[action].unit === 'each'
      ? null
      : (typedProblem(threshold, { empty: messages.noThreshold, wrong: (value) => wrongThreshold(action, value) }) ??
        null),
  hours: !isOn || isHours(typedNumber(hours)) ? null : messages.badHours,
})

export const isHours = (hours: number): boolean => Number.isInteger(hours) && hours >= 1 && hours <= HOURS_MOST

/** "From ₦500,000 on", "Always", "Off". */
export const describeRule = (action: ApprovalAction, threshold: number | null): string =>
  threshold === null
    ? 'Off'
    : APPROVAL_ACTIONS[action].unit === 'each'
      ? 'Always'
      : `${describeAmount(action, threshold)} or more`
