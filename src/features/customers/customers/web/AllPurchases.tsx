import * as z from 'zod/mini'
import { PageNumber } from '#contract/atoms.ts'
import { useRead } from '#web/api/queries.ts'
import { useAddress } from '#web/list/address.ts'
import { List } from '#web/list/List.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { customers } from '../contract.ts'
import { BOOKING_PAGE } from '../rules.ts'
import styles from './Customers.module.css'
import { boughtColumns } from './purchased.tsx'

export const inAddress = z.object({ purchases: z.optional(z.enum(['tickets', 'concessions'])), bought: PageNumber })

/** All tickets or counter purchases of a customer. */
export function AllPurchases({ id }: { id: number }) {
  const [{ purchases: of = 'tickets', bought: page = 1 }, setAddress] = useAddress(inAddress)
  const args = { params: { id }, query: { page, perPage: BOOKING_PAGE } }
  const tickets = useRead(customers.ticketPurchases, args, { enabled: of === 'tickets' })
  const concessions = useRead(customers.concessionPurchases, args, { enabled: of === 'concessions' })
  const [reading, type] = of === 'tickets' ? [tickets, 'Ticket' as const] : [concessions, 'Concession' as const]
  return (
    <List
      label="All purchases"
      toolbar={
        <>
          <h2 className={styles.heading}>All purchases</h2>
          <Segmented
            small
            label="Type of purchase"
            value={of}
            onChange={(to) => setAddress({ purchases: to, bought: 1 })}
            options={[
              { value: 'tickets', label: 'Tickets' },
              { value: 'concessions', label: 'Concessions' },
            ]}
          />
        </>
      }
      columns={boughtColumns}
      reading={reading}
      rows={reading.data?.purchases.map((line) => ({ ...line, type }))}
      total={reading.data?.totalCount}
      page={page}
      perPage={BOOKING_PAGE}
      onPage={(to, how) => setAddress({ bought: to }, how)}
      rowKey={({ id: line }) => line}
      empty={{ title: `No ${of}`, text: '' }}
    />
  )
}
