import { useLinkProps } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { TABS, useChosen, type Tab } from './address.ts'
import styles from './Analytics.module.css'
import { FiguresPage } from './FiguresPage.tsx'
import { OverviewTab } from './OverviewTab.tsx'
import { RedemptionTab } from './RedemptionTab.tsx'
import { SalesTab } from './SalesTab.tsx'
import { SubscriptionsTab } from './SubscriptionsTab.tsx'
import { UsersTab } from './UsersTab.tsx'

const tabs: Record<Tab, { label: string; Shown: ComponentType }> = {
  overview: { label: 'Overview', Shown: OverviewTab },
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
      <nav className={styles.tabs} aria-label="Parts of Analytics">
        {TABS.map((one) => (
          <TabLink key={one} tab={one} isCurrent={one === tab} />
        ))}
      </nav>
      <Shown key={tab} />
    </FiguresPage>
  )
}

/** It says itself whether it is the current one: the router looks at the path alone. */
function TabLink({ tab, isCurrent }: { tab: Tab; isCurrent: boolean }) {
  const search = (chosen: object) => ({ ...chosen, tab: tab === 'overview' ? undefined : tab })
  const { 'aria-current': _, ...props } = useLinkProps({ to: '.', search: search as never, resetScroll: false })
  return (
    <a {...props} {...(isCurrent && { 'aria-current': 'page' })}>
      {tabs[tab].label}
    </a>
  )
}
