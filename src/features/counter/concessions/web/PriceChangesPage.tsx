import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { showCount } from '#contract/counted.ts'
import { useRead } from '#web/api/queries.ts'
import { TABLE_ROWS } from '#contract/atoms.ts'
import { useAddress } from '#web/list/address.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { useRows } from '#web/list/useRows.ts'
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

/** Price changes: planned, running, ended and taken back. */
export function PriceChangesPage() {
  const navigate = useNavigate()
  const [address, setAddress] = useAddress(priceChanges.list.query)
  const { page = 1, search, state, sort } = address
  const size = useRows('Price changes', TABLE_ROWS, address, setAddress)
  const filter = { search, state, sort }
  const list = useRead(priceChanges.list, { query: { ...filter, page, perPage: size.perPage } })
  return (
    <ListScreen
      title="Price Changes"
      note={messages.notSent}
      label="Price changes"
      columns={columns}
      address={address}
      setAddress={setAddress}
      {...size}
      reading={list}
      rows={list.data?.changes}
      total={list.data?.totalCount}
      rowKey={(row) => String(row.id)}
      rowTo={(row) => paths.one(row.id)}
      empty={
        search || state
          ? { title: 'No results', text: 'Search for something else, or remove a filter.' }
          : {
              title: 'No price changes yet',
              text: 'Plan the first with PRICE CHANGE: it begins and ends by itself.',
              permission: priceChanges.create.permission,
            }
      }
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
      csv={{ endpoint: priceChanges.csv, query: (columns) => ({ ...filter, columns }) }}
    />
  )
}
