import * as z from 'zod/mini'
import { ofBusinessDays } from '#contract/business-day.ts'
import { refusal } from '#contract/permissions.ts'
import { cinemas } from '#features/programming/cinemas/contract.ts'
import { cinemaOptions } from '#features/programming/cinemas/rules.ts'
import { movies } from '#features/programming/movies/contract.ts'
import { useRead } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { DateRange, LATELY, SOON, type Preset } from '#web/form/DateRange.tsx'
import { useList } from '#web/list/useList.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { businessToday, showInstant } from '#web/ui/format.ts'
import { OneLine } from '#web/ui/OneLine.tsx'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { tickets, type TicketLogEntry } from '../contract.ts'
import { CHANNELS, messages, REFUND_LABELS } from '../rules.ts'
import { RefundPill } from './RefundPill.tsx'
import styles from './Tickets.module.css'

// Fetched when it is opened.
const PurchaseDrawer = lazyDialog(() => import('./PurchaseDrawer.tsx').then((module) => module.PurchaseDrawer))

const MoviesPicker = lazyDialog(() =>
  import('#features/programming/movies/web/MoviesPicker.tsx').then((module) => module.MoviesPicker),
)

const NONE = '–'
/** The list's address, and the purchase that is open on it. */
const Address = ofBusinessDays(z.extend(tickets.breakdown.query, { purchase: z.optional(z.coerce.number()) }))

/** Operations 2, Logs. */
const columns: Column<TicketLogEntry>[] = [
  {
    id: 'purchasDate',
    title: 'Date Purchased',
    sort: 'purchasDate',
    side: true,
    cell: (row) => <OneLine>{showInstant(row.purchasDate)}</OneLine>,
  },
  { id: 'customer_name', title: 'Name', bare: true, cell: (row) => row.customer_name || NONE },
  {
    id: 'customerEmail',
    title: 'Email',
    bare: true,
    wide: true,
    // Who bought is named once.
    card: (row) => !row.customer_name,
    cell: (row) => (row.customerEmail ? <OneLine>{row.customerEmail}</OneLine> : NONE),
  },
  {
    id: 'ticketType',
    title: 'Ticket Type',
    bare: true,
    cell: (row) => (
      <span className={styles.type}>
        <span>
          {row.ticketType}&nbsp;<span className={styles.count}>×&nbsp;{row.quantity}</span>
        </span>
        <RefundPill state={row.refund} />
      </span>
    ),
  },
  { id: 'movieName', title: 'Movie Title', main: true, width: '17%', cell: (row) => row.movieName || NONE },
  {
    id: 'fwTransactionRef',
    title: 'Transaction ID',
    bare: true,
    wide: true,
    cell: (row) => <OneLine>{row.fwTransactionRef || NONE}</OneLine>,
  },
  { id: 'cinema', title: 'Cinema', bare: true, width: '15%', cell: (row) => row.cinema || NONE },
]
/** What a file has besides. */
const ALSO = ['quantity', 'amount', 'show_at', 'channel', 'refund']

/** Every line of tickets that was bought (operations 2, Logs). */
export function TicketLogPage() {
  const list = useList(tickets.breakdown, { label: 'Tickets', rows: (data) => data.tickets, address: Address })
  const { filter, setAddress } = list
  const { page, purchase } = list.address
  const states = useRead(cinemas.list, { query: { with_closed: 'true' } }).data
  const canPickMovies = !refusal(useMe(), movies.search.permission)
  const chosen = useRead(
    movies.search,
    { query: { ids: filter.movie_id } },
    { enabled: canPickMovies && filter.movie_id !== undefined },
  ).data
  const range = (
    label: string,
    start: string | undefined,
    end: string | undefined,
    names: [string, string],
    presets: readonly Preset[],
  ) => (
    <DateRange
      label={`Date of ${label.toLowerCase()}`}
      caption={label}
      start={start}
      end={end}
      presets={presets}
      now={businessToday()}
      onChange={(days) => setAddress({ [names[0]]: days.start, [names[1]]: days.end })}
      onClear={() => setAddress({ [names[0]]: undefined, [names[1]]: undefined })}
    />
  )
  return (
    <ListScreen
      {...list}
      title="Tickets Log"
      note={list.data?.isTruncated ? messages.truncated : undefined}
      columns={columns}
      rowKey={(row) => row.id}
      onOpen={(row) => setAddress({ page, purchase: row.purchase_id })}
      empty={
        Object.values(filter).some((value) => value !== undefined)
          ? {
              title: 'No results',
              text: 'Choose other dates, remove a filter or try another search',
            }
          : { title: 'No tickets yet', text: 'Tickets appear here when the shop or a till sends them' }
      }
      searchLabel="Buyer, booking, transaction, movie"
      filters={[
        { name: 'cinema_id', label: 'Cinema', options: cinemaOptions(states) },
        { name: 'channel', label: 'Channel', options: CHANNELS },
        { name: 'amount', label: 'Amount' },
        { name: 'refund', label: 'Refund', options: REFUND_LABELS },
        ...(canPickMovies || filter.movie_id !== undefined
          ? [
              {
                name: 'movie_id',
                label: 'Movie',
                options: chosen?.map(({ id, movie_title }) => ({ value: id, label: movie_title })) ?? [],
                Picker: canPickMovies ? MoviesPicker : undefined,
              },
            ]
          : []),
      ]}
      controls={
        <>
          {range('Payment', filter.start_date, filter.end_date, ['start_date', 'end_date'], LATELY)}
          {range(
            'Show',
            filter.show_start_date,
            filter.show_end_date,
            ['show_start_date', 'show_end_date'],
            [...SOON, ...LATELY.slice(1)],
          )}
        </>
      }
      csv={{ endpoint: tickets.csv, also: ALSO }}
    >
      <PurchaseDrawer
        opened={purchase !== undefined}
        id={purchase}
        onClose={() => setAddress({ page, purchase: undefined })}
      />
    </ListScreen>
  )
}
