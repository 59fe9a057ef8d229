import { unitsOf } from '#contract/characters.ts'
import { useActionForm } from '#web/form/useActionForm.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useSave } from '#web/api/queries.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { ReasonField } from '#web/form/ReasonField.tsx'
import { showNaira } from '#web/ui/format.ts'
import { cubes, type CubeBooking } from '../contract.ts'
import { messages, REASON_LENGTH, showGuests, type Status } from '../rules.ts'
import styles from './Cubes.module.css'
import { showWithheld, showSlot } from './format.ts'

export type Question =
  | 'cancel'
  | 'approve cancellation'
  | 'approve reschedule'
  | 'decline cancellation'
  | 'decline reschedule'
  | 'redeem'

type Confirmation = {
  status: Status
  title: string
  verb: string
  confirmLabel: string
  /** What follows from it. */
  follows: (booking: CubeBooking) => string
  says: string
  isBad?: boolean
  /** Undone by this within ten seconds of the success. */
  undoneBy?: Status
  /** Whoever approves or declines says why; whoever asks may. */
  reason?: 'optional' | 'needed'
}

const whatIsLeft = (booking: CubeBooking) =>
  [showWithheld(booking), `${showNaira(booking.refundable_amount)} can be refunded`].join('. ')

const QUESTIONS: Record<Question, Confirmation> = {
  cancel: {
    status: 'Pending Cancellation Approval',
    title: 'Cube Booking Cancellation',
    verb: 'cancel',
    confirmLabel: 'YES, CANCEL',
    follows: (booking) =>
      booking.is_not_redeemed
        ? `The booked time is over. ${whatIsLeft(booking)}. This request needs approval.`
        : `This request needs approval. ${showSlot(booking.starts_at)} stays reserved until it is decided.`,
    says: 'Cancellation requested. It is waiting for approval.',
    isBad: true,
    reason: 'optional',
  },
  'approve cancellation': {
    status: 'Approved Cancellation',
    title: 'Approve Cube Booking Cancellation',
    verb: 'cancel',
    confirmLabel: 'YES, CANCEL',
    follows: (booking) =>
      booking.withheld_percent > 0
        ? `The booking was cancelled after its time. ${whatIsLeft(booking)}.`
        : `${showSlot(booking.starts_at)} becomes free for others. The payment can then be refunded.`,
    says: 'Cancellation approved',
    isBad: true,
    reason: 'needed',
  },
  'approve reschedule': {
    status: 'Approved Reschedule',
    title: 'Approve Cube Booking Rescheduling',
    verb: 'reschedule',
    confirmLabel: 'YES, RESCHEDULE',
    follows: ({ starts_at, reschedule_date }) =>
      `The booking moves from ${showSlot(starts_at)} to ${showSlot(reschedule_date!)}. The fee can no longer be refunded.`,
    says: 'Reschedule approved',
    reason: 'needed',
  },
  'decline cancellation': {
    status: 'Booked',
    title: 'Decline Cube Booking Cancellation',
    verb: 'decline the cancellation of',
    confirmLabel: 'YES, DECLINE',
    follows: ({ starts_at }) => `${showSlot(starts_at)} stays booked for the guest`,
    says: 'Cancellation declined',
    reason: 'needed',
  },
  'decline reschedule': {
    status: 'Booked',
    title: 'Decline Cube Booking Rescheduling',
    verb: 'decline the reschedule of',
    confirmLabel: 'YES, DECLINE',
    follows: ({ starts_at, reschedule_date, reschedule_fee }) =>
      [
        `The booking stays on ${showSlot(starts_at)}`,
        `${showSlot(reschedule_date!)} becomes free for others`,
        reschedule_fee > 0 &&
          `The ${showNaira(reschedule_fee)} fee is credited to the next reschedule, or refunded if the booking is cancelled`,
        '',
      ]
        .filter((sentence) => sentence !== false)
        .join('. ')
        .trim(),
    says: 'Reschedule declined',
    reason: 'needed',
  },
  redeem: {
    status: 'Redeemed',
    title: 'Cube Booking Redemption',
    verb: 'redeem',
    confirmLabel: 'YES, REDEEM',
    follows: ({ starts_at, guest_count }) =>
      `${showSlot(starts_at)}, ${showGuests(guest_count)}. The booking cannot be edited after that. You can undo this today only.`,
    says: 'Booking redeemed',
    undoneBy: 'Booked',
  },
}

type Props = { question: Question; booking: CubeBooking; onClose: () => void }

/** The confirms of a booking (operations 2), with the reason. */
export default function StatusDialog({ question, booking, onClose }: Props) {
  const { status, title, verb, confirmLabel, follows, says, isBad, undoneBy, reason } = QUESTIONS[question]
  const client = useQueryClient()
  const back = useSave(cubes.setStatus, { says: 'Redemption undone' })
  const action = useActionForm(cubes.setStatus, {
    initial: { reason: '' },
    rules: (typed) => ({ reason: reason === 'needed' && !typed.reason.trim() ? messages.empty : null }),
    args: ({ reason: typed }) => ({
      params: { id: booking.booking_id },
      body: { status, reason: typed.trim() || undefined, version: booking.version },
    }),
    says,
    ...(undoneBy && {
      undo: ({ data }, { params }) => back.mutate({ params, body: { status: undoneBy, version: data.version } }),
    }),
    onClose,
    // What somebody else did with it meanwhile shows in the list.
    onFailure: () => void client.invalidateQueries({ queryKey: [cubes.setStatus.feature] }),
  })
  return (
    <FormDialog
      of={action}
      onClose={onClose}
      title={title}
      cancel="NO, GO BACK"
      submit={confirmLabel}
      {...(isBad && { color: 'red' })}
    >
      <p className={styles.text}>
        Are you sure you want to {verb} the cube booking for <bdi>{booking.email || booking.full_name}</bdi>
      </p>
      <p className={styles.then}>{follows(booking)}</p>
      {reason && (
        <ReasonField
          isOptional={reason !== 'needed'}
          description="For staff only. Saved in the booking's history, not sent to the guest."
          maxLength={unitsOf(REASON_LENGTH)}
          data-autofocus
          {...action.form.getInputProps('reason')}
        />
      )}
    </FormDialog>
  )
}
