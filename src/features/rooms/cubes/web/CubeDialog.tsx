import { NumberInput, Select } from '@mantine/core'
import { unitsOf } from '#contract/characters.ts'
import { asTyped, typedNumber } from '#contract/typed-number.ts'
import { cinemas } from '#features/programming/cinemas/contract.ts'
import { useRead } from '#web/api/queries.ts'
import { MoneyInput } from '#web/form/TypedNumberInput.tsx'
import { NameInput } from '#web/form/NameInput.tsx'
import { Pair } from '#web/form/Pair.tsx'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { useRecordForm } from '#web/form/useRecordForm.tsx'
import { showNaira } from '#web/ui/format.ts'
import { cubes, type Cube } from '../contract.ts'
import { cubeErrors, type CubeDraft } from '../draft-rules.ts'
import {
  BASE_PRICE,
  FIRST_HOUR,
  GUEST_PRICE,
  GUESTS_INCLUDED,
  hourLabel,
  LAST_HOUR,
  NAME_LENGTH,
  NO_SHOW_PERCENT,
} from '../rules.ts'
import styles from './Cubes.module.css'

const LABELS: Record<keyof CubeDraft, string> = {
  name: 'Name',
  cinema_id: 'Cinema',
  first_hour: 'First hour',
  last_hour: 'Last hour',
  base_price: 'Price',
  guests_included: 'Guests included',
  guest_price: 'Price per extra guest',
  no_show_percent: 'No-show fee',
}
const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourLabel(hour) }))
const NEW: CubeDraft = {
  name: '',
  cinema_id: '',
  first_hour: String(FIRST_HOUR),
  last_hour: String(LAST_HOUR),
  base_price: asTyped(BASE_PRICE),
  guest_price: asTyped(GUEST_PRICE),
  guests_included: GUESTS_INCLUDED,
  no_show_percent: NO_SHOW_PERCENT,
}
const draftOf = (cube: Cube): CubeDraft => ({
  name: cube.name,
  cinema_id: cube.rosetta_cinema_id,
  first_hour: String(cube.first_hour),
  last_hour: String(cube.last_hour),
  base_price: asTyped(cube.base_price),
  guest_price: asTyped(cube.guest_price),
  guests_included: cube.guests_included,
  no_show_percent: cube.no_show_percent,
})
const bodyOf = ({ name, cinema_id, ...numbers }: CubeDraft) => ({
  name,
  cinema_id,
  first_hour: Number(numbers.first_hour),
  last_hour: Number(numbers.last_hour),
  base_price: typedNumber(numbers.base_price),
  guest_price: typedNumber(numbers.guest_price),
  guests_included: Number(numbers.guests_included),
  no_show_percent: Number(numbers.no_show_percent),
})

/** A cube: without one, a new one is added, with the usual hours and prices. */
export default function CubeDialog({ edited: opened, onClose }: { edited: Cube | undefined; onClose: () => void }) {
  const states = useRead(cinemas.list, {})
  const cube = useRecordForm({
    draft: `cube:${opened?.id ?? 'new'}`,
    record: opened,
    toDraft: draftOf,
    rules: cubeErrors,
    skipsLeaveGuard: true,
    labels: LABELS,
    show: (field, value, current) => {
      if (field === 'cinema_id') return nameOf(String(value), current)
      return field === 'first_hour' || field === 'last_hour' ? hourLabel(Number(value)) : String(value)
    },
    create: { call: cubes.create, empty: NEW, args: (values) => ({ body: bodyOf(values) }) },
    change: {
      call: cubes.change,
      args: (values, { record: { id }, version }) => ({ params: { id }, body: { ...bodyOf(values), version } }),
    },
    onDone: onClose,
    onApprovalRequested: onClose,
  })
  const { form, record: edited } = cube

  const offered = (states.data ?? [])
    .filter(({ cinemas: of }) => of.length)
    .map(({ name, cinemas: of }) => ({
      group: name,
      items: of.map(({ id, cinema_name }) => ({ value: id, label: cinema_name })),
    }))
  const nameOf = (id: string, current: Cube): string | undefined =>
    [opened, current].find((one) => one?.rosetta_cinema_id === id)?.cinema_name ??
    offered.flatMap(({ items }) => items).find(({ value }) => value === id)?.label
  // One that closed is not offered any more, and stays that of its cubes.
  const isClosed = edited && !offered.some(({ items }) => items.some(({ value }) => value === edited.rosetta_cinema_id))

  return (
    <FormDialog
      of={cube}
      onClose={onClose}
      size="lg"
      title={edited ? 'Edit Cube' : 'Add Cube'}
      cancel="CANCEL"
      submit={edited ? 'SAVE' : 'ADD'}
    >
      <Pair>
        <NameInput label={LABELS.name} maxLength={unitsOf(NAME_LENGTH)} {...form.getInputProps('name')} />
        <Select
          label={LABELS.cinema_id}
          placeholder={states.error ? 'Could not be loaded' : 'Choose a cinema'}
          allowDeselect={false}
          searchable
          data={
            isClosed
              ? [
                  ...offered,
                  { group: edited.state, items: [{ value: edited.rosetta_cinema_id, label: edited.cinema_name }] },
                ]
              : offered
          }
          value={form.values.cinema_id || null}
          onChange={(id) => id && form.setFieldValue('cinema_id', id)}
          error={form.errors.cinema_id ?? states.error?.message}
        />
      </Pair>
      <Pair>
        <Select label={LABELS.first_hour} allowDeselect={false} data={HOURS} {...form.getInputProps('first_hour')} />
        <Select
          label={LABELS.last_hour}
          description="The last hour that can be booked"
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          allowDeselect={false}
          data={HOURS}
          {...form.getInputProps('last_hour')}
        />
      </Pair>
      <div className={styles.three}>
        <MoneyInput label={LABELS.base_price} {...form.getInputProps('base_price')} />
        <NumberInput
          label={LABELS.guests_included}
          allowNegative={false}
          allowDecimal={false}
          hideControls
          {...form.getInputProps('guests_included')}
        />
        <MoneyInput label={LABELS.guest_price} {...form.getInputProps('guest_price')} />
      </div>
      <p className={styles.then}>
        Each guest fewer reduces the price by the same amount, to a minimum of {showNaira(0)}. Existing bookings keep
        their prices.
      </p>
      <NumberInput
        label={LABELS.no_show_percent}
        description="Share of the price kept if a booking is cancelled after its time. At 100%, nothing is refunded."
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        suffix="%"
        allowNegative={false}
        allowDecimal={false}
        hideControls
        {...form.getInputProps('no_show_percent')}
      />
    </FormDialog>
  )
}
