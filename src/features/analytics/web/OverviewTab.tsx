import { count, naira } from '#web/charts/formats.ts'
import { Metric, Metrics } from '#web/charts/Metric.tsx'
import { useRead } from '#web/api/queries.ts'
import { analytics } from '../contract.ts'
import { DEFINITIONS } from '../rules.ts'
import { SalesOverview } from './SalesOverview.tsx'
import { Section } from './Section.tsx'

/** How the chain does as a whole, and how the last days went. */
export function OverviewTab() {
  const reading = useRead(analytics.dashboard, {})
  const all = reading.data
  return (
    <>
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
          <Metric
            label="Total users"
            info={DEFINITIONS.users}
            value={all && count.full(all.total_number_of_reg_users)}
            note="All time"
          />
          <Metric
            label="Total transactions"
            info={DEFINITIONS.transactions}
            value={all && count.full(all.total_number_of_transactions)}
            note="All time"
          />
        </Metrics>
      </Section>
      <SalesOverview />
    </>
  )
}
