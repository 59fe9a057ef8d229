import { showDayOf } from '#web/ui/format.ts'
import { useRead } from '#web/api/queries.ts'
import { useAddress } from '#web/list/address.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { useRows } from '#web/list/useRows.ts'
import { customers, type GuestRow } from '../contract.ts'
import { USER_PAGE } from '../rules.ts'
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

/** People who bought without an account (operations 2, Users). */
export function GuestsPage() {
  const [address, setAddress] = useAddress(customers.guests.query)
  const { page = 1, perPage: _, ...filter } = address
  const size = useRows('Guest users', USER_PAGE, address, setAddress)
  const list = useRead(customers.guests, { query: { page, perPage: size.perPage, ...filter } })
  return (
    <ListScreen
      title="Guest Users"
      label="Guest users"
      columns={columns}
      address={address}
      setAddress={setAddress}
      {...size}
      reading={withPlainReason(list)}
      rows={list.data?.guestUsers}
      total={list.data?.totalCount}
      rowKey={(guest) => guest.customer_email}
      rowTo={(guest) => paths.guest(guest.customer_email)}
      empty={{ title: 'No guest users', text: 'People who buy without an account appear here.' }}
      searchLabel="Name, email or phone"
      filters={[
        { name: 'last_purchase', label: 'Last purchase' },
        { name: 'purchases', label: 'Purchases' },
      ]}
      csv={{ endpoint: customers.guestsCsv, query: (visible) => ({ ...filter, columns: visible }) }}
    />
  )
}
