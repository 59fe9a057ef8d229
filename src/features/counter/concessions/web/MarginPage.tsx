import { TABLE_ROWS } from '#contract/atoms.ts'
import { showCount } from '#contract/counted.ts'
import { addMonths } from '#contract/time.ts'
import { PlacePicker } from '#features/programming/cinemas/web/PlacePicker.tsx'
import { useRead } from '#web/api/queries.ts'
import { count, naira, percent } from '#web/charts/formats.ts'
import { Info } from '#web/charts/Info.tsx'
import { Metric, Metrics } from '#web/charts/Metric.tsx'
import { DateRange, LATELY } from '#web/form/DateRange.tsx'
import { useAddress } from '#web/list/address.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { useRows } from '#web/list/useRows.ts'
import { showNaira, businessToday } from '#web/ui/format.ts'
import { Segmented } from '#web/ui/Segmented.tsx'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import { margin, type MarginRow } from '../margin-contract.ts'
import { BY, BY_LABELS, messages, type By } from '../margin-rules.ts'
import styles from './Prices.module.css'

/** Money that may not be known. */
const known = (value: number | null) => (value === null ? messages.unknown : showNaira(value))

const columnsBy = (by: By): Column<MarginRow>[] => [
  {
    id: 'name',
    title: BY_LABELS[by],
    sort: 'name',
    main: true,
    width: '30%',
    cell: (row) => (
      <span className={styles.named}>
        {row.name}
        {row.margin !== null && row.margin < 0 && <StatusPill tone="bad">{messages.losesMoney}</StatusPill>}
        {row.unknown_units > 0 && (
          <span className={styles.note}>The cost of {showCount(row.unknown_units)} sold is missing</span>
        )}
      </span>
    ),
  },
  { id: 'units', title: 'Units sold', sort: 'units', numeric: true, cell: (row) => showCount(row.units) },
  { id: 'revenue', title: 'Revenue', sort: 'revenue', numeric: true, cell: (row) => showNaira(row.revenue) },
  { id: 'cost', title: 'Cost', sort: 'cost', numeric: true, cell: (row) => known(row.cost) },
  {
    id: 'margin',
    title: 'Margin',
    sort: 'margin',
    numeric: true,
    info: <Info of="Margin" text={messages.meaning} />,
    cell: (row) => known(row.margin),
  },
  {
    id: 'percent',
    title: 'Margin %',
    sort: 'percent',
    numeric: true,
    cell: (row) => (row.percent === null ? '–' : percent.full(row.percent)),
  },
]

/** Margin: what is left of what food, drinks and merchandise sold for, by product, combo, cinema or movie. */
export function MarginPage() {
  const [address, setAddress] = useAddress(margin.list.query)
  const { page = 1, perPage: _, by = 'product', cinemas, search, sort } = address
  const size = useRows('Margin', TABLE_ROWS, address, setAddress)
  const end = address.end_date ?? businessToday()
  const start = address.start_date ?? addMonths(end, -1)
  const filter = { by, search, sort, start_date: start, end_date: end, cinemas: cinemas?.join() }
  const list = useRead(margin.list, { query: { ...filter, page, perPage: size.perPage } })
  const totals = list.isPlaceholderData ? undefined : list.data?.totals
  const amount = (value: number | null | undefined) =>
    value === undefined ? undefined : value === null ? messages.unknown : naira.full(Math.round(value))
  return (
    <ListScreen
      title="Margin"
      note={by === 'movie' ? messages.withTickets : messages.refunds}
      label="Margin"
      {...size}
      above={
        !(list.error && !list.data) && (
          <Metrics label="Total for these days" reading={list}>
            <Metric
              label="Units sold"
              info="Units in reported sales. Refunds are not deducted."
              value={totals && count.full(totals.units)}
            />
            <Metric
              label="Revenue"
              info="Payments for these units. Refunds are not deducted."
              value={amount(totals?.revenue)}
            />
            <Metric
              label="Cost"
              info="Cost of units with a known cost on the day of sale"
              value={amount(totals && totals.cost)}
            />
            <Metric label="Margin" info={messages.meaning} value={amount(totals && totals.margin)} />
          </Metrics>
        )
      }
      columns={columnsBy(by)}
      address={address}
      setAddress={setAddress}
      reading={list}
      rows={list.data?.rows}
      total={list.data?.totalCount}
      rowKey={(row) => row.id}
      empty={{ title: 'No sales in this period', text: 'Choose other days, or another cinema' }}
      searchLabel="Search by name"
      controls={
        <>
          <PlacePicker
            permission={margin.list.permission}
            chosen={cinemas}
            onChange={(to) => setAddress({ cinemas: to })}
          />
          <DateRange
            now={businessToday()}
            label="Days"
            start={start}
            end={end}
            presets={LATELY}
            onChange={({ start: from, end: until }) => setAddress({ start_date: from, end_date: until })}
          />
          <Segmented
            label="By"
            options={BY.map((value) => ({ value, label: BY_LABELS[value] }))}
            value={by}
            onChange={(to) => setAddress({ by: to })}
          />
        </>
      }
      csv={{ endpoint: margin.csv, query: (columns) => ({ ...filter, columns }), also: ['unknown_units'] }}
    />
  )
}
