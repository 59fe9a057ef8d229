import { Button } from '@mantine/core'
import { IconListNumbers, IconPercentage } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { TABLE_ROWS } from '#contract/atoms.ts'
import { SOON_MS } from '#features/payments/payment-logs/rules.ts'
import { useSeesChain } from '#web/api/session.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { useOpened } from '#web/list/opened.ts'
import { useList } from '#web/list/useList.ts'
import { dayEndsNote, showDay, showInstant, showNaira } from '#web/ui/format.ts'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import { dayClose, type ClosingDay } from '../close-contract.ts'
import { reconciliation, type Reconciliation } from '../reconciliation-contract.ts'
import { CloseStateOf, DayStateOf, PaidOut, showAmount } from './badges.tsx'
import { FinanceTabs } from './FinanceTabs.tsx'
import { paths } from './paths.ts'

// Fetched when they are opened.
const AccountsDialog = lazy(() => import('./AccountsDialog.tsx'))
const FeesDialog = lazy(() => import('./FeesDialog.tsx'))

const NOTE = 'Each business day, from its revenue to the payout of the payment provider'

const columns: Column<ClosingDay>[] = [
  { id: 'day', title: 'Day', main: true, cell: (one) => showDay(one.day) },
  { id: 'state', title: 'State', side: true, cell: (one) => <CloseStateOf state={one.state} /> },
  { id: 'revenue', title: 'Revenue', numeric: true, cell: (one) => showNaira(one.revenue) },
  {
    id: 'payout',
    title: 'Paid out',
    numeric: true,
    cell: (one) => <PaidOut payout={one.payout} difference={one.difference} />,
  },
  { id: 'difference', title: 'Difference', numeric: true, cell: (one) => showAmount(one.difference) },
  { id: 'openMismatches', title: 'Open mismatches', numeric: true, cell: (one) => one.openMismatches ?? '–' },
  { id: 'compared', title: 'Compared', cell: ({ comparison }) => <Compared of={comparison} /> },
  { id: 'closedBy', title: 'Closed by', cell: (one) => one.closedBy ?? '–' },
]

function Compared({ of: comparison }: { of: ClosingDay['comparison'] }) {
  if (!comparison) return '–'
  if (comparison.state === 'running') return <StatusPill tone="neutral">Comparing</StatusPill>
  if (comparison.state === 'failed') return <StatusPill tone="bad">Failed</StatusPill>
  return comparison.finishedAt && showInstant(comparison.finishedAt)
}

/** Business days; what all of a day adds up to is the whole chain's. */
export const DaysPage = () => (useSeesChain(dayClose.list.permission) ? <Days /> : <ComparedDays />)

/** Which are compared and closed, and what is left to explain. Each night compares the day before. */
function Days() {
  const [showsAccounts, setShowsAccounts] = useOpened('accounts')
  const [showsFees, setShowsFees] = useOpened('fees')
  const list = useList(
    dayClose.list,
    { label: 'Business days', perPage: TABLE_ROWS, rows: (data) => data.days },
    {
      refetchInterval: (data) => (data?.days.some(({ comparison }) => comparison?.state === 'running') ? SOON_MS : 0),
    },
  )
  return (
    <ListScreen
      {...list}
      title="Daily finance"
      above={<FinanceTabs current="days" />}
      note={dayEndsNote ? `${NOTE}. ${dayEndsNote}.` : NOTE}
      controls={
        <>
          <Button variant="default" leftSection={<IconPercentage size={16} />} onClick={() => setShowsFees(true)}>
            Fees
          </Button>
          <Button variant="default" leftSection={<IconListNumbers size={16} />} onClick={() => setShowsAccounts(true)}>
            Accounts
          </Button>
        </>
      }
      columns={columns}
      rowKey={(one) => one.day}
      rowTo={(one) => paths.day(one.day)}
      empty={{ title: 'No days yet', text: 'Days appear here after the first sale' }}
    >
      <Suspense>
        {showsAccounts && <AccountsDialog onClose={() => setShowsAccounts(false)} />}
        {showsFees && <FeesDialog onClose={() => setShowsFees(false)} />}
      </Suspense>
    </ListScreen>
  )
}

const comparedColumns: Column<Reconciliation>[] = [
  { id: 'day', title: 'Day', main: true, cell: (one) => showDay(one.day) },
  { id: 'state', title: 'State', side: true, cell: (one) => <DayStateOf of={one} /> },
  { id: 'resolved', title: 'Resolved', numeric: true, cell: (one) => one.resolved },
  { id: 'finishedAt', title: 'Compared', cell: (one) => (one.finishedAt ? showInstant(one.finishedAt) : '–') },
]

/** What somebody sees whose role is for some cinemas: the days on which payments of these differ. */
function ComparedDays() {
  const list = useList(reconciliation.days, {
    label: 'Compared days',
    perPage: TABLE_ROWS,
    rows: (data) => data.reconciliations,
  })
  return (
    <ListScreen
      {...list}
      title="Daily finance"
      note="Days on which payments of your cinemas differ from the payment provider. You need a role for all cinemas to see totals."
      columns={comparedColumns}
      rowKey={(one) => one.day}
      rowTo={(one) => paths.reconciliation(one.day)}
      empty={{ title: 'No mismatches', text: 'Days appear here if a payment of your cinemas differs' }}
    />
  )
}
