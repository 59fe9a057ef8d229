import { showDayOf } from '#web/ui/format.ts'
import { useList } from '#web/list/useList.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { customers, type GuestRow } from '../contract.ts'
import { paths } from './paths.ts'
import { NIL, withPlainReason } from './format.ts'

const columns: Column<GuestRow>[] = [
  {
    id: 'customer_name',
    title: 'Name',
    sort: 'customer_name',
    main: true,
    width: '34%',
    cell: (guest) => guest.customer_name || NIL,
  },
  {
    id: 'customer_email',
    title: 'Email',
    sort: 'customer_email',
    wide: true,
    width: '38%',
    cell: (guest) => guest.customer_email,
  },
  {
    id: 'lastPurchaseDate',
    title: 'Last Purchase',
    sort: 'lastPurchaseDate',
    cell: (guest) => showDayOf(guest.lastPurchaseDate),
  },
]

/** List of people who bought without an account (operations 2, Users). */
export function GuestsPage() {
  const list = useList(customers.guests, { label: 'Guest users', rows: (data) => data.guestUsers })
  return (
    <ListScreen
      {...list}
      title="Guest Users"
      columns={columns}
      reading={withPlainReason(list.reading)}
      rowKey={(guest) => guest.customer_email}
      rowTo={(guest) => paths.guest(guest.customer_email)}
      empty={{ title: 'No guest users', text: 'People who buy without an account appear here' }}
      searchLabel="Name, email or phone"
      filters={[
        { name: 'last_purchase', label: 'Last purchase' },
        { name: 'purchases', label: 'Purchases' },
      ]}
      csv={{ endpoint: customers.guestsCsv }}
    />
  )
}
