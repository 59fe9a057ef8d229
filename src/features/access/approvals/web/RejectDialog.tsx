import { unitsOf } from '#contract/characters.ts'
import { useSave } from '#web/api/queries.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { ReasonField } from '#web/form/ReasonField.tsx'
import { useForm } from '#web/form/useForm.ts'
import { approvals } from '../contract.ts'
import { DECISION_LENGTH, messages } from '../rules.ts'

/** Refuses a proposal, with the reason that whoever proposed it reads. */
export default function RejectDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const form = useForm({
    initialValues: { reason: '' },
    validate: ({ reason }) => ({ reason: reason.trim() ? null : messages.noReason }),
  })
  const refuse = useSave(approvals.reject, {
    onDone: onClose,
    onFailure: (failure) => form.setErrors(failure.fields),
  })
  return (
    <FormDialog
      onClose={onClose}
      guard={guardWhen(() => form.isDirty())}
      title="Refuse it?"
      submit="Refuse"
      color="red"
      permission={approvals.reject.permission}
      isSaving={refuse.isPending}
      onSubmit={form.onSubmit(({ reason }) => refuse.mutate({ params: { id }, body: { reason } }))}
    >
      <ReasonField
        description="Whoever proposed it reads it"
        maxLength={unitsOf(DECISION_LENGTH)}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
