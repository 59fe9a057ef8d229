import { showCount } from '#contract/counted.ts'
import type { Day } from '#contract/time.ts'
import { Info } from '#web/charts/Info.tsx'
import { DateRange, LATELY } from '#web/form/DateRange.tsx'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { useList } from '#web/list/useList.ts'
import { showDayOf, showNaira } from '#web/ui/format.ts'
import { Thumb } from '#web/ui/Thumb.tsx'
import { edibles, merchandise, type Edible, type Merchandise, type SoldProduct } from '../product-contract.ts'
import { FLAVOURS, messages, PAGES, priceRange, TYPES } from '../product-rules.ts'
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
  const list = useList(edibles.list, {
    label: 'Food and beverages',
    sizes: PAGES,
    rows: (data) => listed(data).concessions,
  })
  return (
    <ListScreen
      {...list}
      title="Food & beverages"
      columns={edibleColumns}
      rowTo={(row) => paths.edibles.one(row.id)}
      empty={emptyOf('food or beverages', list.filter)}
      searchLabel="Search by name, product ID or HPOK"
      filters={FILTERS}
      csv={{ endpoint: edibles.listCsv }}
      controls={<Added of={list.filter} onChange={list.setAddress} />}
    />
  )
}

/** Merchandise (operations 2): what the chain sells of it, and how many pieces were bought. */
export function MerchandisePage() {
  const list = useList(merchandise.list, {
    label: 'Merchandise',
    sizes: PAGES,
    rows: (data) => listed(data).merchandises,
  })
  return (
    <ListScreen
      {...list}
      title="Merchandise"
      columns={merchandiseColumns}
      rowTo={(row) => paths.merchandise.one(row.id)}
      empty={emptyOf('merchandise', list.filter)}
      searchLabel="Search by name or product ID"
      csv={{ endpoint: merchandise.listCsv }}
      controls={<Added of={list.filter} onChange={list.setAddress} />}
    />
  )
}

/** A call with a page replies with that page, and with its number of all. */
const listed = <D,>(data: D) => data as Exclude<D, readonly unknown[]>

type Days = { start_date?: Day | undefined; end_date?: Day | undefined }

const emptyOf = (kind: string, { start_date, end_date }: Days) =>
  start_date || end_date
    ? { title: 'No results', text: 'Choose other days' }
    : { title: `No ${kind} yet`, text: 'Products sync from the point of sale every 30 minutes' }

/** The days that a product was added in. */
const Added = ({ of, onChange }: { of: Days; onChange: (days: Days) => unknown }) => (
  <DateRange
    label="Date added"
    caption="Added"
    start={of.start_date}
    end={of.end_date}
    presets={LATELY}
    onChange={(to) => onChange({ start_date: to.start, end_date: to.end })}
    onClear={() => onChange({ start_date: undefined, end_date: undefined })}
  />
)
