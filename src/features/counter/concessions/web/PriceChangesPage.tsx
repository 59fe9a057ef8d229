import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { showCount } from '#contract/counted.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { useList } from '#web/list/useList.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { showDayOf } from '#web/ui/format.ts'
import { priceChanges, type PriceChange } from '../price-contract.ts'
import { changeText, daysText, messages, STATE_LABELS, STATES } from '../price-rules.ts'
import { PriceChangeState } from './PriceChangeState.tsx'
import { paths } from './price-paths.ts'

const columns: Column<PriceChange>[] = [
  { id: 'name', title: 'Name', sort: 'name', main: true, width: '24%', cell: (row) => row.name },
  { id: 'state', title: 'State', side: true, cell: (row) => <PriceChangeState of={row} /> },
  {
    id: 'from_day',
    file: ['from_day', 'until_day'],
    title: 'Days',
    bare: true,
    sort: 'from_day',
    wide: true,
    cell: (row) => daysText(row),
  },
  { id: 'change', title: 'Change', bare: true, wide: true, cell: (row) => changeText(row) },
  { id: 'products', title: 'Products', numeric: true, cell: (row) => showCount(row.products) },
  { id: 'cinemas', title: 'Cinemas', numeric: true, cell: (row) => showCount(row.cinemas) },
  {
    id: 'created_at',
    file: ['created_by', 'created_at', 'cancelled_by', 'cancelled_at'],
    title: 'Planned',
    card: false,
    sort: 'created_at',
    wide: true,
    cell: (row) => `${showDayOf(row.created_at)}, ${row.created_by}`,
  },
]
const STATE_FILTER = {
  name: 'state',
  label: 'State',
  options: STATES.map((value) => ({ value, label: STATE_LABELS[value] })),
}

/** Price changes: planned, running, ended and cancelled. */
export function PriceChangesPage() {
  const navigate = useNavigate()
  const list = useList(priceChanges.list, { label: 'Price changes', rows: (data) => data.changes })
  return (
    <ListScreen
      {...list}
      title="Price changes"
      note={messages.notSent}
      columns={columns}
      rowTo={(row) => paths.one(row.id)}
      empty={{
        title: 'No price changes yet',
        text: 'Create your first price change. It starts and ends automatically.',
        permission: priceChanges.create.permission,
      }}
      searchLabel="Search by name"
      filters={[STATE_FILTER]}
      controls={
        <ActionButton
          leftSection={<IconPlus size={16} />}
          permission={priceChanges.create.permission}
          onClick={() => void navigate({ to: paths.add })}
          sticky
        >
          PRICE CHANGE
        </ActionButton>
      }
      csv={{ endpoint: priceChanges.csv }}
    />
  )
}
