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
export function Profile({ profile }: { profile: Account }) {
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
        <OwnPicture profile={profile} />
        <Facts>
          <Fact label="Name">{`${profile.firstName} ${profile.lastName}`}</Fact>
          <Fact label="Phone Number">{profile.mobile ? showPhone(profile.mobile) : '–'}</Fact>
          <Fact label="Email">{profile.email}</Fact>
          <Fact label="Role">
            {profile.role && profile.role !== profile.userType
              ? `${profile.userType} · ${profile.role}`
              : profile.userType}
          </Fact>
        </Facts>
      </div>
      <Suspense>{isOpen && <ProfileDialog edited={profile} onClose={() => setOpen(false)} />}</Suspense>
    </Card>
  )
}
