import { Button, PasswordInput } from '@mantine/core'
import { useId, useState, type FormEvent } from 'react'
import { sessionCalls } from '#contract/session.ts'
import { call } from '../api/client.ts'
import type { StepUp } from '../api/step-up.ts'
import { Dialog } from '../ui/Dialog.tsx'
import styles from './StepUpDialog.module.css'

/** Asks who is there to confirm that it is they, before what is costly. */
export function StepUpDialog({ opened, stepUp }: { opened: boolean; stepUp: StepUp }) {
  const id = useId()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // It may stand inside a form in React's tree: its submit must not reach that one.
    event.stopPropagation()
    if (!password || isBusy) return
    setBusy(true)
    try {
      await call(sessionCalls.confirm, { body: { password } })
      stepUp.answer(true)
    } catch (failure) {
      setError((failure as Error).message)
      setBusy(false)
    }
  }
  return (
    <Dialog
      opened={opened}
      onClose={() => stepUp.answer(false)}
      title="Confirm it’s you"
      size="sm"
      footer={
        <>
          <Button variant="default" onClick={() => stepUp.answer(false)}>
            Cancel
          </Button>
          <Button type="submit" form={id} loading={isBusy} disabled={!password}>
            Confirm
          </Button>
        </>
      }
    >
      <form id={id} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        <p className={styles.why}>
          This step handles money, personal data or access, so it asks for your password every ten minutes.
        </p>
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          maxLength={200}
          data-autofocus
          value={password}
          error={error}
          onChange={({ currentTarget }) => {
            setPassword(currentTarget.value)
            setError(undefined)
          }}
        />
      </form>
    </Dialog>
  )
}
