import { lazy, Suspense } from 'react'
import * as z from 'zod/mini'
import { TABLE_ROWS } from '#contract/atoms.ts'
import { showCount } from '#contract/counted.ts'
import { useList } from '#web/list/useList.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { showInstant } from '#web/ui/format.ts'
import { OneLine } from '#web/ui/OneLine.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import { bulkActions, type BulkAction } from '../contract.ts'
import { RETENTION_DAYS, WORKING } from '../rules.ts'
import { STATE_LABELS } from './labels.ts'

// It needs the contracts of all features.
const ActionName = lazy(() => import('./ActionName.tsx'))
// Fetched when it is opened.
const BulkDialog = lazy(() => import('./BulkDialog.tsx'))

const inAddress = z.extend(bulkActions.list.query, {
  /** The one that is opened. */
  open: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
})
const EVERY_MS = 3000

const TONES = {
  done: 'good',
  stopped: 'bad',
  cancelled: 'neutral',
  ready: 'neutral',
  columns: 'neutral',
  gathering: 'info',
  checking: 'info',
  running: 'info',
} as const

const COLUMNS: Column<BulkAction>[] = [
  {
    id: 'action',
    title: 'Action',
    main: true,
    width: '30%',
    cell: (action) => (
      <Suspense fallback={<Skeleton width="60%" />}>
        <ActionName action={action} />
      </Suspense>
    ),
  },
  {
    id: 'state',
    title: 'State',
    cell: ({ state }) => <StatusPill tone={TONES[state]}>{STATE_LABELS[state]}</StatusPill>,
  },
  { id: 'changed', title: 'Changed', numeric: true, cell: ({ rows }) => showCount(rows.changed) },
  { id: 'rejected', title: 'Rejected', numeric: true, cell: ({ rows }) => showCount(rows.rejected) },
  { id: 'by', title: 'By', wide: true, cell: ({ actor }) => actor },
  { id: 'when', title: 'When', cell: ({ createdAt }) => <OneLine>{showInstant(createdAt)}</OneLine> },
]

/** What was done to many rows at once: how far it is, and the way to take it back. */
export function BulkActionsPage() {
  const list = useList(
    bulkActions.list,
    { label: 'Bulk actions', rows: (data) => data.actions, address: inAddress, perPage: TABLE_ROWS },
    { refetchInterval: (data) => (data?.actions.some(({ state }) => WORKING.includes(state)) ? EVERY_MS : 0) },
  )
  const { open, page } = list.address
  const show = (id: number | undefined) => void list.setAddress({ open: id, page })
  return (
    <ListScreen
      {...list}
      title="Bulk actions"
      note={`Changes made to many rows together. You can undo one for ${RETENTION_DAYS} days, for rows that have not changed since then.`}
      columns={COLUMNS}
      onOpen={({ id }) => show(id)}
      empty={{
        title: 'No bulk actions yet',
        text: 'Select rows in a list, such as All Movies, to change them together',
      }}
    >
      <Suspense>{open && <BulkDialog key={open} id={open} onClose={() => show(undefined)} />}</Suspense>
    </ListScreen>
  )
}
