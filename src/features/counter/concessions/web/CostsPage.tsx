import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { useList } from '#web/list/useList.ts'
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
  const list = useList(margin.allCosts, { label: 'Costs', rows: (data) => data.costs })
  return (
    <ListScreen
      {...list}
      title="Costs"
      note="Cost per unit of each product. A cost applies from its day until the next one starts."
      columns={columns}
      rowKey={(row) => `${row.product_id} ${row.from_day}`}
      empty={{ title: 'No costs yet', text: 'Import a file of products with their costs, or set a cost on a product' }}
      searchLabel="Search by product"
      csv={{ endpoint: margin.costsCsv }}
    />
  )
}
