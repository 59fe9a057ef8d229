import type { Input } from '#contract/endpoint.ts'
import { refusal } from '#contract/permissions.ts'
import { paths as purchases } from '#features/sales/tickets/web/paths.ts'
import { METHOD_LABELS } from '#features/sales/trade/rules.ts'
import { useRead } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { useList } from '#web/list/useList.ts'
import { OneLine } from '#web/ui/OneLine.tsx'
import { showInstant, showNaira } from '#web/ui/format.ts'
import { paymentLogs, type ListedRefund } from '../contract.ts'
import { PROVIDER_LABELS, REFUND_KIND_LABELS, REFUND_PROVIDER_LABELS, REFUND_STATE_LABELS } from '../rules.ts'
import { RefundStateOf } from './badges.tsx'
import { useMoneyFilters } from './filters.ts'
import { Figures } from './Figures.tsx'
import { MethodSums, MethodSumsPlace } from './MethodSums.tsx'
import { paths } from './paths.ts'
import styles from './PaymentLogs.module.css'

const recordedBy = ({ source }: ListedRefund) => (source === null ? undefined : `Reported by ${source}`)

const columns: Column<ListedRefund>[] = [
  { id: 'bookingId', title: 'Booking ID', main: true, cell: (row) => <OneLine>{row.bookingId}</OneLine> },
  {
    id: 'at',
    title: 'Date',
    sort: 'at',
    bare: true,
    cell: (row) => <OneLine>{showInstant(row.at)}</OneLine>,
  },
  { id: 'state', title: 'Status', bare: true, cell: (row) => <RefundStateOf state={row.state} /> },
  { id: 'amount', title: 'Amount', sort: 'amount', numeric: true, side: true, cell: (row) => showNaira(row.amount) },
  { id: 'kind', title: 'Kind', optional: true, cell: (row) => REFUND_KIND_LABELS[row.kind] },
  {
    id: 'methods',
    title: 'Method',
    bare: true,
    yields: 'first',
    cell: (row) => row.methods.map((method) => METHOD_LABELS[method]).join(', ') || '–',
  },
  { id: 'cinema', title: 'Cinema', bare: true, cell: (row) => row.cinema || '–' },
  {
    id: 'email',
    title: 'Email',
    card: false,
    cell: (row) => <OneLine full={row.email}>{row.email || '–'}</OneLine>,
  },
  {
    id: 'reason',
    title: 'Reason',
    bare: true,
    wide: true,
    cell: (row) => (
      <span className={styles.reason}>
        <OneLine full={row.reason}>{row.reason}</OneLine>
        <span className={styles.more}>{recordedBy(row) ?? row.createdBy}</span>
      </span>
    ),
  },
  { id: 'createdBy', title: 'Refunded By', optional: true, cell: (row) => <OneLine>{row.createdBy}</OneLine> },
  { id: 'name', title: 'Name', optional: true, cell: (row) => row.name || '–' },
  {
    id: 'provider',
    title: 'Provider',
    optional: true,
    cell: (row) => recordedBy(row) ?? PROVIDER_LABELS[row.provider] ?? row.provider,
  },
]

const ALSO = ['paymentReference', 'reference', 'message', 'name', 'provider', 'createdBy', 'createdAt', 'settledAt']

/** Refunds of staff and those reported by other systems, pending and failed first. */
export function RefundsPage() {
  const list = useList(paymentLogs.refunds, { label: 'Refunds', rows: (data) => data.refunds })
  const shared = useMoneyFilters()
  const canSeePurchases = !refusal(useMe(), 'tickets:read')
  return (
    <ListScreen
      {...list}
      title="Refunds"
      note="Refunds made in Marquee and those reported by the shop or a till. Pending and failed ones come first."
      above={<Sums filter={list.filter} />}
      columns={columns}
      rowTo={({ paymentId, purchaseId }) =>
        paymentId !== null
          ? paths.payment(paymentId)
          : purchaseId !== null && canSeePurchases
            ? purchases.purchase(purchaseId)
            : undefined
      }
      empty={{
        title: 'No refunds yet',
        text: 'Refunds made in Marquee, by the shop or at a till appear here',
      }}
      searchLabel="Booking, reference, email or name"
      filters={[
        { name: 'date', label: 'Date' },
        { name: 'state', label: 'Status', options: REFUND_STATE_LABELS },
        ...shared,
        { name: 'provider', label: 'Provider', options: REFUND_PROVIDER_LABELS },
      ]}
      csv={{ endpoint: paymentLogs.refundsCsv, also: ALSO }}
    />
  )
}

/** Totals of the listed refunds, overall and by method. */
function Sums({ filter: { sort: _, ...filter } }: { filter: Input<typeof paymentLogs.refundSums.query> }) {
  const reading = useRead(paymentLogs.refundSums, { query: filter })
  const sums = reading.data
  const amountText = (amount: number | undefined) => (amount === undefined ? '–' : showNaira(amount))
  return (
    <>
      <Figures
        label="Totals of the listed refunds"
        isOld={reading.isPlaceholderData}
        of={{
          Paid: amountText(sums?.paid),
          Refunded: amountText(sums?.refunded),
          Net: amountText(sums?.net),
          Pending: amountText(sums?.underWay),
        }}
      />
      {sums ? <MethodSums of={sums.methods} /> : !reading.error && <MethodSumsPlace />}
    </>
  )
}
