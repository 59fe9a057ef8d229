import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { ApiFailure } from '#web/api/failure.ts'
import { useSave } from '#web/api/queries.ts'
import { DraftNotice } from '#web/form/DraftNotice.tsx'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { Pair } from '#web/form/Pair.tsx'
import { useDraft } from '#web/form/useDraft.ts'
import { Act } from '#web/ui/Act.tsx'
import { closing } from '#web/ui/leave.ts'
import { SideDrawer } from '#web/ui/SideDrawer.tsx'
import { tiers, type Plan } from '../contract.ts'
import { messages, NAME_LENGTH, planErrors, typedNumber, type PlanDraft } from '../rules.ts'
import styles from './Tiers.module.css'

const StaleDialog = lazy(() =>
  import('#web/form/StaleDialog.tsx').then((module) => ({ default: module.StaleDialog<PlanDraft> })),
)

const LABELS = {
  product_name: 'Subscription Name',
  product_price: 'Subscription Fee',
  tickets: 'Tickets a month',
  concession_discount: 'Concession discount',
  is_multi_user: 'Multi User Plan',
  place: 'Place in the list',
}

const draftOf = (plan: Plan): PlanDraft => ({
  product_name: plan.product_name,
  product_price: String(plan.product_price),
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
export default function TierDrawer({ edited: opened, plans, onClose }: Props) {
  // The list behind it may be fetched anew: what is edited is what was opened.
  const [edited] = useState(opened)
  const [others] = useState(() => plans.filter(({ product_id: id }) => id !== opened?.product_id))
  const [theirs, setTheirs] = useState<Plan>()
  const draft = useDraft<PlanDraft>({
    id: `tier:${edited?.product_id ?? 'new'}`,
    initial: edited ? draftOf(edited) : noneAt(others.length + 1),
    version: edited?.version ?? null,
    rules: planErrors,
  })
  const { form } = draft
  const problems = Object.values(draft.problems)
  const places = placesAmong(others)

  const onFailure = (failure: ApiFailure) => {
    const current = failure.current as Plan | undefined
    if (current && !current.retired_at) setTheirs(current)
    else form.setErrors(failure.fields)
    return Boolean(current && !current.retired_at)
  }
  const saving = { onFailure, onSuccess: draft.forget, onDone: onClose }
  const create = useSave(tiers.create, saving)
  const change = useSave(tiers.change, saving)
  const isSaving = create.isPending || change.isPending
  const save = (values: PlanDraft, from: PlanDraft, version?: number | null) => {
    const body = {
      product_name: values.product_name,
      product_price: typedNumber(values.product_price),
      tickets: typedNumber(values.tickets),
      concession_discount: typedNumber(values.concession_discount),
      is_multi_user: values.is_multi_user,
      // Others may have been moved since: a place that was not chosen here stays.
      ...((!edited || values.place !== from.place) && { place: typedNumber(values.place) }),
    }
    if (edited) change.mutate({ params: { id: edited.product_id }, body: { ...body, version: version ?? undefined } })
    else create.mutate({ body })
  }
  const guard = guardWhen(() => draft.isDirty && !isSaving, draft.discard)

  return (
    <>
      <SideDrawer opened onClose={onClose} guard={guard} title={edited ? `Edit ${edited.product_name}` : 'New tier'}>
        <form
          noValidate
          className={styles.form}
          onSubmit={form.onSubmit((values) => save(values, draft.base.values, draft.base.version))}
        >
          <DraftNotice
            at={draft.offered?.at}
            isOutdated={draft.offered?.version !== draft.base.version}
            onRestore={draft.restore}
            onDiscard={draft.forget}
          />
          <TextInput
            label={LABELS.product_name}
            maxLength={NAME_LENGTH}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('product_name')}
          />
          <TextInput
            label={LABELS.product_price}
            description="For a month"
            leftSection="₦"
            inputMode="decimal"
            autoComplete="off"
            {...form.getInputProps('product_price')}
          />
          {edited && <p className={styles.note}>{messages.keepsPrice}.</p>}
          <Pair>
            <TextInput
              label={LABELS.tickets}
              inputMode="numeric"
              autoComplete="off"
              {...form.getInputProps('tickets')}
            />
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
            description="Several people use its tickets"
            {...form.getInputProps('is_multi_user', { type: 'checkbox' })}
          />
          <Select label={LABELS.place} data={places} allowDeselect={false} {...form.getInputProps('place')} />
          <div className={styles.buttons}>
            <Button variant="default" onClick={() => void closing(onClose, guard)()}>
              Cancel
            </Button>
            <Act
              type="submit"
              may={edited ? tiers.change.may : tiers.create.may}
              disabledReason={problems[0]}
              onRefused={() => form.validate()}
              loading={isSaving}
            >
              {edited ? 'Save' : 'Create tier'}
            </Act>
          </div>
        </form>
      </SideDrawer>
      <Suspense>
        {edited && theirs && (
          <StaleDialog
            base={draft.base.values}
            theirs={draftOf(theirs)}
            yours={form.values}
            labels={LABELS}
            show={(field, value) => {
              if (field === 'is_multi_user') return value ? 'Yes' : 'No'
              return field === 'place' ? places.find((place) => place.value === value)?.label : value
            }}
            isSaving={change.isPending}
            onClose={() => setTheirs(undefined)}
            onSave={(chosen) => {
              draft.rebase(draftOf(theirs), theirs.version, chosen)
              save(chosen, draftOf(theirs), theirs.version)
            }}
          />
        )}
      </Suspense>
    </>
  )
}
