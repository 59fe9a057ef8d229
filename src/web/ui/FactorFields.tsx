import { Button, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import type { TwoFactorRequired } from '#contract/session.ts'
import styles from './FactorFields.module.css'

/** Typed code, and its kind. */
export type TypedCode = { method: 'authenticator' | 'recovery'; code: string }

/** Returns the first kind of code: the app's, else a recovery code where there is no passkey; else none. */
export const firstTyped = ({ methods }: TwoFactorRequired): TypedCode | undefined => {
  const method = (['authenticator', 'recovery'] as const).find((one) => methods.includes(one))
  return method && (method === 'authenticator' || !methods.includes('passkey')) ? { method, code: '' } : undefined
}

const LABELS = {
  authenticator: { label: 'Code', description: 'The 6-digit code from your authenticator app' },
  recovery: { label: 'Recovery code', description: 'One of your 10 recovery codes. It works once.' },
}

type Props = {
  required: TwoFactorRequired
  typed: TypedCode | undefined
  onType: (typed: TypedCode) => void
  onPasskey: () => void
  isBusy: boolean
  error?: string | undefined
  size?: 'sm' | 'md'
}

/** Fields for two-factor authentication: a passkey, the app's code or a recovery code, as available. */
export function FactorFields({ required: { methods }, typed, onType, onPasskey, isBusy, error, size = 'sm' }: Props) {
  const other = (['authenticator', 'recovery'] as const).find((one) => methods.includes(one) && one !== typed?.method)
  return (
    <>
      {methods.includes('passkey') && (
        <Button
          variant={typed ? 'default' : 'filled'}
          size={size}
          fullWidth
          leftSection={<IconFingerprint size={18} />}
          loading={isBusy && !typed?.code}
          data-autofocus={typed ? undefined : true}
          autoFocus={!typed}
          onClick={onPasskey}
        >
          Use a passkey
        </Button>
      )}
      {typed && (
        <TextInput
          key={typed.method}
          {...LABELS[typed.method]}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          size={size}
          autoComplete={typed.method === 'authenticator' ? 'one-time-code' : 'off'}
          inputMode={typed.method === 'authenticator' ? 'numeric' : 'text'}
          autoCapitalize="off"
          spellCheck={false}
          maxLength={40}
          data-autofocus
          autoFocus
          value={typed.code}
          error={error}
          onChange={({ currentTarget: { value } }) => onType({ ...typed, code: value })}
        />
      )}
      {!typed && error && <p className={styles.error}>{error}</p>}
      {other && (
        <button type="button" className={styles.other} onClick={() => onType({ method: other, code: '' })}>
          {other === 'recovery' ? 'Use a recovery code' : 'Use the authenticator app'}
        </button>
      )}
    </>
  )
}
