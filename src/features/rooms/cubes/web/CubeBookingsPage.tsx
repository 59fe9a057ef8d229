import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import * as z from 'zod/mini'
import { Day } from '#contract/atoms.ts'
import { counted } from '#contract/counted.ts'
import type { Output } from '#contract/endpoint.ts'
import { useRead } from '#web/api/queries.ts'
import { useAddress, useSort } from '#web/list/address.ts'
import { ColumnMenu } from '#web/list/ColumnMenu.tsx'
import { inFile, useColumnChoice } from '#web/list/columns.ts'
import { ExportButton } from '#web/list/ExportButton.tsx'
import { Filters } from '#web/list/Filters.tsx'
import { List } from '#web/list/List.tsx'
import { useRefused } from '#web/list/useRefused.tsx'
import { SearchBox } from '#web/list/SearchBox.tsx'
import { SelectionBar, useSelection } from '#web/list/selection.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState, type Empty } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { today } from '#web/ui/format.ts'
import { NavLink } from '#web/ui/NavLink.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { useRemembered } from '#web/ui/useRemembered.ts'
import { Select } from '#web/form/Select.tsx'
import { cubes, type CubeBooking, type LoggedCube } from '../contract.ts'
import type { BookDraft } from '../draft-rules.ts'
import { LOG_TABS, TAB_ROWS, tabOf, type LogTabId } from '../rules.ts'
import { columnsOf } from './columns.tsx'
import styles from './Cubes.module.css'
import { paths } from './paths.ts'
import { dayAt, showHours, showPrices } from './format.ts'
import { useDialogs } from './useDialogs.tsx'

// Fetched when they are opened.
const BookDialog = lazy(() => import('./BookDialog.tsx'))
const Week = lazy(() => import('./Week.tsx'))

const DELETED = 'Deleted, and can no longer be booked'
const WEEK = 'week'
const ALL = 'all'
/** Requests come by themselves. */
const REFRESH_MS = 60_000
/** `open` is the booking whose details are shown, `from` the first day of the week that is. */
const inAddress = z.object({
  ...cubes.bookings.query.shape,
  tab: z.optional(z.enum([...LOG_TABS.map(({ id }) => id), WEEK])),
  /** All cubes, in place of one. */
  all: z.optional(z.literal('yes')),
  open: z.optional(z.string().check(z.maxLength(40))),
  from: z.optional(Day),
})

const FILTERS = [
  { name: 'date', label: 'Date and time', isComing: true },
  { name: 'amount', label: 'Amount' },
  { name: 'guests', label: 'Guests' },
  { name: 'corkage', label: 'Corkage', options: { yes: 'Yes', no: 'No' } },
  { name: 'booked', label: 'Booked on' },
]
/** Of a tab that shows bookings of several states. */
const statusFilter = (options: readonly string[] = []) => ({ name: 'status', label: 'Status', options })

/** Cube bookings (operations 2): those of a cube by what became of them, and its week. */
export function CubeBookingsPage() {
  const [address, setAddress] = useAddress(inAddress)
  const sortBy = useSort()
  const { page = 1, perPage: _, tab = 'paid', all: ofAll, from, open, sort, ...asks } = address
  const all = useRead(cubes.logged, {})
  const [remembered, remember] = useRemembered('marquee:cube', '')
  // A week is of one cube.
  const isAll = tab !== WEEK && address.cube_id === undefined && (ofAll === 'yes' || remembered === ALL)
  const known = (id: string | number | undefined) => all.data?.find((one) => String(one.id) === String(id))
  const cube = isAll ? undefined : (known(address.cube_id) ?? known(remembered) ?? all.data?.[0])
  const waiting = useRead(
    cubes.waiting,
    { query: { cube_id: cube?.id } },
    { enabled: all.data !== undefined, refetchInterval: () => REFRESH_MS },
  ).data
  const bookable = all.data?.filter(({ is_deleted }) => !is_deleted)
  const [booking, setBooking] = useState<Pick<BookDraft, 'cube_id' | 'day' | 'date_time'>>()
  const show = (id: string | undefined) => setAddress({ open: id, page: address.page }, { replace: true })
  const currentTab = LOG_TABS.find(({ id }) => id === tab)

  const statuses = currentTab?.id === 'all' ? undefined : (currentTab ?? LOG_TABS[0]).statuses.join(',')
  const notRedeemed = currentTab && 'notRedeemed' in currentTab ? currentTab.notRedeemed : undefined
  const filter = { ...asks, cube_id: cube?.id, booking_status: statuses, not_redeemed: notRedeemed, sort }
  const filters = [
    ...(asks.status || (currentTab?.statuses.length ?? 0) > 1 ? [statusFilter(currentTab?.statuses)] : []),
    ...FILTERS,
  ]
  const refused = useRefused(filters, cubes.bookingsCsv.query, setAddress)
  const isNarrowed = asks.search !== undefined || filters.some(({ name }) => name in asks)
  const list = useRead(
    cubes.bookings,
    { query: { ...filter, page, perPage: TAB_ROWS } },
    { enabled: (isAll || cube !== undefined) && currentTab !== undefined },
  )
  const found = list.data && !Array.isArray(list.data) ? list.data : undefined
  // While another tab or cube is read, the rows of the last one do not stand under its columns and actions.
  const isOfThis = found?.bookings.every(
    (one) => (isAll || one.cube_id === cube?.id) && (currentTab?.id === 'all' || tabOf(one) === currentTab?.id),
  )
  const rows = isOfThis ? found?.bookings : undefined
  const total = isOfThis ? found?.totalCount : undefined
  const selection = useSelection({ rows, total, rowKey, file: cubes.bookingsCsv, query: filter })
  const dialogs = useDialogs(rows, { id: open, onClose: () => show(undefined) })
  const columns = columnsOf(currentTab?.id ?? 'paid', {
    isAll,
    show: dialogs.show,
    onView: (of) => show(of.booking_id),
  })
  const choice = useColumnChoice('Cube bookings', columns)
  const book = (at?: string) =>
    setBooking({
      cube_id: cube && !cube.is_deleted ? String(cube.id) : '',
      day: at ? dayAt(at) : '',
      date_time: at ?? '',
    })

  return (
    <Page
      title="Cube bookings"
      // Its line is there before its words are: nothing moves when they come.
      note={
        cube
          ? `${cube.cinema_name}, ${cube.state}. ${cube.is_deleted ? `${DELETED}. ` : ''}Start times: ${showHours(cube)}. ${showPrices(cube)}.`
          : isAll && all.data
            ? 'Bookings of all cubes'
            : all.isPending && '\u00a0'
      }
      actions={
        <>
          <CubePicker
            all={all.data}
            isFailed={Boolean(all.error)}
            chosen={isAll ? ALL : cube && String(cube.id)}
            onChange={(id) => {
              remember(id)
              setAddress(id === ALL ? { cube_id: undefined, all: 'yes' } : { cube_id: Number(id), all: undefined })
            }}
          />
          {currentTab && (
            <ExportButton
              endpoint={cubes.bookingsCsv}
              query={{
                ...filter,
                columns: inFile(choice.visible),
              }}
            />
          )}
          <ActionButton
            leftSection={<IconPlus size={16} />}
            permission={cubes.book.permission}
            disabledReason={bookable?.length ? undefined : bookable ? 'No cubes yet' : 'The cubes are loading'}
            onClick={() => book()}
            sticky
          >
            CUBE BOOKING
          </ActionButton>
        </>
      }
    >
      <Tabs
        label="Bookings"
        tabs={[
          ...LOG_TABS.map((one) => ({ ...one, waiting: waiting && whatWaits(one.id, waiting) })),
          { id: WEEK, label: 'Week', isApart: true },
        ]}
        current={tab}
        search={({ cube_id, all: every }, to) => ({ cube_id, all: every, tab: to })}
      />
      {all.error && !all.data ? (
        <Card>
          <ErrorState error={all.error} onRetry={all.refetch} />
        </Card>
      ) : all.data?.length === 0 ? (
        <Card>
          <EmptyState
            title="No cubes yet"
            permission={cubes.create.permission}
            text={
              <>
                Add the private screening rooms of your cinemas under{' '}
                <NavLink to={paths.cubes} className={styles.inText}>
                  Cubes
                </NavLink>
              </>
            }
          />
        </Card>
      ) : tab === WEEK ? (
        <Suspense fallback={<Skeleton height={360} />}>
          <Week
            cube={cube}
            start={from ?? today()}
            onStart={(day) => setAddress({ from: day === today() ? undefined : day })}
            onBook={cube?.is_deleted ? undefined : book}
            onOpen={show}
          />
        </Suspense>
      ) : (
        <div className={styles.bookings}>
          <List
            label={currentTab!.label}
            columns={selection ? [selection.column, ...choice.visible] : choice.visible}
            reading={list}
            rows={rows}
            total={total}
            page={page}
            perPage={TAB_ROWS}
            onPage={(to, how) => setAddress({ page: to }, how)}
            sort={sort}
            onSort={sortBy}
            rowKey={rowKey}
            onOpen={({ booking_id }) => show(booking_id)}
            empty={
              isNarrowed
                ? {
                    title: 'No results',
                    text:
                      currentTab!.id === 'all'
                        ? 'Remove a filter, or search by name, email, phone number or ID'
                        : 'Remove a filter, or look under All Bookings',
                  }
                : EMPTY[currentTab!.id]
            }
            toolbar={
              <>
                {selection && selection.count > 0 && <SelectionBar {...selection} />}
                <Filters
                  key={tab}
                  filters={filters}
                  query={cubes.bookingsCsv.query}
                  values={address}
                  onChange={setAddress}
                />
                <SearchBox
                  label="Search by name, email, phone or ID"
                  value={asks.search ?? ''}
                  onSearch={(term) => setAddress({ search: term }, { replace: true })}
                />
                <ColumnMenu columns={columns} hidden={choice.hidden} onToggle={choice.toggle} />
              </>
            }
            {...refused}
          />
        </div>
      )}
      {dialogs.dialogs}
      <Suspense>
        {booking && bookable && <BookDialog all={bookable} initial={booking} onClose={() => setBooking(undefined)} />}
      </Suspense>
    </Page>
  )
}

const rowKey = ({ booking_id }: CubeBooking) => booking_id

const EMPTY: Record<LogTabId, Empty> = {
  paid: {
    title: 'No paid bookings',
    text: 'Use CUBE BOOKING, or choose a free time under Week',
    permission: cubes.book.permission,
  },
  cancelled: { title: 'No cancelled bookings', text: 'Cancellations appear here when they are requested' },
  rescheduled: {
    title: 'No rescheduled bookings',
    text: 'Bookings appear here when a new time is requested',
  },
  redeemed: { title: 'No redeemed bookings', text: 'Bookings appear here when they are redeemed' },
  'not-redeemed': {
    title: 'No missed bookings',
    text: 'Bookings appear here if they are not redeemed in time',
  },
  refunded: { title: 'No refunded bookings', text: 'Bookings appear here when the refund is confirmed' },
  all: {
    title: 'No bookings',
    text: 'Use CUBE BOOKING, or choose a free time under Week',
    permission: cubes.book.permission,
  },
}

/** What of a tab waits for staff. */
function whatWaits(tab: LogTabId, { cancellations, reschedules, refunds }: Output<typeof cubes.waiting.reply>) {
  if (tab === 'rescheduled') return { count: reschedules, label: `${counted(reschedules, 'request')} to approve` }
  if (tab !== 'cancelled') return
  const parts = [
    cancellations && `${counted(cancellations, 'request')} to approve`,
    refunds && `${counted(refunds, 'booking')} to refund`,
  ]
  return { count: cancellations + refunds, label: parts.filter(Boolean).join(', ') }
}

type PickerProps = {
  all: readonly LoggedCube[] | undefined
  isFailed: boolean
  /** The cube's id, or all. */
  chosen: string | undefined
  onChange: (id: string) => void
}
const CubePicker = ({ all, isFailed, chosen, onChange }: PickerProps) => (
  <Select
    aria-label="Cube"
    placeholder={isFailed ? 'Could not be loaded' : all?.length === 0 ? 'None yet' : ''}
    className={styles.picker}
    allowDeselect={false}
    searchable
    data={
      all?.length
        ? [
            { value: ALL, label: 'All cubes' },
            ...all.map(({ id, name, cinema_name, is_deleted }) => ({
              value: String(id),
              label: `${name}, ${cinema_name}${is_deleted ? ' (deleted)' : ''}`,
            })),
          ]
        : undefined
    }
    value={chosen ?? null}
    onChange={(id) => id && onChange(id)}
  />
)
