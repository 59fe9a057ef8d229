import { showPhone } from '#contract/phone.ts'
import { showDayOf } from '#web/ui/format.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import type { UserRow } from '../contract.ts'
import { BLANK, nameOf } from './format.ts'
import { noUsersFound, usePlans, useUsers } from './useUsers.tsx'

const columns: Column<UserRow>[] = [
  { id: 'name', title: 'Name', sort: 'name', main: true, width: '26%', cell: nameOf },
  { id: 'email', title: 'Email', sort: 'email', wide: true, width: '30%', cell: (user) => user.email ?? BLANK },
  { id: 'plan', title: 'Last plan', optional: true, cell: (user) => user.lastest_subscription.subscriptionName },
  { id: 'mobile', title: 'Phone', optional: true, cell: (user) => (user.mobile ? showPhone(user.mobile) : BLANK) },
  { id: 'reason', title: 'Reason', cell: (user) => user.lastest_subscription.reason || BLANK },
  {
    id: 'endedAt',
    title: 'Date',
    sort: 'ended',
    cell: ({ lastest_subscription: { endedAt } }) => (endedAt ? showDayOf(endedAt) : BLANK),
  },
  { id: 'userId', title: 'User ID', optional: true, numeric: true, cell: (user) => user.userId },
]

const HAD_FILTER = {
  name: 'had',
  label: 'Subscription',
  options: [
    { value: 'before', label: 'Had one before' },
    { value: 'never', label: 'Never had one' },
  ],
}

/** List of customers without a subscription in force, with reason and end of the last one (operations 2, Users). */
export function UnsubscribersPage() {
  const users = useUsers('INACTIVE')
  const plans = usePlans()
  return (
    <ListScreen
      {...users}
      title="Unsubscribed Users"
      columns={columns}
      filters={[
        HAD_FILTER,
        { name: 'last_plan', label: 'Last plan', options: plans },
        { name: 'ended', label: 'Ended' },
        { name: 'registered', label: 'Registered' },
      ]}
      empty={noUsersFound('INACTIVE', users.address.search_query)}
    />
  )
}
