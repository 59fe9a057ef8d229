import { useState, type FormEvent } from 'react'
import { unitsOf } from '#contract/characters.ts'
import { useSave } from '#web/api/queries.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { ReasonField } from '#web/form/ReasonField.tsx'
import { admins } from '../contract.ts'
import { messages, REASON_LENGTH } from '../rules.ts'
import styles from './Admins.module.css'

/** What is done to somebody's account for a reason, of which an email tells them. */
const ACTIONS = {
  resetFactors: {
    call: admins.resetFactors,
    title: (name: string) => `Reset two-factor authentication of ${name}?`,
    submit: 'Reset',
    color: 'red',
    text: 'Their passkeys, authenticator app and recovery codes stop working, and they are signed out everywhere. They get an email with your name and reason.',
  },
  allowProvider: {
    call: admins.allowProvider,
    title: (name: string) => `Allow another provider for ${name}?`,
    submit: 'Allow',
    color: undefined,
    text: 'Their first sign-in at another provider within 24 hours, with the same email address, is linked to their account. They get an email with your name and reason.',
  },
} as const
export type ReasonedAction = keyof typeof ACTIONS

type Props = { action: ReasonedAction; admin: { id: number; name: string }; onClose: () => void }

export default function ReasonedDialog({ action, admin: { id, name }, onClose }: Props) {
  const [reason, setReason] = useState('')
  const { call, title, submit, color, text } = ACTIONS[action]
  const saving = useSave(call, { onDone: onClose, onApprovalRequested: onClose })
  const problem = reason.trim() ? undefined : messages.noReason
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!problem) saving.mutate({ params: { id }, body: { reason } })
  }
  return (
    <FormDialog
      title={title(name)}
      submit={submit}
      color={color}
      size="sm"
      fullScreen={false}
      guard={guardWhen(() => reason !== '')}
      onClose={onClose}
      isSaving={saving.isPending}
      disabledReason={problem}
      onSubmit={onSubmit}
    >
      <p className={styles.note}>{`Check who is asking before you continue. ${text}`}</p>
      <ReasonField
        maxLength={unitsOf(REASON_LENGTH)}
        data-autofocus
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </FormDialog>
  )
}
