import { useState } from 'react'
import type { TwoFactorRequired } from '#contract/session.ts'
import { part, usePart } from '#web/lazy.ts'
import { fetched } from '#web/api/fetched.ts'
import { Button } from '#web/plain/Button.tsx'
import { Field } from '#web/plain/Field.tsx'
import { PublicLink } from '#web/PublicLink.tsx'
import { messages, signInErrors } from '../rules.ts'
import styles from '#web/plain/Frame.module.css'
import { useSubmit } from './useSubmit.ts'

/** What signs in is fetched while the fields are filled in, so that they are there the sooner. */
const calls = () => fetched(import('./sign-in.ts'))
// Fetched when it is asked for.
const factorStep = part(async () => (await fetched(import('./FactorStep.tsx'))).FactorStep)

export type Credentials = { email: string; password: string }
type Name = keyof Credentials
type Props = {
  values: Credentials
  onChange: (values: Credentials) => void
  /** The password is being typed. */
  onTyping?: () => void
  /** It covers a page that is not to be left: another one opens in a tab of its own. */
  isCover?: boolean
}

/** Email Address, Password, Sign In (core 2). What is wrong is said when a field is left. */
export function SignInForm({ values, onChange, onTyping, isCover = false }: Props) {
  const [left, setLeft] = useState<Partial<Record<Name, boolean>>>({})
  const errors: Partial<Record<Name, string>> = signInErrors(values)
  const isValid = !errors.email && !errors.password
  const field = (name: Name) => ({
    name,
    className: styles.field,
    value: values[name],
    required: true,
    error: left[name] && errors[name],
    onBlur: () => setLeft((before) => ({ ...before, [name]: true })),
    onChange: (event: { currentTarget: { value: string } }) => {
      void calls().catch(() => undefined)
      onChange({ ...values, [name]: event.currentTarget.value })
    },
  })

  const [challenge, setChallenge] = useState<TwoFactorRequired>()
  const { isBusy, submit } = useSubmit(isValid, async () => {
    const { signIn } = await calls()
    const factor = await signIn(values.email.trim(), values.password)
    if (factor) await factorStep.load()
    setChallenge(factor)
  })
  const passkey = useSubmit(true, async () => (await fetched(import('./passkey-sign-in.ts'))).signInWithPasskey())
  const { Part: FactorStep } = usePart(challenge && factorStep)
  if (challenge && FactorStep) return <FactorStep challenge={challenge} onOver={() => setChallenge(undefined)} />

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <Field {...field('email')} label="Email Address" type="email" autoComplete="username" autoFocus />
      <Field
        {...field('password')}
        label="Password"
        type="password"
        autoComplete="current-password"
        onFocus={onTyping}
      />
      <Button type="submit" disabled={!isValid} isBusy={isBusy} title={isValid ? undefined : problemText(errors)}>
        Sign In
      </Button>
      <Button isSubtle isBusy={passkey.isBusy} onClick={() => void passkey.submit()}>
        Sign in with a passkey
      </Button>
      <PublicLink to="/reset-password-request" className={`${styles.link} ${styles.centre}`} isApart={isCover}>
        Forgot password?
      </PublicLink>
    </form>
  )
}

const problemText = (errors: Partial<Record<Name, string>>) =>
  errors.email === messages.invalidEmail ? 'Enter your email address' : 'Enter your password'
