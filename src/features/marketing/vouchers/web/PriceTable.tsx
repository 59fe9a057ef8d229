import { useState } from 'react'
import { cinemas } from '#features/programming/cinemas/contract.ts'
import { useRead } from '#web/api/queries.ts'
import type { Column } from '#web/list/columns.ts'
import { List } from '#web/list/List.tsx'
import { showNaira } from '#web/ui/format.ts'
import type { VoucherGroup } from '../contract.ts'

const ROWS = 5

type Row = { id: string; cinema: string; state: string }

/** What the group's item costs in each cinema (operations 2). A plan has one price, which every cinema asks. */
export function PriceTable({ group: { subscriptionName, subscriptionPrice } }: { group: VoucherGroup }) {
  const [page, setPage] = useState(1)
  const reading = useRead(cinemas.list, {})
  const rows = reading.data?.flatMap((state) =>
    state.cinemas.map(({ id, cinema_name: cinema }): Row => ({ id, cinema, state: state.name })),
  )
  const columns: Column<Row>[] = [
    { id: 'cinema', title: 'Cinema', main: true, width: '40%', cell: (row) => row.cinema },
    { id: 'state', title: 'State', cell: (row) => row.state },
    { id: 'item', title: 'Item', cell: () => `${subscriptionName}, a month` },
    { id: 'price', title: 'Price', numeric: true, cell: () => showNaira(subscriptionPrice) },
  ]
  return (
    <List
      label="Price per cinema"
      columns={columns}
      reading={reading}
      rows={rows?.slice((page - 1) * ROWS, page * ROWS)}
      total={rows?.length}
      page={page}
      perPage={ROWS}
      onPage={setPage}
      rowKey={(row) => row.id}
      empty={{ title: 'No cinemas yet', text: 'Cinemas are synced from the point of sale' }}
    />
  )
}
