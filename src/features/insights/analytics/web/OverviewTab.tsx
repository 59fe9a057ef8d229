import { lazy, Suspense } from 'react'
import { count, naira } from '#web/charts/formats.ts'
import { Metric, Metrics } from '#web/charts/Metric.tsx'
import { painted } from '#web/painted.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { DEFINITIONS } from '../rules.ts'
import { useChosen, useSeesChain } from './address.ts'
import { OnlyOfChain } from './OnlyOfChain.tsx'
import { FOR_ALL } from './figures.ts'
import { Section } from './Section.tsx'
import { Today } from './Today.tsx'
import { useChainTotals, useTotals } from './useTotals.ts'

// Below what one looks at first, which is painted before.
const SalesOverview = lazy(async () => {
  await painted()
  return { default: (await import('./SalesOverview.tsx')).SalesOverview }
})

/** How it goes today, how the chain does as a whole, and how the last days went. */
export function OverviewTab() {
  const reading = useTotals()
  const all = reading.data
  const chain = useChainTotals().data
  const { cinemas } = useChosen()
  const seesChain = useSeesChain()
  return (
    <>
      <Today />
      <Section title="Overall metrics">
        <Metrics label="Overall metrics" reading={reading}>
          <Metric
            label="Tickets sold"
            info={DEFINITIONS.ticketsSold}
            value={all && count.full(all.total_number_of_items_sold.tickets)}
            note="All time"
          />
          <Metric
            label="Total revenue"
            info={DEFINITIONS.revenue}
            value={
              all &&
              naira.full(
                Math.round(
                  all.total_subscription_revenue + all.total_concession_revenue + all.total_ticket_purchase_revenue,
                ),
              )
            }
            note="All time"
          />
          {seesChain && (
            <Metric
              label="Total users"
              info={DEFINITIONS.users}
              value={chain && count.full(chain.total_number_of_reg_users!)}
              note={cinemas ? `${FOR_ALL}, all time` : 'All time'}
            />
          )}
          <Metric
            label="Total transactions"
            info={DEFINITIONS.transactions}
            value={all && count.full(all.total_number_of_transactions)}
            note="All time"
          />
        </Metrics>
      </Section>
      <Suspense
        fallback={
          <Section title="Sales overview">
            <Skeleton height={640} />
          </Section>
        }
      >
        <SalesOverview />
      </Suspense>
      {!seesChain && <OnlyOfChain />}
    </>
  )
}
