import { scopeOf, refusal } from '#contract/permissions.ts'
import { addMonths } from '#contract/time.ts'
import { analytics } from '../contract.ts'
import { DEFINITIONS } from '../rules.ts'
import { useRead } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { count, naira, percent } from '#web/charts/formats.ts'
import { Metric, Metrics } from '#web/charts/Metric.tsx'
import { DateRange, LAST_MONTH, LATELY, type Range } from '#web/form/DateRange.tsx'
import { useList } from '#web/list/useList.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { showDay, showNaira, businessToday } from '#web/ui/format.ts'
import { customers, type Churn } from '#features/customers/customers/contract.ts'
import { tiers } from '#features/customers/tiers/contract.ts'
import { paths as customerPaths } from '#features/customers/customers/web/paths.ts'

const BLANK = '_'

const columns: Column<Churn>[] = [
  {
    id: 'name',
    title: 'Name',
    main: true,
    width: '24%',
    cell: ({ user }) => (user ? `${user.firstName} ${user.lastName}`.trim() || 'Nil' : 'Profile removed'),
  },
  { id: 'email', title: 'Email', bare: true, wide: true, width: '26%', cell: ({ user }) => user?.email ?? BLANK },
  { id: 'plan', title: 'Plan', bare: true, cell: (churn) => churn.subscriptionName },
  { id: 'reason', title: 'Reason', bare: true, cell: (churn) => churn.reason || BLANK },
  { id: 'date', title: 'Date', cell: (churn) => showDay(churn.date) },
  { id: 'price', title: 'Price a month', numeric: true, side: true, cell: (churn) => showNaira(churn.price) },
]

/** Churn (core 2, page titles): who left and why, and what that is of all. */
export function ChurnPage() {
  const list = useList(customers.churns, {
    label: 'Churn',
    rows: (data) => data.churns,
    query: ({ start_date, end_date: end = businessToday() }) => ({
      start_date: start_date ?? addMonths(end, -1),
      end_date: end,
    }),
    include: 'user',
  })
  const { setAddress } = list
  const { start_date: start, end_date: end } = list.filter
  const plans = useRead(tiers.list, {}).data ?? []
  return (
    <ListScreen
      {...list}
      title="Churn"
      note={DEFINITIONS.lost}
      above={<Summary start={start} end={end} />}
      columns={columns}
      rowKey={(churn) => churn.id}
      rowTo={({ user }) => (user ? customerPaths.profile(user.id) : undefined)}
      empty={{ title: 'No churn in this period', text: 'Choose other dates, or search for another name' }}
      searchLabel="Search by name, email or phone"
      filters={[
        { name: 'plan', label: 'Plan', options: plans.map(({ product_name: name }) => ({ value: name, label: name })) },
        { name: 'price', label: 'Price a month' },
      ]}
      csv={{
        endpoint: customers.churnsCsv,
        also: ['mobile', 'userId'],
      }}
      controls={
        <DateRange
          now={businessToday()}
          label="Start and end date"
          start={start}
          end={end}
          onChange={(range) => setAddress({ start_date: range.start, end_date: range.end })}
          presets={[LAST_MONTH, { label: 'Last 3 months', start: 'today-3m', end: 'today' }, ...LATELY]}
        />
      }
    />
  )
}

/** The figures of the range, for those who may see figures. */
function Summary({ start, end }: Range) {
  const me = useMe()
  const { permission } = analytics.churnSummary
  const isAllowed = !refusal(me, permission) && scopeOf(me, permission) === 'chain'
  const reading = useRead(
    analytics.churnSummary,
    { query: { start_date: start, end_date: end } },
    { enabled: isAllowed },
  )
  const data = reading.isPlaceholderData ? undefined : reading.data
  if (!isAllowed) return null
  return (
    <Metrics label="Churn in this period" reading={reading}>
      <Metric
        label="Churn rate"
        info={DEFINITIONS.churnRate}
        value={data && (data.churnRate === null ? '–' : percent.full(data.churnRate))}
      />
      <Metric
        label="Lost recurring revenue"
        info={DEFINITIONS.lostRevenue}
        value={data && naira.full(Math.round(data.lostRevenue))}
        note="a month"
      />
      <Metric
        label="Subscriptions lost"
        info={DEFINITIONS.lost}
        value={data && count.full(data.lost)}
        note={data && `of ${count.full(data.inForce)} active at the start`}
      />
    </Metrics>
  )
}
