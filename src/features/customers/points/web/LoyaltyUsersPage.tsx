import { useRead } from '#web/api/queries.ts'
import { useAddress } from '#web/list/address.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { useRows } from '#web/list/useRows.ts'
import { points, type PointsMember } from '../contract.ts'
import { MEMBER_PAGE, tierName, TIERS } from '../rules.ts'
import { paths } from './paths.ts'
import { count, SUM_FILTERS } from './format.ts'
import { nameOf } from './CustomerName.tsx'

const columns: Column<PointsMember>[] = [
  { id: 'name', title: 'Name', sort: 'name', main: true, width: '22%', cell: nameOf },
  { id: 'email', title: 'Email', bare: true, wide: true, width: '26%', cell: (member) => member.email ?? '–' },
  { id: 'tier', title: 'Tier', side: true, cell: (member) => tierName(member.tier) },
  {
    id: 'lifetime',
    title: 'Lifetime points',
    sort: 'lifetime',
    numeric: true,
    cell: (member) => count(member.lifetime_points),
  },
  {
    id: 'available',
    title: 'Available points',
    sort: 'available',
    numeric: true,
    cell: (member) => count(member.available_points),
  },
  {
    id: 'awarded',
    title: 'Awarded this month',
    card: false,
    numeric: true,
    cell: (member) => count(member.awarded_this_month),
  },
  {
    id: 'redeemed',
    title: 'Redeemed this month',
    card: false,
    numeric: true,
    cell: (member) => count(member.redeemed_this_month),
  },
]
const FILTERS = [{ name: 'tier', label: 'Tier', options: { ...TIERS } }, ...SUM_FILTERS]

/** Loyalty users (operations 2, Users): all customers with their tier and points. */
export function LoyaltyUsersPage() {
  const [address, setAddress] = useAddress(points.list.query)
  const { page = 1, perPage: _, ...filter } = address
  const size = useRows('Loyalty users', MEMBER_PAGE, address, setAddress)
  const list = useRead(points.list, { query: { page, perPage: size.perPage, ...filter } })
  return (
    <ListScreen
      title="Loyalty users"
      label="Loyalty users"
      columns={columns}
      address={address}
      setAddress={setAddress}
      {...size}
      reading={list}
      rows={list.data?.members}
      total={list.data?.totalCount}
      rowKey={(member) => String(member.id)}
      rowTo={(member) => paths.member(member.id)}
      empty={{ title: 'No loyalty users here', text: 'Try another search or remove the filter.' }}
      searchLabel="Search for User"
      filters={FILTERS}
      csv={{ endpoint: points.csv, query: (columns) => ({ ...filter, columns }) }}
    />
  )
}
