import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSave } from '#web/api/queries.ts'
import { Act } from '#web/ui/Act.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { privacy } from '../contract.ts'
import { isConfirmed, messages } from '../rules.ts'
import styles from './Privacy.module.css'

const FORM = 'erase-form'

type Props = { id: number; name: string; email: string | null; onClose: () => void }

/** Has it typed who is erased: it cannot be taken back. */
export default function EraseDialog({ id, name, email, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const erase = useSave(privacy.erase, {
    onSuccess: onClose,
    onFailure: (failure) => {
      setError(failure.fields.confirmation)
      return Boolean(failure.fields.confirmation)
    },
  })
  const wanted = messages.wrongConfirmation(email !== null)
  const isRight = isConfirmed(typed, { email, name })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Erase ${name || 'this customer'}?`}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Act
            type="submit"
            form={FORM}
            color="red"
            may={privacy.erase.may}
            disabledReason={isRight ? undefined : wanted}
            onRefused={() => setError(wanted)}
            loading={erase.isPending}
          >
            Erase for ever
          </Act>
        </>
      }
    >
      <form
        id={FORM}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (isRight) erase.mutate({ params: { id }, body: { confirmation: typed } })
          else setError(wanted)
        }}
      >
        <p className={styles.text}>This cannot be taken back, by nobody. Export the data first if they asked for it.</p>
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
      </form>
    </Dialog>
  )
}
