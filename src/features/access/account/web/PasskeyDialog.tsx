import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { unitsOf } from '#contract/characters.ts'
import { call } from '#web/api/client.ts'
import { makePasskey } from '#web/api/passkey.ts'
import { useSave } from '#web/api/queries.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { accountFactors, type PasskeyRow } from '../factor-contract.ts'
import { factorMessages, PASSKEY_NAME_LENGTH } from '../factor-rules.ts'
import styles from './Account.module.css'

type Props = {
  /** Without one, a passkey is made. */
  edited: PasskeyRow | undefined
  /** A name to begin with. */
  approvalRequest: string
  onClose: () => void
}

/** Makes a passkey on this device, or renames one. */
export default function PasskeyDialog({ edited, approvalRequest, onClose }: Props) {
  const [name, setName] = useState(edited?.name ?? approvalRequest)
  const rename = useSave(accountFactors.renamePasskey, { onDone: onClose })
  const add = useSave(accountFactors.addPasskey, { onDone: onClose })
  const make = useMutation({
    mutationFn: async () => {
      const { challengeToken, options } = (await call(accountFactors.passkeyOptions)).data
      return { challengeToken, attestation: await makePasskey(options) }
    },
    onSuccess: ({ challengeToken, attestation }) => add.mutate({ body: { challengeToken, attestation, name } }),
  })
  const problem = name.trim() ? undefined : factorMessages.noName
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (problem) return
    if (edited) rename.mutate({ params: { id: edited.id }, body: { name } })
    else make.mutate()
  }
  return (
    <FormDialog
      title={edited ? `Rename ${edited.name}` : 'Add passkey'}
      submit={edited ? 'Rename' : 'Continue'}
      size="sm"
      fullScreen={false}
      onClose={onClose}
      isSaving={rename.isPending || make.isPending || add.isPending}
      disabledReason={problem}
      onSubmit={submit}
    >
      {!edited && (
        <p className={styles.more}>
          Your browser will ask where to save the passkey, and for your fingerprint, face or screen lock
        </p>
      )}
      <TextInput
        label="Name"
        description="A name to recognise it by"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={unitsOf(PASSKEY_NAME_LENGTH)}
        autoComplete="off"
        data-autofocus
        value={name}
        error={make.error?.message}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </FormDialog>
  )
}
