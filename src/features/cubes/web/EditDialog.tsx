import { Alert, NumberInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { showPhone } from '#contract/phone.ts'
import type { ApiFailure } from '#web/api/failure.ts'
import { useRead, useSave } from '#web/api/queries.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { Pair } from '#web/form/Pair.tsx'
import { Act } from '#web/ui/Act.tsx'
import { showDayOf } from '#web/ui/format.ts'
import { closing } from '#web/ui/leave.ts'
import { cubes, type CubeBooking } from '../contract.ts'
import { editErrors, guestsTyped, whyNotReschedule, type EditDraft } from '../rules.ts'
import styles from './Cubes.module.css'
import { Due, Locked, LockedCube, MovieSelect, PaymentReference } from './fields.tsx'
import { showHour } from './shown.ts'

type Fields = Omit<EditDraft, 'payment_reference'>
const StaleDialog = lazy(() =>
  import('#web/form/StaleDialog.tsx').then((module) => ({ default: module.StaleDialog<Fields> })),
)

const LABELS: Record<keyof Fields, string> = {
  movie_id: 'Movie',
  guest_count: 'Number of Guests',
  full_name: 'Full Name',
  email: 'Email',
  phone_number: 'Phone number',
}
const fieldsOf = ({ movie_id, guest_count, full_name, email, phone_number }: CubeBooking): Fields => ({
  movie_id,
  guest_count,
  full_name,
  email,
  phone_number: showPhone(phone_number),
})

type Props = { booking: CubeBooking; onReschedule: () => void; onClose: () => void }

/**
 * Edit Booking (operations 2, 5): who comes, how many, and what they see. The call has no date: another hour is a
 * reschedule, against its fee.
 */
export default function EditDialog({ booking: opened, onReschedule, onClose }: Props) {
  const client = useQueryClient()
  // The list behind it may be fetched anew: what is edited is what was opened.
  const [booking] = useState(opened)
  const [theirs, setTheirs] = useState<CubeBooking>()
  const [refused, setRefused] = useState<string>()
  const form = useForm<EditDraft>({
    initialValues: { ...fieldsOf(booking), payment_reference: '' },
    validate: editErrors,
  })
  const { values } = form
  const guests = guestsTyped(values.guest_count)
  const isOther = guests !== undefined && guests !== (theirs ?? booking).guest_count
  const price = useRead(
    cubes.price,
    { params: { id: booking.cube_id }, query: { guest_count: guests!, booking_id: booking.booking_id } },
    { enabled: isOther },
  )
  const extra = !isOther ? 0 : price.isPlaceholderData ? undefined : price.data?.extra

  const edit = useSave(cubes.edit, {
    onDone: onClose,
    onFailure: (failure: ApiFailure) => {
      const current = failure.current as CubeBooking | undefined
      if (current) setTheirs(current)
      const { payment_amount, ...fields } = failure.fields
      form.setErrors(fields)
      void client.invalidateQueries({ queryKey: [cubes.edit.feature] })
      setRefused(payment_amount)
      return Boolean(current) || payment_amount !== undefined
    },
  })
  const save = (fields: Fields, version: number) => {
    if (extra === undefined) return
    setRefused(undefined)
    const { guest_count, ...rest } = fields
    const reference = values.payment_reference.trim()
    edit.mutate({
      params: { id: booking.booking_id },
      body: {
        ...rest,
        guest_count: Number(guest_count),
        version,
        ...(extra > 0 && { payment_amount: extra, payment_reference: reference || undefined }),
      },
    })
  }
  const guard = guardWhen(() => form.isDirty())

  return (
    <>
      <FormDialog
        onClose={onClose}
        guard={guard}
        size="lg"
        title="Edit Booking"
        cancel="CANCEL"
        submit="PROCEED"
        may={cubes.edit.may}
        isSaving={edit.isPending}
        disabledReason={extra === undefined ? 'The extra to pay is being worked out' : undefined}
        onSubmit={form.onSubmit(({ payment_reference: _, ...fields }) => save(fields, booking.version))}
      >
        <LockedCube of={booking} />
        <div className={styles.when}>
          <Locked label="Date" value={showDayOf(booking.starts_at)} />
          <Locked label="Start Time" value={showHour(booking.starts_at)} />
          <Act
            variant="default"
            may={cubes.reschedule.may}
            disabledReason={whyNotReschedule(booking.status, new Date(booking.starts_at), new Date())}
            onClick={() => void closing(onReschedule, guard)()}
          >
            Change date
          </Act>
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
        <TextInput label="Full Name" maxLength={200} autoComplete="off" {...form.getInputProps('full_name')} />
        <Pair>
          <TextInput label="Email" type="email" autoComplete="off" {...form.getInputProps('email')} />
          <TextInput label="Phone number" type="tel" autoComplete="off" {...form.getInputProps('phone_number')} />
        </Pair>
        {isOther && (
          <>
            <Due
              label="Extra to pay"
              amount={extra}
              note={
                guests < booking.guest_count ? 'What was paid for more guests stays paid' : 'At the prices when booked'
              }
              error={price.error}
              onRetry={price.refetch}
            />
            {extra !== undefined && extra > 0 && <PaymentReference {...form.getInputProps('payment_reference')} />}
          </>
        )}
        {refused && (
          <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} />} role="alert">
            {refused}
          </Alert>
        )}
      </FormDialog>
      <Suspense>
        {theirs && (
          <StaleDialog
            base={fieldsOf(booking)}
            theirs={fieldsOf(theirs)}
            yours={{ ...values }}
            labels={LABELS}
            show={(field, value) =>
              field === 'movie_id'
                ? ([theirs, booking].find(({ movie_id }) => movie_id === value)?.movie_title ?? String(value))
                : String(value)
            }
            isSaving={edit.isPending}
            onClose={() => setTheirs(undefined)}
            onSave={(fields) => {
              form.setValues(fields)
              save(fields, theirs.version)
            }}
          />
        )}
      </Suspense>
    </>
  )
}
