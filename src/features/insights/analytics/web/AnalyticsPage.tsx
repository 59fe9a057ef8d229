import { lazy, Suspense, type ComponentType } from 'react'
import { useFeatures } from '#web/features.ts'
import { usePart, type LazyPart } from '#web/lazy.ts'
import { Tabs } from '#web/ui/Tabs.tsx'
import { TABS, useChosen, type Tab } from './address.ts'
import styles from './Analytics.module.css'
import { FiguresPage } from './FiguresPage.tsx'
import { OverviewTab } from './OverviewTab.tsx'

// Each tab but the first is fetched when it is opened.
const CinemasTab = lazy(async () => ({ default: (await import('./CinemasTab.tsx')).CinemasTab }))
const SalesTab = lazy(async () => ({ default: (await import('./SalesTab.tsx')).SalesTab }))
const SubscriptionsTab = lazy(async () => ({ default: (await import('./SubscriptionsTab.tsx')).SubscriptionsTab }))
const UsersTab = lazy(async () => ({ default: (await import('./UsersTab.tsx')).UsersTab }))
const RedemptionTab = lazy(async () => ({ default: (await import('./RedemptionTab.tsx')).RedemptionTab }))

const tabs: Record<Tab, { label: string; Panel: ComponentType }> = {
  overview: { label: 'Overview', Panel: OverviewTab },
  cinemas: { label: 'By cinema', Panel: CinemasTab },
  sales: { label: 'Sales', Panel: SalesTab },
  subscriptions: { label: 'Subscriptions', Panel: SubscriptionsTab },
  users: { label: 'Users', Panel: UsersTab },
  redemption: { label: 'Redemption', Panel: RedemptionTab },
}

/** Core 2, Analytics page: the chain's figures, the overview first. What is chosen lives in the address. */
export function AnalyticsPage() {
  const { tab } = useChosen()
  const { Panel } = tabs[tab]
  return (
    <FiguresPage title="Analytics">
      <Lines />
      <Tabs
        label="Parts of Analytics"
        tabs={TABS.map((id) => ({ id, label: tabs[id].label }))}
        current={tab}
        search={(chosen, to) => ({ ...chosen, tab: to })}
        className={styles.tabs}
      />
      <Suspense>
        <Panel key={tab} />
      </Suspense>
    </FiguresPage>
  )
}

/** What needs somebody, besides the figures. */
const Lines = () => useFeatures().map(({ onDashboard }, at) => onDashboard && <Line key={at} of={onDashboard} />)

function Line({ of }: { of: LazyPart<object> }) {
  const { Part: Here } = usePart(of)
  return Here && <Here />
}
