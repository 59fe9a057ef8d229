import { NumberInput, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { lazy, Suspense, useState } from 'react'
import { cinemas } from '#features/cinemas/contract.ts'
import type { ApiFailure } from '#web/api/failure.ts'
import { useRead, useSave } from '#web/api/queries.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { Pair } from '#web/form/Pair.tsx'
import { showNaira } from '#web/ui/format.ts'
import { cubes, type Cube } from '../contract.ts'
import {
  BASE_PRICE,
  cubeErrors,
  FIRST_HOUR,
  GUEST_PRICE,
  GUESTS_INCLUDED,
  hourLabel,
  LAST_HOUR,
  NAME_LENGTH,
  type CubeDraft,
} from '../rules.ts'
import styles from './Cubes.module.css'

const StaleDialog = lazy(() =>
  import('#web/form/StaleDialog.tsx').then((module) => ({ default: module.StaleDialog<CubeDraft> })),
)

const LABELS: Record<keyof CubeDraft, string> = {
  name: 'Name',
  cinema_id: 'Cinema',
  first_hour: 'First hour',
  last_hour: 'Last hour',
  base_price: 'Price',
  guests_included: 'For guests',
  guest_price: 'Each guest more or fewer',
}
const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourLabel(hour) }))
const NEW: CubeDraft = {
  name: '',
  cinema_id: '',
  first_hour: String(FIRST_HOUR),
  last_hour: String(LAST_HOUR),
  base_price: BASE_PRICE,
  guest_price: GUEST_PRICE,
  guests_included: GUESTS_INCLUDED,
}
const draftOf = (cube: Cube): CubeDraft => ({
  name: cube.name,
  cinema_id: cube.rosetta_cinema_id,
  first_hour: String(cube.first_hour),
  last_hour: String(cube.last_hour),
  base_price: cube.base_price,
  guest_price: cube.guest_price,
  guests_included: cube.guests_included,
})
const bodyOf = ({ name, cinema_id, ...numbers }: CubeDraft) => ({
  name,
  cinema_id,
  first_hour: Number(numbers.first_hour),
  last_hour: Number(numbers.last_hour),
  base_price: Number(numbers.base_price),
  guest_price: Number(numbers.guest_price),
  guests_included: Number(numbers.guests_included),
})

/** A cube: without one, a new one is added, with the usual hours and prices. */
export default function CubeDialog({ edited: opened, onClose }: { edited: Cube | undefined; onClose: () => void }) {
  // The list behind it may be fetched anew: what is edited is what was opened.
  const [edited] = useState(opened)
  const [theirs, setTheirs] = useState<Cube>()
  const states = useRead(cinemas.list, {})
  const form = useForm<CubeDraft>({ initialValues: edited ? draftOf(edited) : NEW, validate: cubeErrors })
  const onFailure = (failure: ApiFailure) => {
    const current = failure.current as Cube | undefined
    if (current) setTheirs(current)
    else form.setErrors(failure.fields)
    return Boolean(current)
  }
  const create = useSave(cubes.create, { onDone: onClose, onFailure })
  const change = useSave(cubes.change, { onDone: onClose, onFailure })
  const save = (draft: CubeDraft, version?: number) =>
    edited
      ? change.mutate({ params: { id: edited.id }, body: { ...bodyOf(draft), version } })
      : create.mutate({ body: bodyOf(draft) })

  const offered = (states.data ?? [])
    .filter(({ cinemas: of }) => of.length)
    .map(({ name, cinemas: of }) => ({
      group: name,
      items: of.map(({ id, cinema_name }) => ({ value: id, label: cinema_name })),
    }))
  const known = new Map(offered.flatMap(({ items }) => items.map(({ value, label }) => [value, label])))
  for (const cube of [edited, theirs]) if (cube) known.set(cube.rosetta_cinema_id, cube.cinema_name)
  // One that closed is not offered any more, and stays that of its cubes.
  const isClosed = edited && !offered.some(({ items }) => items.some(({ value }) => value === edited.rosetta_cinema_id))

  return (
    <>
      <FormDialog
        onClose={onClose}
        guard={guardWhen(() => form.isDirty())}
        size="lg"
        title={edited ? 'Edit Cube' : 'Add Cube'}
        cancel="CANCEL"
        submit={edited ? 'SAVE' : 'ADD'}
        may={edited ? cubes.change.may : cubes.create.may}
        isSaving={create.isPending || change.isPending}
        onSubmit={form.onSubmit((draft) => save(draft, edited?.version))}
      >
        <Pair>
          <TextInput
            label={LABELS.name}
            maxLength={NAME_LENGTH}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('name')}
          />
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
            description="The last that can be booked"
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            allowDeselect={false}
            data={HOURS}
            {...form.getInputProps('last_hour')}
          />
        </Pair>
        <div className={styles.three}>
          <Naira label={LABELS.base_price} {...form.getInputProps('base_price')} />
          <NumberInput
            label={LABELS.guests_included}
            allowNegative={false}
            allowDecimal={false}
            hideControls
            {...form.getInputProps('guests_included')}
          />
          <Naira label={LABELS.guest_price} {...form.getInputProps('guest_price')} />
        </div>
        <p className={styles.then}>
          Fewer guests cost less by the same, never under {showNaira(0)}. What is booked keeps its prices.
        </p>
      </FormDialog>
      <Suspense>
        {edited && theirs && (
          <StaleDialog
            base={draftOf(edited)}
            theirs={draftOf(theirs)}
            yours={form.values}
            labels={LABELS}
            show={(field, value) =>
              field === 'cinema_id'
                ? (known.get(String(value)) ?? String(value))
                : field === 'first_hour' || field === 'last_hour'
                  ? hourLabel(Number(value))
                  : String(value)
            }
            isSaving={change.isPending}
            onClose={() => setTheirs(undefined)}
            onSave={(draft) => save(draft, theirs.version)}
          />
        )}
      </Suspense>
    </>
  )
}

const Naira = (props: { label: string }) => (
  <NumberInput prefix="₦" thousandSeparator="," decimalScale={2} allowNegative={false} hideControls {...props} />
)
