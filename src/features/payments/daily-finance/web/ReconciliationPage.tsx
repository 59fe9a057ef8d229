import { IconRefresh } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { TABLE_ROWS } from '#contract/atoms.ts'
import { refusalOfCall } from '#contract/permissions.ts'
import { isDay } from '#contract/time.ts'
import { useRead, useSave } from '#web/api/queries.ts'
import { useMe, useSeesChain } from '#web/api/session.ts'
import { useAddress } from '#web/list/address.ts'
import type { Column } from '#web/list/columns.ts'
import { Filters } from '#web/list/Filters.tsx'
import { List } from '#web/list/List.tsx'
import { useRefused } from '#web/list/useRefused.tsx'
import { SelectionBar, useSelection } from '#web/list/selection.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Clamp } from '#web/ui/Clamp.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { showInstant } from '#web/ui/format.ts'
import { OneLine } from '#web/ui/OneLine.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { reconciliation, type Reconciliation } from '../reconciliation-contract.ts'
import { messages } from '../reconciliation-rules.ts'
import type { Mismatch } from '#features/payments/payment-logs/contract.ts'
import { mismatchLabel, showMoney, SOON_MS } from '#features/payments/payment-logs/rules.ts'
import { countText, DayStateOf, MismatchStateOf, showSum } from './badges.tsx'
import { paths as payments } from '#features/payments/payment-logs/web/paths.ts'
import { DayTabs, titleOf } from './FinanceTabs.tsx'
import { paths } from './paths.ts'
import styles from './DailyFinance.module.css'

// Fetched when it is opened.
const ResolveDialog = lazy(() => import('./ResolveDialog.tsx'))

const STATES = [
  { value: 'open', label: 'Open' },
  { value: 'resolved', label: 'Resolved' },
]

const FILTERS = [{ name: 'state', label: 'State', options: STATES }]

/** The reconciliation of a day: what differs between our payments and the provider's, and what staff found out about it. */
export function ReconciliationPage() {
  const { day } = useParams({ strict: false }) as { day: string }
  const [address, setAddress] = useAddress(reconciliation.day.query)
  const [opened, setOpened] = useState<Mismatch>()
  const { page = 1, perPage = TABLE_ROWS, state } = address
  const reading = useRead(
    reconciliation.day,
    { params: { day }, query: { page, perPage, state } },
    { refetchInterval: (data) => (data?.reconciliation?.state === 'running' ? SOON_MS : 0) },
  )
  const seesChain = useSeesChain(reconciliation.day.permission)
  const again = useSave(reconciliation.compare)
  const compared = reading.data?.reconciliation
  const columns: Column<Mismatch>[] = [
    {
      id: 'reference',
      title: 'Reference',
      main: true,
      cell: (one) => (
        <span className={styles.two}>
          <OneLine>
            {one.paymentId === null ? one.reference : <Link to={payments.payment(one.paymentId)}>{one.reference}</Link>}
          </OneLine>
          {one.email && <OneLine full={one.email}>{one.email}</OneLine>}
          {one.at && <span className={styles.more}>{showInstant(one.at)}</span>}
        </span>
      ),
    },
    { id: 'kind', title: 'Mismatch', wide: true, cell: (one) => mismatchLabel(one) },
    { id: 'ledger', title: 'Marquee', numeric: true, cell: (one) => <Side of={one.ledgerSide} about={one.about} /> },
    {
      id: 'provider',
      title: 'Provider',
      numeric: true,
      cell: (one) => <Side of={one.providerSide} about={one.about} />,
    },
    { id: 'state', title: 'State', side: true, cell: (one) => <MismatchStateOf of={one} /> },
    {
      id: 'note',
      title: 'Note',
      wide: true,
      width: '20%',
      cell: (one) => (one.note ? <Clamp>{one.resolvedBy ? `${one.note} (${one.resolvedBy})` : one.note}</Clamp> : '–'),
    },
    {
      id: 'act',
      title: 'Action',
      bare: true,
      cell: (one) => (
        <ActionButton
          variant="subtle"
          size="compact-xs"
          permission={reconciliation.resolve.permission}
          onClick={() => setOpened(one)}
          aria-label={`${one.resolvedAt ? 'Reopen' : 'Resolve'} ${one.reference}`}
        >
          {one.resolvedAt ? 'Reopen' : 'Resolve'}
        </ActionButton>
      ),
    },
  ]
  const refused = useRefused(FILTERS, reconciliation.day.query, setAddress)
  const rowKey = (one: Mismatch) => String(one.id)
  const selection = useSelection({
    rows: reading.data?.mismatches,
    total: reading.data?.totalCount,
    rowKey,
    file: reconciliation.day,
    query: { day, state },
  })
  return (
    <Page
      title={titleOf(day)}
      back={paths.days}
      actions={
        <ActionButton
          variant="default"
          leftSection={<IconRefresh size={16} />}
          disabledReason={
            refusalOfCall(useMe(), reconciliation.compare) ?? (isDay(day) ? undefined : messages.noSuchDay)
          }
          loading={again.isPending || compared?.state === 'running'}
          onClick={() => again.mutate({ body: { day } })}
        >
          {compared ? 'Compare again' : 'Compare'}
        </ActionButton>
      }
    >
      {seesChain && <DayTabs day={day} current="reconciliation" />}
      {(compared || reading.isPending) && <Card>{compared ? <Sums of={compared} /> : <Skeleton height={42} />}</Card>}
      <List
        label="Mismatches"
        columns={selection ? [selection.column, ...columns] : columns}
        reading={reading}
        rows={reading.data?.mismatches}
        total={reading.data?.totalCount}
        page={page}
        perPage={perPage}
        onPage={(to, how) => setAddress({ page: to }, how)}
        rowKey={rowKey}
        empty={
          state && compared?.state === 'done'
            ? { title: 'No results', text: 'Remove the filter to see all mismatches' }
            : compared?.state === 'done' && compared.reason
              ? {
                  title: 'No other mismatches',
                  text: 'Some provider records cannot be read. See them in Connections.',
                }
              : compared?.state === 'done'
                ? { title: 'No mismatches', text: 'All payments match those of the provider' }
                : !seesChain
                  ? { title: 'No mismatches', text: 'No payment of your cinemas differs on this day' }
                  : {
                      title: 'This day has not been compared yet',
                      text: 'Compare it with the provider to see mismatches',
                      permission: reconciliation.compare.permission,
                    }
        }
        toolbar={
          <>
            {selection && selection.count > 0 && <SelectionBar {...selection} />}
            <Filters query={reconciliation.day.query} filters={FILTERS} values={address} onChange={setAddress} />
          </>
        }
        {...refused}
      />
      <Suspense>{opened && <ResolveDialog mismatch={opened} onClose={() => setOpened(undefined)} />}</Suspense>
    </Page>
  )
}

/** An amount, and of a charge or refund what became of it. */
const Side = ({ of: side, about }: { of: Mismatch['ledgerSide']; about: Mismatch['about'] }) =>
  side ? (
    <span className={styles.two}>
      {showMoney(side)}
      {HAS_STATE.has(about) && <span className={styles.more}>{SIDE_LABELS[side.state] ?? side.state}</span>}
    </span>
  ) : (
    '–'
  )
const HAS_STATE: ReadonlySet<Mismatch['about']> = new Set(['charge', 'refund'])
const SIDE_LABELS: Record<string, string> = {
  succeeded: 'Paid',
  failed: 'Failed',
  pending: 'Pending',
  needs_customer: 'Waiting for the customer',
}

const Sums = ({ of: one }: { of: Reconciliation }) => (
  <Facts>
    <Fact label="State">
      <DayStateOf of={one} />
    </Fact>
    <Fact label="Payments in Marquee">
      {countText(one.ledgerCount)} · {showSum(one.ledgerAmount, one.ledgerOthers)}
    </Fact>
    <Fact label="Payments at the provider">
      {countText(one.providerCount)} · {showSum(one.providerAmount, one.providerOthers)}
    </Fact>
    <Fact label="Compared">
      {one.finishedAt ? `${showInstant(one.finishedAt)}, by ${one.startedBy}` : `Started ${showInstant(one.startedAt)}`}
    </Fact>
    {one.reason && <Fact label={one.state === 'failed' ? 'Error' : 'Not compared'}>{one.reason}</Fact>}
  </Facts>
)
