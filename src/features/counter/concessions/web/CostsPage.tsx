import { TABLE_ROWS } from '#contract/atoms.ts'
import { useRead } from '#web/api/queries.ts'
import { useAddress } from '#web/list/address.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { useRows } from '#web/list/useRows.ts'
import { showDay, showDayOf, showNaira } from '#web/ui/format.ts'
import { margin, type ListedCost } from '../margin-contract.ts'

const columns: Column<ListedCost>[] = [
  { id: 'product', title: 'Product', sort: 'product', main: true, width: '36%', cell: (row) => row.product },
  { id: 'product_id', title: 'Product ID', cell: (row) => row.product_id },
  { id: 'cost', title: 'Cost', sort: 'cost', numeric: true, cell: (row) => showNaira(row.cost) },
  { id: 'from_day', title: 'From', sort: 'from_day', cell: (row) => showDay(row.from_day) },
  {
    id: 'set_at',
    file: ['set_by', 'set_at'],
    title: 'Set',
    sort: 'set_at',
    wide: true,
    cell: (row) => `${showDayOf(row.set_at)}, ${row.set_by}`,
  },
]

/** What products cost the chain: all at once, as a file and from one. */
export function CostsPage() {
  const [address, setAddress] = useAddress(margin.allCosts.query)
  const { page = 1, search, sort } = address
  const size = useRows('Costs', TABLE_ROWS, address, setAddress)
  const filter = { search, sort }
  const list = useRead(margin.allCosts, { query: { ...filter, page, perPage: size.perPage } })
  return (
    <ListScreen
      title="Costs"
      note="What one of a product costs the chain. A cost holds from its day until the next one of the product begins."
      label="Costs"
      columns={columns}
      address={address}
      setAddress={setAddress}
      {...size}
      reading={list}
      rows={list.data?.costs}
      total={list.data?.totalCount}
      rowKey={(row) => `${row.product_id} ${row.from_day}`}
      empty={
        search
          ? { title: 'No results', text: 'Search for something else.' }
          : { title: 'No costs yet', text: 'Import a file of products with their costs, or set a cost on a product.' }
      }
      searchLabel="Search by product"
      csv={{ endpoint: margin.costsCsv, query: (columns) => ({ ...filter, columns }) }}
    />
  )
}
