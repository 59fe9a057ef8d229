/** Rules and words of approvals. */
import { APPROVAL_ACTIONS, describeAmount, isMoney, type ApprovalAction } from '#contract/approval.ts'
import { errors } from '#contract/errors.ts'
import { typedNumber, typedProblem } from '#contract/typed-number.ts'

export const TABS = ['pending', 'own', 'all'] as const
export type Tab = (typeof TABS)[number]

export const STATES = ['pending', 'approved', 'rejected', 'withdrawn', 'expired'] as const
export type State = (typeof STATES)[number]
export const STATE_LABELS: Record<State, string> = {
  pending: 'Waiting',
  approved: 'Approved',
  rejected: 'Rejected',
  withdrawn: 'Cancelled',
  expired: 'Expired',
}

export const APPROVAL_REQUESTS_PAGE = 15
export const DECISION_LENGTH = 300
/** Maximum hours for which a request waits: a month. */
export const HOURS_MOST = 720
export const DEFAULT_HOURS = 72
export const THRESHOLD_MOST = 1_000_000_000

export const messages = {
  noSuchApprovalRequest: errors.notFound('approval request'),
  noReason: errors.enter('a reason'),
  approved: 'Approved and done',
  rejected: 'Request rejected',
  withdrawn: 'Request cancelled',
  saved: 'Rule saved',
  noSecondApprover: 'No one else can approve this. Give another person the permission before you turn this rule on.',
  lastSecondApprover: (rule: string) =>
    `The approval rule “${rule}” needs two people who can approve. Give another person the permission first, or turn the rule off.`,
  onePerson:
    'You cannot decide this: your account may belong to the requester, or someone created or edited it in the last 24 hours. Ask another approver.',
  ownApprovalRequest: 'You requested this. Another person must decide.',
  ownToken: 'Your service token requested this. Another person must decide.',
  notYours: 'Only the requester can cancel this request',
  noProgram: 'Only a person can decide this',
  changed: 'The record changed after this request. Nothing was done. Review the change and approve it again.',
  requesterLeft: (name: string) => `${name} no longer has an account`,
  lost: (name: string, reason: string) => `${name} can no longer do this (${reason})`,
  rejectedAlready: (reason: string) => `Request rejected automatically: ${reason}. Nothing was changed.`,
  cannot: (reason: string) => `Nothing was changed. This request can no longer be carried out: ${reason}`,
  butThen: (reason: string) => `Approved and done, but a follow-up step failed: ${reason}`,
  noCall: 'This version of Marquee does not have this call',
  decided: (state: State, by: string | null) =>
    state === 'expired' ? 'This request has expired' : `${by ?? 'Someone'} has already ${DID[state]} this request`,
  noThreshold: errors.enter('a number'),
  badThreshold: errors.enter('a number above 0, up to 1,000,000,000'),
  integerThreshold: errors.enter('a whole number'),
  badHours: errors.enter(`a whole number of hours, from 1 to ${HOURS_MOST}`),
} as const

const DID: Record<State, string> = {
  pending: 'taken up',
  approved: 'approved',
  rejected: 'rejected',
  withdrawn: 'cancelled',
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
