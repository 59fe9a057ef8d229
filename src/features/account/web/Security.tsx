import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Card } from '#web/ui/Card.tsx'
import type { Account } from '../contract.ts'
import styles from './Account.module.css'

// Fetched when it is opened.
const PasswordDialog = lazy(() => import('./PasswordDialog.tsx'))

/** By what one signs in. */
export function Security({ mine }: { mine: Account | undefined }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card
      title="Password"
      actions={
        <Button variant="default" size="xs" onClick={() => setOpen(true)}>
          Change
        </Button>
      }
    >
      <p className={styles.more}>
        A long phrase is easier to remember and harder to guess than a short, complicated word.
      </p>
      <Suspense>{isOpen && mine && <PasswordDialog min={mine.passwordMin} onClose={() => setOpen(false)} />}</Suspense>
    </Card>
  )
}
