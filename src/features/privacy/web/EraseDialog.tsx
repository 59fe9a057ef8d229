import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { paths } from '#features/customers/web/paths.ts'
import { useSave } from '#web/api/queries.ts'
import { dropDraftsOf } from '#web/form/draft-store.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { privacy } from '../contract.ts'
import { isConfirmed, messages } from '../rules.ts'
import styles from './Privacy.module.css'

type Props = { id: number; name: string; email: string | null; onClose: () => void }

/** Has it typed who is erased: it cannot be taken back. */
export default function EraseDialog({ id, name, email, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const erase = useSave(privacy.erase, {
    onSuccess: () => dropDraftsOf(paths.draft(id)),
    onDone: onClose,
    onProposed: onClose,
    onFailure: (failure) => {
      setError(failure.fields.confirmation)
      return Boolean(failure.fields.confirmation)
    },
  })
  const wanted = messages.wrongConfirmation(email !== null)
  const isRight = isConfirmed(typed, { email, name })
  return (
    <FormDialog
      onClose={onClose}
      title={`Erase ${name || 'this customer'}?`}
      submit="Erase for ever"
      may={privacy.erase.may}
      isSaving={erase.isPending}
      disabledReason={isRight ? undefined : wanted}
      onRefused={() => setError(wanted)}
      color="red"
      onSubmit={(event) => {
        event.preventDefault()
        if (isRight) erase.mutate({ params: { id }, body: { confirmation: typed } })
        else setError(wanted)
      }}
    >
      <p className={styles.text}>This cannot be undone. Export the data first if they asked for it.</p>
      <TextInput
        label={wanted}
        description={email ?? name}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={typed}
        error={error}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setError(undefined)
        }}
      />
    </FormDialog>
  )
}
