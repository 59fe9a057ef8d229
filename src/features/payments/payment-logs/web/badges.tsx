import { StatusPill, type Tone } from '#web/ui/StatusPill.tsx'
import { REFUND_STATE_LABELS, STATUS_LABELS, type RefundState, type Status } from '../rules.ts'

const TONES: Record<Status, Tone> = {
  succeeded: 'good',
  failed: 'bad',
  needs_customer: 'warn',
  refunded: 'neutral',
  partly_refunded: 'neutral',
  charged_back: 'bad',
}
export const StatusOf = ({ status }: { status: Status }) => (
  <StatusPill tone={TONES[status]}>{STATUS_LABELS[status]}</StatusPill>
)

const REFUND_TONES: Record<RefundState, Tone> = { requested: 'warn', succeeded: 'good', failed: 'bad' }
export const RefundStateOf = ({ state }: { state: RefundState }) => (
  <StatusPill tone={REFUND_TONES[state]}>{REFUND_STATE_LABELS[state]}</StatusPill>
)
