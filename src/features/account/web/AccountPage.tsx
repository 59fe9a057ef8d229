import { lazy, Suspense } from 'react'
import { useRead } from '#web/api/queries.ts'
import { useAddress } from '#web/list/address.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { account, inAddress } from '../contract.ts'
import styles from './Account.module.css'
import { DateLanguage } from './DateLanguage.tsx'
import { NoticeSettings } from './NoticeSettings.tsx'
import { Profile } from './Profile.tsx'
import { Theme } from './Theme.tsx'

// Each tab but the first is fetched when it is opened.
const Security = lazy(() => import('./Security.tsx'))
const Factors = lazy(() => import('./Factors.tsx'))
const Sessions = lazy(() => import('./Sessions.tsx'))
const Activity = lazy(() => import('./Activity.tsx'))

const TABS = [
  { id: 'profile', label: 'Profile' },
  { id: 'security', label: 'Security' },
  { id: 'sessions', label: 'Sessions' },
  { id: 'activity', label: 'Activity' },
] as const

/** The signed-in person's own account. */
export function AccountPage() {
  const [{ tab = 'profile' }] = useAddress(inAddress)
  const reading = useRead(account.fetch, {})
  const mine = reading.data
  return (
    <Page title="My account">
      <Tabs label="Account" tabs={TABS} current={tab} search={(_, chosen) => ({ tab: chosen })} onPhone="faded" />
      <Suspense fallback={<Skeleton height={160} />}>
        {tab === 'profile' && (
          <div className={styles.cards}>
            {mine && <Profile mine={mine} />}
            {!mine && reading.error && <ErrorState error={reading.error} onRetry={reading.refetch} />}
            {!mine && !reading.error && <Skeleton height={160} />}
            <Theme />
            {mine && <DateLanguage mine={mine} />}
            <NoticeSettings />
          </div>
        )}
        {tab === 'security' && (
          <div className={styles.cards}>
            <Security mine={mine} />
            <Factors />
          </div>
        )}
        {tab === 'sessions' && <Sessions />}
        {tab === 'activity' && <Activity />}
      </Suspense>
    </Page>
  )
}
