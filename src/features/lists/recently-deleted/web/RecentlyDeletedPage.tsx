import { lazy, Suspense } from 'react'
import { TABLE_ROWS } from '#contract/atoms.ts'
import { refusal } from '#contract/permissions.ts'
import { useRead } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { useAddress } from '#web/list/address.ts'
import type { Column } from '#web/list/columns.ts'
import { Filters } from '#web/list/Filters.tsx'
import { List } from '#web/list/List.tsx'
import { useRefused } from '#web/list/useRefused.tsx'
import { showInstant } from '#web/ui/format.ts'
import { Page } from '#web/ui/Page.tsx'
import { recentlyDeleted, type DeletedRecord } from '../contract.ts'
import { isKind, KINDS, LISTED_DAYS, type Kind } from '../rules.ts'
import styles from './RecentlyDeleted.module.css'

// It needs the contracts of all features.
const Restore = lazy(() => import('./Restore.tsx'))

/** What was deleted in the last 30 days, to be restored by whoever may. */
export function RecentlyDeletedPage() {
  const [address, setAddress] = useAddress(recentlyDeleted.list.query)
  const { page = 1, kind } = address
  const me = useMe()
  const list = useRead(
    recentlyDeleted.list,
    { query: { page, perPage: TABLE_ROWS, kind } },
    { refetchOnMount: 'always' },
  )
  const kinds = (Object.keys(KINDS) as Kind[]).filter((one) => !refusal(me, KINDS[one].permission))
  const filters = [
    { name: 'kind', label: 'Kind', options: kinds.map((value) => ({ value, label: KINDS[value].label })) },
  ]
  const refused = useRefused(filters, recentlyDeleted.list.query, setAddress)

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
    <Page title="Recently Deleted" note={`What was deleted in the last ${LISTED_DAYS} days and you may restore.`}>
      <List
        label="Recently deleted"
        columns={columns}
        reading={list}
        rows={list.data?.records}
        total={list.data?.totalCount}
        page={page}
        perPage={TABLE_ROWS}
        onPage={(to, how) => setAddress({ page: to }, how)}
        rowKey={({ kind: of, id }) => `${of} ${id}`}
        empty={
          kind
            ? { title: 'None of this kind', text: 'Remove the filter to see everything that was deleted.' }
            : { title: 'Nothing was deleted', text: `What is deleted can be restored here for ${LISTED_DAYS} days.` }
        }
        toolbar={
          <Filters query={recentlyDeleted.list.query} filters={filters} values={address} onChange={setAddress} />
        }
        {...refused}
      />
    </Page>
  )
}
