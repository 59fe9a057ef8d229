import { showCount } from '#contract/counted.ts'
import type { Day } from '#contract/time.ts'
import type { Data } from '#web/api/client.ts'
import { useRead } from '#web/api/queries.ts'
import { Info } from '#web/charts/Info.tsx'
import { DateRange, LATELY } from '#web/form/DateRange.tsx'
import { useAddress } from '#web/list/address.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { useRows } from '#web/list/useRows.ts'
import { showDayOf, showNaira } from '#web/ui/format.ts'
import { Thumb } from '#web/ui/Thumb.tsx'
import { edibles, merchandise, type Edible, type Merchandise, type SoldProduct } from '../product-contract.ts'
import { FLAVOURS, messages, PAGE, PAGES, priceRange, TYPES } from '../product-rules.ts'
import * as paths from './product-paths.ts'

const NAME: Column<SoldProduct> = {
  id: 'name',
  title: 'Name',
  sort: 'name',
  main: true,
  width: '30%',
  cell: (row) => <Thumb src={row.image_url} title={row.name} shape="square" />,
}
const TYPE: Column<SoldProduct> = { id: 'type', title: 'Type', sort: 'type', cell: (row) => row.type || '–' }
const SIZE: Column<SoldProduct> = { id: 'size', title: 'Size', sort: 'size', cell: (row) => row.size || '–' }
const ADDED: Column<SoldProduct> = {
  id: 'createdAt',
  title: 'Date added',
  sort: 'createdAt',
  card: false,
  cell: (row) => showDayOf(row.createdAt),
}
const PRICE: Column<SoldProduct> = {
  id: 'price',
  title: 'Price',
  sort: 'price',
  numeric: true,
  wide: true,
  cell: (row) => priceRange(row.price, row.highest_price, showNaira),
}
const edibleColumns: Column<Edible>[] = [
  NAME,
  TYPE,
  { id: 'flavour', title: 'Flavour', sort: 'flavour', cell: (row) => row.flavour || '–' },
  SIZE,
  { id: 'hpok', title: 'HPOK', sort: 'hpok', cell: (row) => row.hpok ?? '–' },
  ADDED,
  PRICE,
]
const merchandiseColumns: Column<Merchandise>[] = [
  NAME,
  TYPE,
  SIZE,
  ADDED,
  {
    id: 'units_sold',
    title: 'Units sold',
    sort: 'units_sold',
    numeric: true,
    info: <Info of="Units sold" text={messages.unitsMeaning} />,
    cell: (row) => showCount(row.units_sold),
  },
  PRICE,
]

const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }))
const FILTERS = [
  { name: 'type', label: 'Type', options: options(TYPES) },
  { name: 'flavour', label: 'Flavour', options: options(FLAVOURS) },
]

/** Food and beverages (operations 2): what the counters of the chain sell, with the range of its prices. */
export function EdiblesPage() {
  const [address, setAddress] = useAddress(edibles.list.query)
  const { page = 1, search, type, flavour, start_date, end_date, sort } = address
  const size = useRows('Food and beverages', PAGE, address, setAddress, PAGES)
  const filter = { search, type, flavour, start_date, end_date, sort }
  const list = useRead(edibles.list, { query: { ...filter, page, perPage: size.perPage } })
  const data = list.data as Exclude<Data<typeof edibles.list>, readonly unknown[]> | undefined
  return (
    <ListScreen
      title="Food & beverages"
      label="Food and beverages"
      columns={edibleColumns}
      address={address}
      setAddress={setAddress}
      {...size}
      reading={list}
      rows={data?.concessions}
      total={data?.totalCount}
      rowKey={(row) => String(row.id)}
      rowTo={(row) => paths.edibles.one(row.id)}
      empty={emptyOf('food or beverages', filter)}
      searchLabel="Search by name, product ID or HPOK"
      filters={FILTERS}
      csv={{ endpoint: edibles.listCsv, query: (columns) => ({ ...filter, columns }) }}
      controls={<Added start={start_date} end={end_date} onChange={setAddress} />}
    />
  )
}

/** Merchandise (operations 2): what the chain sells of it, and how many pieces were bought. */
export function MerchandisePage() {
  const [address, setAddress] = useAddress(merchandise.list.query)
  const { page = 1, search, start_date, end_date, sort } = address
  const size = useRows('Merchandise', PAGE, address, setAddress, PAGES)
  const filter = { search, start_date, end_date, sort }
  const list = useRead(merchandise.list, { query: { ...filter, page, perPage: size.perPage } })
  const data = list.data as Exclude<Data<typeof merchandise.list>, readonly unknown[]> | undefined
  return (
    <ListScreen
      title="Merchandise"
      label="Merchandise"
      columns={merchandiseColumns}
      address={address}
      setAddress={setAddress}
      {...size}
      reading={list}
      rows={data?.merchandises}
      total={data?.totalCount}
      rowKey={(row) => String(row.id)}
      rowTo={(row) => paths.merchandise.one(row.id)}
      empty={emptyOf('merchandise', filter)}
      searchLabel="Search by name or product ID"
      csv={{ endpoint: merchandise.listCsv, query: (columns) => ({ ...filter, columns }) }}
      controls={<Added start={start_date} end={end_date} onChange={setAddress} />}
    />
  )
}

const emptyOf = (kind: string, { sort: _, ...narrowing }: Record<string, unknown>) =>
  Object.values(narrowing).some(Boolean)
    ? { title: 'No results', text: 'Search for something else, or remove a filter.' }
    : { title: `No ${kind} yet`, text: 'What the cinemas sell is taken from the point of sale every 30 minutes.' }

type AddedProps = {
  start: Day | undefined
  end: Day | undefined
  onChange: (days: { start_date: Day | undefined; end_date: Day | undefined }) => unknown
}

/** The days that a product was added in. */
const Added = ({ start, end, onChange }: AddedProps) => (
  <DateRange
    label="Date added"
    caption="Added"
    start={start}
    end={end}
    presets={LATELY}
    onChange={(to) => onChange({ start_date: to.start, end_date: to.end })}
    onClear={() => onChange({ start_date: undefined, end_date: undefined })}
  />
)
