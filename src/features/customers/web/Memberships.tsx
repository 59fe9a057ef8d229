import * as z from 'zod/mini'
import { PageNumber } from '#contract/atoms.ts'
import { useAddress } from '#web/list/address.ts'
import type { Column } from '#web/list/columns.ts'
import { showDay, showNaira } from '#web/ui/format.ts'
import type { CustomerRecord, Membership } from '../contract.ts'
import { messages } from '../rules.ts'
import { ReadTable } from './ReadTable.tsx'
import { dateOf, lastDayOf } from './shown.ts'

const inAddress = z.object({ memberships: PageNumber })

const columns: Column<Membership>[] = [
  { id: 'plan', title: 'Membership Plan', main: true, width: '26%', cell: (term) => term.subscriptionName },
  { id: 'months', title: 'Months', numeric: true, cell: (term) => term.numberOfMonths.toLocaleString() },
  { id: 'multi', title: 'Multi User Plan', cell: (term) => (term.multiUserPlan ? 'Yes' : 'No') },
  { id: 'renewal', title: 'Renewal Date', cell: (term) => dateOf(term.subscriptionStartsAt) },
  { id: 'expiry', title: 'Expiry Date', cell: (term) => showDay(lastDayOf(term.subscriptionExpiresAt)) },
  { id: 'amount', title: 'Order amount', numeric: true, cell: (term) => showNaira(term.orderAmount) },
]

/** Membership History (operations 2, Users): the paid terms, newest first. */
export function Memberships({ record }: { record: CustomerRecord }) {
  const [{ memberships: page = 1 }, setAddress] = useAddress(inAddress)
  return (
    <ReadTable
      title="Membership History"
      columns={columns}
      rows={record.userSubscriptionHistory.all_subscriptions}
      page={page}
      onPage={(to) => setAddress({ memberships: to })}
      rowKey={({ id }) => String(id)}
      empty={messages.noPurchases}
    />
  )
}
