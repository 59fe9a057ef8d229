import { useState } from 'react'
import { factors, type Proof } from '#contract/factors.ts'
import type { TwoFactorRequired } from '#contract/session.ts'
import { Ground } from '#web/Ground.tsx'
import { Button } from '#web/plain/Button.tsx'
import { FactorFields, firstTyped } from '#web/ui/FactorFields.tsx'
import { messages } from '../rules.ts'
import styles from '#web/plain/Frame.module.css'
import { enter } from '#web/api/enter.ts'
import { ask } from './sign-in.ts'
import { useSubmit } from './useSubmit.ts'

type Props = {
  challenge: TwoFactorRequired
  /** Back to the password. */
  onOver: () => void
}

/** After the password: a second factor. */
export function FactorStep({ challenge, onOver }: Props) {
  const [typed, setTyped] = useState(() => firstTyped(challenge))
  const prove = async (proof: Proof) => {
    try {
      await enter((await ask(factors.factor, { challengeToken: challenge.challengeToken, proof })).tokens)
    } catch (failure) {
      if ((failure as Error).message === messages.challengeOver) onOver()
      else if (typed) setTyped({ ...typed, code: '' })
      throw failure
    }
  }
  const isReady = Boolean(typed?.code.trim())
  const { isBusy, submit } = useSubmit(isReady, () => prove(typed!))
  const passkey = useSubmit(true, async () => {
    const { signWithPasskey } = await import('#web/api/passkey.ts')
    await prove({ method: 'passkey', assertion: await signWithPasskey(challenge.passkey!) })
  })
  return (
    <form className={styles.form} noValidate aria-label="Second step" onSubmit={submit}>
      <Ground>
        <FactorFields
          required={challenge}
          typed={typed}
          onType={setTyped}
          onPasskey={() => void passkey.submit()}
          isBusy={isBusy || passkey.isBusy}
          size="md"
        />
      </Ground>
      {typed && (
        <Button type="submit" disabled={!isReady} isBusy={isBusy}>
          Sign In
        </Button>
      )}
      <button type="button" className={`${styles.link} ${styles.centre} ${styles.plain}`} onClick={onOver}>
        Back to password
      </button>
    </form>
  )
}
