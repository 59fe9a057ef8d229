import { useState } from 'react'
import { TABLE_ROWS } from '#contract/atoms.ts'
import { useRead } from '#web/api/queries.ts'
import type { Column } from '#web/list/columns.ts'
import { List } from '#web/list/List.tsx'
import { showInstant, showNaira } from '#web/ui/format.ts'
import { OneLine } from '#web/ui/OneLine.tsx'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import { feed, type WaitingRefund } from '../contract.ts'
import styles from './FeedKeys.module.css'

const columns: Column<WaitingRefund>[] = [
  { id: 'id', title: 'Refund', main: true, width: '15%', cell: ({ id }) => <span className={styles.id}>{id}</span> },
  {
    id: 'purchase',
    title: 'Purchase',
    width: '15%',
    cell: (one) => <span className={styles.id}>{one.purchase_id}</span>,
  },
  { id: 'key', title: 'Key', width: '14%', cell: ({ keys, source }) => keys.join(', ') || source },
  { id: 'amount', title: 'Amount', numeric: true, width: '11%', cell: ({ amount }) => showNaira(amount) },
  { id: 'since', title: 'Since', width: '14%', cell: ({ since }) => <OneLine>{showInstant(since)}</OneLine> },
  {
    id: 'state',
    title: 'State',
    wide: true,
    cell: ({ reason }) =>
      reason === null ? (
        <StatusPill tone="neutral">Waiting for its purchase</StatusPill>
      ) : (
        <span className={styles.state}>
          <StatusPill tone="bad">Refused</StatusPill>
          {reason}
        </span>
      ),
  },
]

/** Refunds that were reported and do not count; nothing where there are none. */
export function WaitingRefunds() {
  const [page, setPage] = useState(1)
  const reading = useRead(feed.waiting, { query: { page, perPage: TABLE_ROWS } })
  if (reading.data?.totalCount === 0) return null
  return (
    <section className={styles.waiting}>
      <h2>Waiting refunds</h2>
      <p>
        They came before their purchase and are not in the figures. A refused one counts as soon as its sender has
        corrected it and sent it again.
      </p>
      <List
        label="Waiting refunds"
        columns={columns}
        reading={reading}
        rows={reading.data?.refunds}
        total={reading.data?.totalCount}
        page={page}
        perPage={TABLE_ROWS}
        onPage={setPage}
        rowKey={({ source, id }) => `${source} ${id}`}
        empty={{ title: 'No waiting refunds', text: '' }}
      />
    </section>
  )
}
