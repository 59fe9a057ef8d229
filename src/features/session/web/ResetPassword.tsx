import { PASSWORD_MIN } from '#contract/session.ts'
import { Button, PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { go } from '#web/location.ts'
import { PublicLink } from '#web/PublicLink.tsx'
import { showAlert } from '#web/shell/alerts.ts'
import { session } from '../contract.ts'
import { messages, newPasswordError } from '../rules.ts'
import { Frame } from './Frame.tsx'
import styles from './Frame.module.css'
import { useSubmit } from './useSubmit.ts'

type Props = { token: string; name: string | undefined }

/** Sets a new password by a mailed link (core 2). */
export function ResetPassword({ token, name }: Props) {
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [isTried, setTried] = useState(false)
  const problem = newPasswordError(password, repeated)
  const said = isTried ? problem : undefined
  // Each message stands under the field it means.
  const ofPassword = said === messages.shortPassword || (said === messages.emptyField && !password) ? said : undefined
  const ofRepeated =
    said && said !== messages.shortPassword && (said !== messages.emptyField || !repeated) ? said : undefined

  const { isBusy, submit } = useSubmit(!problem, async () => {
    await call(session.resetPassword, { params: { token }, body: { password } })
    showAlert('success', messages.passwordReset)
    go('/login')
  })

  return (
    <Frame
      title="Choose a new password"
      lead={name ? `Hello ${name}. At least ${PASSWORD_MIN} characters.` : `At least ${PASSWORD_MIN} characters.`}
    >
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          setTried(true)
          void submit(event)
        }}
      >
        <PasswordInput
          label="New Password"
          name="new-password"
          autoComplete="new-password"
          size="md"
          autoFocus
          value={password}
          error={ofPassword}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <PasswordInput
          label="Confirm Password"
          name="confirm-password"
          autoComplete="new-password"
          size="md"
          value={repeated}
          error={ofRepeated}
          onChange={(event) => setRepeated(event.currentTarget.value)}
        />
        <Button type="submit" size="md" fullWidth loading={isBusy}>
          Confirm Password
        </Button>
        <PublicLink to="/" className={`${styles.link} ${styles.centre}`}>
          Back to Login
        </PublicLink>
      </form>
    </Frame>
  )
}
