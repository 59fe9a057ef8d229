import { isDay } from '#contract/time.ts'
import { showDay } from '#web/ui/format.ts'
import { Tabs } from '#web/ui/Tabs.tsx'
import { paths } from './paths.ts'

/** The parts of Daily finance. */
export const FinanceTabs = ({ current }: { current: 'days' | 'mismatches' }) => (
  <Tabs
    label="Daily finance"
    tabs={[
      { id: 'days', label: 'Days', to: paths.days },
      { id: 'mismatches', label: 'Mismatches', to: paths.mismatches },
    ]}
    current={current}
  />
)

/** The parts of a business day. */
export const DayTabs = ({ day, current }: { day: string; current: 'close' | 'reconciliation' }) => (
  <Tabs
    label="Business day"
    tabs={[
      { id: 'close', label: 'Daily close', to: paths.day(day) },
      { id: 'reconciliation', label: 'Reconciliation', to: paths.reconciliation(day) },
    ]}
    current={current}
  />
)

export const titleOf = (day: string): string => (isDay(day) ? `Business day ${showDay(day)}` : 'Business day')
