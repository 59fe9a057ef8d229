import { showInstant } from '#web/ui/format.ts'
import { StatusPill, type Tone } from '#web/ui/StatusPill.tsx'
import type { Promotion } from '../contract.ts'
import { STATE_LABELS, type PromotionState } from '../rules.ts'
import styles from './Promotions.module.css'

/** What promotions and banners are both filtered by. */
export const STATE_FILTERS = [
  { name: 'state', label: 'State', options: STATE_LABELS },
  { name: 'starts', label: 'Start', none: 'No start' },
  { name: 'ends', label: 'End', isComing: true, none: 'No end' },
]

const TONES: Record<PromotionState, Tone> = { live: 'good', scheduled: 'info', ended: 'neutral', off: 'neutral' }

/** What a promotion or a banner is, and the time at which that changes by itself. */
export function StatePill({
  of: { state, starts_at, ends_at },
}: {
  of: Pick<Promotion, 'state' | 'starts_at' | 'ends_at'>
}) {
  const when =
    state === 'scheduled' && starts_at
      ? `from ${showInstant(starts_at)}`
      : state !== 'off' && ends_at
        ? `${state === 'ended' ? 'on' : 'until'} ${showInstant(ends_at)}`
        : undefined
  return (
    <span className={styles.state}>
      <StatusPill tone={TONES[state]}>{STATE_LABELS[state]}</StatusPill>
      {when}
    </span>
  )
}
