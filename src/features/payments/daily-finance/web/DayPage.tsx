import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { refusalOfCall } from '#contract/permissions.ts'
import { useRead } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { Select } from '#web/form/Select.tsx'
import { useAddress } from '#web/list/address.ts'
import type { Column } from '#web/list/columns.ts'
import { ExportButton } from '#web/list/ExportButton.tsx'
import { List } from '#web/list/List.tsx'
import { useOpened } from '#web/list/opened.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { dayEndsNote, showInstant, showNaira } from '#web/ui/format.ts'
import { OneLine } from '#web/ui/OneLine.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { dayClose, type Close, type DayDetail, type Late } from '../close-contract.ts'
import { CAUSES, MEASURE_LABELS, MEASURES, messages } from '../close-rules.ts'
import { BridgeTable } from './BridgeTable.tsx'
import { CloseStateOf, PaidOut } from './badges.tsx'
import { DayTabs, titleOf } from './FinanceTabs.tsx'
import { paths } from './paths.ts'
import styles from './DailyFinance.module.css'

// Fetched when they are opened.
const CloseDialog = lazy(() => import('./CloseDialog.tsx'))
const CountDialog = lazy(() => import('./CountDialog.tsx'))

/** The close of a business day: its bridge, its tills, and what was recorded after it. */
export function DayPage() {
  const { day } = useParams({ strict: false }) as { day: string }
  const [address, setAddress] = useAddress(dayClose.day.query)
  const [isClosing, setClosing] = useOpened('close')
  const [till, setTill] = useState<DayDetail['tills'][number]>()
  const reading = useRead(dayClose.day, { params: { day }, query: address })
  const me = useMe()
  const one = reading.data
  const title = titleOf(day)
  if (!one)
    return (
      <Page title={title} back={paths.days}>
        <DayTabs day={day} current="close" />
        <Card>
          {reading.error ? <ErrorState error={reading.error} onRetry={reading.refetch} /> : <Skeleton height={320} />}
        </Card>
      </Page>
    )
  const isClosed = one.closedFigures !== null
  return (
    <Page
      title={title}
      note={dayEndsNote}
      back={paths.days}
      actions={
        <>
          <ExportButton
            endpoint={dayClose.bridgeCsv}
            params={{ day }}
            query={address}
            of="the revenue-to-payout reconciliation"
          />
          <ActionButton
            leftSection={isClosed ? <IconLockOpen size={16} /> : <IconLock size={16} />}
            variant={isClosed ? 'default' : 'filled'}
            disabledReason={refusalOfCall(me, dayClose.close) ?? (isClosed ? undefined : (one.refusal ?? undefined))}
            onClick={() => setClosing(true)}
          >
            {isClosed ? 'Reopen day' : 'Close day'}
          </ActionButton>
        </>
      }
    >
      <DayTabs day={day} current="close" />
      <Card>
        <Facts>
          <Fact label="State">
            <CloseStateOf state={one.state} />
          </Fact>
          <Fact label="Revenue">{showNaira(one.chain.subtotals.revenue)}</Fact>
          <Fact label="Paid out">{one.isCompared ? <PaidOut {...one.chain} /> : '–'}</Fact>
          <Fact label="Difference">{one.isCompared ? showNaira(one.chain.difference) : '–'}</Fact>
          <Fact label="Open mismatches">
            {one.isCompared ? <Link to={paths.reconciliation(day)}>{one.openMismatches}</Link> : '–'}
          </Fact>
          <Fact label="Company vouchers redeemed">
            {one.vouchers.count} · {showNaira(one.vouchers.amount)}
          </Fact>
        </Facts>
      </Card>
      <Bridges of={one} day={day} asOf={address.as_of} onAsOf={(as_of) => setAddress({ as_of })} />
      {one.tills.length > 0 && <Tills of={one.tills} onCount={setTill} />}
      {isClosed && <Restatements of={one} />}
      <Card
        title="History"
        actions={
          <ExportButton
            endpoint={dayClose.journalCsv}
            params={{ day }}
            query={undefined}
            of="the journal"
            disabledReason={one.isCompared ? undefined : messages.notCompared}
          />
        }
      >
        <History of={one.closes} refusal={one.refusal} />
      </Card>
      <Suspense>
        {isClosing && (isClosed || !one.refusal) && (
          <CloseDialog of={one} day={day} isClosed={isClosed} onClose={() => setClosing(false)} />
        )}
        {till && <CountDialog day={day} till={till} onClose={() => setTill(undefined)} />}
      </Suspense>
    </Page>
  )
}

type BridgesProps = { of: DayDetail; day: string; asOf: string | undefined; onAsOf: (asOf: string | undefined) => void }
/** The chain's and a cinema's; of a closed day also as it was closed, and as it was known at each close. */
function Bridges({ of: one, day, asOf, onAsOf }: BridgesProps) {
  const [cinema, setCinema] = useState<string | null>('')
  const place = one.cinemas.find(({ id }) => `at ${id}` === cinema)
  const sides = [
    { label: place ? place.name : asOf ? `As known on ${showInstant(asOf)}` : 'Now', of: place ?? one.chain },
    ...(one.closedFigures && !place ? [{ label: 'As closed', of: one.closedFigures }] : []),
  ]
  return (
    <Card title="Revenue to payout" flush>
      <div className={styles.head} style={{ padding: '0 14px 12px' }}>
        <Select
          label="Cinema"
          value={cinema}
          onChange={setCinema}
          allowDeselect={false}
          data={[
            { value: '', label: 'All cinemas' },
            ...one.cinemas.map(({ id, name }) => ({ value: `at ${id}`, label: name })),
          ]}
        />
        {one.closes.length > 0 && (
          <Select
            label="As known on"
            value={asOf ?? ''}
            onChange={(to) => onAsOf(to || undefined)}
            allowDeselect={false}
            data={[
              { value: '', label: 'Now' },
              ...one.closes.map(({ closedAt }) => ({ value: closedAt, label: showInstant(closedAt) })),
            ]}
          />
        )}
      </div>
      <BridgeTable label="Lines from revenue to payout" sides={sides} isCompared={one.isCompared} />
      {!one.isCompared && (
        <p className={styles.notCompared}>
          Compare this day to see the charges and payout of the payment provider:{' '}
          <Link to={paths.reconciliation(day)}>Reconciliation</Link>
        </p>
      )}
    </Card>
  )
}

type Till = DayDetail['tills'][number]
const difference = (recorded: number, counted: number | null) =>
  counted === null ? '–' : `${showNaira(counted)} (${counted === recorded ? 'exact' : showNaira(counted - recorded)})`

function Tills({ of: tills, onCount }: { of: Till[]; onCount: (till: Till) => void }) {
  const columns: Column<Till>[] = [
    { id: 'name', title: 'Cinema', main: true, cell: (till) => till.name },
    { id: 'cash', title: 'Cash taken', numeric: true, cell: (till) => showNaira(till.cash) },
    {
      id: 'cashCounted',
      title: 'Cash counted',
      numeric: true,
      cell: (till) => difference(till.cash, till.cashCounted),
    },
    { id: 'card', title: 'Card taken', numeric: true, cell: (till) => showNaira(till.card) },
    {
      id: 'cardCounted',
      title: 'Card counted',
      numeric: true,
      cell: (till) => difference(till.card, till.cardCounted),
    },
    {
      id: 'act',
      title: 'Action',
      cell: (till) => (
        <ActionButton
          variant="subtle"
          size="compact-xs"
          permission={dayClose.count.permission}
          aria-label={`Count the tills of ${till.name}`}
          onClick={() => onCount(till)}
        >
          Count
        </ActionButton>
      ),
    },
  ]
  return (
    <List
      label="Tills"
      columns={columns}
      reading={READ}
      rows={tills}
      total={tills.length}
      page={1}
      perPage={tills.length}
      rowKey={(till) => till.id}
      empty={{ title: 'No tills', text: 'No counter payments on this day' }}
    />
  )
}
const READ = { error: null, isPending: false, refetch: () => undefined }

const lateColumns: Column<Late>[] = [
  { id: 'reference', title: 'Reference', main: true, cell: (late) => <OneLine>{late.reference || '–'}</OneLine> },
  { id: 'cause', title: 'Cause', cell: (late) => CAUSES[late.cause].label },
  { id: 'cinema', title: 'Cinema', cell: (late) => late.cinema || '–' },
  { id: 'amount', title: 'Amount', numeric: true, side: true, cell: (late) => showNaira(late.amount) },
  { id: 'recordedAt', title: 'Recorded', cell: (late) => showInstant(late.recordedAt) },
]
/** What came after the close, and what it adds up to. */
function Restatements({ of: { late, lateCount, restated } }: { of: DayDetail }) {
  const changed = MEASURES.filter((measure) => restated[measure])
  return (
    <>
      {changed.length > 0 && (
        <Card title="Restated since the close">
          <Facts>
            {changed.map((measure) => (
              <Fact key={measure} label={MEASURE_LABELS[measure]}>
                {showNaira(restated[measure])}
              </Fact>
            ))}
          </Facts>
        </Card>
      )}
      <List
        label="Restatements"
        columns={lateColumns}
        reading={READ}
        rows={late}
        total={late.length}
        page={1}
        perPage={Math.max(1, late.length)}
        rowKey={(one) => `${one.cause} ${one.reference} ${one.recordedAt}`}
        empty={{ title: 'No restatements', text: 'No changes since this day was closed' }}
      />
      {lateCount > late.length && (
        <p className={styles.text}>
          Showing the newest {late.length} of {lateCount}
        </p>
      )}
    </>
  )
}

function History({ of: closes, refusal }: { of: readonly Close[]; refusal: string | null }) {
  if (!closes.length) return <p className={styles.text}>{refusal ?? 'Not closed yet'}</p>
  return (
    <ol className={styles.steps}>
      {closes.map((close) => (
        <li key={close.closedAt}>
          {close.reopenedAt && (
            <div>
              Reopened {showInstant(close.reopenedAt)} by {close.reopenedBy}: {close.reason}
            </div>
          )}
          <div>
            Closed {showInstant(close.closedAt)} by {close.closedBy}
            {close.note && `: ${close.note}`}
          </div>
        </li>
      ))}
    </ol>
  )
}
