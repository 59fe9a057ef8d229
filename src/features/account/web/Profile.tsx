import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { showPhone } from '#contract/phone.ts'
import { Card } from '#web/ui/Card.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import type { Account } from '../contract.ts'
import styles from './Account.module.css'
import { OwnPicture } from './OwnPicture.tsx'

// Fetched when it is opened.
const ProfileDialog = lazy(() => import('./ProfileDialog.tsx'))

/** Who one is here. */
export function Profile({ mine }: { mine: Account }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card
      title="Profile"
      actions={
        <Button variant="default" size="xs" onClick={() => setOpen(true)}>
          Edit
        </Button>
      }
    >
      <div className={styles.profile}>
        <OwnPicture mine={mine} />
        <Facts>
          <Fact label="Name">{`${mine.firstName} ${mine.lastName}`}</Fact>
          <Fact label="Phone Number">{mine.mobile ? showPhone(mine.mobile) : '–'}</Fact>
          <Fact label="Email">{mine.email}</Fact>
          <Fact label="Role">
            {mine.role && mine.role !== mine.userType ? `${mine.userType} · ${mine.role}` : mine.userType}
          </Fact>
        </Facts>
      </div>
      <Suspense>{isOpen && <ProfileDialog mine={mine} onClose={() => setOpen(false)} />}</Suspense>
    </Card>
  )
}
