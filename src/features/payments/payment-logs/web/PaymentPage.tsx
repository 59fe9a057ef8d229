import { IconReceiptRefund } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { paths as customerPaths } from '#features/customers/customers/web/paths.ts'
import { refusal } from '#contract/permissions.ts'
import { METHOD_LABELS } from '#features/sales/trade/rules.ts'
import { redeemedText, seatsText, ticketsIn } from '#features/sales/trade/redeemed-rules.ts'
import { paths as ticketPaths } from '#features/sales/tickets/web/paths.ts'
import { useRead } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import type { Column } from '#web/list/columns.ts'
import { List } from '#web/list/List.tsx'
import { useOpened } from '#web/list/opened.ts'
import { Note } from '#web/ui/Note.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { showDay, showInstant, showNaira } from '#web/ui/format.ts'
import { Page } from '#web/ui/Page.tsx'
import { RecordLink, useRecordKind } from '#web/ui/RecordLink.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { paymentLogs, type PaymentDetail, type PaymentLine } from '../contract.ts'
import { TWIN_MINUTES, PROVIDER_LABELS, SOON_MS, mismatchLabel, showMoney } from '../rules.ts'
import { RefundStateOf, StatusOf } from './badges.tsx'
import { Figures } from './Figures.tsx'
import { paths } from './paths.ts'
import styles from './PaymentLogs.module.css'

// Loaded when opened.
const RefundDialog = lazy(() => import('./RefundDialog.tsx'))

/** Payment page: items, history and refunds. */
export function PaymentPage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const [isRefunding, setRefunding] = useOpened('refund')
  const reading = useRead(
    paymentLogs.detail,
    { params: { id: id as unknown as number } },
    { refetchInterval: (data) => (data && data.amountUnderWay > 0 ? SOON_MS : 0) },
  )
  const payment = reading.data
  if (!payment)
    return (
      <Page title="Payment" back={paths.log} isLoading={!reading.error}>
        <Card>
          {reading.error ? <ErrorState error={reading.error} onRetry={reading.refetch} /> : <Skeleton height={220} />}
        </Card>
      </Page>
    )
  return (
    <Page
      title={`Payment ${payment.bookingId}`}
      back={paths.log}
      note={`${payment.data.meta.purchaseType}, ${showInstant(payment.createdAt)}`}
      actions={
        <ActionButton
          leftSection={<IconReceiptRefund size={16} />}
          permission={paymentLogs.refund.permission}
          disabledReason={payment.refusal ?? undefined}
          onClick={() => setRefunding(true)}
          sticky
        >
          Refund
        </ActionButton>
      }
    >
      <Amounts of={payment} />
      <Waiting of={payment} />
      <ChargedBack of={payment} />
      <Differs of={payment} />
      <Twins of={payment} />
      <Card>
        <Known of={payment} />
      </Card>
      {payment.lines.length > 0 ? (
        <LineTable of={payment} />
      ) : (
        <Card title="Items">
          {payment.cubeBooking ? (
            <CubeBooking of={payment.cubeBooking} />
          ) : (
            <p className={styles.text}>No order for this payment yet</p>
          )}
        </Card>
      )}
      {payment.refunds.length > 0 && (
        <Card title="Refunds">
          <Refunds of={payment} />
        </Card>
      )}
      <Card title="History">
        <ol className={styles.steps}>
          {payment.history.map(({ at, what, amount, amountBefore, currency, message }, index) => (
            <li key={index} className={styles.step}>
              <time dateTime={at}>{showInstant(at)}</time>
              <span>
                {what}
                {message && <span className={styles.more}> · {message}</span>}
              </span>
              <span className={styles.amount}>
                {amountBefore !== null && (
                  <>
                    <s>{showMoney({ amount: amountBefore, currency })}</s>{' '}
                  </>
                )}
                {showMoney({ amount, currency })}
              </span>
            </li>
          ))}
        </ol>
        <Audited of={payment} />
      </Card>
      <Suspense>
        {isRefunding && !payment.refusal && <RefundDialog payment={payment} onClose={() => setRefunding(false)} />}
      </Suspense>
    </Page>
  )
}

/** Link to the audit log of the payment and its sales, if the user can see it. */
function Audited({ of: { audited, createdAt } }: { of: PaymentDetail }) {
  const log = useRecordKind('audit line')?.all?.(audited)
  return (
    log && (
      <p className={styles.text}>
        <Link to={`${log}&start_date=${createdAt.slice(0, 10)}`}>See all changes in the audit log</Link>
      </p>
    )
  )
}

function Amounts({ of: { data, amountSold, amountUnderWay, amountChargedBack, amountLeft } }: { of: PaymentDetail }) {
  const { amountPaid, currency, amountRefunded, status } = data.meta
  const paid = showMoney({ amount: amountPaid, currency })
  const isPaid = status !== 'failed' && status !== 'needs_customer'
  // Payments in another currency are refunded at the provider, so naira totals do not apply.
  const figures: Record<string, string> =
    currency === 'NGN'
      ? {
          [isPaid ? 'Paid' : 'Amount']: paid,
          Refunded: showNaira(amountRefunded),
          'Pending refund': showNaira(amountUnderWay),
          ...(amountChargedBack > 0 && { 'Charged back': showNaira(amountChargedBack) }),
          Refundable: showNaira(amountLeft),
        }
      : { [isPaid ? 'Paid' : 'Amount']: paid, ...(amountSold !== null && { 'Sold for': showNaira(amountSold) }) }
  return <Figures of={figures} />
}

/** Note about possible duplicate charges. */
const Twins = ({ of: { twins } }: { of: PaymentDetail }) =>
  twins.length > 0 && (
    <Note>
      <b>Possibly charged twice</b>. The same person paid the same amount within {TWIN_MINUTES} minutes:{' '}
      {twins.map(({ id, reference, at }, n) => (
        <span key={id}>
          {n > 0 && ', '}
          <Link to={paths.payment(id)}>{reference}</Link> at {showInstant(at)}
        </span>
      ))}
    </Note>
  )

/** Notes about refunds that wait for another approver. */
function Waiting({ of: { waiting } }: { of: PaymentDetail }) {
  const me = useMe()
  return waiting.map(({ id, amount, requester, createdAt }) => (
    <Note key={id}>
      <b>Waiting for approval</b>. {requester} requested a refund of {showNaira(amount)} on {showInstant(createdAt)}.{' '}
      {!refusal(me, paymentLogs.refund.permission) && (
        <RecordLink kind="approvalRequest" id={id}>
          View the request
        </RecordLink>
      )}
    </Note>
  ))
}

/** Note about a chargeback, which avoids refunding the money again. */
const ChargedBack = ({ of: { amountChargedBack, amountLeft, data } }: { of: PaymentDetail }) =>
  amountChargedBack > 0 && (
    <Note>
      <b>Charged back</b>. The customer’s bank charged back {showNaira(amountChargedBack)}
      {data.meta.amountRefunded > 0 && `, and ${showNaira(data.meta.amountRefunded)} was refunded as well`}.{' '}
      {amountLeft > 0 ? `${showNaira(amountLeft)} can still be refunded` : 'Nothing is left to refund'}.
    </Note>
  )

/** Note about a difference from the provider, found by the latest comparison or by a refund. */
function Differs({ of: { data, amountSold, mismatch } }: { of: PaymentDetail }) {
  const { amountPaid, currency } = data.meta
  if (mismatch)
    return (
      <Note>
        <b>{mismatchLabel(mismatch)}</b>. Marquee: {mismatch.ledgerSide ? showMoney(mismatch.ledgerSide) : 'no order'}.
        Payment provider: {mismatch.providerSide ? showMoney(mismatch.providerSide) : 'no charge'}.{' '}
        <RecordLink kind="reconciliation" id={mismatch.day}>
          Reconciliation of {showDay(mismatch.day)}
        </RecordLink>
        {mismatch.resolvedAt && ' (resolved)'}
      </Note>
    )
  if (currency !== 'NGN' || amountSold === null || amountSold === amountPaid) return null
  return (
    <Note>
      <b>Different amount</b>. The items were sold for {showNaira(amountSold)}, and the payment provider charged{' '}
      {showNaira(amountPaid)}.
    </Note>
  )
}

const Known = ({ of: payment }: { of: PaymentDetail }) => {
  const { meta, id } = payment.data
  const canSeeTickets = !refusal(useMe(), 'tickets:read')
  const purchases = new Map(payment.lines.map((line) => [line.purchase_id, line.bookingId]))
  return (
    <Facts>
      <Fact label="Status">
        <StatusOf status={meta.status} />
      </Fact>
      <Fact label={meta.userId === null ? 'Guest' : 'Customer'}>
        {meta.userId === null ? (
          payment.name || '–'
        ) : (
          <Link to={customerPaths.profile(meta.userId)}>{payment.name || `User ${meta.userId}`}</Link>
        )}
      </Fact>
      <Fact label="Email">{meta.email || '–'}</Fact>
      <Fact label="Reference">
        {payment.reference || '–'}{' '}
        {payment.reference && <CopyButton text={payment.reference} label="Copy the reference" />}
      </Fact>
      <Fact label="Payment provider">
        {payment.provider ? (PROVIDER_LABELS[payment.provider] ?? payment.provider) : '–'}
      </Fact>
      {payment.methods.length > 0 && (
        <Fact label="Paid by">{payment.methods.map((method) => METHOD_LABELS[method]).join(', ')}</Fact>
      )}
      <Fact label="Payment ID">{id ?? '–'}</Fact>
      {purchases.size > 0 && (
        <Fact label={purchases.size > 1 ? 'Bookings' : 'Booking'}>
          {[...purchases].map(([purchase, booking]) =>
            canSeeTickets ? (
              <Link key={purchase} className={styles.booking} to={ticketPaths.log} search={{ purchase }}>
                {booking}
              </Link>
            ) : (
              <span key={purchase} className={styles.booking}>
                {booking}
              </span>
            ),
          )}
        </Fact>
      )}
      {ticketsIn(payment.lines) > 0 && (
        <Fact label="Redeemed">{redeemedText(payment.redeemed, payment.lines, showInstant)}</Fact>
      )}
    </Facts>
  )
}

const CubeBooking = ({ of: booking }: { of: NonNullable<PaymentDetail['cubeBooking']> }) => (
  <Facts>
    <Fact label="Cube">
      <RecordLink kind="cube booking" id={booking.booking_id}>
        {booking.cube}
      </RecordLink>
    </Fact>
    <Fact label="Cinema">{booking.cinema}</Fact>
    <Fact label="Date and time">{showInstant(booking.starts_at)}</Fact>
    <Fact label="Guests">{booking.guests}</Fact>
  </Facts>
)

const KINDS: Record<PaymentLine['kind'], string> = {
  ticket: 'Ticket',
  concession: 'Concession',
  subscription: 'Subscription',
}
const Show = ({ of: { show_at: at, seats } }: { of: PaymentLine }) => (
  <span className={styles.two}>
    <span>{at ? showInstant(at) : '–'}</span>
    {seats.length > 0 && <span className={styles.more}>{seatsText(seats)}</span>}
  </span>
)
const lineColumns: Column<PaymentLine>[] = [
  {
    id: 'product',
    title: 'Item',
    main: true,
    width: '28%',
    cell: (line) => line.product || KINDS[line.kind],
  },
  { id: 'kind', title: 'Type', cell: (line) => KINDS[line.kind] },
  { id: 'show', title: 'Show', cell: (line) => <Show of={line} /> },
  { id: 'cinema', title: 'Cinema', cell: (line) => line.cinema || '–' },
  { id: 'quantity', title: 'Quantity', numeric: true, cell: (line) => line.quantity },
  { id: 'amount', title: 'Amount', numeric: true, cell: (line) => showNaira(line.amount) },
]
const leftColumn: Column<PaymentLine> = {
  id: 'left',
  title: 'Refundable',
  numeric: true,
  cell: (line) => `${line.left_quantity} · ${showNaira(line.left_amount)}`,
}

const settled = { error: null, isPending: false, refetch: () => {} }

const LineTable = ({ of: { lines, data, amountLeft } }: { of: PaymentDetail }) => (
  <List
    label="Items"
    columns={data.meta.currency === 'NGN' && amountLeft > 0 ? [...lineColumns, leftColumn] : lineColumns}
    reading={settled}
    rows={lines}
    total={lines.length}
    page={1}
    perPage={lines.length}
    rowKey={(line) => `${line.purchase_id}-${line.line}`}
    empty={{ title: 'Nothing', text: '' }}
  />
)

const Refunds = ({ of: { refunds } }: { of: PaymentDetail }) => (
  <ol className={styles.steps}>
    {refunds.map((refund) => (
      <li key={refund.id} className={styles.step}>
        <time dateTime={refund.createdAt}>{showInstant(refund.createdAt)}</time>
        <span className={styles.two}>
          <span>
            <RefundStateOf state={refund.state} /> {refund.reason}
          </span>
          <span className={styles.more}>
            <bdi>{refund.createdBy}</bdi> · {refund.stateText}
          </span>
          {refund.lines.length > 0 && (
            <span className={styles.more}>
              {refund.lines
                .map(
                  ({ product, quantity, amount }) =>
                    `${quantity ? `${quantity} × ` : ''}${product} ${showNaira(amount)}`,
                )
                .join(', ')}
            </span>
          )}
          <span className={styles.more}>{refund.reference}</span>
        </span>
        <b className={styles.amount}>{showNaira(refund.amount)}</b>
      </li>
    ))}
  </ol>
)
