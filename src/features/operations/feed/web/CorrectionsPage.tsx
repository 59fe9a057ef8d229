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

// Fetched when it is opened.
const CountedDrawer = lazy(() => import('./CountedDrawer.tsx'))

/** The line that is opened: its stream, its sender and its id; an empty sender while none is chosen. */
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
    title: 'Line',
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

/** What staff and senders voided, corrected or restored after it had counted. */
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
      note="Lines that counted and were voided, corrected or restored. Both sides are kept, and all figures follow."
      columns={columns}
      onOpen={(row) => open({ of: row.record_type, sender: row.source, id: row.external_id })}
      empty={{ title: 'Nothing was corrected', text: 'Corrections of lines that count appear here.' }}
      searchLabel="Search by id or reason"
      filters={[
        { name: 'kind', label: 'Correction', options: CORRECTION_LABELS },
        {
          name: 'record_type',
          label: 'Stream',
          options: CORRECTABLE.map((value) => ({ value, label: SCOPE_LABELS[value].label })),
        },
        { name: 'source', label: 'Source', options: list.data?.sources ?? [] },
        { name: 'at', label: 'At' },
      ]}
      controls={<Button onClick={() => open({ of: 'purchases' })}>Void or correct a line</Button>}
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
