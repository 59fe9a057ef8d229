import { TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import type { Data } from '#web/api/client.ts'
import { useSave } from '#web/api/queries.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { QrCode } from '#web/ui/QrCode.tsx'
import { accountFactors } from '../factor-contract.ts'
import { factorMessages } from '../factor-rules.ts'
import styles from './Account.module.css'

type Props = { made: Data<typeof accountFactors.newAuthenticator>; onClose: () => void }

/** The secret for an authenticator app, to scan or to type, and the code that shows that the app has it. */
export default function AuthenticatorDialog({ made: { challengeToken, secret, qr }, onClose }: Props) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const save = useSave(accountFactors.setAuthenticator, {
    onDone: onClose,
    onFailure: ({ fields }) => {
      setError(fields.code)
      return fields.code !== undefined
    },
  })
  const problem = code.trim() ? undefined : factorMessages.noCode
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!problem) save.mutate({ body: { challengeToken, code } })
  }
  return (
    <FormDialog
      title="Set up an authenticator app"
      submit="Confirm"
      onClose={onClose}
      isSaving={save.isPending}
      disabledReason={problem}
      onSubmit={submit}
    >
      <div className={styles.scan}>
        <QrCode rows={qr} title="QR code of the key" className={styles.qr!} />
        <div className={styles.form}>
          <p className={styles.more}>Scan this code with your authenticator app, or type the key</p>
          <div className={styles.secret}>
            <code className={styles.mono} aria-label="Key">
              {secret.replace(/(.{4})(?=.)/g, '$1 ')}
            </code>
            <CopyButton text={secret} label="Copy key" />
          </div>
          <TextInput
            label="Code"
            description="The 6-digit code from the app"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={10}
            data-autofocus
            value={code}
            error={error}
            onChange={({ currentTarget }) => {
              setCode(currentTarget.value)
              setError(undefined)
            }}
          />
        </div>
      </div>
    </FormDialog>
  )
}
