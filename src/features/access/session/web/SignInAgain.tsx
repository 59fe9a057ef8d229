import type { Profile } from '#contract/session.ts'
import { useEffect, useRef, useState } from 'react'
import { Toasts } from '#web/shell/Toasts.tsx'
import { Frame } from '#web/plain/Frame.tsx'
import styles from '#web/plain/Frame.module.css'
import { SignInForm, type Credentials } from './SignInForm.tsx'
import again from './SignInAgain.module.css'

/**
 * The sign-in in place of a page that was left idle. The page stays behind it, out of sight and out of reach: the same
 * person goes on with everything as they left it.
 */
export function SignInAgain({ person }: { person: Profile }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [values, setValues] = useState<Credentials>({ email: person.email, password: '' })
  useEffect(() => {
    const element = dialog.current!
    const open = () => element.open || element.showModal()
    open()
    element.querySelector<HTMLInputElement>('[name="password"]')?.focus()
    // A second Escape closes a dialog whatever its page says.
    element.addEventListener('close', open)
    return () => {
      element.removeEventListener('close', open)
      element.close()
    }
  }, [])
  return (
    <dialog ref={dialog} className={again.cover} aria-label="Sign in" onCancel={(event) => event.preventDefault()}>
      <Frame title="Sign in" lead={`Welcome back, ${person.firstName}`}>
        <p className={styles.note}>
          You were signed out after 30 minutes of inactivity. Your unsaved work is still here.
        </p>
        <SignInForm values={values} onChange={setValues} isCover />
      </Frame>
      <Toasts />
    </dialog>
  )
}
