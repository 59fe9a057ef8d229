import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import * as z from 'zod/mini'
import { useList } from '#web/list/useList.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { showInstant, showNaira } from '#web/ui/format.ts'
import { OneLine } from '#web/ui/OneLine.tsx'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import { feed, type Correction } from '../contract.ts'
import { CORRECTABLE, CORRECTION_LABELS, SCOPE_LABELS } from '../rules.ts'
import styles from './FeedKeys.module.css'
import { CORRECTION_TONES } from './tones.ts'

const CountedDrawer = lazy(() => import('./CountedDrawer.tsx'))

/** Selected record: its type, sender and id; the sender is empty until one is chosen. */
const inAddress = z.extend(feed.corrections.query, {
  of: z.optional(z.enum(CORRECTABLE)),
  sender: z.optional(z.string()),
  id: z.optional(z.string()),
})
const CLOSED = { of: undefined, sender: undefined, id: undefined }

const naira = (amount: number | null) => (amount === null ? '–' : showNaira(amount))

const columns: Column<Correction>[] = [
  {
    id: 'line',
    title: 'Record',
    main: true,
    width: '20%',
    cell: (row) => (
      <span className={styles.state}>
        <span className={styles.id}>{row.external_id}</span>
        <span className={styles.faint}>{`${SCOPE_LABELS[row.record_type].label}, ${row.source}`}</span>
      </span>
    ),
  },
  {
    id: 'kind',
    title: 'Correction',
    side: true,
    cell: ({ kind }) => <StatusPill tone={CORRECTION_TONES[kind]}>{CORRECTION_LABELS[kind]}</StatusPill>,
  },
  { id: 'before', title: 'Before', numeric: true, cell: ({ before }) => naira(before) },
  { id: 'after', title: 'After', numeric: true, cell: ({ after }) => naira(after) },
  { id: 'reason', title: 'Reason', wide: true, width: '24%', cell: ({ reason }) => reason },
  { id: 'by', title: 'By', cell: ({ by }) => by },
  { id: 'at', title: 'At', cell: ({ at }) => <OneLine>{showInstant(at)}</OneLine> },
]

/** Lists records that staff and senders voided, corrected or reinstated. */
export function CorrectionsPage() {
  const list = useList(feed.corrections, { label: 'Corrections', rows: (data) => data.corrections, address: inAddress })
  const { address, setAddress } = list
  const { of, sender, id } = address
  const open = (line: { of?: typeof of; sender?: string | undefined; id?: string | undefined }) =>
    void setAddress({ ...line, page: address.page })
  return (
    <ListScreen
      {...list}
      title="Corrections"
      note="Records that were voided, corrected or reinstated after they were included. Reports are updated and both versions are kept."
      columns={columns}
      onOpen={(row) => open({ of: row.record_type, sender: row.source, id: row.external_id })}
      empty={{ title: 'No corrections yet', text: 'Corrected records appear here' }}
      searchLabel="Search by ID or reason"
      filters={[
        { name: 'kind', label: 'Correction', options: CORRECTION_LABELS },
        {
          name: 'record_type',
          label: 'Record type',
          options: CORRECTABLE.map((value) => ({ value, label: SCOPE_LABELS[value].label })),
        },
        { name: 'source', label: 'Source', options: list.data?.sources ?? [] },
        { name: 'at', label: 'At' },
      ]}
      controls={<Button onClick={() => open({ of: 'purchases' })}>Void or correct a record</Button>}
      csv={{
        endpoint: feed.correctionsCsv,
        also: ['record_type', 'source'],
      }}
    >
      <Suspense>
        {of && (
          <CountedDrawer
            key={`${of} ${sender} ${id}`}
            line={sender && id ? { record_type: of, source: sender, external_id: id } : undefined}
            sources={list.data?.sources ?? []}
            onFind={(line) => open({ of: line.record_type, sender: line.source, id: line.external_id })}
            onClose={() => open(CLOSED)}
          />
        )}
      </Suspense>
    </ListScreen>
  )
}
