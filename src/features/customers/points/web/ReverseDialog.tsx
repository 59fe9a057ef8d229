import { unitsOf } from '#contract/characters.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { useActionForm } from '#web/form/useActionForm.ts'
import { ReasonField } from '#web/form/ReasonField.tsx'
import { points, type PointsLine } from '../contract.ts'
import { reasonError, REASON_LENGTH } from '../rules.ts'
import styles from './Points.module.css'
import { change, kindOf } from './format.ts'

/** Takes a line back: it stays, and a line that does the opposite is added. */
export default function ReverseDialog({ line, onClose }: { line: PointsLine; onClose: () => void }) {
  const action = useActionForm(points.reverse, {
    initial: { reason: '' },
    rules: ({ reason }) => ({ reason: reasonError(reason) }),
    args: ({ reason }) => ({ params: { id: line.id }, body: { reason } }),
    onClose,
  })
  return (
    <FormDialog of={action} onClose={onClose} title="Reverse this transaction?" submit="Reverse" color="red">
      <p className={styles.who}>
        <b>{kindOf(line)}</b>
        <span>{line.points === 0 ? line.reason : `${change(line.points)} · ${line.reason}`}</span>
      </p>
      <ReasonField
        description="The transaction stays in the history. A reversal is added with your reason."
        maxLength={unitsOf(REASON_LENGTH)}
        data-autofocus
        {...action.form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
