import { useState } from 'react'
import { PASSWORD_MOST } from '#contract/password.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { Button } from '#web/plain/Button.tsx'
import { Field } from '#web/plain/Field.tsx'
import { PublicLink } from '#web/PublicLink.tsx'
import { newPasswordErrors } from '../rules.ts'
import styles from '#web/plain/Frame.module.css'
import { useSubmit } from './useSubmit.ts'

type Props = {
  /** How long it is at least. */
  min: number
  submit: string
  onSubmit: (password: string) => Promise<unknown>
}

/** A new password, twice; what the server refuses of it is said at its field. */
export function ChoosePassword({ min, submit: label, onSubmit }: Props) {
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const [refused, setRefused] = useState<{ password: string; reason: string }>()
  const problems = newPasswordErrors(password, repeated, min)
  const visibleProblems = isSubmitted ? problems : {}

  const { isBusy, submit } = useSubmit(Object.keys(problems).length === 0, async () => {
    try {
      await onSubmit(password)
    } catch (failure) {
      const reason = failure instanceof ApiFailure ? failure.fields.password : undefined
      if (!reason) throw failure
      setRefused({ password, reason })
    }
  })

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        setSubmitted(true)
        void submit(event)
      }}
    >
      <Field
        type="password"
        label="New Password"
        description={`At least ${min} characters. A phrase of your own is best.`}
        name="new-password"
        autoComplete="new-password"
        maxLength={PASSWORD_MOST}
        autoFocus
        value={password}
        error={visibleProblems.password ?? (refused?.password === password && refused.reason)}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Field
        type="password"
        label="Confirm Password"
        name="confirm-password"
        autoComplete="new-password"
        maxLength={PASSWORD_MOST}
        value={repeated}
        error={visibleProblems.confirm}
        onChange={(event) => setRepeated(event.currentTarget.value)}
      />
      <Button type="submit" isBusy={isBusy}>
        {label}
      </Button>
      <PublicLink to="/" className={`${styles.link} ${styles.centre}`}>
        Back to Login
      </PublicLink>
    </form>
  )
}
