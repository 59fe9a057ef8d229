import { showCount } from '#contract/counted.ts'
import * as z from 'zod/mini'
import { PageNumber } from '#contract/atoms.ts'
import { useAddress } from '#web/list/address.ts'
import type { Column } from '#web/list/columns.ts'
import { showDay, showNaira, showDayOf, lastDayOf } from '#web/ui/format.ts'
import { PaymentId } from '#web/ui/Purchased.tsx'
import type { CustomerRecord, Membership } from '../contract.ts'
import { messages } from '../rules.ts'
import styles from './Customers.module.css'
import { ReadTable } from './ReadTable.tsx'

const inAddress = z.object({ memberships: PageNumber })

const columns: Column<Membership>[] = [
  { id: 'plan', title: 'Membership Plan', main: true, width: '26%', cell: (term) => term.subscriptionName },
  { id: 'months', title: 'Months', numeric: true, cell: (term) => showCount(term.numberOfMonths) },
  { id: 'multi', title: 'Multi User Plan', cell: (term) => (term.multiUserPlan ? 'Yes' : 'No') },
  { id: 'renewal', title: 'Renewal Date', cell: (term) => showDayOf(term.subscriptionStartsAt) },
  { id: 'expiry', title: 'Expiry Date', cell: (term) => showDay(lastDayOf(term.subscriptionExpiresAt)) },
  { id: 'amount', title: 'Order amount', numeric: true, side: true, cell: (term) => <Order of={term} /> },
]

/** Payment for a term, or its giver. */
function Order({ of: term }: { of: Membership }) {
  const { paid, orderAmount, monthlyPrice } = term
  if (paid === 'payment')
    return (
      <span className={styles.item}>
        {showNaira(orderAmount!)}
        <span className={styles.more}>
          <PaymentId of={term} blank="" />
        </span>
      </span>
    )
  const [label, more] = {
    staff: ['Given by staff', showNaira(0)],
    voucher: ['Voucher', showNaira(0)],
    unknown: ['Payment not recorded', `${showNaira(monthlyPrice)} a month`],
  }[paid]
  return (
    <span className={styles.item}>
      {label}
      <span className={styles.more}>{more}</span>
    </span>
  )
}

/** Membership History (operations 2, Users): terms with their payments, newest first. */
export default function Memberships({ record }: { record: CustomerRecord }) {
  const [{ memberships: page = 1 }, setAddress] = useAddress(inAddress)
  return (
    <ReadTable
      title="Membership History"
      columns={columns}
      rows={record.userSubscriptionHistory.all_subscriptions}
      page={page}
      onPage={(to, how) => setAddress({ memberships: to }, how)}
      rowKey={({ id }) => String(id)}
      empty={messages.noPurchases}
    />
  )
}
