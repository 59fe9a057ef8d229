import { useState } from 'react'
import { useSession } from '#web/api/session.ts'
import { config } from '#web/config.ts'
import { Frame } from './Frame.tsx'
import styles from './Frame.module.css'
import { ProviderButtons } from './ProviderButtons.tsx'
import { SignInForm, type Credentials } from './SignInForm.tsx'

const DEMO: Credentials = { email: 'superadmin@marquee.example', password: 'marquee-demo' }

/** The sign-in page, at / and /login. */
export function SignIn({ onTyping }: { onTyping: () => void }) {
  const [values, setValues] = useState<Credentials>({ email: '', password: '' })
  const { ended } = useSession()
  return (
    <Frame
      title="Sign in"
      lead={`The back office of ${config.chain}`}
      below={
        config.demo && (
          <button
            type="button"
            className={styles.hint}
            onClick={() => {
              setValues(DEMO)
              onTyping()
            }}
          >
            Demo sign-in <b>{DEMO.email}</b>
          </button>
        )
      }
    >
      {ended === 'idle' && <p className={styles.note}>You were signed out after 30 minutes without activity.</p>}
      <SignInForm values={values} onChange={setValues} onTyping={onTyping} />
      <ProviderButtons />
    </Frame>
  )
}
