import { Alert, NumberInput, Select, TextInput } from '@mantine/core'
import { unitsOf } from '#contract/characters.ts'
import { useActionForm } from '#web/form/useActionForm.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallArgs } from '#web/api/client.ts'
import { useRead } from '#web/api/queries.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { Pair } from '#web/form/Pair.tsx'
import { cubes, type Cube } from '../contract.ts'
import { bookErrors, guestsTyped, paidBody, paidErrors, type BookDraft } from '../draft-rules.ts'
import { DaySelect, Due, MovieSelect, PaidHow, SlotSelect } from './fields.tsx'
import { showPrices } from './format.ts'
import { KnownGuest } from './KnownGuest.tsx'

const NONE: BookDraft = {
  cube_id: '',
  day: '',
  date_time: '',
  movie_id: '',
  guest_count: '',
  first_name: '',
  last_name: '',
  email: '',
  phone_number: '',
  paid_by: '',
  payment_reference: '',
}

type Props = {
  all: readonly Cube[]
  /** The cube that is looked at, and the hour that was chosen in its week. */
  initial: Pick<BookDraft, 'cube_id' | 'day' | 'date_time'>
  onClose: () => void
}

/** Cube Booking (operations 2, 5): the price is the server's, and shown before it is paid. */
export default function BookDialog({ all, initial, onClose }: Props) {
  const client = useQueryClient()
  const [refused, setRefused] = useState<string>()
  const action = useActionForm(cubes.book, {
    initial: { ...NONE, ...initial } as BookDraft,
    rules: bookErrors,
    args: (
      { first_name, last_name, guest_count, day: _, cube_id: __, paid_by, payment_reference, ...typed },
      form,
    ): CallArgs<typeof cubes.book> | undefined => {
      if (due === undefined) return
      const unpaid = paidErrors({ paid_by, payment_reference }, due)
      if (Object.keys(unpaid).length) return void form.setErrors(unpaid)
      setRefused(undefined)
      return {
        body: {
          ...typed,
          full_name: `${first_name.trim()} ${last_name.trim()}`,
          guest_count: Number(guest_count),
          cube_id: cube!.id,
          cinema_id: cube!.rosetta_cinema_id,
          has_corkage: false,
          payment_amount: due,
          ...paidBody({ paid_by, payment_reference }, due),
        },
      }
    },
    onClose,
    fieldOf: { full_name: 'first_name', payment_method: 'paid_by' },
    onFailure: ({ fields, status, message }) => {
      // An hour that went, or another price, is read anew.
      void client.invalidateQueries({ queryKey: [cubes.book.feature] })
      const reason = fields.payment_amount ?? (status === 409 ? message : undefined)
      setRefused(reason)
      return reason !== undefined
    },
  })
  const { form } = action
  const { values, errors } = form
  const cube = all.find(({ id }) => String(id) === values.cube_id)
  const guests = guestsTyped(values.guest_count)
  const price = useRead(
    cubes.price,
    { params: { id: cube?.id ?? 0 }, query: { guest_count: guests! } },
    { enabled: cube !== undefined && guests !== undefined },
  )
  const isEnabled = cube !== undefined && guests !== undefined
  const due = isEnabled && !price.isPlaceholderData ? price.data?.price : undefined

  const field = <K extends keyof BookDraft>(name: K) => ({
    value: values[name],
    error: errors[name],
    onChange: (value: BookDraft[K]) => {
      form.setFieldValue(name, value as never)
      form.clearFieldError(name)
    },
  })

  return (
    <FormDialog
      of={action}
      onClose={onClose}
      size="lg"
      title="Cube Booking"
      cancel="CANCEL"
      submit="PROCEED"
      disabledReason={isEnabled && due === undefined ? 'The price is being calculated' : undefined}
    >
      <Select
        label="Select a Cube"
        placeholder="Choose a cube"
        allowDeselect={false}
        searchable
        data={all.map(({ id, name, cinema_name }) => ({ value: String(id), label: `${name}, ${cinema_name}` }))}
        value={values.cube_id || null}
        onChange={(id) => {
          if (!id || id === values.cube_id) return
          const isOtherCinema = all.find((one) => String(one.id) === id)?.rosetta_cinema_id !== cube?.rosetta_cinema_id
          form.setValues({ cube_id: id, date_time: '', ...(isOtherCinema && { movie_id: '' }) })
          form.clearFieldError('cube_id')
        }}
        error={errors.cube_id}
      />
      <Pair>
        <DaySelect
          label="Anticipated Date"
          {...field('day')}
          onChange={(day) => {
            form.setValues({ day, date_time: '' })
            form.clearFieldError('day')
          }}
        />
        <SlotSelect cubeId={cube?.id} day={values.day} {...field('date_time')} />
      </Pair>
      <Pair>
        <MovieSelect cinemaId={cube?.rosetta_cinema_id} {...field('movie_id')} />
        <NumberInput label="Number of Guests" allowNegative={false} min={1} {...form.getInputProps('guest_count')} />
      </Pair>
      <KnownGuest onChoose={form.setValues} />
      <Pair>
        <TextInput
          label="First Name"
          maxLength={unitsOf(99)}
          autoComplete="off"
          {...form.getInputProps('first_name')}
        />
        <TextInput label="Last Name" maxLength={unitsOf(99)} autoComplete="off" {...form.getInputProps('last_name')} />
      </Pair>
      <Pair>
        <TextInput label="Email" type="email" autoComplete="off" {...form.getInputProps('email')} />
        <TextInput
          label="Phone number"
          type="tel"
          placeholder="0803 123 4567"
          autoComplete="off"
          {...form.getInputProps('phone_number')}
        />
      </Pair>
      <Due
        label="Price"
        amount={due}
        note={cube ? showPrices(cube) : 'Choose the cube and the number of guests'}
        error={isEnabled ? price.error : undefined}
        onRetry={price.refetch}
      />
      {due !== 0 && <PaidHow paidBy={field('paid_by')} reference={form.getInputProps('payment_reference')} />}
      {refused && (
        <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} />} role="alert">
          {refused}
        </Alert>
      )}
    </FormDialog>
  )
}
