import { isEmail } from '#contract/email.ts'
import { useState } from 'react'
import { fetched } from '#web/api/fetched.ts'
import { config } from '#web/config.ts'
import { showToast } from '#web/shell/toasts.ts'
import { Button } from '#web/plain/Button.tsx'
import { Field } from '#web/plain/Field.tsx'
import { PublicLink } from '#web/PublicLink.tsx'
import { messages } from '../rules.ts'
import { Frame } from '#web/plain/Frame.tsx'
import styles from '#web/plain/Frame.module.css'
import { useSubmit } from './useSubmit.ts'

/** Asks for a reset link (core 2). */
export function ResetRequest() {
  const [email, setEmail] = useState('')
  const [isLeft, setLeft] = useState(false)
  const [isSent, setSent] = useState(false)
  const isValid = isEmail(email)

  const { isBusy, submit } = useSubmit(isValid, async () => {
    const { askForLink } = await fetched(import('./sign-in.ts'))
    await askForLink(email.trim())
    setSent(true)
    showToast('success', messages.emailSent)
  })

  return (
    <Frame
      title="Reset your password"
      lead="We’ll email you a link. It works once and expires after 30 minutes."
      below={
        config.outbox && (
          <PublicLink to="/outbox" className={styles.link}>
            Open the demo outbox
          </PublicLink>
        )
      }
    >
      <form className={styles.form} noValidate onSubmit={submit}>
        <Field
          label="Email Address"
          type="email"
          name="email"
          autoComplete="username"
          autoFocus
          required
          value={email}
          error={isLeft && !isValid && messages.invalidEmail}
          onBlur={() => setLeft(true)}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button
          type="submit"
          disabled={!isValid}
          isBusy={isBusy}
          title={isValid ? undefined : 'Enter your email address'}
        >
          Send Link
        </Button>
        {isSent && (
          <p className={styles.sent} role="status">
            {`If ${email.trim()} has an account, we’ve sent a reset link. Check your spam folder too.`}
          </p>
        )}
        <PublicLink to="/" className={`${styles.link} ${styles.centre}`}>
          Back to Login
        </PublicLink>
      </form>
    </Frame>
  )
}
