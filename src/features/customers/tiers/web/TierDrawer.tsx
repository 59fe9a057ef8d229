import { Checkbox, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { unitsOf } from '#contract/characters.ts'
import { asTyped, typedNumber } from '#contract/typed-number.ts'
import { MoneyInput } from '#web/form/TypedNumberInput.tsx'
import { Pair } from '#web/form/Pair.tsx'
import { RecordDrawer } from '#web/form/RecordDrawer.tsx'
import { useRecordForm } from '#web/form/useRecordForm.tsx'
import { tiers, type Plan } from '../contract.ts'
import { messages, NAME_LENGTH, planErrors, type PlanDraft } from '../rules.ts'
import styles from './Tiers.module.css'

const LABELS = {
  product_name: 'Subscription Name',
  product_price: 'Subscription Fee',
  tickets: 'Tickets a month',
  concession_discount: 'Concession discount',
  is_multi_user: 'Multi User Plan',
  place: 'Place in the list',
}

const toDraft = (plan: Plan): PlanDraft => ({
  product_name: plan.product_name,
  product_price: asTyped(plan.product_price),
  tickets: String(plan.tickets),
  concession_discount: String(plan.concession_discount),
  is_multi_user: plan.is_multi_user,
  place: String(plan.place),
})
const noneAt = (place: number): PlanDraft => ({
  product_name: '',
  product_price: '',
  tickets: '',
  concession_discount: '0',
  is_multi_user: false,
  place: String(place),
})

const toBody = (values: PlanDraft) => ({
  product_name: values.product_name,
  product_price: typedNumber(values.product_price),
  tickets: typedNumber(values.tickets),
  concession_discount: typedNumber(values.concession_discount),
  is_multi_user: values.is_multi_user,
})

/** "First", "After Fan": the places that a plan can have among the others. */
const placesAmong = (others: readonly Plan[]) => [
  { value: '1', label: 'First' },
  ...others.map(({ product_name: name }, at) => ({ value: String(at + 2), label: `After ${name}` })),
]

type Props = {
  /** Without one, a plan is made. */
  edited: Plan | undefined
  plans: readonly Plan[]
  onClose: () => void
}

/** A new plan, or one of those that are sold. */
export default function TierDrawer({ edited, plans, onClose }: Props) {
  const [others] = useState(() => plans.filter(({ product_id: id }) => id !== edited?.product_id))
  const places = placesAmong(others)
  const plan = useRecordForm({
    draft: `tier:${edited?.product_id ?? 'new'}`,
    record: edited,
    toDraft,
    rules: planErrors,
    labels: LABELS,
    show: (field, value) => {
      if (field === 'is_multi_user') return value ? 'Yes' : 'No'
      return field === 'place' ? places.find((place) => place.value === value)?.label : value
    },
    create: {
      call: tiers.create,
      empty: noneAt(others.length + 1),
      args: (values) => ({ body: { ...toBody(values), place: typedNumber(values.place) } }),
    },
    change: {
      call: tiers.change,
      args: (values, { record, version, values: from }) => ({
        params: { id: record.product_id },
        // Others may have been moved since: a place that was not chosen here stays.
        body: { ...toBody(values), ...(values.place !== from.place && { place: typedNumber(values.place) }), version },
      }),
    },
    isRemoved: (current) => current.retired_at !== null,
    onDone: onClose,
    onApprovalRequested: onClose,
  })
  const { form, record } = plan

  return (
    <RecordDrawer
      of={plan}
      title={record ? `Edit ${record.product_name}` : 'New tier'}
      submit={record ? 'Save' : 'Create tier'}
      disabledReason={Object.values(plan.problems)[0]}
      onClose={onClose}
    >
      <TextInput
        label={LABELS.product_name}
        maxLength={unitsOf(NAME_LENGTH)}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('product_name')}
      />
      <MoneyInput label={LABELS.product_price} description="For a month" {...form.getInputProps('product_price')} />
      {record && <p className={styles.note}>{messages.keepsPrice}</p>}
      <Pair>
        <TextInput label={LABELS.tickets} inputMode="numeric" autoComplete="off" {...form.getInputProps('tickets')} />
        <TextInput
          label={LABELS.concession_discount}
          rightSection="%"
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('concession_discount')}
        />
      </Pair>
      <Checkbox
        label={LABELS.is_multi_user}
        description="Several people can use its tickets"
        {...form.getInputProps('is_multi_user', { type: 'checkbox' })}
      />
      <Select label={LABELS.place} data={places} allowDeselect={false} {...form.getInputProps('place')} />
    </RecordDrawer>
  )
}
