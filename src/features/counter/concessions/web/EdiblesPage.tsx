import type { Data } from '#web/api/client.ts'
import { useRead } from '#web/api/queries.ts'
import { DateRange, LATELY } from '#web/form/DateRange.tsx'
import { useAddress } from '#web/list/address.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { useRows } from '#web/list/useRows.ts'
import { showDayOf, showNaira } from '#web/ui/format.ts'
import { Thumb } from '#web/ui/Thumb.tsx'
import { edibles, type Edible } from '../edible-contract.ts'
import { FLAVOURS, PAGE, PAGES, priceRange, TYPES } from '../edible-rules.ts'
import { paths } from './edible-paths.ts'

const columns: Column<Edible>[] = [
  {
    id: 'name',
    title: 'Name',
    sort: 'name',
    main: true,
    width: '30%',
    cell: (row) => <Thumb src={row.image_url} title={row.name} shape="square" />,
  },
  { id: 'type', title: 'Type', sort: 'type', cell: (row) => row.type || '–' },
  { id: 'flavour', title: 'Flavour', sort: 'flavour', cell: (row) => row.flavour || '–' },
  { id: 'size', title: 'Size', sort: 'size', cell: (row) => row.size || '–' },
  { id: 'hpok', title: 'HPOK', sort: 'hpok', cell: (row) => row.hpok ?? '–' },
  { id: 'createdAt', title: 'Date added', sort: 'createdAt', card: false, cell: (row) => showDayOf(row.createdAt) },
  {
    id: 'price',
    title: 'Price',
    sort: 'price',
    numeric: true,
    wide: true,
    cell: (row) => priceRange(row.price, row.highest_price, showNaira),
  },
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
      columns={columns}
      address={address}
      setAddress={setAddress}
      {...size}
      reading={list}
      rows={data?.concessions}
      total={data?.totalCount}
      rowKey={(row) => String(row.id)}
      rowTo={(row) => paths.one(row.id)}
      empty={
        search || type || flavour || start_date || end_date
          ? { title: 'No results', text: 'Remove a filter, or search for something else.' }
          : {
              title: 'No food or beverages yet',
              text: 'What the cinemas sell is taken from the point of sale every 30 minutes.',
            }
      }
      searchLabel="Search by name, product ID or HPOK"
      filters={FILTERS}
      csv={{ endpoint: edibles.listCsv, query: (columns) => ({ ...filter, columns }) }}
      controls={
        <DateRange
          label="Date added"
          caption="Added"
          start={start_date}
          end={end_date}
          presets={LATELY}
          onChange={({ start, end }) => setAddress({ start_date: start, end_date: end })}
          onClear={() => setAddress({ start_date: undefined, end_date: undefined })}
        />
      }
    />
  )
}
