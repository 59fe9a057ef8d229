import { tiers } from '#features/customers/tiers/contract.ts'
import { useRead } from '#web/api/queries.ts'
import { useList } from '#web/list/useList.ts'
import type { Empty } from '#web/ui/EmptyState.tsx'
import { customers, type UserRow } from '../contract.ts'
import { Elsewhere } from './Elsewhere.tsx'
import { paths } from './paths.ts'
import { withPlainReason } from './format.ts'

/** Props of ListScreen for users with a subscription in force, or without one. */
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

/** Plans to choose from, by the names on sale. */
export const usePlans = () =>
  (useRead(tiers.list, {}).data ?? []).map(({ product_name }) => ({ value: product_name, label: product_name }))

/** Empty state of a list of users. A search offers the other lists. */
export const noUsersFound = (type: 'ACTIVE' | 'INACTIVE', search: string | undefined): Empty => {
  const title = type === 'ACTIVE' ? 'No active users' : 'No unsubscribed users'
  const text = 'Try another search or remove a filter'
  return search
    ? { title: `${title} match “${search}”`, text, action: <Elsewhere search={search} here={type} /> }
    : { title, text }
}
