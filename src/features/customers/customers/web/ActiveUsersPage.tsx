import { showDayOf } from '#web/ui/format.ts'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { showPhone } from '#contract/phone.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { useOpened } from '#web/list/opened.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { OneLine } from '#web/ui/OneLine.tsx'
import { customers, type UserRow } from '../contract.ts'
import { BLANK, nameOf } from './format.ts'
import { noUsersFound, usePlans, useUsers } from './useUsers.tsx'

// Loaded when it is opened.
const CustomerDrawer = lazy(() => import('./CustomerDrawer.tsx'))

const columns: Column<UserRow>[] = [
  { id: 'name', title: 'Name', sort: 'name', main: true, width: '24%', cell: nameOf },
  {
    id: 'email',
    title: 'Email',
    sort: 'email',
    bare: true,
    wide: true,
    width: '28%',
    cell: (user) => user.email ?? BLANK,
  },
  {
    id: 'mobile',
    title: 'Phone',
    bare: true,
    cell: (user) => <OneLine>{user.mobile ? showPhone(user.mobile) : BLANK}</OneLine>,
  },
  { id: 'plan', title: 'Plan', side: true, cell: (user) => user.lastest_subscription.subscriptionName },
  { id: 'createdAt', title: 'Date created', sort: 'createdAt', cell: (user) => showDayOf(user.createdAt) },
]

/** Customers with a subscription in force (operations 2, Users). */
export function ActiveUsersPage() {
  const users = useUsers('ACTIVE')
  const plans = usePlans()
  const [isCreating, setCreating] = useOpened('new')
  return (
    <ListScreen
      {...users}
      title="Active Users"
      columns={columns}
      filters={[
        {
          name: 'plan',
          label: 'Plan',
          options: plans,
        },
        { name: 'ended', label: 'Ends', isComing: true },
        { name: 'registered', label: 'Registered' },
      ]}
      empty={noUsersFound('ACTIVE', users.address.search_query)}
      controls={
        <ActionButton
          leftSection={<IconPlus size={16} />}
          permission={customers.create.permission}
          onClick={() => setCreating(true)}
        >
          Create User
        </ActionButton>
      }
    >
      <Suspense>{isCreating && <CustomerDrawer onClose={() => setCreating(false)} />}</Suspense>
    </ListScreen>
  )
}
