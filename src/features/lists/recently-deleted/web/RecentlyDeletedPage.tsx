import { lazy, Suspense } from 'react'
import { refusal } from '#contract/permissions.ts'
import { useMe } from '#web/api/session.ts'
import { useList } from '#web/list/useList.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { showInstant } from '#web/ui/format.ts'
import { recentlyDeleted, type DeletedRecord } from '../contract.ts'
import { isKind, KINDS, LISTED_DAYS, type Kind } from '../rules.ts'
import styles from './RecentlyDeleted.module.css'

// It needs the contracts of all features.
const Restore = lazy(() => import('./Restore.tsx'))

/** What was deleted in the last 30 days, to be restored by whoever may. */
export function RecentlyDeletedPage() {
  const list = useList(
    recentlyDeleted.list,
    { label: 'Recently deleted', rows: (data) => data.records },
    { refetchOnMount: 'always' },
  )
  const me = useMe()
  const kinds = (Object.keys(KINDS) as Kind[]).filter((one) => !refusal(me, KINDS[one].permission))
  const filters = [
    { name: 'kind', label: 'Kind', options: kinds.map((value) => ({ value, label: KINDS[value].label })) },
  ]

  const columns: Column<DeletedRecord>[] = [
    {
      id: 'title',
      title: 'Name',
      main: true,
      width: '36%',
      cell: ({ title, subtitle }) => (
        <span className={styles.lines}>
          {title}
          {subtitle && <span>{subtitle}</span>}
        </span>
      ),
    },
    { id: 'kind', title: 'Kind', cell: (row) => (isKind(row.kind) ? KINDS[row.kind].label : row.kind) },
    { id: 'at', title: 'Deleted', cell: ({ deleted_at }) => showInstant(deleted_at) },
    { id: 'by', title: 'Deleted by', cell: ({ deleted_by }) => deleted_by ?? '–' },
    {
      id: 'acts',
      title: 'Actions',
      cell: ({ kind: of, id, title }) =>
        isKind(of) && (
          <Suspense>
            <Restore kind={of} id={id} title={title} />
          </Suspense>
        ),
    },
  ]

  return (
    <ListScreen
      {...list}
      title="Recently deleted"
      note={`Deleted items stay here for ${LISTED_DAYS} days and can be restored`}
      columns={columns}
      rowKey={({ kind: of, id }) => `${of} ${id}`}
      empty={{
        title: 'Nothing was deleted',
        text: `Deleted items stay here for ${LISTED_DAYS} days and can be restored`,
      }}
      noMatch={{ title: 'None of this kind', text: 'Remove the filter to see all deleted items' }}
      filters={filters}
    />
  )
}
