import * as z from 'zod/mini'
import { PageNumber } from '#contract/atoms.ts'
import { useAddress } from '#web/list/address.ts'
import type { Column } from '#web/list/columns.ts'
import { showNaira } from '#web/ui/format.ts'
import type { CustomerRecord, PurchasedLine } from '../contract.ts'
import { ACTIVITY_MONTHS, messages } from '../rules.ts'
import { ReadTable } from './ReadTable.tsx'
import { BLANK, dateOf } from './shown.ts'

type Activity = PurchasedLine & { type: 'Ticket' | 'Concession' }

const inAddress = z.object({ activities: PageNumber })

const columns: Column<Activity>[] = [
  { id: 'item', title: 'Item', main: true, width: '30%', cell: (line) => line.product_name || BLANK },
  { id: 'type', title: 'Type', cell: (line) => line.type },
  { id: 'quantity', title: 'Quantity', numeric: true, cell: (line) => line.quantity.toLocaleString() },
  { id: 'payment', title: 'Payment ID', wide: true, cell: (line) => line.paymentReference || BLANK },
  { id: 'date', title: 'Date', cell: (line) => dateOf(line.createdAt) },
  { id: 'amount', title: 'Order amount', numeric: true, cell: (line) => showNaira(line.price) },
]

/** Tickets and concessions, bought signed in or not, newest first. */
export const activitiesOf = ({
  customer_purchase,
  guest_purchase,
}: CustomerRecord['userCompleteTransaction']): Activity[] =>
  [customer_purchase, guest_purchase]
    .flatMap(({ ticket, concession }) => [
      ...ticket.map((line) => ({ ...line, type: 'Ticket' as const })),
      ...concession.map((line) => ({ ...line, type: 'Concession' as const })),
    ])
    .toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))

/** Activities in the last 6 months (operations 2, Users). */
export function Activities({ record }: { record: CustomerRecord }) {
  const [{ activities: page = 1 }, setAddress] = useAddress(inAddress)
  return (
    <ReadTable
      title={`Activities in the last ${ACTIVITY_MONTHS} months`}
      columns={columns}
      rows={activitiesOf(record.userCompleteTransaction)}
      page={page}
      onPage={(to) => setAddress({ activities: to })}
      rowKey={({ id, type }) => `${type} ${id}`}
      empty={messages.noPurchases}
    />
  )
}
