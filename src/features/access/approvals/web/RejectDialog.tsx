import { unitsOf } from '#contract/characters.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { ReasonField } from '#web/form/ReasonField.tsx'
import { useActionForm } from '#web/form/useActionForm.ts'
import { approvals } from '../contract.ts'
import { DECISION_LENGTH, messages } from '../rules.ts'

/** Refuses a proposal, with the reason that whoever proposed it reads. */
export default function RejectDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const action = useActionForm(approvals.reject, {
    initial: { reason: '' },
    rules: ({ reason }) => ({ reason: reason.trim() ? null : messages.noReason }),
    args: ({ reason }) => ({ params: { id }, body: { reason } }),
    onClose,
  })
  return (
    <FormDialog of={action} onClose={onClose} title="Reject this request?" submit="Reject" color="red">
      <ReasonField
        description="The requester will see this"
        maxLength={unitsOf(DECISION_LENGTH)}
        data-autofocus
        {...action.form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
