import { Button } from '@mantine/core'
import { useId, useState, type FormEvent } from 'react'
import { REASON_LENGTH } from '#contract/approval.ts'
import { counted } from '#contract/counted.ts'
import { inOrder } from '#contract/isolate.ts'
import type { WantedReason } from '../api/approval.ts'
import { ReasonField } from '../form/ReasonField.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import styles from './ReasonDialog.module.css'

/** Asks for the reason of an approval request. */
export function ReasonDialog({ opened, wanted }: { opened: boolean; wanted: WantedReason }) {
  const id = useId()
  const [reason, setReason] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Because the dialog may be inside a form in React's tree, whose submit must not run.
    event.stopPropagation()
    setSubmitted(true)
    if (reason.trim()) wanted.answer(reason.trim())
  }
  return (
    <Dialog
      opened={opened}
      onClose={() => wanted.answer(undefined)}
      title="This needs approval"
      footer={
        <>
          <Button variant="default" onClick={() => wanted.answer(undefined)}>
            Cancel
          </Button>
          <Button type="submit" form={id}>
            Send for approval
          </Button>
        </>
      }
    >
      <form id={id} noValidate className={styles.form} onSubmit={submit}>
        <p className={styles.reason}>
          {wanted.message}. Nothing changes unless another authorised person approves this within{' '}
          {wanted.hours % 24 === 0 ? counted(wanted.hours / 24, 'day') : counted(wanted.hours, 'hour')}.
        </p>
        {wanted.summaries.length > 0 && (
          <ul className={styles.message}>
            {wanted.summaries.map((sentence) => (
              <li key={sentence}>{inOrder(sentence)}</li>
            ))}
          </ul>
        )}
        <ReasonField
          description="The approver will see this reason"
          maxLength={REASON_LENGTH}
          data-autofocus
          autoFocus
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          error={isSubmitted && !reason.trim() ? 'Enter a reason' : undefined}
        />
      </form>
    </Dialog>
  )
}
