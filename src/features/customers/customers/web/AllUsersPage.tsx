import { showPhone } from '#contract/phone.ts'
import { useList } from '#web/list/useList.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { showDayOf } from '#web/ui/format.ts'
import { OneLine } from '#web/ui/OneLine.tsx'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import { customers, type Person } from '../contract.ts'
import { STATUS_LABELS, STATUSES } from '../rules.ts'
import { BLANK, NIL, withPlainReason } from './format.ts'
import { paths } from './paths.ts'

const TONES = { subscribed: 'good', unsubscribed: 'neutral', guest: 'neutral' } as const

const columns: Column<Person>[] = [
  { id: 'name', title: 'Name', sort: 'name', main: true, width: '24%', cell: ({ name }) => name || NIL },
  { id: 'email', title: 'Email', sort: 'email', wide: true, width: '26%', cell: ({ email }) => email ?? BLANK },
  { id: 'mobile', title: 'Phone', cell: ({ mobile }) => <OneLine>{mobile ? showPhone(mobile) : BLANK}</OneLine> },
  {
    id: 'status',
    title: 'Status',
    side: true,
    cell: ({ status }) => <StatusPill tone={TONES[status]}>{STATUS_LABELS[status]}</StatusPill>,
  },
  { id: 'plan', title: 'Plan', cell: ({ plan }) => plan ?? BLANK },
  { id: 'at', title: 'Since', sort: 'createdAt', cell: ({ at }) => showDayOf(at) },
]

const FILTERS = [
  {
    name: 'status',
    label: 'Status',
    options: STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] })),
  },
]

/** List of customers with and without a subscription, and guests. */
export function EverybodyPage() {
  const list = useList(customers.everybody, { label: 'All users', rows: (data) => data.people })
  return (
    <ListScreen
      {...list}
      title="All users"
      note="Customers (newest first), then guests by last purchase"
      columns={columns}
      reading={withPlainReason(list.reading)}
      rowKey={({ id, email }) => (id === null ? email! : String(id))}
      rowTo={({ id, email }) => (id === null ? paths.guest(email!) : paths.profile(id))}
      empty={{ title: 'No users', text: 'Customers appear here when they register, guests when they buy' }}
      searchLabel="Name, email, phone or card"
      filters={FILTERS}
      csv={{
        endpoint: customers.everybodyCsv,
        also: ['userId'],
      }}
    />
  )
}
