import { Alert } from '@mantine/core'
import { useActionForm } from '#web/form/useActionForm.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useRead } from '#web/api/queries.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { Pair } from '#web/form/Pair.tsx'
import { showNaira } from '#web/ui/format.ts'
import { cubes, type CubeBooking } from '../contract.ts'
import { paidBody, paidErrors, rescheduleErrors, type RescheduleDraft } from '../draft-rules.ts'
import styles from './Cubes.module.css'
import { DaySelect, Due, LockedCube, MovieSelect, PaidHow, SlotSelect } from './fields.tsx'
import { showSlot } from './format.ts'

const NONE: RescheduleDraft = { day: '', date_time: '', movie_id: '', paid_by: '', payment_reference: '' }

/** Reschedule Booking (operations 2, 5, 9): the fee is the server's, and shown before it is paid. */
export default function RescheduleDialog({ booking, onClose }: { booking: CubeBooking; onClose: () => void }) {
  const client = useQueryClient()
  const params = { id: booking.booking_id }
  const [refused, setRefused] = useState<string>()
  // It grows with every hour that passes.
  const offer = useRead(cubes.rescheduleOffer, { params }, { refetchOnMount: 'always' })
  const fee = offer.data?.fee
  const reschedule = useActionForm(cubes.reschedule, {
    initial: { ...NONE, movie_id: booking.movie_id },
    rules: rescheduleErrors,
    args: ({ date_time, movie_id, ...paid }, form) => {
      if (fee === undefined) return
      const unpaid = paidErrors(paid, fee)
      if (Object.keys(unpaid).length) return void form.setErrors(unpaid)
      setRefused(undefined)
      return {
        params,
        body: {
          reschedule_date: date_time,
          movie_id,
          payment_amount: fee,
          cube_id: booking.cube_id,
          ...paidBody(paid, fee),
          version: booking.version,
        },
      }
    },
    onClose,
    fieldOf: { reschedule_date: 'date_time', payment_method: 'paid_by' },
    onFailure: ({ fields, status, message }) => {
      // An hour that went, another fee, or what somebody else did with the booking is read anew.
      void client.invalidateQueries({ queryKey: [cubes.reschedule.feature] })
      const reason = fields.payment_amount ?? (status === 409 ? message : undefined)
      setRefused(reason)
      return reason !== undefined
    },
  })
  const { form } = reschedule
  const { values, errors } = form
  return (
    <FormDialog
      of={reschedule}
      onClose={onClose}
      size="lg"
      title="Reschedule Booking"
      cancel="CANCEL"
      submit="PROCEED"
      disabledReason={offer.data?.refusal ?? (fee === undefined ? 'The fee is being calculated' : undefined)}
    >
      <p className={styles.text}>
        <bdi>{booking.full_name}</bdi> has booked <b>{showSlot(booking.starts_at)}</b>. Both times stay reserved until
        the new one is approved.
      </p>
      <LockedCube of={booking} />
      <Pair>
        <DaySelect
          label="Anticipated Date"
          value={values.day}
          onChange={(day) => {
            form.setValues({ day, date_time: '' })
            form.clearFieldError('day')
          }}
          error={errors.day}
        />
        <SlotSelect
          cubeId={booking.cube_id}
          day={values.day}
          value={values.date_time}
          onChange={(at) => {
            form.setFieldValue('date_time', at)
            form.clearFieldError('date_time')
          }}
          error={errors.date_time}
        />
      </Pair>
      <MovieSelect
        cinemaId={booking.cinema_id}
        known={booking}
        value={values.movie_id}
        onChange={(movie) => form.setFieldValue('movie_id', movie)}
        error={errors.movie_id}
      />
      <Due
        label="Reschedule fee"
        amount={fee}
        note={
          offer.data &&
          `${offer.data.percent}% of the amount paid, based on the hours left until ${showSlot(booking.starts_at)}${booking.reschedule_fee > 0 ? `, less ${showNaira(booking.reschedule_fee)} already paid` : ''}${offer.data.later ? `. From ${showSlot(offer.data.later.at)}, the fee is ${showNaira(offer.data.later.fee)} (${offer.data.later.percent}%).` : ''}`
        }
        error={offer.data ? undefined : offer.error}
        onRetry={offer.refetch}
      />
      {fee !== undefined && fee > 0 && (
        <PaidHow paidBy={form.getInputProps('paid_by')} reference={form.getInputProps('payment_reference')} />
      )}
      {refused && (
        <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} />} role="alert">
          {refused}
        </Alert>
      )}
    </FormDialog>
  )
}
