import { tiers } from '#features/customers/tiers/contract.ts'
import { useRead } from '#web/api/queries.ts'
import { useList } from '#web/list/useList.ts'
import type { Empty } from '#web/ui/EmptyState.tsx'
import { customers, type UserRow } from '../contract.ts'
import { Elsewhere } from './Elsewhere.tsx'
import { paths } from './paths.ts'
import { withPlainReason } from './format.ts'

/** What ListScreen needs of the users with a subscription in force, or of those without one. */
export function useUsers(type: 'ACTIVE' | 'INACTIVE') {
  const list = useList(customers.list, {
    label: type === 'ACTIVE' ? 'Active users' : 'Unsubscribed users',
    rows: (data) => data.users,
    query: () => ({ type }),
    searchField: 'search_query',
  })
  return {
    ...list,
    reading: withPlainReason(list.reading),
    rowKey: (user: UserRow) => String(user.userId),
    rowTo: (user: UserRow) => paths.profile(user.userId),
    searchLabel: 'Name, email, phone or card',
    csv: { endpoint: customers.listCsv },
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
