import { StatusPill, type Tone } from '#web/ui/StatusPill.tsx'
import type { State } from '../rules.ts'

const TONES: Record<State, Tone> = {
  Booked: 'good',
  'Pending Cancellation Approval': 'warn',
  'Approved Cancellation': 'bad',
  'Pending Reschedule Approval': 'warn',
  'Approved Reschedule': 'good',
  Redeemed: 'neutral',
  'Not redeemed': 'warn',
  Refunded: 'neutral',
}

export const BookingStatus = ({ of }: { of: State }) => <StatusPill tone={TONES[of]}>{of}</StatusPill>
