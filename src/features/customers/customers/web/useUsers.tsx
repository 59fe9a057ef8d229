import { tiers } from '#features/customers/tiers/contract.ts'
import { useRead } from '#web/api/queries.ts'
import { useAddress } from '#web/list/address.ts'
import { useRows } from '#web/list/useRows.ts'
import type { Empty } from '#web/ui/EmptyState.tsx'
import { customers, type UserRow } from '../contract.ts'
import { USER_PAGE } from '../rules.ts'
import { Elsewhere } from './Elsewhere.tsx'
import { paths } from './paths.ts'
import { withPlainReason } from './format.ts'

/** What ListScreen needs of the users with a subscription in force, or of those without one. */
export function useUsers(type: 'ACTIVE' | 'INACTIVE') {
  const [address, setAddress] = useAddress(customers.list.query)
  const { page = 1, perPage: _, ...filters } = address
  const { search_query } = filters
  const size = useRows(type === 'ACTIVE' ? 'Active users' : 'Unsubscribed users', USER_PAGE, address, setAddress)
  const filter = { ...filters, type }
  const list = useRead(customers.list, { query: { page, perPage: size.perPage, ...filter } })
  return {
    // The search has a name of its own on the wire.
    address: { ...address, search: search_query },
    setAddress: ({ search, ...patch }: Record<string, unknown>, how?: { replace?: boolean }) =>
      setAddress(search === undefined ? patch : { ...patch, search_query: search }, how),
    ...size,
    reading: withPlainReason(list),
    rows: list.data?.users,
    total: list.data?.totalCount,
    rowKey: (user: UserRow) => String(user.userId),
    rowTo: (user: UserRow) => paths.profile(user.userId),
    searchLabel: 'Name, email, phone or card',
    csv: { endpoint: customers.listCsv, query: (columns: string) => ({ ...filter, columns }) },
  }
}

/** Plans to choose among, by the names that they are sold under. */
export const usePlans = () =>
  (useRead(tiers.list, {}).data ?? []).map(({ product_name }) => ({ value: product_name, label: product_name }))

/** What an empty list of users says; of a search, where else to look. */
export const noUsersFound = (type: 'ACTIVE' | 'INACTIVE', search: string | undefined): Empty => {
  const title = type === 'ACTIVE' ? 'No active users' : 'No unsubscribed users'
  const text = 'Try another search or remove a filter.'
  return search
    ? { title: `${title} match “${search}”`, text, action: <Elsewhere search={search} here={type} /> }
    : { title, text }
}
