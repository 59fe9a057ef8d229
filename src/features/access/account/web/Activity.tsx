import { TABLE_ROWS } from '#contract/atoms.ts'
import { inOrder } from '#contract/isolate.ts'
import { useRead } from '#web/api/queries.ts'
import { useAddress } from '#web/list/address.ts'
import type { Column } from '#web/list/columns.ts'
import { List } from '#web/list/List.tsx'
import { showInstant } from '#web/ui/format.ts'
import { account, inAddress, type Activity as Line } from '../contract.ts'

const columns: Column<Line>[] = [
  { id: 'summary', title: 'Action', main: true, cell: (line) => inOrder(line.summary) },
  { id: 'at', title: 'When', wide: true, cell: (line) => showInstant(line.at) },
]

/** What one did, from the audit log. */
export default function Activity() {
  const [{ page = 1 }, setAddress] = useAddress(inAddress)
  const reading = useRead(account.activity, { query: { page, perPage: TABLE_ROWS } })
  return (
    <List
      label="Activity"
      columns={columns}
      reading={reading}
      rows={reading.data?.lines}
      total={reading.data?.totalCount}
      page={page}
      perPage={TABLE_ROWS}
      onPage={(to, how) => setAddress({ page: to }, how)}
      rowKey={({ id }) => String(id)}
      empty={{ title: 'Nothing yet', text: 'Your changes appear here' }}
    />
  )
}
