import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { refusal } from '#contract/permissions.ts'
import { showPhone } from '#contract/phone.ts'
import { paths as paymentPaths } from '#features/payments/payment-logs/web/paths.ts'
import { METHOD_LABELS } from '#features/sales/trade/rules.ts'
import { useRead, useSave } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { config } from '#web/config.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { parted } from '#web/ui/breakable.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { showDayOf, showInstant, showNaira } from '#web/ui/format.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { cubes, type CubeBooking } from '../contract.ts'
import { stateOf, refundBlockedReason, undoBlockedReason } from '../rules.ts'
import styles from './Cubes.module.css'
import { showHour, showWithheld, showSlot } from './format.ts'
import { BookingStatus } from './BookingStatus.tsx'
import type { Question } from './StatusDialog.tsx'

/** A refund under way is asked about again. */
const SOON_MS = 10_000

type Props = {
  id: string
  onDecide: (what: Question, booking: CubeBooking) => void
  onRefund: (booking: CubeBooking) => void
  onClose: () => void
}

/** Cube Booking Details (operations 2), with what became of it and why. */
export default function DetailsDialog({ id, onDecide, onRefund, onClose }: Props) {
  const me = useMe()
  const booking = useRead(
    cubes.booking,
    { params: { id } },
    { refetchInterval: (read) => (read?.refund === 'under way' ? SOON_MS : 0) },
  )
  const undo = useSave(cubes.setStatus, { says: 'Redemption undone' })
  const steps = useRead(cubes.steps, { params: { id } })
  const { data } = booking
  return (
    <Dialog
      opened
      onClose={onClose}
      size="lg"
      title="Cube Booking Details"
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            CLOSE
          </Button>
          {data?.status === 'Pending Cancellation Approval' && (
            <>
              <ActionButton
                variant="default"
                permission={cubes.setStatus.permission}
                onClick={() => onDecide('decline cancellation', data)}
              >
                DECLINE CANCELLATION
              </ActionButton>
              <ActionButton
                color="red"
                permission={cubes.setStatus.permission}
                onClick={() => onDecide('approve cancellation', data)}
              >
                APPROVE CANCELLATION
              </ActionButton>
            </>
          )}
          {data?.status === 'Redeemed' && (
            <ActionButton
              variant="default"
              permission={cubes.setStatus.permission}
              disabledReason={undoBlockedReason(
                data.redeemed_at ? new Date(data.redeemed_at) : null,
                new Date(),
                config.zone,
              )}
              loading={undo.isPending}
              onClick={() => undo.mutate({ params: { id }, body: { status: 'Booked', version: data.version } })}
            >
              UNDO REDEMPTION
            </ActionButton>
          )}
          {data?.status === 'Approved Cancellation' && (
            <ActionButton
              permission={cubes.setStatus.permission}
              disabledReason={refundBlockedReason(me, data)}
              onClick={() => onRefund(data)}
            >
              REFUND
            </ActionButton>
          )}
        </>
      }
    >
      {booking.error && !data ? (
        <ErrorState error={booking.error} onRetry={booking.refetch} />
      ) : !data ? (
        <Skeleton height={260} />
      ) : (
        <div className={styles.form}>
          <Facts of={data} />
          <section className={styles.history} aria-label="History">
            <h3>History</h3>
            {steps.error && <ErrorState error={steps.error} onRetry={steps.refetch} compact />}
            <ol>
              {steps.data?.map(({ id: step, at, actor, step: what, reason }) => (
                <li key={step}>
                  <b>{STEPS[what] ?? what}</b>
                  <span>
                    {showInstant(at)}, <bdi>{actor}</bdi>
                  </span>
                  {reason && <p>{reason}</p>}
                </li>
              ))}
            </ol>
          </section>
        </div>
      )}
    </Dialog>
  )
}

const STEPS: Record<string, string> = {
  booked: 'Booked',
  edited: 'Edited',
  'reschedule asked': 'Reschedule requested',
  'reschedule approved': 'Reschedule approved',
  'reschedule declined': 'Reschedule declined',
  'cancellation asked': 'Cancellation requested',
  'cancellation approved': 'Cancellation approved',
  'cancellation declined': 'Cancellation declined',
  redeemed: 'Redeemed',
  'redemption undone': 'Redemption undone',
  'refund failed': 'Refund failed',
  refunded: 'Refunded',
}

/** References lead to their payments. */
function PaidWith({ of: { payment_references: references, payment_methods: methods } }: { of: CubeBooking }) {
  const canSeePayments = !refusal(useMe(), 'payment-logs:read')
  const ways = [
    ...references.map((reference) =>
      canSeePayments ? (
        <Link key={reference} to={`${paymentPaths.log}?search=${encodeURIComponent(reference)}`}>
          {reference}
        </Link>
      ) : (
        reference
      ),
    ),
    ...methods.map((method) => `${METHOD_LABELS[method]} at the cinema`),
  ]
  return ways.length ? ways.map((way, at) => [at > 0 && ', ', way]) : 'At the cinema'
}

function Facts({ of: booking }: { of: CubeBooking }) {
  const facts: [string, ReactNode][] = [
    ['Movie title', booking.movie_title],
    ['State', booking.state],
    ['Cinema', booking.cinema_name],
    ['Cube', booking.cube_name],
    ['Date', showDayOf(booking.starts_at)],
    ['Time', showHour(booking.starts_at)],
    ...(booking.status === 'Pending Reschedule Approval'
      ? [['Requested', showSlot(booking.reschedule_date!)] as [string, ReactNode]]
      : []),
    ...(booking.date_time === booking.starts_at
      ? []
      : [['First booked for', showSlot(booking.date_time)] as [string, ReactNode]]),
    ['Guest count', booking.guest_count],
    ['Full name', booking.full_name || '–'],
    ['Email', parted(booking.email) || '–'],
    ['Phone number', showPhone(booking.phone_number) || '–'],
    ['Amount', showNaira(booking.payment_amount)],
    ['Reschedule fee', showNaira(booking.reschedule_fee)],
    ...(booking.withheld_percent > 0
      ? [['Refundable', `${showNaira(booking.refundable_amount)}. ${showWithheld(booking)}`] as [string, ReactNode]]
      : []),
    ['Refunded', showNaira(booking.refunded_amount)],
    ['Paid with', <PaidWith key="paid" of={booking} />],
    ['Booked by', booking.created_by],
  ]
  return (
    <>
      <p className={styles.state}>
        <BookingStatus of={stateOf(booking)} />
        {booking.refund_text && <span>{booking.refund_text}</span>}
        <span className={styles.id}>
          {booking.booking_id}
          <CopyButton text={booking.booking_id} label="Copy the ID" />
        </span>
      </p>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
