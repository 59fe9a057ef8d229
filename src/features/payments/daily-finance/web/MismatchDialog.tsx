import { Textarea } from '@mantine/core'
import { unitsOf } from '#contract/characters.ts'
import { useRead, useSave } from '#web/api/queries.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { Select } from '#web/form/Select.tsx'
import { useForm } from '#web/form/useForm.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { showInstant } from '#web/ui/format.ts'
import { closing } from '#web/ui/leave.ts'
import { reconciliation, type OwnedMismatch } from '../reconciliation-contract.ts'
import { messages } from '../reconciliation-rules.ts'
import { MismatchFacts } from './MismatchFacts.tsx'
import styles from './DailyFinance.module.css'

type Props = { mismatch: OwnedMismatch; onResolve: () => void; onClose: () => void }

/** One mismatch: whose it is, and what was written about it. */
export default function MismatchDialog({ mismatch, onResolve, onClose }: Props) {
  const { id } = mismatch
  const reading = useRead(reconciliation.comments, { params: { id } })
  const assign = useSave(reconciliation.assign)
  const form = useForm({
    initialValues: { comment: '' },
    validate: ({ comment }) => ({ comment: comment.trim() ? null : messages.comment }),
  })
  const guard = guardWhen(() => form.isDirty())
  const save = useSave(reconciliation.comment, { onDone: () => form.setFieldValue('comment', '') })
  return (
    <FormDialog
      onClose={onClose}
      guard={guard}
      title={`Mismatch of ${mismatch.reference}`}
      submit="Add comment"
      cancel="Close"
      permission={reconciliation.comment.permission}
      isSaving={save.isPending}
      onSubmit={form.onSubmit((body) => save.mutate({ params: { id }, body }))}
    >
      <MismatchFacts of={mismatch} />
      <ActionButton
        variant="default"
        permission={reconciliation.resolve.permission}
        onClick={() => void closing(onResolve, guard)()}
      >
        {mismatch.resolvedAt ? 'Reopen' : 'Resolve'}
      </ActionButton>
      <Select
        label="Owner"
        placeholder="No owner"
        clearable
        disabled={assign.isPending}
        value={mismatch.owner ? String(mismatch.owner.id) : null}
        onChange={(to) => assign.mutate({ params: { id }, body: { owner_id: to === null ? null : Number(to) } })}
        data={(reading.data?.owners ?? []).map((owner) => ({ value: String(owner.id), label: owner.name }))}
      />
      {reading.data && reading.data.comments.length > 0 && (
        <ol className={styles.steps} aria-label="Comments">
          {reading.data.comments.map((one) => (
            <li key={one.id} className={styles.two}>
              <span className={styles.more}>
                {one.author}, {showInstant(one.at)}
              </span>
              {one.comment}
            </li>
          ))}
        </ol>
      )}
      <Textarea label="Comment" autosize minRows={2} maxLength={unitsOf(1000)} {...form.getInputProps('comment')} />
    </FormDialog>
  )
}
