import { StatusPill, type Tone } from '#web/ui/StatusPill.tsx'
import type { Status } from '../rules.ts'

const TONES: Record<Status, Tone> = {
  Booked: 'good',
  'Pending Cancellation Approval': 'warn',
  'Approved Cancellation': 'bad',
  'Pending Reschedule Approval': 'warn',
  'Approved Reschedule': 'good',
  Redeemed: 'neutral',
  Refunded: 'neutral',
}

export const BookingStatus = ({ of }: { of: Status }) => <StatusPill tone={TONES[of]}>{of}</StatusPill>
