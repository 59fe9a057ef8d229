import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { tiers } from '#features/tiers/contract.ts'
import { isMissing, type ApiFailure } from '#web/api/failure.ts'
import { useRead, useSave } from '#web/api/queries.ts'
import { DraftNotice } from '#web/form/DraftNotice.tsx'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { StaleDialog } from '#web/form/StaleDialog.tsx'
import { useDraft } from '#web/form/useDraft.ts'
import { showAlert } from '#web/shell/alerts.ts'
import { Act } from '#web/ui/Act.tsx'
import { today } from '#web/ui/format.ts'
import { closing } from '#web/ui/leave.ts'
import { SideDrawer } from '#web/ui/SideDrawer.tsx'
import { customers, type CustomerForm as Stored, type CustomerRecord } from '../contract.ts'
import { formOf } from '../form.ts'
import { CardPart } from './CardPart.tsx'
import styles from './Customers.module.css'
import {
  addErrors,
  editErrors,
  LABELS,
  NEW,
  SECRETS,
  toCreate,
  toDraft,
  toEdit,
  withPlan,
  type CustomerDraft,
} from './draft.ts'
import { paths } from './paths.ts'
import { PersonPart } from './PersonPart.tsx'
import { SubscriptionPart } from './SubscriptionPart.tsx'
import { useShownValue } from './useShownValue.ts'

type Props = {
  /** Without one, a new profile is made. */
  edited?: CustomerRecord
  onClose: () => void
}

/** Add Profile or Edit Profile: the drawer's fields, and what saving them takes (operations 2, 3, 5). */
export default function CustomerDrawer({ edited, onClose }: Props) {
  const plans = useRead(tiers.list, {})
  const client = useQueryClient()
  const navigate = useNavigate()
  const [theirs, setTheirs] = useState<Stored>()
  const customer = edited?.userData
  const draft = useDraft<CustomerDraft>({
    id: paths.draft(customer?.id ?? 'new'),
    initial: edited ? toDraft(formOf(edited)) : NEW,
    version: customer?.version ?? null,
    rules: (values) =>
      customer
        ? editErrors(values, today(), customer, toDraft(formOf(edited)))
        : addErrors(withPlan(values, plans.data), today()),
    secrets: SECRETS,
  })
  const { form } = draft
  const title = customer ? 'Edit Profile' : 'Add Profile'
  const show = useShownValue(plans.data ?? [])

  // A stale save is sorted out field by field; anything else is told as an alert and leaves the form as it is.
  const onFailure = (failure: ApiFailure) => {
    if (failure.current) {
      setTheirs(failure.current as Stored)
      return true
    }
    form.setErrors(failure.fields)
    // Erased or merged meanwhile: nothing of them stays on the device.
    if (isMissing(failure)) draft.discard()
    // The price has changed since it was read.
    if (failure.fields.amount) void client.invalidateQueries({ queryKey: [tiers.list.feature] })
  }
  const create = useSave(customers.create, {
    says: false,
    onFailure,
    onSuccess: ({ data, message }) => {
      draft.forget()
      const open = () => void navigate({ to: paths.profile(data.userId) })
      showAlert('success', message ?? customers.create.says, { label: 'Open the profile', onAct: open })
    },
    onDone: onClose,
  })
  const edit = useSave(customers.edit, { onFailure, onSuccess: draft.forget, onDone: onClose })
  const isSaving = create.isPending || edit.isPending
  const save = (values: CustomerDraft, version: number | null) =>
    customer
      ? edit.mutate({ params: { id: customer.id }, body: toEdit(values, plans.data ?? [], version) })
      : create.mutate({ body: toCreate(withPlan(values, plans.data), plans.data ?? []) })
  const guard = guardWhen(() => draft.isDirty && !isSaving, draft.discard)

  return (
    <>
      <SideDrawer opened onClose={onClose} guard={guard} title={title} size="lg">
        <form
          className={styles.form}
          noValidate
          aria-label={title}
          onSubmit={form.onSubmit((values) => save(values, draft.base.version))}
        >
          <DraftNotice
            at={draft.offered?.at}
            isOutdated={draft.offered?.version !== draft.base.version}
            onRestore={draft.restore}
            onDiscard={draft.forget}
          />
          <PersonPart form={form} isNew={!customer} cinema={customer?.defaultCinema ?? undefined} />
          <SubscriptionPart form={form} plans={plans} edited={edited} before={draft.base.values} />
          {customer && <CardPart form={form} hasPin={customer.hasCardPin} />}
          <div className={styles.foot} data-drawer-foot>
            <Button variant="default" onClick={() => void closing(onClose, guard)()}>
              Cancel
            </Button>
            <Act type="submit" may={customer ? customers.edit.may : customers.create.may} loading={isSaving}>
              {customer ? 'Save Profile' : 'Add Profile'}
            </Act>
          </div>
        </form>
      </SideDrawer>
      {theirs && (
        <StaleDialog<CustomerDraft>
          base={draft.base.values}
          theirs={toDraft(theirs)}
          yours={form.values}
          labels={LABELS}
          show={show}
          isSaving={isSaving}
          onClose={() => setTheirs(undefined)}
          onSave={(values) => {
            draft.rebase(toDraft(theirs), theirs.version, values)
            setTheirs(undefined)
            save(values, theirs.version)
          }}
        />
      )}
    </>
  )
}
