import { Fragment, useState } from 'react'
import { useSession } from '#web/api/session.ts'
import { config } from '#web/config.ts'
import { Frame } from '#web/plain/Frame.tsx'
import styles from '#web/plain/Frame.module.css'
import { ProviderButtons } from './ProviderButtons.tsx'
import { SignInForm, type Credentials } from './SignInForm.tsx'

const PASSWORD = 'marquee-demo'
const DEMO = 'superadmin@marquee.example'
/** Whose roles are for a part of the chain, or of the office. */
const OTHERS = [
  ['lekki@marquee.example', 'a cinema manager'],
  ['lagos@marquee.example', 'a regional manager'],
  ['finance@marquee.example', 'a finance clerk'],
] as const

/** The sign-in page, at / and /login. */
export function SignIn({ onTyping }: { onTyping: () => void }) {
  const [values, setValues] = useState<Credentials>({ email: '', password: '' })
  const { ended } = useSession()
  const fill = (email: string) => {
    setValues({ email, password: PASSWORD })
    onTyping()
  }
  return (
    <Frame
      title="Sign in"
      lead={`The back office of ${config.chain}`}
      below={
        config.demo && (
          <div className={styles.demo}>
            <button type="button" className={styles.hint} onClick={() => fill(DEMO)}>
              Demo sign-in <b>{DEMO}</b>
            </button>
            <p className={styles.others}>
              or as{' '}
              {OTHERS.map(([email, who], at) => (
                <Fragment key={email}>
                  {at > 0 && ' · '}
                  <button type="button" className={styles.other} onClick={() => fill(email)}>
                    {who}
                  </button>
                </Fragment>
              ))}
            </p>
          </div>
        )
      }
    >
      {ended === 'idle' && <p className={styles.note}>You were signed out after 30 minutes of inactivity</p>}
      <SignInForm values={values} onChange={setValues} onTyping={onTyping} />
      <ProviderButtons />
    </Frame>
  )
}
