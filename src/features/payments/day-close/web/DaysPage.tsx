import { Button } from '@mantine/core'
import { IconListNumbers } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { TABLE_ROWS } from '#contract/atoms.ts'
import { paths as paymentPaths } from '#features/payments/payment-logs/web/paths.ts'
import { useRead } from '#web/api/queries.ts'
import { useAddress } from '#web/list/address.ts'
import type { Column } from '#web/list/columns.ts'
import { List } from '#web/list/List.tsx'
import { useOpened } from '#web/list/opened.ts'
import { dayEndsNote, showDay, showNaira } from '#web/ui/format.ts'
import { Page } from '#web/ui/Page.tsx'
import { StatusPill, type Tone } from '#web/ui/StatusPill.tsx'
import { dayClose, type ClosingDay } from '../contract.ts'
import { STATE_LABELS, type DayState } from '../rules.ts'
import { paths } from './paths.ts'

// Fetched when it is opened.
const NOTE = 'Each business day from its revenue to what the payment provider paid out.'

const AccountsDialog = lazy(() => import('./AccountsDialog.tsx'))

const TONES: Record<DayState, Tone> = { running: 'neutral', open: 'warn', closed: 'good', restated: 'warn' }
export const StateOf = ({ state }: { state: DayState }) => (
  <StatusPill tone={TONES[state]}>{STATE_LABELS[state]}</StatusPill>
)

type PaidOutProps = { payout: number | null; difference: number | null }
/** Of a day before its payout that says so, beside how much is due. */
export const PaidOut = ({ payout, difference }: PaidOutProps) =>
  payout === 0 && difference !== null && difference < 0 ? 'Not yet' : showAmount(payout)

const showAmount = (naira: number | null) => (naira === null ? '–' : showNaira(naira))
const columns: Column<ClosingDay>[] = [
  { id: 'day', title: 'Day', main: true, cell: (one) => showDay(one.day) },
  { id: 'state', title: 'State', side: true, cell: (one) => <StateOf state={one.state} /> },
  { id: 'revenue', title: 'Revenue', numeric: true, cell: (one) => showNaira(one.revenue) },
  {
    id: 'payout',
    title: 'Paid out',
    numeric: true,
    cell: (one) => <PaidOut payout={one.payout} difference={one.difference} />,
  },
  { id: 'difference', title: 'Difference', numeric: true, cell: (one) => showAmount(one.difference) },
  { id: 'openMismatches', title: 'Open mismatches', numeric: true, cell: (one) => one.openMismatches ?? '–' },
  { id: 'closedBy', title: 'Closed by', cell: (one) => one.closedBy ?? '–' },
]

/** Business days: which are closed, and what is left to explain. */
export function DaysPage() {
  const [address, setAddress] = useAddress(dayClose.list.query)
  const [isOpen, setOpen] = useOpened('accounts')
  const { page = 1, perPage = TABLE_ROWS } = address
  const list = useRead(dayClose.list, { query: { page, perPage } })
  return (
    <Page
      title="Day's close"
      back={paymentPaths.log}
      note={[NOTE, dayEndsNote].filter(Boolean).join(' ')}
      actions={
        <Button variant="default" leftSection={<IconListNumbers size={16} />} onClick={() => setOpen(true)}>
          Accounts
        </Button>
      }
    >
      <List
        label="Business days"
        columns={columns}
        reading={list}
        rows={list.data?.days}
        total={list.data?.totalCount}
        page={page}
        perPage={perPage}
        onPage={(to, how) => setAddress({ page: to }, how)}
        rowKey={(one) => one.day}
        rowTo={(one) => paths.day(one.day)}
        empty={{ title: 'No days yet', text: 'They appear here with the first sale.' }}
      />
      <Suspense>{isOpen && <AccountsDialog onClose={() => setOpen(false)} />}</Suspense>
    </Page>
  )
}
