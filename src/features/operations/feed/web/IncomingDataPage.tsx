import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import * as z from 'zod/mini'
import { counted, showCount } from '#contract/counted.ts'
import type { Output } from '#contract/endpoint.ts'
import { useRead } from '#web/api/queries.ts'
import { Segments } from '#web/charts/Segments.tsx'
import { useList } from '#web/list/useList.ts'
import type { Column } from '#web/list/columns.ts'
import { List } from '#web/list/List.tsx'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { showMoney } from '#features/payments/payment-logs/rules.ts'
import { showInstant } from '#web/ui/format.ts'
import { OneLine } from '#web/ui/OneLine.tsx'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import { feed, type QuarantinedRecord } from '../contract.ts'
import { VALIDATION_RULE_LABELS, VALIDATED, QUARANTINE_LABELS, SCOPE_LABELS, type OutcomeState } from '../rules.ts'
import styles from './FeedKeys.module.css'
import { paths } from './paths.ts'
import { QUARANTINE_TONES } from './tones.ts'

const LineDrawer = lazy(() => import('./QuarantinedRecordDrawer.tsx'))

const inAddress = z.extend(feed.records.query, {
  /** Id of the open record. */
  line: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
})
/** Refresh interval, because records arrive by themselves. */
const REFRESH_MS = 30_000

/** Shows what other systems send, how much of it is included, and what staff have to review. */
export function IncomingDataPage() {
  const list = useList(
    feed.records,
    { label: 'Quarantined records', rows: (data) => data.lines, address: inAddress },
    { refetchInterval: () => REFRESH_MS },
  )
  const { address, setAddress } = list
  const open = (id: number | undefined) => void setAddress({ line: id, page: address.page })
  const columns: Column<QuarantinedRecord>[] = [
    {
      id: 'line',
      title: 'Record',
      main: true,
      width: '17%',
      cell: (one) => (
        <span className={styles.state}>
          <span className={styles.id}>{one.external_id}</span>
          <span className={styles.faint}>{SCOPE_LABELS[one.record_type].label}</span>
        </span>
      ),
    },
    { id: 'key', title: 'Key', bare: true, width: '14%', cell: ({ key, source }) => key ?? source },
    { id: 'amount', title: 'Amount', bare: true, numeric: true, width: '11%', cell: showMoney },
    { id: 'since', title: 'Since', width: '13%', cell: ({ since }) => <OneLine>{showInstant(since)}</OneLine> },
    {
      id: 'state',
      title: 'State',
      side: true,
      width: '11%',
      cell: ({ state }) => <StatusPill tone={QUARANTINE_TONES[state]}>{QUARANTINE_LABELS[state]}</StatusPill>,
    },
    {
      id: 'reason',
      title: 'Reason',
      wide: true,
      file: ['rule', 'reason', 'note'],
      cell: ({ rule, reason, purchase_id, note }) =>
        rule === null ? (
          `Waiting for purchase ${purchase_id}`
        ) : (
          <span className={styles.state}>
            <span>{VALIDATION_RULE_LABELS[rule]}</span>
            <span className={styles.faint}>{note || reason}</span>
          </span>
        ),
    },
  ]
  return (
    <ListScreen
      {...list}
      title="Incoming data"
      note="Data from your web shop, app and point of sale. Records that fail checks are quarantined and excluded from reports."
      above={<Received />}
      controls={
        <Button variant="default" component={Link} to={paths.corrections}>
          Corrections
        </Button>
      }
      columns={columns}
      onOpen={({ id }) => open(id)}
      empty={{
        title: 'No quarantined records',
        text: 'Records that fail checks, or arrive before their purchase, appear here',
      }}
      searchLabel="Search by ID or purchase"
      filters={[
        { name: 'state', label: 'State', options: QUARANTINE_LABELS },
        {
          name: 'record_type',
          label: 'Record type',
          options: VALIDATED.map((value) => ({ value, label: SCOPE_LABELS[value].label })),
        },
        { name: 'rule', label: 'Reason', options: VALIDATION_RULE_LABELS },
        { name: 'source', label: 'Source', options: list.data?.sources ?? [] },
        { name: 'since', label: 'Since' },
      ]}
      csv={{
        endpoint: feed.recordsCsv,
        also: ['record_type', 'source', 'purchase'],
      }}
    >
      <Suspense>
        {address.line && <LineDrawer key={address.line} id={address.line} onClose={() => open(undefined)} />}
      </Suspense>
    </ListScreen>
  )
}

const DAYS = [
  { value: '1', label: 'Today' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
] as const
type Days = (typeof DAYS)[number]['value']
type Counted = Output<typeof feed.counts.reply>['counts'][number]

const number = (id: OutcomeState, title: string): Column<Counted> => ({
  id,
  title,
  numeric: true,
  cell: (row) => (row[id] ? showCount(row[id]) : '–'),
})
const columnsOfCounts: Column<Counted>[] = [
  {
    id: 'key',
    title: 'Key',
    main: true,
    width: '20%',
    cell: ({ key, is_revoked }) => (is_revoked ? `${key} (revoked)` : key),
  },
  {
    id: 'record_type',
    title: 'Record type',
    bare: true,
    cell: ({ record_type: recordType }) => SCOPE_LABELS[recordType].label,
  },
  number('accepted', 'Accepted'),
  number('duplicate', 'Duplicate'),
  number('pending', 'Pending'),
  number('quarantined', 'Quarantined'),
  number('rejected', 'Rejected'),
  {
    id: 'newest',
    title: 'Newest',
    // Hidden when the newest record was received as it happened.
    card: ({ newest_at, last_at }) => newest_at !== null && showInstant(newest_at) !== showInstant(last_at),
    cell: ({ newest_at: at }) => (at ? <OneLine>{showInstant(at)}</OneLine> : '–'),
  },
  { id: 'last', title: 'Last received', side: true, cell: ({ last_at: at }) => <OneLine>{showInstant(at)}</OneLine> },
]
/** Rows per page. */
const ROWS = 8

/** Counts the results of each key. */
function Received() {
  const [days, setDays] = useState<Days>('1')
  const [page, setPage] = useState(1)
  const reading = useRead(feed.counts, { query: { days: Number(days) } }, { refetchInterval: () => REFRESH_MS })
  const rows = reading.data?.counts
  return (
    <section className={styles.received} aria-label="Received">
      <header>
        <h2>Received</h2>
        <span className={styles.faint}>{rows && counted(new Set(rows.map(({ key_id }) => key_id)).size, 'key')}</span>
        <Segments label="Days" options={DAYS} value={days} onChange={setDays} small />
      </header>
      <List
        label="Received"
        columns={columnsOfCounts}
        reading={reading}
        rows={rows?.slice((page - 1) * ROWS, page * ROWS)}
        total={rows?.length}
        page={page}
        perPage={ROWS}
        onPage={setPage}
        rowKey={({ key_id, record_type: recordType }) => `${key_id} ${recordType}`}
        empty={{
          title: 'No data received yet',
          text: 'Create a feed key. The records it sends are counted here.',
        }}
      />
    </section>
  )
}
