import { Button, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import type { TwoFactorRequired } from '#contract/session.ts'
import styles from './FactorFields.module.css'

/** What is being typed, and of what it is a code. */
export type TypedCode = { method: 'authenticator' | 'recovery'; code: string }

/** What to begin with: the app's code, else a recovery code where there is no passkey either; else nothing is typed. */
export const firstTyped = ({ methods }: TwoFactorRequired): TypedCode | undefined => {
  const method = (['authenticator', 'recovery'] as const).find((one) => methods.includes(one))
  return method && (method === 'authenticator' || !methods.includes('passkey')) ? { method, code: '' } : undefined
}

const LABELS = {
  authenticator: { label: 'Code', description: 'The six digits that your authenticator app shows' },
  recovery: { label: 'Recovery code', description: 'One of the ten that you kept. It works once' },
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

/** How a second factor is given: by a passkey, the app's code or a recovery code, whatever there is. */
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
