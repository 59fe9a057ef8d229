import { APPROVAL_ACTIONS, describeAmount } from '#contract/approval.ts'
import { StatusPill, type Tone } from '#web/ui/StatusPill.tsx'
import type { ApprovalRequestRow } from '../contract.ts'
import { STATE_LABELS, type State } from '../rules.ts'

const TONES: Record<State, Tone> = {
  pending: 'warn',
  approved: 'good',
  rejected: 'bad',
  withdrawn: 'neutral',
  expired: 'neutral',
}

export const StateOf = ({ state }: Pick<ApprovalRequestRow, 'state'>) => (
  <StatusPill tone={TONES[state]}>{STATE_LABELS[state]}</StatusPill>
)

/** "600 vouchers", "Refunds · ₦600,000" */
export const actionText = ({ action, amount }: Pick<ApprovalRequestRow, 'action' | 'amount'>): string => {
  const text = describeAmount(action, amount)
  return action === 'points' || action === 'vouchers'
    ? text
    : [APPROVAL_ACTIONS[action].label, text].filter(Boolean).join(' · ')
}
