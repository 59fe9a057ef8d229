import { showCount } from '#contract/counted.ts'
import { Button } from '@mantine/core'
import * as z from 'zod/mini'
import { PageNumber } from '#contract/atoms.ts'
import { useAddress } from '#web/list/address.ts'
import type { CustomerRecord } from '../contract.ts'
import { ACTIVITY_MONTHS, messages } from '../rules.ts'
import { AllPurchases, inAddress as ofAll } from './AllPurchases.tsx'
import { boughtColumns, type Bought } from './purchased.tsx'
import { ReadTable } from './ReadTable.tsx'

const inAddress = z.object({ ...ofAll.shape, activities: PageNumber })

/** Tickets and concessions of a customer, guest purchases included, newest first. */
const activitiesOf = ({ customer_purchase, guest_purchase }: CustomerRecord['userCompleteTransaction']): Bought[] =>
  [customer_purchase, guest_purchase]
    .flatMap(({ ticket, concession }) => [
      ...ticket.map((line) => ({ ...line, type: 'Ticket' as const })),
      ...concession.map((line) => ({ ...line, type: 'Concession' as const })),
    ])
    .toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))

/** Activities in the last 6 months (operations 2, Users), with a button for all. */
export default function Activities({ record }: { record: CustomerRecord }) {
  const [{ activities: page = 1, purchases }, setAddress] = useAddress(inAddress)
  const { olderPurchases: older } = record
  const showOlder = older > 0 && !purchases && (
    <Button variant="default" size="xs" onClick={() => setAddress({ purchases: 'tickets' })}>
      Show older purchases ({showCount(older)})
    </Button>
  )
  const rows = activitiesOf(record.userCompleteTransaction)
  return (
    <>
      <ReadTable
        title={`Activities in the last ${ACTIVITY_MONTHS} months`}
        columns={boughtColumns}
        rows={rows}
        page={page}
        onPage={(to, how) => setAddress({ activities: to }, how)}
        rowKey={({ id, type }) => `${type} ${id}`}
        empty={emptyOf(record)}
        action={showOlder}
      />
      {purchases && <AllPurchases id={record.userData.id} />}
    </>
  )
}

function emptyOf({ olderPurchases: older, userSubscriptionHistory: had }: CustomerRecord) {
  if (older > 0) return `Nothing in the last ${ACTIVITY_MONTHS} months`
  const hasPaid = had.all_subscriptions.some(({ paid }) => paid === 'payment')
  return hasPaid ? 'No tickets or concessions yet. Subscriptions are under Membership History.' : messages.noPurchases
}
