import { ACTS, amountInWords } from '#contract/approval.ts'
import { StatusPill, type Tone } from '#web/ui/StatusPill.tsx'
import type { ProposalRow } from '../contract.ts'
import { STATE_WORDS, type State } from '../rules.ts'

const TONES: Record<State, Tone> = {
  waiting: 'warn',
  approved: 'good',
  refused: 'bad',
  withdrawn: 'neutral',
  lapsed: 'neutral',
}

export const StateOf = ({ state }: Pick<ProposalRow, 'state'>) => (
  <StatusPill tone={TONES[state]}>{STATE_WORDS[state]}</StatusPill>
)

/** "Vouchers · 600 vouchers" */
export const actOf = ({ act, amount }: Pick<ProposalRow, 'act' | 'amount'>): string =>
  [ACTS[act].label, amountInWords(act, amount)].filter(Boolean).join(' · ')
