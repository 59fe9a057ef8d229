import { Alert, NumberInput, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { unitsOf } from '#contract/characters.ts'
import { showPhone } from '#contract/phone.ts'
import { useRead } from '#web/api/queries.ts'
import { Pair } from '#web/form/Pair.tsx'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { useRecordForm } from '#web/form/useRecordForm.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { showDayOf } from '#web/ui/format.ts'
import { closing } from '#web/ui/leave.ts'
import { cubes, type CubeBooking } from '../contract.ts'
import { editErrors, guestsTyped, paidBody, paidErrors, type EditDraft } from '../draft-rules.ts'
import { rescheduleBlockedReason } from '../rules.ts'
import styles from './Cubes.module.css'
import { Due, Locked, LockedCube, MovieSelect, PaidHow } from './fields.tsx'
import { showHour } from './format.ts'

const LABELS: Record<Exclude<keyof EditDraft, 'paid_by' | 'payment_reference'>, string> = {
  movie_id: 'Movie',
  guest_count: 'Number of Guests',
  full_name: 'Full Name',
  email: 'Email',
  phone_number: 'Phone number',
}
const toDraft = ({ movie_id, guest_count, full_name, email, phone_number }: CubeBooking): EditDraft => ({
  movie_id,
  guest_count,
  full_name,
  email,
  phone_number: showPhone(phone_number),
  paid_by: '',
  payment_reference: '',
})

type Props = { booking: CubeBooking; onReschedule: () => void; onClose: () => void }

/**
 * Edit Booking (operations 2, 5): who comes, how many, and what they see. The call has no date: another hour is a
 * reschedule, against its fee.
 */
export default function EditDialog({ booking: opened, onReschedule, onClose }: Props) {
  const client = useQueryClient()
  const [refused, setRefused] = useState<string>()
  const edit = useRecordForm({
    draft: `cube-booking:${opened.booking_id}`,
    record: opened,
    toDraft,
    rules: editErrors,
    skipsLeaveGuard: true,
    own: ['paid_by', 'payment_reference'],
    labels: LABELS,
    show: (field, value, current) =>
      (field === 'movie_id' && [current, opened].find(({ movie_id }) => movie_id === value)?.movie_title) ||
      String(value),
    create: null,
    change: {
      call: cubes.edit,
      args: ({ guest_count, paid_by, payment_reference, ...fields }, { record, version }) => {
        if (extra === undefined) return
        const paid = { paid_by, payment_reference }
        const unpaid = paidErrors(paid, extra)
        if (Object.keys(unpaid).length) return void form.setErrors(unpaid)
        return {
          params: { id: record.booking_id },
          body: {
            ...fields,
            guest_count: Number(guest_count),
            version,
            ...(extra > 0 && { payment_amount: extra, ...paidBody(paid, extra) }),
          },
        }
      },
    },
    onFailure: ({ fields: { payment_amount } }) => {
      void client.invalidateQueries({ queryKey: [cubes.edit.feature] })
      setRefused(payment_amount)
      return payment_amount !== undefined
    },
    onDone: onClose,
  })
  const { form, record: booking, guard } = edit
  const { values } = form
  const guests = guestsTyped(values.guest_count)
  const isOther = guests !== undefined && guests !== Number((edit.current ?? edit.base).guest_count)
  const price = useRead(
    cubes.price,
    { params: { id: booking.cube_id }, query: { guest_count: guests!, booking_id: booking.booking_id } },
    { enabled: isOther },
  )
  const extra: number | undefined = !isOther ? 0 : price.isPlaceholderData ? undefined : price.data?.extra

  return (
    <FormDialog
      of={edit}
      onClose={onClose}
      size="lg"
      title="Edit Booking"
      cancel="CANCEL"
      submit="PROCEED"
      disabledReason={extra === undefined ? 'The extra to pay is being calculated' : undefined}
    >
      <LockedCube of={booking} />
      <div className={styles.when}>
        <Locked label="Date" value={showDayOf(booking.starts_at)} />
        <Locked label="Start Time" value={showHour(booking.starts_at)} />
        <ActionButton
          variant="default"
          permission={cubes.reschedule.permission}
          disabledReason={rescheduleBlockedReason(booking.status, new Date(booking.starts_at), new Date())}
          onClick={() => void closing(onReschedule, guard)()}
        >
          Change date
        </ActionButton>
      </div>
      <Pair>
        <MovieSelect
          cinemaId={booking.cinema_id}
          known={booking}
          value={values.movie_id}
          onChange={(movie) => form.setFieldValue('movie_id', movie)}
          error={form.errors.movie_id}
        />
        <NumberInput label="Number of Guests" allowNegative={false} min={1} {...form.getInputProps('guest_count')} />
      </Pair>
      <TextInput label="Full Name" maxLength={unitsOf(200)} autoComplete="off" {...form.getInputProps('full_name')} />
      <Pair>
        <TextInput label="Email" type="email" autoComplete="off" {...form.getInputProps('email')} />
        <TextInput label="Phone number" type="tel" autoComplete="off" {...form.getInputProps('phone_number')} />
      </Pair>
      {isOther && (
        <>
          <Due
            label="Extra to pay"
            amount={extra}
            note={guests < booking.guest_count ? 'Fewer guests are not refunded' : 'At the prices of the booking'}
            error={price.error}
            onRetry={price.refetch}
          />
          {extra !== undefined && extra > 0 && (
            <PaidHow paidBy={form.getInputProps('paid_by')} reference={form.getInputProps('payment_reference')} />
          )}
        </>
      )}
      {refused && !edit.isSaving && (
        <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} />} role="alert">
          {refused}
        </Alert>
      )}
    </FormDialog>
  )
}
