import { unitsOf } from '#contract/characters.ts'
import { useForm } from '#web/form/useForm.ts'
import { useSave } from '#web/api/queries.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { ReasonField } from '#web/form/ReasonField.tsx'
import { points, type PointsLine } from '../contract.ts'
import { reasonError, REASON_LENGTH } from '../rules.ts'
import styles from './Points.module.css'
import { change, kindOf } from './format.ts'

/** Takes a line back: it stays, and a line that does the opposite is added. */
export default function ReverseDialog({ line, onClose }: { line: PointsLine; onClose: () => void }) {
  const form = useForm({ initialValues: { reason: '' }, validate: ({ reason }) => ({ reason: reasonError(reason) }) })
  const save = useSave(points.reverse, {
    onDone: onClose,
    onApprovalRequested: onClose,
    onFailure: (failure) => form.setErrors(failure.fields),
  })
  return (
    <FormDialog
      onClose={onClose}
      guard={guardWhen(() => form.isDirty())}
      title="Reverse this line?"
      submit="Reverse"
      permission={points.reverse.permission}
      isSaving={save.isPending}
      color="red"
      onSubmit={form.onSubmit(({ reason }) => save.mutate({ params: { id: line.id }, body: { reason } }))}
    >
      <p className={styles.who}>
        <b>{kindOf(line)}</b>
        <span>{line.points === 0 ? line.reason : `${change(line.points)} · ${line.reason}`}</span>
      </p>
      <ReasonField
        description="The entry stays in the history; a reversing entry is added with your reason"
        maxLength={unitsOf(REASON_LENGTH)}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
