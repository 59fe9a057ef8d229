import type { UseQueryResult } from '@tanstack/react-query'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { Account } from '../contract.ts'
import styles from './Account.module.css'
import { AlertSettings } from './AlertSettings.tsx'
import { Profile } from './Profile.tsx'
import { Theme } from './Theme.tsx'

/** Who one is, and how one likes it. */
export default function ProfileTab({
  reading,
}: {
  reading: Pick<UseQueryResult<Account>, 'data' | 'error' | 'refetch'>
}) {
  const profile = reading.data
  return (
    <div className={styles.cards}>
      {profile && <Profile profile={profile} />}
      {!profile && reading.error && (
        <Card>
          <ErrorState error={reading.error} onRetry={reading.refetch} />
        </Card>
      )}
      {!profile && !reading.error && <Skeleton height={160} />}
      <Theme />
      <AlertSettings />
    </div>
  )
}
