import { Button } from '@mantine/core'
import { IconScale } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { cinemas } from '#features/cinemas/contract.ts'
import { cinemaOptions } from '#features/cinemas/rules.ts'
import { useRead } from '#web/api/queries.ts'
import { useAddress } from '#web/list/address.ts'
import { useRows } from '#web/list/useRows.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { OneLine } from '#web/ui/OneLine.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { showInstant } from '#web/ui/format.ts'
import { paymentLogs, type PaymentLog } from '../contract.ts'
import {
  LOG_ROWS,
  messages,
  SEARCH_DEBOUNCE_MS,
  PROVIDER_WORDS,
  STATUS_WORDS,
  USER_TYPE_WORDS,
  USER_TYPES,
  showMoney,
} from '../rules.ts'
import { StatusOf } from './badges.tsx'
import { paths } from './paths.ts'

const columns: Column<PaymentLog>[] = [
  { id: 'bookingId', title: 'Booking ID', main: true, cell: (row) => <OneLine>{row.bookingId}</OneLine> },
  { id: 'createdAt', title: 'Date', cell: (row) => <OneLine>{showInstant(row.createdAt)}</OneLine> },
  { id: 'name', title: 'Name', optional: true, cell: (row) => row.name || '–' },
  {
    id: 'email',
    title: 'Email',
    wide: true,
    cell: (row) => <OneLine whole={row.data.meta.email}>{row.data.meta.email || '–'}</OneLine>,
  },
  { id: 'userId', title: 'User ID', cell: (row) => row.data.meta.userId ?? 'Guest' },
  {
    id: 'reference',
    title: 'Reference',
    optional: true,
    wide: true,
    cell: (row) => <OneLine>{row.reference}</OneLine>,
  },
  { id: 'id', title: 'Payment ID', cell: (row) => row.data.id ?? '–' },
  { id: 'purchaseType', title: 'Purchase Type', cell: (row) => row.data.meta.purchaseType },
  {
    id: 'amountPaid',
    title: 'Amount Paid',
    numeric: true,
    side: true,
    cell: ({ data: { meta } }) => showMoney({ amount: meta.amountPaid, currency: meta.currency }),
  },
  { id: 'status', title: 'Status', cell: (row) => <StatusOf status={row.data.meta.status} /> },
]

/** A file has what the screen shows, and what a payment is looked up by and added up with, whether it is shown or not. */
const ALSO = ['reference', 'name', 'currency', 'amountRefunded']

/** The payment log (operations 2 and 4): what customers and guests paid, whoever reported it. */
export function PaymentLogsPage() {
  const navigate = useNavigate()
  const [address, setAddress] = useAddress(paymentLogs.list.query)
  const { page = 1, search, userType = 'ALL', cinema_id, date, status, amount, provider } = address
  const size = useRows('Payment logs', LOG_ROWS, address, setAddress)
  const filter = { search, userType, cinema_id, date, status, amount, provider }
  const list = useRead(paymentLogs.list, { query: { ...filter, page, perPage: size.perPage } })
  const states = useRead(cinemas.list, { query: { with_closed: 'true' } }).data
  return (
    <ListScreen
      title="Payment Logs"
      label="Payment logs"
      note={list.data?.isCut ? messages.cut : undefined}
      columns={columns}
      address={address}
      setAddress={setAddress}
      {...size}
      reading={list}
      rows={list.data?.payment_logs}
      total={list.data?.totalCount}
      rowKey={(row) => String(row.id)}
      rowTo={(row) => paths.payment(row.id)}
      empty={{ title: 'No payments yet', text: 'They appear here when the shop or the payment provider reports them.' }}
      searchLabel="Booking, reference, email or name"
      filters={[
        { name: 'date', label: 'Date' },
        { name: 'status', label: 'Status', options: STATUS_WORDS },
        { name: 'amount', label: 'Amount' },
        {
          name: 'cinema_id',
          label: 'Cinema',
          none: 'Several or none',
          options: cinemaOptions(states),
        },
        { name: 'provider', label: 'Provider', none: 'Not known', options: PROVIDER_WORDS },
      ]}
      searchDebounceMs={SEARCH_DEBOUNCE_MS}
      csv={{ endpoint: paymentLogs.csv, query: (shown) => ({ ...filter, columns: shown }), also: ALSO }}
      controls={
        <>
          <Segmented
            label="Whose payments"
            value={userType}
            onChange={(to) => setAddress({ userType: to === 'ALL' ? undefined : to })}
            options={USER_TYPES.map((value) => ({ value, label: USER_TYPE_WORDS[value] }))}
          />
          <Button
            variant="default"
            leftSection={<IconScale size={16} />}
            onClick={() => void navigate({ to: paths.reconciliation })}
          >
            Reconciliation
          </Button>
        </>
      }
    />
  )
}
