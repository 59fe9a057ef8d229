import { lazy, Suspense, type ComponentType } from 'react'
import { Tabs } from '#web/ui/Tabs.tsx'
import { TABS, useChosen, type Tab } from './address.ts'
import styles from './Analytics.module.css'
import { FiguresPage } from './FiguresPage.tsx'
import { OverviewTab } from './OverviewTab.tsx'
import { RedemptionTab } from './RedemptionTab.tsx'
import { SalesTab } from './SalesTab.tsx'
import { SubscriptionsTab } from './SubscriptionsTab.tsx'
import { UsersTab } from './UsersTab.tsx'

// Its table is more than the other parts need.
const CinemasTab = lazy(async () => ({ default: (await import('./CinemasTab.tsx')).CinemasTab }))

const tabs: Record<Tab, { label: string; Shown: ComponentType }> = {
  overview: { label: 'Overview', Shown: OverviewTab },
  cinemas: { label: 'By cinema', Shown: CinemasTab },
  sales: { label: 'Sales', Shown: SalesTab },
  subscriptions: { label: 'Subscriptions', Shown: SubscriptionsTab },
  users: { label: 'Users', Shown: UsersTab },
  redemption: { label: 'Redemption', Shown: RedemptionTab },
}

/** Core 2, Analytics page: the chain's figures, the overview first. What is chosen lives in the address. */
export function AnalyticsPage() {
  const { tab } = useChosen()
  const { Shown } = tabs[tab]
  return (
    <FiguresPage title="Analytics">
      <Tabs
        label="Parts of Analytics"
        tabs={TABS.map((id) => ({ id, label: tabs[id].label }))}
        current={tab}
        search={(chosen, to) => ({ ...chosen, tab: to })}
        onPhone="close"
        className={styles.tabs}
      />
      <Suspense>
        <Shown key={tab} />
      </Suspense>
    </FiguresPage>
  )
}
