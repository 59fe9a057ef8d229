import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { unitsOf } from '#contract/characters.ts'
import { tiers } from '#features/customers/tiers/contract.ts'
import { useRead } from '#web/api/queries.ts'
import { ReasonField } from '#web/form/ReasonField.tsx'
import { RecordDrawer } from '#web/form/RecordDrawer.tsx'
import { useRecordForm } from '#web/form/useRecordForm.tsx'
import { showToast } from '#web/shell/toasts.ts'
import { today } from '#web/ui/format.ts'
import { customers, type CustomerRecord } from '../contract.ts'
import { formOf } from '../form.ts'
import { REASON_LENGTH } from '../rules.ts'
import { CardPart } from './CardPart.tsx'
import {
  addErrors,
  changesPlan,
  editErrors,
  LABELS,
  NEW,
  SECRETS,
  takesReason,
  toCreate,
  toDraft,
  toEdit,
  withPlan,
} from './draft.ts'
import { paths } from './paths.ts'
import { PersonPart } from './PersonPart.tsx'
import { SubscriptionPart } from './SubscriptionPart.tsx'
import { useDisplayValue } from './useDisplayValue.ts'

type Props = {
  /** Customer to edit; undefined: a new profile. */
  edited?: CustomerRecord
  onClose: () => void
}

/** Add Profile or Edit Profile: fields and save of the drawer (operations 2, 3, 5). */
export default function CustomerDrawer({ edited, onClose }: Props) {
  const plans = useRead(tiers.list, {})
  const client = useQueryClient()
  const navigate = useNavigate()
  const showValue = useDisplayValue(plans.data ?? [])
  const customer = edited?.userData
  const stored = edited && formOf(edited)
  const record = useRecordForm({
    draft: paths.draft(customer?.id ?? 'new'),
    record: stored,
    toDraft,
    rules: (values) =>
      customer
        ? editErrors(values, today(), customer, toDraft(stored!))
        : addErrors(withPlan(values, plans.data), today()),
    secrets: SECRETS,
    labels: LABELS,
    show: showValue,
    create: {
      call: customers.create,
      empty: NEW,
      args: (values) => ({ body: toCreate(withPlan(values, plans.data), plans.data ?? []) }),
      says: false,
      onSuccess: ({ data, message }) => {
        const open = () => void navigate({ to: paths.profile(data.userId) })
        showToast('success', message ?? customers.create.says, { label: 'Open the profile', onAction: open })
      },
    },
    change: {
      call: customers.edit,
      args: (values, { version }) => ({
        params: { id: customer!.id },
        body: toEdit(values, plans.data ?? [], version),
      }),
    },
    onFailure: ({ fields }) => {
      // The price has changed since it was read.
      if (fields.amount) void client.invalidateQueries({ queryKey: [tiers.list.feature] })
    },
    onDone: onClose,
  })
  const { form } = record
  // Below the field that needs it.
  const isOfPlan = changesPlan(form.values, record.base)
  const reason = customer && takesReason(form.values, record.base) && (
    <ReasonField
      description="Saved in the audit log"
      maxLength={unitsOf(REASON_LENGTH)}
      {...form.getInputProps('reason')}
    />
  )

  return (
    <RecordDrawer
      of={record}
      title={customer ? 'Edit Profile' : 'Add Profile'}
      submit={customer ? 'Save Profile' : 'Add Profile'}
      size="lg"
      footed
      onClose={onClose}
    >
      <PersonPart form={form} isNew={!customer} cinema={customer?.defaultCinema ?? undefined} />
      {!isOfPlan && reason}
      <SubscriptionPart form={form} plans={plans} edited={edited} />
      {isOfPlan && reason}
      {customer && <CardPart form={form} hasPin={customer.hasCardPin} />}
    </RecordDrawer>
  )
}
