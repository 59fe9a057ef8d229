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
    title: (name: string) => `Remove the second factors of ${name}?`,
    submit: 'Remove them',
    color: 'red',
    text: 'Their passkeys, authenticator app and recovery codes stop working, they are signed out everywhere, and an email tells them who did it and why.',
  },
  allowProvider: {
    call: admins.allowProvider,
    title: (name: string) => `Let ${name} sign in at another provider?`,
    submit: 'Allow',
    color: undefined,
    text: 'For 24 hours the first sign-in at another provider with their email address is linked to their account. An email tells them who allowed it and why.',
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
      <p className={styles.note}>Make sure the request really comes from them. {text}</p>
      <ReasonField
        maxLength={unitsOf(REASON_LENGTH)}
        data-autofocus
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </FormDialog>
  )
}
