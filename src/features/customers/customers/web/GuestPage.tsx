import { showCount } from '#contract/counted.ts'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useRead } from '#web/api/queries.ts'
import { useAddress } from '#web/list/address.ts'
import type { Column } from '#web/list/columns.ts'
import { List } from '#web/list/List.tsx'
import { Card } from '#web/ui/Card.tsx'
import { showDay, showDayOf } from '#web/ui/format.ts'
import { Page } from '#web/ui/Page.tsx'
import { Amount, PaymentId } from '#web/ui/Purchased.tsx'
import { customers, type BookingActivity } from '../contract.ts'
import { BOOKING_PAGE, messages } from '../rules.ts'
import styles from './Customers.module.css'
import { paths } from './paths.ts'
import { BLANK } from './format.ts'
import { GuestMore } from './ProfileMore.tsx'

// Loaded in parallel with the purchases.
const Timeline = lazy(() => import('./Timeline.tsx'))

const columns: Column<BookingActivity>[] = [
  {
    id: 'bookingId',
    title: 'Booking ID',
    wide: true,
    cell: (line) => (
      <span className={styles.item}>
        <span className={styles.id}>{line.bookingId}</span>
        <span className={styles.more}>
          <PaymentId of={line} blank="" />
        </span>
      </span>
    ),
  },
  { id: 'item', title: 'Item', main: true, width: '26%', cell: (line) => <Item of={line} /> },
  { id: 'type', title: 'Type', cell: (line) => line.purchaseType },
  { id: 'quantity', title: 'Quantity', numeric: true, cell: (line) => showCount(line.quantity) },
  { id: 'location', title: 'Selected Location', cell: (line) => line.cinemaName || BLANK },
  {
    id: 'amount',
    title: 'Amount',
    numeric: true,
    cell: (line) => <Amount price={line.totalPriceAfterDiscount} of={line} />,
  },
  { id: 'date', title: 'Booking Date', cell: (line) => showDayOf(line.createdAt) },
]

/** Item with the show of a ticket. */
const Item = ({ of: { movieName, movieDate, movieTime } }: { of: BookingActivity }) => (
  <span className={styles.item}>
    {movieName || BLANK}
    {movieDate && (
      <span className={styles.more}>
        {showDay(movieDate)} {movieTime}
      </span>
    )}
  </span>
)

/** Purchases of a guest, by email (operations 2, Users). */
export function GuestPage() {
  const { id: email } = useParams({ strict: false }) as { id: string }
  const [{ page = 1, perPage = BOOKING_PAGE }, setAddress] = useAddress(customers.guestBookings.query)
  const list = useRead(customers.guestBookings, { params: { email }, query: { page, perPage } })
  const name = list.data?.bookingActivities[0]?.customer_name
  return (
    <Page
      title={name || email}
      note={name ? email : undefined}
      isLoading={!list.data && !list.error}
      back={paths.guests}
    >
      <div className={styles.guest}>
        <List
          label="Bookings"
          columns={columns}
          reading={list}
          rows={list.data?.bookingActivities}
          total={list.data?.totalCount}
          page={page}
          perPage={perPage}
          onPage={(to, how) => setAddress({ page: to }, how)}
          rowKey={(line) => `${line.bookingId} ${line.purchaseType} ${line.movieName} ${line.createdAt}`}
          empty={{ title: messages.noBookings, text: 'No guest purchases with this email' }}
        />
        {!list.data?.totalCount || (
          <Suspense fallback={<Card title="Timeline">{null}</Card>}>
            <Timeline whose={{ email }} />
          </Suspense>
        )}
        <GuestMore email={email} />
      </div>
    </Page>
  )
}
