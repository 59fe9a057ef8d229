import { ACTS, amountInWords } from '#contract/approval.ts'
import { StatusPill, type Tone } from '#web/ui/StatusPill.tsx'
import type { ApprovalRequestRow } from '../contract.ts'
import { STATE_WORDS, type State } from '../rules.ts'

const TONES: Record<State, Tone> = {
  pending: 'warn',
  approved: 'good',
  rejected: 'bad',
  withdrawn: 'neutral',
  expired: 'neutral',
}

export const StateOf = ({ state }: Pick<ApprovalRequestRow, 'state'>) => (
  <StatusPill tone={TONES[state]}>{STATE_WORDS[state]}</StatusPill>
)

/** "600 vouchers", "Refunds · ₦600,000" */
export const actOf = ({ act, amount }: Pick<ApprovalRequestRow, 'act' | 'amount'>): string => {
  const words = amountInWords(act, amount)
  return act === 'points' || act === 'vouchers' ? words : [ACTS[act].label, words].filter(Boolean).join(' · ')
}
