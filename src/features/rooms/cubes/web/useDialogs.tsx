import { lazy, Suspense, useState } from 'react'
import type { CubeBooking } from '../contract.ts'
import type { Question } from './StatusDialog.tsx'

// Fetched when they are opened.
const DetailsDialog = lazy(() => import('./DetailsDialog.tsx'))
const EditDialog = lazy(() => import('./EditDialog.tsx'))
const RescheduleDialog = lazy(() => import('./RescheduleDialog.tsx'))
const StatusDialog = lazy(() => import('./StatusDialog.tsx'))
const RefundDialog = lazy(() => import('./RefundDialog.tsx'))

type What = Question | 'edit' | 'reschedule' | 'refund'
export type Show = (what: What, booking: CubeBooking) => void

type Details = { id: string | undefined; onClose: () => unknown }

/** The dialogs of one booking at a time. One that is read anew meanwhile is the one that is shown. */
export function useDialogs(bookings: readonly CubeBooking[] | undefined, { id, onClose }: Details) {
  const [open, setOpen] = useState<{ what: What; booking: CubeBooking }>()
  const close = () => setOpen(undefined)
  const show: Show = (what, booking) => setOpen({ what, booking })
  const instead = (what: What) => (booking: CubeBooking) => {
    onClose()
    show(what, booking)
  }
  const booking = open && (bookings?.find((one) => one.booking_id === open.booking.booking_id) ?? open.booking)
  return {
    show,
    dialogs: (
      <Suspense>
        {id && (
          <DetailsDialog
            id={id}
            onDecide={(decision, booking) => instead(decision)(booking)}
            onRefund={instead('refund')}
            onClose={() => void onClose()}
          />
        )}
        {booking && open.what === 'edit' && (
          <EditDialog booking={booking} onReschedule={() => show('reschedule', booking)} onClose={close} />
        )}
        {booking && open.what === 'reschedule' && <RescheduleDialog booking={booking} onClose={close} />}
        {booking && open.what === 'refund' && <RefundDialog booking={booking} onClose={close} />}
        {booking && open.what !== 'edit' && open.what !== 'reschedule' && open.what !== 'refund' && (
          <StatusDialog question={open.what} booking={booking} onClose={close} />
        )}
      </Suspense>
    ),
  }
}
