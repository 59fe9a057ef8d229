import { showCount } from '#contract/counted.ts'
import { showNaira } from '#web/ui/format.ts'
import { StatusPill, type Tone } from '#web/ui/StatusPill.tsx'
import type { Mismatch, Money, Reconciliation } from '../contract.ts'
import { REFUND_STATE_LABELS, showMoney, STATUS_LABELS, type RefundState, type Status } from '../rules.ts'

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

const DAY_TONES = { running: 'neutral', failed: 'bad', open: 'warn', partly: 'warn', done: 'good' } as const
/** How far a day is: an open mismatch is what is left to do, and so is what could not be read. */
export function DayStateOf({ of: { state, open, reason } }: { of: Reconciliation }) {
  const status = state === 'done' && open > 0 ? 'open' : state === 'done' && reason ? 'partly' : state
  const labels = {
    running: 'Comparing',
    failed: 'Failed',
    open: `${open} open`,
    partly: 'Partly compared',
    done: 'Matched',
  }
  return <StatusPill tone={DAY_TONES[status]}>{labels[status]}</StatusPill>
}

export function MismatchStateOf({ of: { clearedAt, resolvedAt } }: { of: Mismatch }) {
  if (resolvedAt) return <StatusPill tone="good">Resolved</StatusPill>
  return clearedAt ? (
    <StatusPill tone="neutral">No longer differs</StatusPill>
  ) : (
    <StatusPill tone="warn">Open</StatusPill>
  )
}

/** A sum in naira, and what was paid in other currencies; nothing where it is not known. */
export const showSum = (naira: number | null, others: readonly Money[]): string =>
  naira === null ? '–' : [showNaira(naira), ...others.map(showMoney)].join(' + ')
export const countText = (count: number | null): string => (count === null ? '–' : showCount(count))

/** While the provider is being asked, how far that is is read this often. */
export const SOON_MS = 2500
