import { showCount } from '#contract/counted.ts'
import { lazy, Suspense } from 'react'
import * as z from 'zod/mini'
import { refusal } from '#contract/permissions.ts'
import { useRead } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { useList } from '#web/list/useList.ts'
import { ExportButton } from '#web/list/ExportButton.tsx'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { Clamp } from '#web/ui/Clamp.tsx'
import { showInstant } from '#web/ui/format.ts'
import { OneLine } from '#web/ui/OneLine.tsx'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import { errorLogs, type LoggedError } from '../contract.ts'
import { ORIGIN_LABELS, STATE_LABELS } from '../rules.ts'
import styles from './ErrorLogs.module.css'
import { StateOf, Whom } from './badges.tsx'

// Fetched when it is opened.
const ErrorDrawer = lazy(() => import('./ErrorDrawer.tsx'))

const inAddress = z.extend(errorLogs.list.query, {
  /** The one that is opened. */
  error: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
})
const FILTERS = [
  { name: 'state', label: 'State', options: STATE_LABELS },
  { name: 'source', label: 'Source', options: ORIGIN_LABELS },
  { name: 'first_seen', label: 'First seen' },
  { name: 'last_seen', label: 'Last seen' },
  { name: 'count', label: 'Count' },
  { name: 'customers', label: 'Customers' },
]
/** Errors come by themselves: the list follows. */
const REFRESH_MS = 30_000

/** Where in the code it happened. */
const topOf = (stack: string) =>
  stack
    .split('\n')
    .find((line) => /^\s*at |@.*:\d/.test(line))
    ?.trim()

/** The error log (operations 2): equal errors are one row. */
export function ErrorLogsPage() {
  const list = useList(
    errorLogs.list,
    { label: 'Error logs', rows: (data) => data.errors, address: inAddress },
    { refetchInterval: () => REFRESH_MS },
  )
  const { address, setAddress } = list
  const { sort: _, ...who } = list.filter
  const me = useMe()
  const releases = useRead(errorLogs.releases, {}).data?.releases ?? []
  const open = (id: number | undefined) => void setAddress({ error: id, page: address.page })

  const columns: Column<LoggedError>[] = [
    {
      id: 'error',
      title: 'Error',
      main: true,
      width: '28%',
      cell: ({ message, errorStack, newIn }) => (
        <span className={styles.named}>
          <span className={styles.message}>{message}</span>
          {newIn && <StatusPill tone="info" plain>{`New in ${newIn}`}</StatusPill>}
          <span className={styles.frame}>{topOf(errorStack)}</span>
        </span>
      ),
    },
    {
      id: 'component',
      title: 'Component',
      card: false,
      wide: true,
      width: '14%',
      cell: (row) => <Clamp>{row.component}</Clamp>,
    },
    { id: 'source', title: 'Source', bare: true, cell: (row) => ORIGIN_LABELS[row.source] },
    { id: 'state', title: 'State', side: true, cell: (row) => <StateOf state={row.state} /> },
    { id: 'count', title: 'Count', sort: 'count', numeric: true, cell: (row) => showCount(row.count) },
    {
      id: 'customers',
      title: 'Customers',
      card: ({ customers }) => customers > 0,
      numeric: true,
      cell: (row) => showCount(row.customers),
    },
    { id: 'email', title: 'Email', card: false, wide: true, width: '20%', cell: (row) => <Whom of={row.data} /> },
    {
      id: 'lastSeen',
      title: 'Last Seen',
      bare: true,
      sort: 'lastSeen',
      cell: (row) => <OneLine>{showInstant(row.lastSeenAt)}</OneLine>,
    },
  ]
  return (
    <ListScreen
      {...list}
      title="Error Logs"
      note="Errors from the server, web shop, app and Marquee. Repeats are grouped and personal data is masked."
      columns={columns}
      onOpen={({ id }) => open(id)}
      empty={{
        title: 'No errors yet',
        text: 'Errors in the server, web shop, app or Marquee appear here automatically',
      }}
      searchLabel="Search by message, component or email"
      filters={[
        ...FILTERS,
        { name: 'release', label: 'Release', options: releases },
        { name: 'new_in', label: 'New in', options: releases },
      ]}
      controls={
        !refusal(me, errorLogs.customersCsv.permission) && (
          <ExportButton endpoint={errorLogs.customersCsv} query={who} label="Download customers" />
        )
      }
      csv={{
        endpoint: errorLogs.csv,
        also: ['userId', 'releases', 'newIn', 'firstSeen', 'stack'],
      }}
    >
      <Suspense>
        {address.error && <ErrorDrawer key={address.error} id={address.error} onClose={() => open(undefined)} />}
      </Suspense>
    </ListScreen>
  )
}
