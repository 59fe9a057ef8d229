import { useState, type FormEvent } from 'react'
import { useSave } from '#web/api/queries.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { ReasonField } from '#web/form/ReasonField.tsx'
import { admins } from '../contract.ts'
import { messages, REASON_LENGTH } from '../rules.ts'
import styles from './Admins.module.css'

type Props = { admin: { id: number; name: string }; onClose: () => void }

/** Of somebody who lost theirs. */
export default function ResetFactorsDialog({ admin: { id, name }, onClose }: Props) {
  const [reason, setReason] = useState('')
  const reset = useSave(admins.resetFactors, { onDone: onClose, onProposed: onClose })
  const problem = reason.trim() ? undefined : messages.noReason
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!problem) reset.mutate({ params: { id }, body: { reason } })
  }
  return (
    <FormDialog
      title={`Remove the second factors of ${name}?`}
      submit="Remove them"
      color="red"
      size="sm"
      whole={false}
      guard={guardWhen(() => reason !== '')}
      onClose={onClose}
      isSaving={reset.isPending}
      disabledReason={problem}
      onSubmit={submit}
    >
      <p className={styles.note}>
        Make sure the request really comes from them. Their passkeys, authenticator app and recovery codes stop working,
        they are signed out everywhere, and a letter tells them who did it and why.
      </p>
      <ReasonField
        maxLength={REASON_LENGTH}
        data-autofocus
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </FormDialog>
  )
}
