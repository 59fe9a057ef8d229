import { showCount } from '#contract/counted.ts'
import type { Mismatch, Money } from '#features/payments/payment-logs/contract.ts'
import { showMoney } from '#features/payments/payment-logs/rules.ts'
import { showNaira } from '#web/ui/format.ts'
import { StatusPill, type Tone } from '#web/ui/StatusPill.tsx'
import { STATE_LABELS, type DayState } from '../close-rules.ts'
import type { Reconciliation } from '../reconciliation-contract.ts'

const CLOSE_TONES: Record<DayState, Tone> = { running: 'neutral', open: 'warn', closed: 'good', restated: 'warn' }
export const CloseStateOf = ({ state }: { state: DayState }) => (
  <StatusPill tone={CLOSE_TONES[state]}>{STATE_LABELS[state]}</StatusPill>
)

type PaidOutProps = { payout: number | null; difference: number | null }
/** Of a day before its payout that says so, beside how much is due. */
export const PaidOut = ({ payout, difference }: PaidOutProps) =>
  payout === 0 && difference !== null && difference < 0 ? 'Not yet' : showAmount(payout)

export const showAmount = (naira: number | null) => (naira === null ? '–' : showNaira(naira))

const DAY_TONES = { running: 'neutral', failed: 'bad', open: 'warn', partly: 'warn', done: 'good' } as const
/** How far a day is: an open mismatch is what is left to do, and so is what could not be read. */
export function DayStateOf({ of: { state, open, reason } }: { of: Pick<Reconciliation, 'state' | 'open' | 'reason'> }) {
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
