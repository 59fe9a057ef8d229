import { StatusPill } from '#web/ui/StatusPill.tsx'
import type { PriceChange } from '../price-contract.ts'
import { STATE_LABELS } from '../price-rules.ts'

const TONES = { planned: 'info', running: 'good', ended: 'neutral', cancelled: 'warn' } as const

export const PriceChangeState = ({ of: { state } }: { of: Pick<PriceChange, 'state'> }) => (
  <StatusPill tone={TONES[state]}>{STATE_LABELS[state]}</StatusPill>
)
