import { showCount } from '#contract/counted.ts'
import { Progress } from '@mantine/core'
import { StatusPill, type Tone } from '#web/ui/StatusPill.tsx'
import type { VoucherGroup } from '../contract.ts'
import { STATE_LABELS, type VoucherState } from '../rules.ts'
import styles from './Vouchers.module.css'

const TONES: Record<VoucherState, Tone> = { unused: 'good', redeemed: 'neutral', void: 'bad', expired: 'warn' }

export const StateOf = ({ state }: { state: VoucherState }) => (
  <StatusPill tone={TONES[state]}>{STATE_LABELS[state]}</StatusPill>
)

export const isMaking = ({ made, quantity }: VoucherGroup) => made < quantity

/** While codes are being made, how far that is is read this often. */
export const SOON_MS = 1200

/** How many of a group's codes are there. */
export const Making = ({ of: { made, quantity, companyName } }: { of: VoucherGroup }) => (
  <span className={styles.making} role="status">
    <span className={styles.more}>
      {showCount(made)} of {showCount(quantity)} codes created
    </span>
    <Progress value={(100 * made) / quantity} size="sm" aria-label={`Codes of ${companyName}`} />
  </span>
)
