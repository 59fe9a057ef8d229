import { Button } from '@mantine/core'
import { IconReceiptRefund } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { Input } from '#contract/endpoint.ts'
import { METHOD_LABELS } from '#features/sales/trade/rules.ts'
import { useRead } from '#web/api/queries.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { useList } from '#web/list/useList.ts'
import { OneLine } from '#web/ui/OneLine.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { showInstant, showNaira } from '#web/ui/format.ts'
import { paymentLogs, type PaymentLog } from '../contract.ts'
import {
  messages,
  SEARCH_DEBOUNCE_MS,
  PROVIDER_LABELS,
  STATUS_LABELS,
  USER_TYPE_LABELS,
  USER_TYPES,
  showMoney,
} from '../rules.ts'
import { StatusOf } from './badges.tsx'
import { useMoneyFilters } from './filters.ts'
import { Figures } from './Figures.tsx'
import { MethodSums } from './MethodSums.tsx'
import { paths } from './paths.ts'
import styles from './PaymentLogs.module.css'

const columns: Column<PaymentLog>[] = [
  { id: 'bookingId', title: 'Booking ID', main: true, cell: (row) => <OneLine>{row.bookingId}</OneLine> },
  {
    id: 'createdAt',
    title: 'Date',
    sort: 'createdAt',
    bare: true,
    cell: (row) => <OneLine>{showInstant(row.createdAt)}</OneLine>,
  },
  { id: 'name', title: 'Name', optional: true, cell: (row) => row.name || '–' },
  {
    id: 'email',
    title: 'Email',
    bare: true,
    wide: true,
    cell: (row) => <OneLine full={row.data.meta.email}>{row.data.meta.email || '–'}</OneLine>,
  },
  {
    id: 'userId',
    title: 'User ID',
    card: false,
    yields: 'second',
    cell: (row) => row.data.meta.userId ?? 'Guest',
  },
  {
    id: 'reference',
    title: 'Reference',
    optional: true,
    wide: true,
    cell: (row) => <OneLine>{row.reference || '–'}</OneLine>,
  },
  { id: 'id', title: 'Payment ID', yields: 'second', cell: (row) => row.data.id ?? '–' },
  { id: 'purchaseType', title: 'Purchase Type', bare: true, cell: (row) => row.data.meta.purchaseType },
  {
    id: 'methods',
    title: 'Method',
    optional: true,
    cell: (row) => row.methods.map((method) => METHOD_LABELS[method]).join(', ') || '–',
  },
  {
    id: 'amountPaid',
    title: 'Amount Paid',
    sort: 'amount',
    numeric: true,
    side: true,
    cell: ({ data: { meta } }) => showMoney({ amount: meta.amountPaid, currency: meta.currency }),
  },
  { id: 'status', title: 'Status', bare: true, cell: (row) => <StatusOf status={row.data.meta.status} /> },
]

/** Columns of the file in addition to those of the screen, for lookups and totals. */
const ALSO = ['reference', 'name', 'currency', 'methods', 'amountRefunded']

/** Payment log (operations 2 and 4): payments of customers and guests from all sources. */
export function PaymentLogsPage() {
  const navigate = useNavigate()
  const list = useList(paymentLogs.list, {
    label: 'Payment logs',
    rows: (data) => data.payment_logs,
    query: ({ userType = 'ALL' }) => ({ userType }),
  })
  const { sort: _, ...filter } = list.filter
  const shared = useMoneyFilters()
  return (
    <ListScreen
      {...list}
      title="Payment Logs"
      note={list.data?.isTruncated ? messages.truncated : undefined}
      above={<Sums filter={filter} />}
      columns={columns}
      rowTo={(row) => paths.payment(row.id)}
      empty={{
        title: 'No payments yet',
        text: 'Payments appear here when the shop or the payment provider reports them',
      }}
      searchLabel="Booking, reference, email or name"
      filters={[
        { name: 'date', label: 'Date' },
        { name: 'status', label: 'Status', options: STATUS_LABELS },
        ...shared,
        { name: 'provider', label: 'Provider', none: 'Not known', options: PROVIDER_LABELS },
      ]}
      searchDebounceMs={SEARCH_DEBOUNCE_MS}
      csv={{ endpoint: paymentLogs.csv, also: ALSO }}
      controls={
        <>
          <Segmented
            label="Customer type"
            value={filter.userType}
            onChange={(to) => list.setAddress({ userType: to === 'ALL' ? undefined : to })}
            options={USER_TYPES.map((value) => ({ value, label: USER_TYPE_LABELS[value] }))}
          />
          <Button
            variant="default"
            leftSection={<IconReceiptRefund size={16} />}
            onClick={() => void navigate({ to: paths.refunds })}
          >
            Refunds
          </Button>
        </>
      }
    />
  )
}

/** Totals of the listed payments, with a placeholder while they load. */
function Sums({ filter }: { filter: Input<typeof paymentLogs.sums.query> }) {
  const reading = useRead(paymentLogs.sums, { query: filter })
  const sums = reading.data?.sums
  const amount = (amount: number | undefined) => (amount === undefined ? '–' : showNaira(amount))
  if (sums === null) return <p className={styles.tooMany}>{messages.tooManyToAdd}</p>
  return (
    <>
      <Figures
        label="Totals of the listed payments"
        isOld={reading.isPlaceholderData}
        of={{
          Paid: amount(sums?.paid),
          Refunded: amount(sums?.refunded),
          ...(sums?.chargedBack && { 'Charged back': showNaira(sums.chargedBack) }),
          Net: amount(sums?.net),
          ...Object.fromEntries(sums?.others.map((one) => [`Paid in ${one.currency}`, showMoney(one)]) ?? []),
        }}
      />
      {sums && <MethodSums of={sums.methods} />}
    </>
  )
}
