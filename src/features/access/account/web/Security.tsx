import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Card } from '#web/ui/Card.tsx'
import type { Account } from '../contract.ts'
import styles from './Account.module.css'

// Fetched when it is opened.
const PasswordDialog = lazy(() => import('./PasswordDialog.tsx'))

const ADVICE = 'A long phrase is easier to remember and harder to guess than a short, complicated word'

/** By what one signs in. */
export default function Security({ profile }: { profile: Account | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const without = profile && noPasswordReason(profile)
  return (
    <Card
      title="Password"
      actions={
        without === undefined && (
          <Button variant="default" size="xs" onClick={() => setOpen(true)}>
            Change
          </Button>
        )
      }
    >
      <p className={styles.more}>{without ?? ADVICE}</p>
      <Suspense>
        {isOpen && profile && <PasswordDialog min={profile.passwordMin} onClose={() => setOpen(false)} />}
      </Suspense>
    </Card>
  )
}

/** What stands in a password's place. */
const noPasswordReason = ({ hasPassword, signsInAt }: Account): string | undefined => {
  if (signsInAt.length) return `You sign in at ${signsInAt.join(' or ')}, so you do not need a password here`
  return hasPassword
    ? undefined
    : 'Your account has no password. To choose one, use “Forgot password?” on the sign-in page.'
}
