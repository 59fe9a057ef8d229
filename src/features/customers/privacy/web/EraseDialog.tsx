import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { unitsOf } from '#contract/characters.ts'
import type { CustomerOrGuest } from '#features/customers/customers/contract.ts'
import { paths } from '#features/customers/customers/web/paths.ts'
import { useSave } from '#web/api/queries.ts'
import { dropDraftsOf } from '#web/form/draft-store.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { ReasonField } from '#web/form/ReasonField.tsx'
import type { Overview } from '../contract.ts'
import { isConfirmed, messages, REASON_LENGTH } from '../rules.ts'
import { Owed } from './Inventory.tsx'
import { dataOf } from './guest-calls.ts'
import styles from './Privacy.module.css'

type Props = { whose: CustomerOrGuest; name: string; email: string | null; owed: Overview['owed']; onClose: () => void }

/** Asks why, and has it typed who is erased: an erasure cannot be undone. */
export default function EraseDialog({ whose, name, email, owed, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<Partial<Record<'confirmation' | 'reason', string>>>({})
  const { calls, params, whom } = dataOf(whose)
  const erase = useSave(calls.erase, {
    onSuccess: () => 'id' in whose && dropDraftsOf(paths.draft(whose.id)),
    onDone: onClose,
    onApprovalRequested: onClose,
    onFailure: (failure) => {
      setErrors(failure.fields)
      return Object.keys(failure.fields).length > 0
    },
  })
  const wanted = messages.wrongConfirmation(email !== null, whom)
  const toSettle = owed.find(({ isToSettle }) => isToSettle)
  const missing = {
    ...(toSettle && { owed: messages.toSettle(toSettle.text) }),
    ...(!reason.trim() && { reason: messages.noReason }),
    ...(!isConfirmed(typed, { email, name }) && { confirmation: wanted }),
  }
  const [firstMissing] = Object.values(missing)
  return (
    <FormDialog
      onClose={onClose}
      title={`Erase ${name || `this ${whom}`}?`}
      submit="Erase permanently"
      permission={calls.erase.permission}
      isSaving={erase.isPending}
      disabledReason={firstMissing}
      onRefused={() => setErrors(missing)}
      color="red"
      onSubmit={(event) => {
        event.preventDefault()
        if (firstMissing) setErrors(missing)
        else erase.mutate({ params, body: { confirmation: typed, reason } })
      }}
    >
      <p className={styles.text}>You cannot undo this. Export the data first if they requested it.</p>
      <Owed owed={owed} />
      <ReasonField
        description="Recorded in the audit log. Do not write the person’s name."
        maxLength={unitsOf(REASON_LENGTH)}
        value={reason}
        error={errors.reason}
        data-autofocus
        onChange={({ currentTarget }) => {
          setReason(currentTarget.value)
          setErrors({})
        }}
      />
      <TextInput
        label={wanted}
        description={email ?? name}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        error={errors.confirmation}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setErrors({})
        }}
      />
    </FormDialog>
  )
}
