import { lazy, Suspense } from 'react'
import { useRead } from '#web/api/queries.ts'
import { config } from '#web/config.ts'
import { useAddress } from '#web/list/address.ts'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { account, inAddress } from '../contract.ts'
import styles from './Account.module.css'

// Each tab is fetched when it is opened.
const ProfileTab = lazy(() => import('./ProfileTab.tsx'))
const Security = lazy(() => import('./Security.tsx'))
const Factors = lazy(() => import('./Factors.tsx'))
const Providers = lazy(() => import('./Providers.tsx'))
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
  return (
    <Page title="My account">
      <Tabs label="Account" tabs={TABS} current={tab} search={(_, chosen) => ({ tab: chosen })} />
      <Suspense fallback={<Skeleton height={160} />}>
        {tab === 'profile' && <ProfileTab reading={reading} />}
        {tab === 'security' && (
          <div className={styles.cards}>
            <Security profile={reading.data} />
            <Factors />
            {config.providers.length > 0 && <Providers />}
          </div>
        )}
        {tab === 'sessions' && <Sessions />}
        {tab === 'activity' && <Activity />}
      </Suspense>
    </Page>
  )
}
